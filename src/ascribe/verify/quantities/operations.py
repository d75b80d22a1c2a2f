"""Records of the operations on figures, and the lookups that they share.

An operation is a function ``(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None``. It
returns None unless the words of the claim name it and the evidence has exactly one set of operands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Protocol

from ascribe.verify.comparison import Text
from ascribe.verify.cues import Span, find_scopes, find_whole_clause_at
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.calendar_dates import find_dates, find_relative_dates
from ascribe.verify.quantities.measures import Measure, find_measure_at, find_measures
from ascribe.verify.quantities.number import Mark, Number, find_mark, get_amount_words


@dataclass(frozen=True, slots=True)
class ClaimFigure:
    """A figure of the claim, its mark, and where the two of them begin."""

    measure: Measure
    marked: Mark
    start: int

    @property
    def number(self) -> Number:
        """The figure, or the last one of several that make one."""
        return self.measure.numbers[-1]


def read_claim_figure(number: Number, claim: Text) -> ClaimFigure:
    """Return a figure of the claim with its unit and its mark."""
    return ClaimFigure(find_measure_at(claim, number), *find_mark(claim, number))


@dataclass(frozen=True, slots=True)
class DerivedValue:
    """The result of a named operation on operands of the evidence.

    Args:
        value: the result, in the kind and unit of the claim's figure.
        formula: the calculation, for people to read.
        place: the span that it explains in the claim.
        operands: the span of the operands in the evidence; None if all are in the claim.
        also: another span that it explains in the claim: "the mean score was 6".
    """

    value: Decimal
    formula: str
    place: Span
    operands: Span | None
    also: Span | None = None


Operation = Callable[[ClaimFigure, Text, Text], DerivedValue | None]


def find_cue_in_clause(text: Text, group: str, position: int) -> Span | None:
    """Return the cue of a group in the clause at this position, or in its opening; None if there is none.

    If the claim has only one figure, the cue may be in any clause: "250 girls and boys in total".
    """
    several = len(find_measures(text)) > 1
    first, last = find_whole_clause_at(text, position) if several else (0, len(text.text))
    cues = (cue for cue in find_scopes(text, group) if first <= cue.start < last)
    return next(((cue.start, cue.end) for cue in cues), None)


def has_word_before(text: Text, position: int, group: str) -> bool:
    """Return True if a word of this group of ``amounts.json`` is right before the position."""
    return find_word_start_before(text, position, group) is not None


def find_word_start_before(text: Text, position: int, group: str) -> int | None:
    """Return the start of the word of this group right before the position; None if there is none."""
    pattern = _build_before_pattern(text.code, group)
    match = pattern.search(text.text, max(0, position - 24), position) if pattern else None
    return match.start() if match else None


def has_word_after(text: Text, position: int, group: str) -> bool:
    """Return True if a word of this group is right after the position."""
    return find_word_end_after(text, position, group) is not None


def find_word_end_after(text: Text, position: int, group: str) -> int | None:
    """Return the end of the word of this group right after the position; None if there is none."""
    pattern = _build_after_pattern(text.code, group)
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
    """Return the sentence of the evidence at this position; line ends separate its sentences."""
    start = text.text.rfind("\n", 0, position) + 1
    end = text.text.find("\n", position)
    return start, len(text.text) if end < 0 else end


def get_meanings_in(text: Text, span: Span) -> frozenset[str]:
    """Return the meanings of the content words in a span, without figures."""
    return frozenset(
        get_meaning(word, text.language) for word in text.within(*span) if not word.form[0].isdigit()
    )


def get_counted_stem(text: Text, measure: Measure) -> str:
    """Return the stem of the word that a figure counts; empty if the figure has a unit."""
    return text.find_counted_stem(measure.end) if not measure.units else ""


def find_years(text: Text, span: Span) -> frozenset[int]:
    """Return the years of the dates that begin in a span, relative ones included."""
    found = [*find_dates(text.text, text.language), *(date for date, _ in find_relative_dates(text))]
    return frozenset(date.year for date in found if date.year and span[0] <= date.start < span[1])


def is_same_kind(one: Measure, other: Measure) -> bool:
    """Return True if two figures may be added: both have the same unit, or both have none."""
    kinds = one.numbers[-1].kind, other.numbers[-1].kind
    if {"ordinal", "clock", "part"} & set(kinds) or one.larger or other.larger:
        return False
    return bool(one.units & other.units) or (not one.units and not other.units)


def format_value(value: Decimal) -> str:
    """Format a value for a formula: at most four decimals, no trailing zeros, groups of thousands."""
    rounded = round(value, 4)
    whole = rounded == rounded.to_integral_value()
    return f"{int(rounded):,}" if whole else f"{rounded.normalize():,f}"


def format_percent(value: Decimal) -> str:
    """Format a percentage for a formula: at most two decimals, from 1 % on."""
    return f"{format_value(round(value, 2) if abs(value) >= 1 else value)} %"


def format_duration(value: Decimal, unit: str) -> str:
    """Format a value with its unit of time, such as ``duration-minute``: "205 minutes"."""
    name = unit.removeprefix("duration-")
    plural = f"{name[:-1]}ies" if name.endswith("ry") else f"{name}s"
    return f"{format_value(value)} {name if value == 1 else plural}"


def join_measures(text: Text, measures: Iterable[Measure], sign: str) -> str:
    """Join the figures as written, with their units, by a sign."""
    return f" {sign} ".join(text.text[measure.start : measure.end] for measure in measures)


class _Placed(Protocol):
    """A stretch of a text: a measure, a date, a word."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def build_span(*parts: _Placed) -> Span:
    """Return the span from the first to the last of some stretches, which may come in any order."""
    return min(one.start for one in parts), max(one.end for one in parts)
