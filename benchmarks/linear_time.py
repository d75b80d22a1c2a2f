"""Measure how the time of every stage grows with the length of a text, on repeated patterns; print a table.

Usage: ``python -m benchmarks.linear_time [--sample N] [--stage NAME …] [--worst N]``. A text repeats a
piece of the grammars of blocks, sentences, markers, numbers, dates and rules, or two pieces in turn, or it
repeats one piece after another; each pattern stands alone and between words. All pieces by themselves and N
pairs of each shape, drawn by a fixed seed, are read at 4,000 and 16,000 characters. The exponent is the
logarithm of the ratio of the times to the base 4: 1 is linear, 2 is quadratic. What exceeds 1.3 there is
measured again from 4,000 to 128,000, and counts if it still does. The exit code is 1 if something counts.
``--worst`` lists the patterns with the greatest exponents of all stages.
"""

from __future__ import annotations

import argparse
import gc
import math
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import permutations

from ascribe import Limits, check, repair
from ascribe.errors import InputError
from ascribe.read.blocks import split_blocks
from ascribe.read.markdown import blank_markup
from ascribe.read.markers import parse_markers, safe_end
from ascribe.read.replies import read_reply
from ascribe.read.sentences import split_sentences
from ascribe.text.language_detection import detect_language
from ascribe.text.normalize import normalize
from ascribe.text.words import split_words
from ascribe.verify.comparison import Text as EvidenceText
from ascribe.verify.quantities.calendar_dates import find_dates, find_year_ranges
from ascribe.verify.quantities.extract import find_numbers
from ascribe.verify.quantities.measures import find_measures

SHORT, LONG, LONGEST = 4_000, 16_000, 128_000
GREATEST_EXPONENT = 1.3
LEAST_SECONDS = 0.05
"""Below this time at ``LONG`` characters the exponent says nothing."""

Text = tuple[str, str]
"""What opens a text, and what is repeated in the rest of it."""

WRITTEN = """
1/2 [1] [1]( [1](a.) [^a.] [[1]] (1) 1 x.y http:// @a † ¹ . ! … 。 , ; : - – & “ ” ' " ( ) [ ] { } <
> <!-- --> <!----> <cite> </cite> <co:1> <sup>a.</sup> <br> ` $ $$ \\ \\( \\[ * _ ~ # | |- = a A é 词
ท 🙂 et␠al.␠ [1]:␠ (Lee,␠2020) (Lee␠&␠Ito,␠2020) Lee,␠ von␠ ID:␠1,␠ p.␠8␠ e.g.␠ U.␠S.␠ U.S.'␠
2020-01-02␠ 3.4.2020␠ 10:30␠ A.␠ a.␠ 1.␠ ii.␠ #␠ -␠ >␠
12,␠ 1,000␠ ½␠ 5␠%␠ $5␠ 5␠km␠ 10^12␠ dozen␠ twelve␠ half␠ million␠ 百 1871␠ 3␠March␠2021␠ 1880s␠ 20:17␠
between␠ to␠ from␠
if␠ unless␠ said␠that␠ none␠ some␠ all␠of␠ not␠ never␠ before␠ after␠ because␠ more␠than␠ at␠least␠
about␠ only␠ may␠ without␠
10⁻⁵␠ 1e-5␠ 1␠in␠10␠ No.␠B-12␠ the␠year␠before␠ block␠C␠ 3-1␠
rather␠than␠ instead␠of␠ except␠ allegedly␠ according␠to␠ used␠to␠ offered␠to␠ replaced␠ with␠ unlike␠
rose␠ total␠ each␠ per␠ of␠which␠ by␠ was␠built␠in␠ e␠mail␠ mill␠ sails␠ Brandt␠ --n't␠ and␠ or␠ ~~
"""
"""The pieces that can be seen, with ␠ for a blank."""

PIECES = (
    *(piece.replace("␠", " ") for piece in WRITTEN.split()),
    *("\u00ad", "\u200d", "\u0301", "\ue200cite\ue202a", "---\n", "```\n", " ", "\t", "\n", "\n\n", "\r\n"),
)

MILL = "The mill has 12 sails."


def check_reply(text: str) -> object:
    """Check the text against one sentence."""
    return check(text, ["Email the mill."], tier="rules", language="en", limits=_LIMITS)


def check_source(text: str) -> object:
    """Check one sentence against the text."""
    return check(MILL, [f"The mill\nhas {text} sails."], tier="rules", language="en", limits=_LIMITS)


def check_both(text: str) -> object:
    """Check the text against itself."""
    reply, source = (f"The mill {text} {ending}." for ending in ("sails", "barn"))
    return check(reply, [source], tier="rules", language="en", limits=_LIMITS)


