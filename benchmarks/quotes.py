"""Measure how well quotes are found again in edited documents: right place, nowhere or wrong place.

Usage: ``python benchmarks/quotes.py FOLDER [--sentences N]``. Every edit changes the whole document, as a new
extraction or a new version would, and one sentence in particular. The last rows are a floor:
``rapidfuzz.fuzz.partial_ratio_alignment`` alone, at the score from which it is right.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rapidfuzz import fuzz

from ascribe import AscribeError, read_sources
from ascribe.quotes import TextQuote, find_quote, select_quote

NAMES = (
    "dpr_two_column.pdf", "federal_register_2020.pdf", "scotus_tarrant_2013.pdf", "geotopo_german_117p.pdf",
    "korean_report_4p.pdf", "wikipedia_duck.html", "nist_63b_aal.md", "fedramp_conmon_guide.docx",
)  # fmt: skip
ANSWERED = tuple[int, int, bool]
"""Start and end of the quote that was found, and whether it was reported as unchanged."""

Finder = Callable[[str, TextQuote], ANSWERED | None]


@dataclass(frozen=True)
class Case:
    """An edited text, and the new position of the quote; ``place`` is None if the quote is gone."""

    text: str
    place: tuple[int, int] | None
    same: bool


def split_around(text: str, start: int, end: int) -> tuple[str, str, str]:
    """Split the text into the part before the quote, the quote, and the part after it."""
    return text[:start], text[start:end], text[end:]


def build_case(before: str, quote: str, after: str, *, same: bool) -> Case:
    """Join the parts and record the new position."""
    return Case(before + quote + after, (len(before), len(before) + len(quote)), same)


def untouched(text: str, start: int, end: int, _: random.Random) -> Case:
    """Leave the document unchanged."""
    return Case(text, (start, end), True)


def moved(text: str, start: int, end: int, chance: random.Random) -> Case:
    """Add a paragraph at the top and remove every tenth sentence."""
    before, quote, after = split_around(text, start, end)
    lost = re.sub(r"(?<=\. )[A-Z][^.]{20,}\. ", lambda m: "" if chance.random() < 0.1 else m[0], before)
    return build_case("A paragraph that was not there.\n\n" + lost, quote, after, same=True)


def set_anew(text: str, start: int, end: int, chance: random.Random) -> Case:
    """Introduce ligatures, typographic quotes, other line ends, hyphenation and double spaces."""
    return build_case(*(_set_anew(part, chance) for part in split_around(text, start, end)), same=True)


def _set_anew(text: str, chance: random.Random) -> str:
    text = text.replace("fi", "ﬁ").replace("fl", "ﬂ").replace("'", "’").replace(" - ", " ‐ ")
    text = re.sub(r"(?<=[a-z]{3})(?=[a-z]{4})", lambda _: "-\n" if chance.random() < 0.02 else "", text)
    return re.sub(r"(?<=\S) (?=\S)", lambda _: chance.choice([" ", " ", " ", "\n", "  ", "\u00a0"]), text)


def word_replaced(text: str, start: int, end: int, chance: random.Random) -> Case:
    """Replace one word of the quote."""
    before, quote, after = split_around(text, start, end)
    word = chance.choice(list(re.finditer(r"[^\W\d_]{4,}", quote)))
    return build_case(before, quote[: word.start()] + "otherwise" + quote[word.end() :], after, same=False)


def figure_changed(text: str, start: int, end: int, chance: random.Random) -> Case | None:
    """Change one digit of the quote."""
    before, quote, after = split_around(text, start, end)
    digits = [m.start() for m in re.finditer(r"\d", quote)]
    if not digits:
        return None
    at = chance.choice(digits)
    return build_case(before, f"{quote[:at]}{(int(quote[at]) + 1) % 10}{quote[at + 1 :]}", after, same=False)


def negated(text: str, start: int, end: int, _: random.Random) -> Case | None:
    """Insert ``not`` after the first auxiliary, or remove the ``not``."""
    before, quote, after = split_around(text, start, end)
    changed = re.sub(r"\bnot ", "", quote, count=1)
    if changed == quote:
        changed = re.sub(r"\b(is|are|was|were|can|may|must|has|have|will) ", r"\1 not ", quote, count=1)
    return None if changed == quote else build_case(before, changed, after, same=False)


def misread(text: str, start: int, end: int, chance: random.Random) -> Case:
    """Simulate OCR errors: change every fortieth letter of the whole text."""
    return build_case(*(_misread(part, chance) for part in split_around(text, start, end)), same=False)


def _misread(text: str, chance: random.Random) -> str:
    return re.sub(r"[a-z]", lambda m: chance.choice("eoclirtn") if chance.random() < 0.025 else m[0], text)


def deleted(text: str, start: int, end: int, _: random.Random) -> Case:
    """Delete the quote; similar text may remain elsewhere."""
    before, _quote, after = split_around(text, start, end)
    return Case(before + after, None, False)


def all_gone(text: str, start: int, end: int, _: random.Random) -> Case:
    """Delete the quote with the text around it."""
    return Case(text[: max(0, start - 600)] + text[end + 600 :], None, False)


EDITS: tuple[Callable[[str, int, int, random.Random], Case | None], ...] = (
    untouched, moved, set_anew, word_replaced, figure_changed, negated, misread, deleted, all_gone,
)  # fmt: skip


def find_by_selector(text: str, quote: TextQuote) -> ANSWERED | None:
    """Find the quote with everything that the selector knows."""
    found = find_quote(text, quote.exact, prefix=quote.prefix, suffix=quote.suffix, position=quote.position)
    return (found.start, found.end, found.same_words) if found else None


def find_by_words(text: str, quote: TextQuote) -> ANSWERED | None:
    """Find the quote by its words only."""
    found = find_quote(text, quote.exact)
    return (found.start, found.end, found.same_words) if found else None


def find_by_rapidfuzz(text: str, quote: TextQuote) -> ANSWERED | None:
    """Find the best window by rapidfuzz, with a score of at least 85."""
    found = fuzz.partial_ratio_alignment(quote.exact, text, score_cutoff=85)
    return (found.dest_start, found.dest_end, found.score == 100) if found else None


def classify_answer(case: Case, quote: TextQuote, answer: ANSWERED | None) -> str:
    """Return ``right``, ``nowhere``, ``wrong place`` or ``said the same``."""
    if answer is None:
        return "nowhere" if case.place else "right"
    start, end, same = answer
    if same and " ".join(case.text[start:end].split()) == " ".join(quote.exact.split()):
        return "right"  # the same words, even at their second occurrence
    if case.place is None:
        return "wrong place"
    shared = max(0, min(end, case.place[1]) - max(start, case.place[0]))
    if shared < 0.8 * max(end - start, case.place[1] - case.place[0]):
        return "wrong place"
    return "said the same" if same and not case.same else "right"


def main() -> None:
    """Print one row for each edit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sentences", type=int, default=4, help="sentences per document")
    chosen = parser.parse_args()
    finders: dict[str, Finder] = {
        "find_quote": find_by_selector,
        "words alone": find_by_words,
        "rapidfuzz": find_by_rapidfuzz,
    }
    counts, seconds = measure_finders(chosen.folder, chosen.sentences, finders)
    kinds = ("right", "nowhere", "wrong place", "said the same")
    print("| finder | edit | " + " | ".join(kinds) + " | ms |")
    print("|---" * 7 + "|")
    for (finder, edit), row in counts.items():
        cells = " | ".join(str(row[kind]) for kind in kinds)
        print(f"| {finder} | {edit} | {cells} | {1000 * seconds[finder, edit] / row.total():.1f} |")


