"""The time between two dated events, which the claim names: "five years after the fire", "two years later".

The words of the claim must give one date to each of its two events. After "later" alone the other event is
that of the date before. Another figure shows no mistake: the claim may mean other events.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import permutations

from ascribe.verify.calculations.lines import find_line_number
from ascribe.verify.calculations.own_words import get_words_in
from ascribe.verify.comparison import Text
from ascribe.verify.cues import Span, find_clause_at
from ascribe.verify.quantities.calendar_dates import Date, find_dates, find_year_ranges
from ascribe.verify.quantities.number import is_fair_rounding
from ascribe.verify.quantities.operations import (
    ClaimFigure,
    DerivedValue,
    find_sentence_at,
    find_word_end_after,
)

_MOST_DATES = 12
"""Dates of the evidence beyond which no time between two of them is looked for."""

_UNITS = {"duration-year": 12, "duration-decade": 120, "duration-century": 1200, "duration-month": 1}
"""Unit → its months."""

_DAYS = {"duration-day": 1, "duration-week": 7}
"""Unit → its days."""


@dataclass(frozen=True, slots=True)
class _Gap:
    """What the claim says of two events: which comes last, and the words for each.

    Args:
        sign: 1 if the claim's own event is the later one, -1 if the earlier one.
        place: the span of the figure and the word behind it.
        named: the words for the other event; empty after "later" alone.
        subject: the words for the claim's own event.
    """

    sign: int
    place: Span
    named: frozenset[str]
    subject: frozenset[str]


def names_time_gap(asked: ClaimFigure, claim: Text) -> bool:
    """Return True if words of the claim make the figure the time between two events."""
    return any(unit.startswith("duration-") for unit in asked.measure.units) and bool(_find_gap(asked, claim))


def compute_time_gap(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return the time between the dates of the two events that the claim names; None if there are none."""
    units = asked.measure.units
    gap = _find_gap(asked, claim) if len(units) == 1 and not asked.measure.larger else None
    dates = [date for date in find_dates(evidence.text, evidence.language) if date.year and date.span == 1]
    if gap is None or len(dates) > _MOST_DATES:
        return None
    (unit,) = units
    for mine, other in _list_pairs(gap, dates, claim, evidence):
        early, late = (other, mine) if gap.sign > 0 else (mine, other)
        for value in _compute_times(early, late, unit):
            if is_fair_rounding(value, asked.number, asked.marked):
                formula = f"{_write(early, evidence)} → {_write(late, evidence)} = {value:f}"
                operands = min(early.start, late.start), max(early.end, late.end)
                return DerivedValue(value, formula, gap.place, operands, proves=False)
    return None


def _write(date: Date, evidence: Text) -> str:
    return evidence.text[date.start : date.end]


def _find_gap(asked: ClaimFigure, claim: Text) -> _Gap | None:
    """Return the two events of "five years after the fire, the town …" or "five years later the town …"."""
    end = asked.measure.end
    for group, sign, is_open in (("after", 1, False), ("before", -1, False), ("later", 1, True)):
        behind = find_word_end_after(claim, end, f"time_{group}")
        if behind is None:
            continue
        other = (behind, behind if is_open else find_clause_at(claim, behind)[1])
        named = get_words_in(claim, other)
        subject = get_words_in(claim, (0, asked.start), (other[1], len(claim.text) + 1)) - named
        return _Gap(sign, (asked.start, behind), named, subject) if named or is_open else None
    return None


def _list_pairs(gap: _Gap, dates: list[Date], claim: Text, evidence: Text) -> Iterator[tuple[Date, Date]]:
    """Yield the date of the claim's own event and that of the other one, if the words tell them apart."""
    told = {date.year for date in find_dates(claim.text, claim.language) if date.year}
    for mine, other in permutations(dates, 2):
        if told and other.year not in told and mine.year not in told:
            continue
        own, theirs = _get_own_words(mine, other, evidence)
        is_told = other.year in told and mine.year not in told
        if not _keeps_range(mine, told - {other.year}, evidence):
            continue
        is_known = bool(gap.named) or is_told or _is_next(other, mine, dates, evidence)
        if is_known and _fit_words(gap, own, theirs, is_told):
            yield mine, other


def _keeps_range(date: Date, told: set[int], evidence: Text) -> bool:
    """Return False for a date whose range in the evidence ends with another year than those of the claim.

    Beside "Pask (1924–1946), Tremlett (1946–1968)", who began in 1924 did not stay until 1968.
    """
    ends = [
        end.year if date.start == start.start else start.year
        for start, end in find_year_ranges(evidence.text, evidence.language)
        if date.start in (start.start, end.start)
    ]
    others = told - {date.year}
    return not others or not ends or not others.isdisjoint(ends)


def _fit_words(gap: _Gap, own: frozenset[str], theirs: frozenset[str], is_told: bool) -> bool:
    """Return True if the words of the claim give the dates to its events; it may tell the other year."""
    fits = len(gap.subject & own) > (0 if is_told else len(gap.subject & theirs))
    if not gap.named:
        return fits
    return len(gap.named & theirs) > len(gap.named & own) and (fits or not gap.subject & theirs)


def _is_next(one: Date, two: Date, dates: list[Date], evidence: Text) -> bool:
    """Return True if the second date follows the first one, with no other year between, not far behind."""
    between = (date for date in dates if one.start < date.start < two.start)
    near = find_line_number(evidence, two.start) - find_line_number(evidence, one.start) <= _FARTHEST
    return one.start < two.start and near and all(date.year in (one.year, two.year) for date in between)


_FARTHEST = 3
"""Sentences that "later" reaches back."""


def _get_own_words(one: Date, two: Date, evidence: Text) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words that belong to each date alone: of its sentence, or of its clause in the same one."""
    spans = [find_sentence_at(evidence, date.start) for date in (one, two)]
    if spans[0] == spans[1]:
        spans = [find_clause_at(evidence, date.start) for date in (one, two)]
    if spans[0] == spans[1]:
        first, last = sorted((one, two), key=lambda date: date.start)
        halves = {first.start: (spans[0][0], first.end), last.start: (first.end, spans[0][1])}
        spans = [halves[date.start] for date in (one, two)]
    own, theirs = (get_words_in(evidence, span) for span in spans)
    return own - theirs, theirs - own


def _compute_times(early: Date, late: Date, unit: str) -> Iterator[Decimal]:
    """Yield the time from one date to a later one in that unit: in years also by the years alone."""
    months = _count_months(early, late)
    if months is not None and months > 0 and unit in _UNITS:
        yield Decimal(months) / _UNITS[unit] if unit != "duration-year" else Decimal(months // 12)
    years = (late.year or 0) - (early.year or 0)
    if years > 0 and unit in _UNITS and unit != "duration-month":
        yield Decimal(12 * years) / _UNITS[unit]
    days = _count_days(early, late)
    if days is not None and days > 0 and unit in _DAYS and days % _DAYS[unit] == 0:
        yield Decimal(days) / _DAYS[unit]


def _count_months(early: Date, late: Date) -> int | None:
    if not (early.month and late.month):
        return None
    months = 12 * ((late.year or 0) - (early.year or 0)) + late.month - early.month
    return months - (late.day < early.day) if early.day and late.day else months


def _count_days(early: Date, late: Date) -> int | None:
    days = [_read_day(date) for date in (early, late)]
    return (days[1] - days[0]).days if days[0] and days[1] else None


def _read_day(date: Date) -> dt.date | None:
    if not (date.year and date.month and date.day):
        return None
    try:
        return dt.date(date.year, date.month, date.day)
    except ValueError:  # 29 February of another year
        return None
