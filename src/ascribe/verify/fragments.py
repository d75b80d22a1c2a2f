"""Does a claim say something of something? "Yes." and "30 m." do not: the question says what of."""

from __future__ import annotations

from itertools import pairwise

from ascribe.verify.rules import Text
from ascribe.verify.rules.calendar_dates import find_dates
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.measures import measure_of

_LEAST = 2
"""Things that a sentence names at least: what it speaks of, and what it says of that. One is no figure."""


def is_fragment(claim: Text) -> bool:
    """True if the claim names fewer than two things, or nothing but figures and dates.

    A thing is a content word, a date, a figure with its unit, or a run of capitalised words ("Anna Kohl").
    """
    dates, numbers = find_dates(claim.text, claim.language), figures(claim)
    stretches = {(one.start, one.end) for one in dates} | {(one.start, one.end) for one in numbers}
    taken = [*stretches, *_units(claim)]
    words = [w for w in claim.content if not any(a < w.end and w.start < b for a, b in taken)]
    runs = sum(_is_run(claim.text[a.start : b.end]) for a, b in pairwise(words))
    named = len(words) - (0 if claim.text.isupper() else runs)
    return not named or named + len(stretches) < _LEAST


def _units(claim: Text) -> list[tuple[int, int]]:
    """Where the words of units stand, each from its figure on."""
    behind = [(number, claim.words_after(number.end, 1)) for number in figures(claim)]
    return [(n.start, words[0].end) for n, words in behind if words and measure_of(claim, n).units]


def _is_run(stretch: str) -> bool:
    """True for words that all begin with a capital."""
    return all(part[0].isupper() for part in stretch.split())