def measure_finders(
    folder: Path, number: int, finders: Mapping[str, Finder]
) -> tuple[dict[tuple[str, str], Counter[str]], dict[tuple[str, str], float]]:
    """Measure every finder; return (finder, edit) → counts, and → seconds."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    seconds: dict[tuple[str, str], float] = {}
    for finder, find in finders.items():
        for edit in EDITS:
            key = (finder, edit.__name__)
            counts[key], seconds[key] = Counter(), 0.0
            for case, quote in build_cases(folder, number, edit):
                started = time.perf_counter()
                answer = find(case.text, quote)
                seconds[key] += time.perf_counter() - started
                outcome = classify_answer(case, quote, answer)
                counts[key][outcome] += 1
    return counts, seconds


def build_cases(folder: Path, number: int, edit: Callable[..., Case | None]) -> list[tuple[Case, TextQuote]]:
    """Apply the edit to sentences spread evenly over each document."""
    found = []
    for name in NAMES:
        chance = random.Random(name)  # noqa: S311 - chance for samples, not for secrets
        for start, end, text in find_sentences(folder / name, number):
            case = edit(text, start, end, chance)
            if case is not None:
                found.append((case, select_quote(text, start, end)))
    return found


@cache
def find_sentences(path: Path, number: int) -> list[tuple[int, int, str]]:
    """Return start and end of sentences of six words or more, with the whole text."""
    try:
        document = read_sources([path])[0]
    except AscribeError:
        return []
    text = document.full_text or ""
    spans = [s.span for s in document.sentences if len(re.findall(r"[^\W\d_]{4,}", s.text)) >= 4]
    step = max(1, len(spans) // number)
    return [(span.char_start, span.char_end, text) for span in spans[::step][:number]]


if __name__ == "__main__":
    main()
