"""What the operations on figures take and return, and the lookups that they share.

An operation is a function ``(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None``. It
returns None unless the words of the claim name it and the evidence has exactly one set of operands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from ascribe.verify.comparison import Text
from ascribe.verify.cues import Span, find_clause_at, find_scopes
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.measures import Measure, find_measures
from ascribe.verify.quantities.number import Mark, Number, get_amount_words


@dataclass(frozen=True, slots=True)
class ClaimFigure:
    """A figure of the claim, how it is marked, and where figure and mark begin."""

    measure: Measure
    marked: Mark
    start: int

    @property
    def number(self) -> Number:
        """The figure, or the last of several that make one."""
        return self.measure.numbers[-1]


@dataclass(frozen=True, slots=True)
class DerivedValue:
    """What a named operation gives over operands of the evidence.

    Args:
        value: in the kind and unit of the claim's figure.
        formula: how it comes about, for people.
        place: what it explains in the claim.
        operands: where they stand in the evidence.
        also: another place of the claim that it explains: "the mean score was 6".
    """

    value: Decimal
    formula: str
    place: Span
    operands: Span
    also: Span | None = None


Operation = Callable[[ClaimFigure, Text, Text], DerivedValue | None]


def find_cue_in_clause(text: Text, group: str, position: int) -> Span | None:
    """The cue of that group in the clause that holds the character; None if there is none.

    Where the claim has one figure only, the cue may stand in any clause: "250 girls and boys in total".
    """
    first, last = find_clause_at(text, position) if len(find_measures(text)) > 1 else (0, len(text.text))
    cues = (cue for cue in find_scopes(text, group) if first <= cue.start < last)
    return next(((cue.start, cue.end) for cue in cues), None)


def has_word_before(text: Text, position: int, group: str) -> bool:
    """True if a word of that group of ``amounts.json`` stands right before that place."""
    pattern = _build_before_pattern(text.language or "en", group)
    return pattern is not None and pattern.search(text.text, max(0, position - 24), position) is not None


def has_word_after(text: Text, position: int, group: str) -> bool:
    """True if a word of that group stands right behind that place."""
    return find_word_end_after(text, position, group) is not None


def find_word_end_after(text: Text, position: int, group: str) -> int | None:
    """Where the word of that group ends that stands right behind that place."""
    pattern = _build_after_pattern(text.language or "en", group)
    match = pattern.match(text.text, position) if pattern else None
    return match.end() if match else None


@cache
def _build_before_pattern(language: str, group: str) -> re.Pattern[str] | None:
    words = get_amount_words(language).get(group)
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})\s*$", re.IGNORECASE) if words else None


@cache
def _build_after_pattern(language: str, group: str) -> re.Pattern[str] | None:
    words = get_amount_words(language).get(group)
    return re.compile(rf"\s+(?:{'|'.join(words)})", re.IGNORECASE) if words else None


def find_sentence_at(text: Text, position: int) -> Span:
    """The sentence of the evidence that holds the character; its sentences are joined by line ends."""
    start = text.text.rfind("\n", 0, position) + 1
    end = text.text.find("\n", position)
    return start, len(text.text) if end < 0 else end


def get_meanings_in(text: Text, span: Span) -> frozenset[str]:
    """What the content words of that stretch mean; no figures."""
    return frozenset(
        get_meaning(word, text.language) for word in text.within(*span) if not word.form[0].isdigit()
    )


def get_counted_stem(text: Text, measure: Measure) -> str:
    """The stem of the word that a figure counts, if that is no unit."""
    return text.find_counted_stem(measure.end) if not measure.units else ""


def find_years(text: Text, span: Span) -> frozenset[int]:
    """The years said in that stretch."""
    found = find_dates(text.text, text.language)
    return frozenset(date.year for date in found if date.year and span[0] <= date.start < span[1])


def is_same_kind(one: Measure, other: Measure) -> bool:
    """True if two figures may be added: the same unit, or none."""
    kinds = one.numbers[-1].kind, other.numbers[-1].kind
    if {"ordinal", "clock", "part"} & set(kinds) or one.larger or other.larger:
        return False
    return bool(one.units & other.units) or (not one.units and not other.units)


def format_value(value: Decimal) -> str:
    """A figure for a formula: at most four digits after the point, no closing zeros, groups of thousands."""
    rounded = round(value, 4)
    whole = rounded == rounded.to_integral_value()
    return f"{int(rounded):,}" if whole else f"{rounded.normalize():,f}"


def join_measures(text: Text, measures: Iterable[Measure], sign: str) -> str:
    """The figures as they stand, with their units, joined by a sign."""
    return f" {sign} ".join(text.text[measure.start : measure.end] for measure in measures)
