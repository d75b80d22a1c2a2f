"""Measure how the time to read a text grows with its length, on repeated patterns; print one Markdown table.

Usage: ``python -m benchmarks.linear_time [--sample N]``. A text repeats a piece of the grammars of blocks,
sentences and markers, or two pieces in turn, or it repeats one piece after another. All pieces by themselves
and N pairs of each shape, drawn by a fixed seed, are read at 4,000 and 32,000 characters. The exponent is the
logarithm of the ratio of the times to the base 8: 1 is linear, 2 is quadratic. The exit code is 1 if one
exceeds 1.5.
"""

from __future__ import annotations

import argparse
import gc
import math
import random
import sys
import time
from collections.abc import Callable
from itertools import permutations

from ascribe.read.blocks import split_blocks
from ascribe.read.markdown import blank_markup
from ascribe.read.markers import parse_markers, safe_end
from ascribe.read.replies import read_reply
from ascribe.read.sentences import split_sentences
from ascribe.text.language_detection import detect_language

SHORT, LONG = 4_000, 32_000
GREATEST_EXPONENT = 1.5
LEAST_SECONDS = 0.05
"""Below this time at ``LONG`` characters the exponent says nothing."""

Text = tuple[str, str]
"""What opens a text, and what is repeated in the rest of it."""

WRITTEN = """
1/2 [1] [1]( [1](a.) [^a.] [[1]] (1) 1 x.y http:// @a † ¹ . ! … 。 , ; : - – & “ ” ' " ( ) [ ] { } <
> <!-- --> <!----> <cite> </cite> <co:1> <sup>a.</sup> <br> ` $ $$ \\ \\( \\[ * _ ~ # | |- = a A é 词
ท 🙂 et␠al.␠ [1]:␠ (Lee,␠2020) (Lee␠&␠Ito,␠2020) Lee,␠ von␠ ID:␠1,␠ p.␠8␠ e.g.␠ U.␠S.␠ U.S.'␠
2020-01-02␠ 3.4.2020␠ 10:30␠ A.␠ a.␠ 1.␠ ii.␠ #␠ -␠ >␠
"""
"""The pieces that can be seen, with ␠ for a blank."""

PIECES = (
    *(piece.replace("␠", " ") for piece in WRITTEN.split()),
    *("\u00ad", "\u200d", "\u0301", "\ue200cite\ue202a", "---\n", "```\n", " ", "\t", "\n", "\n\n", "\r\n"),
)

STAGES: dict[str, Callable[[str], object]] = {
    "blocks": split_blocks,
    "sentences": lambda text: split_sentences(text, "en"),
    "markers": parse_markers,
    "markers of a text being written": safe_end,
    "markup": lambda text: blank_markup(text, split_blocks(text)),
    "language": detect_language,
    "whole reply": read_reply,
}


def main() -> int:
    """Measure every stage on the same texts and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=150, metavar="N", help="pairs of each shape")
    parser.add_argument("--stage", choices=list(STAGES), nargs="+", default=list(STAGES))
    chosen = parser.parse_args()
    texts = draw_texts(chosen.sample)
    gc.disable()
    print(f"{len(texts)} texts.\n")
    print("| stage | greatest exponent | of | longest time | of |\n|---|---|---|---|---|")
    worst = [print_row(stage, STAGES[stage], texts) for stage in chosen.stage]
    return int(max(worst) > GREATEST_EXPONENT)


def draw_texts(sample: int) -> list[Text]:
    """Return all pieces, ``sample`` pairs to repeat, and ``sample`` pairs of an opening and a repetition."""
    rng = random.Random(5)  # noqa: S311 - a sample needs no secrecy
    pairs = list(permutations(PIECES, 2))
    repeated = [("", first + second) for first, second in rng.sample(pairs, sample)]
    return [*(("", piece) for piece in PIECES), *repeated, *rng.sample(pairs, sample)]


def print_row(stage: str, read: Callable[[str], object], texts: list[Text]) -> float:
    """Print the row of a stage and return its greatest exponent."""
    times = {text: measure_time(read, text, LONG) for text in texts}
    slow = [text for text in texts if times[text] >= LEAST_SECONDS]
    exponents = {text: measure_exponent(read, text) for text in slow}
    longest = max(texts, key=lambda text: times[text])
    steepest = max(slow, key=lambda text: exponents[text], default=None)
    shown = f"{exponents[steepest]:.2f} | {name_text(steepest)}" if steepest else "– | all too fast to tell"
    print(f"| {stage} | {shown} | {1000 * times[longest]:.0f} ms | {name_text(longest)} |", flush=True)
    return exponents[steepest] if steepest else 0.0


def name_text(text: Text) -> str:
    """Return how the table names a text."""
    opening, piece = (ascii(part)[1:-1].replace("|", "\\|") for part in text)
    return f"`{opening}` `{piece}` …" if opening else f"`{piece}` …"


def measure_exponent(read: Callable[[str], object], text: Text) -> float:
    """Return the exponent of the growth of the time, from the best of two runs each."""
    short, long = (min(measure_time(read, text, size) for _ in range(2)) for size in (SHORT, LONG))
    return math.log(long / short) / math.log(LONG / SHORT)


def measure_time(read: Callable[[str], object], text: Text, size: int) -> float:
    """Return the processor seconds to read the text of that size, which ends in a letter."""
    opening, piece = text
    whole = opening + piece * ((size - len(opening) - 1) // len(piece)) + "b"
    began = time.process_time()
    read(whole)
    return time.process_time() - began


if __name__ == "__main__":
    sys.exit(main())