def repair_reply(text: str) -> object:
    """Correct the markers of the text."""
    return repair(text, [MILL], tier="rules", language="en", limits=_LIMITS)


_LIMITS = Limits(max_reply_chars=1_000_000)

STAGES: dict[str, Callable[[str], object]] = {
    "blocks": split_blocks,
    "sentences": lambda text: split_sentences(text, "en"),
    "markers": parse_markers,
    "markers of a text being written": safe_end,
    "markup": lambda text: blank_markup(text, split_blocks(text)),
    "language": detect_language,
    "whole reply": read_reply,
    "normal form": lambda text: normalize(text, "en"),
    "words": lambda text: split_words(text, "en"),
    "numbers": lambda text: find_numbers(text, "en"),
    "dates": lambda text: (find_dates(text, "en"), find_year_ranges(text, "en")),
    "units": lambda text: find_measures(EvidenceText.read(text, "en")),
    "check, as the reply": check_reply,
    "check, as the source": check_source,
    "check, as both": check_both,
    "repair": repair_reply,
}
"""What is timed apart; the last four are the whole way from text to verdict and repair."""


def main() -> int:
    """Measure every stage on the same texts and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=150, metavar="N", help="pairs of each shape")
    parser.add_argument("--stage", choices=list(STAGES), nargs="+", default=list(STAGES))
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="list that many patterns")
    chosen = parser.parse_args()
    texts = draw_texts(chosen.sample)
    gc.disable()
    print(f"{len(texts)} texts.\n")
    print("| stage | greatest exponent | of | above 1.3 | longest time | of |\n|---|---|---|--:|---|---|")
    found = {(stage, text): e for stage in chosen.stage for text, e in print_row(stage, STAGES[stage], texts)}
    for (stage, text), exponent in sorted(found.items(), key=lambda row: -row[1])[: chosen.worst]:
        print(f"{exponent:.2f} {stage}: {text!r}")
    return int(max(found.values(), default=0.0) > GREATEST_EXPONENT)


def draw_texts(sample: int) -> list[Text]:
    """Return all pieces, ``sample`` pairs to repeat, and ``sample`` pairs of an opening and a repetition.

    Each stands alone and between words.
    """
    rng = random.Random(5)  # noqa: S311 - a sample needs no secrecy
    pairs = list(permutations(PIECES, 2))
    repeated = [("", first + second) for first, second in rng.sample(pairs, sample)]
    alone = [*(("", piece) for piece in PIECES), *repeated, *rng.sample(pairs, sample)]
    return [*alone, *((f"The mill has {opening}", piece) for opening, piece in alone)]


def print_row(stage: str, read: Callable[[str], object], texts: list[Text]) -> list[tuple[Text, float]]:
    """Print the row of a stage and return the exponents of the slow texts."""
    read(MILL)  # loads what is loaded once
    times = {text: measure_time(read, text, LONG) for text in texts}
    slow = [text for text in texts if times[text] >= LEAST_SECONDS]
    exponents = {text: measure_exponent(read, text, LONG) for text in slow}
    for text in [text for text, exponent in exponents.items() if exponent > GREATEST_EXPONENT]:
        exponents[text] = measure_exponent(read, text, LONGEST)
    longest = max(texts, key=lambda text: times[text])
    steepest = max(slow, key=lambda text: exponents[text], default=None)
    shown = f"{exponents[steepest]:.2f} | {name_text(steepest)}" if steepest else "– | all too fast to tell"
    above = sum(exponent > GREATEST_EXPONENT for exponent in exponents.values())
    print(
        f"| {stage} | {shown} | {above} | {1000 * times[longest]:.0f} ms | {name_text(longest)} |", flush=True
    )
    return list(exponents.items())


def name_text(text: Text) -> str:
    """Return how the table names a text."""
    opening, piece = (ascii(part)[1:-1].replace("|", "\\|") for part in text)
    return f"`{opening}` `{piece}` …" if opening else f"`{piece}` …"


def measure_exponent(read: Callable[[str], object], text: Text, longer: int) -> float:
    """Return the exponent of the growth of the time, from the best of two runs each."""
    short, long = (min(measure_time(read, text, size) for _ in range(2)) for size in (SHORT, longer))
    return math.log(max(long, 1e-6) / max(short, 1e-6)) / math.log(longer / SHORT)


def measure_time(read: Callable[[str], object], text: Text, size: int) -> float:
    """Return the processor seconds to read the text of that size, which ends in a letter."""
    opening, piece = text
    whole = opening + piece * ((size - len(opening) - 1) // len(piece)) + "b"
    began = time.process_time()
    with suppress(InputError):  # a limit that ends it at once is as good
        read(whole)
    return time.process_time() - began


if __name__ == "__main__":
    sys.exit(main())
