"""Does a claim say something of something? "Yes." and "30 m." do not: the question says what of."""

from __future__ import annotations

import re
from itertools import pairwise

from ascribe.language.words import Word
from ascribe.verify.rules import Text
from ascribe.verify.rules.calendar_dates import find_dates
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.measures import measure_of

_LEAST = 2
"""Things that a sentence names at least: what it speaks of, and what it says of that. One is no figure."""

_WORDS = re.compile(r"[^\W_]+")


def is_fragment(claim: Text) -> bool:
    """True if the claim names fewer than two things, or nothing but figures and dates.

    A thing is a content word, a date, a figure with its unit, or a run of capitalised words ("Anna Kohl").
    """
    stretches = _values(claim)
    words = _named(claim, stretches)
    runs = sum(_is_run(claim.text[a.start : b.end]) for a, b in pairwise(words))
    named = len(words) - (0 if claim.text.isupper() else runs)
    return not named or named + len(stretches) < _LEAST


def is_quoted(claim: Text, sentence: Text) -> bool:
    """True if the claim is that whole sentence, word for word, and two of its words are no figure or date.

    The source itself takes it for a statement: "Excused: Anna Kohl."
    """
    named = len(_named(claim, _values(claim)))
    return named >= _LEAST and _WORDS.findall(claim.text) == _WORDS.findall(sentence.text)


def _values(claim: Text) -> set[tuple[int, int]]:
    """Where its dates and figures stand."""
    dates, numbers = find_dates(claim.text, claim.language), figures(claim)
    return {(one.start, one.end) for one in dates} | {(one.start, one.end) for one in numbers}


def _named(claim: Text, values: set[tuple[int, int]]) -> list[Word]:
    """The content words outside of dates, and of figures with their units."""
    taken = [*values, *_units(claim)]
    return [w for w in claim.content if not any(a < w.end and w.start < b for a, b in taken)]


def _units(claim: Text) -> list[tuple[int, int]]:
    """Where the words of units stand, each from its figure on."""
    behind = [(number, claim.words_after(number.end, 1)) for number in figures(claim)]
    return [(n.start, words[0].end) for n, words in behind if words and measure_of(claim, n).units]


def _is_run(stretch: str) -> bool:
    """True for words that all begin with a capital."""
    return all(part[0].isupper() for part in stretch.split())
