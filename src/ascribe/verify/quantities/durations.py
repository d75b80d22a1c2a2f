"""Durations: the years between the only two dates of the evidence.

Both need a year, and must stand in one sentence and be about the same thing.
"""

from __future__ import annotations

from decimal import Decimal

from ascribe.verify.comparison import Text
from ascribe.verify.cues import find_clause_at
from ascribe.verify.quantities.calendar_dates import Date, find_dates
from ascribe.verify.quantities.operations import (
    ClaimFigure,
    DerivedValue,
    build_span,
    find_cue_in_clause,
    find_sentence_at,
    get_meanings_in,
)

_YEAR_UNIT = "duration-year"
_MOST_NEW_WORDS = 1
"""Content words that the clause of a date may have beyond those of the claim."""


def compute_duration(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return the number of years between the only two dates of the evidence that name a year."""
    cue = find_cue_in_clause(claim, "lasting", asked.start)
    if cue is None or cue[1] > asked.start or asked.measure.larger or not _is_years(asked, claim, cue):
        return None
    pair = _find_date_pair(claim, evidence)
    if pair is None:
        return None
    first, last = pair
    years = (last.year or 0) - (first.year or 0)
    if _is_age(claim, cue) and (last.month, last.day) < (first.month, first.day):
        years -= 1
    formula = f"{first.year} → {last.year} is {years} years"
    return DerivedValue(Decimal(years), formula, (cue[0], asked.measure.end), build_span(first, last))


def _is_years(asked: ClaimFigure, claim: Text, cue: tuple[int, int]) -> bool:
    return _YEAR_UNIT in asked.measure.units or (not asked.measure.units and _is_age(claim, cue))


def _is_age(claim: Text, cue: tuple[int, int]) -> bool:
    """Return True for "aged 75" and "the age of 75", which need no unit."""
    return claim.lowered[cue[0] : cue[1]].startswith(("age", "alter", "âge"))


def _find_date_pair(claim: Text, evidence: Text) -> tuple[Date, Date] | None:
    """Return the only two dates of the evidence with a year, the earlier first, if they belong together.

    They must be in the same sentence, equally precise, and in clauses about what the claim says.
    """
    dates = [date for date in find_dates(evidence.text, evidence.language) if date.year and date.span == 1]
    if len(dates) != 2 or find_sentence_at(evidence, dates[0].start) != find_sentence_at(
        evidence, dates[1].start
    ):
        return None
    first, last = sorted(dates, key=lambda date: (date.year or 0, date.month or 0, date.day or 0))
    if (first.month is None) != (last.month is None) or (first.day is None) != (last.day is None):
        return None
    mine = get_meanings_in(claim, (0, len(claim.text)))
    clauses = [get_meanings_in(evidence, find_clause_at(evidence, date.start)) for date in (first, last)]
    dated = [get_meanings_in(evidence, (date.start, date.end)) for date in (first, last)]
    if any(len(words - mine - own) > _MOST_NEW_WORDS for words, own in zip(clauses, dated, strict=True)):
        return None
    return first, last
