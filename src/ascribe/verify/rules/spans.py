"""Spans of years: "lasted 6 years", "for 15 years", "lived to the age of 75" over two years of one sentence.

The two years must be the only ones of the sentence, and what they date must be one thing: a clause of theirs
may have one content word beside those of the claim ("began", "was finished", "died").
"""

from __future__ import annotations

from decimal import Decimal

from ascribe.verify.rules.calendar_dates import Date, find_dates
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.operations import Asked, Derived, cue_in_clause, meanings_in, sentence_at
from ascribe.verify.rules.scope import clause_at

_YEAR = "duration-year"
_NEW = 1
"""Content words that a clause with one of the years may have beside the claim's."""


def lasted(asked: Asked, claim: Text, evidence: Text) -> Derived | None:
    """The years between the two that one sentence of the evidence names."""
    cue = cue_in_clause(claim, "lasting", asked.start)
    if cue is None or cue[1] > asked.start or asked.measure.larger or not _is_years(asked, claim, cue):
        return None
    pair = _pair(claim, evidence)
    if pair is None:
        return None
    first, last = pair
    years = (last.year or 0) - (first.year or 0)
    if _is_age(claim, cue) and (last.month, last.day) < (first.month, first.day):
        years -= 1
    formula = f"{first.year} → {last.year} is {years} years"
    return Derived(Decimal(years), formula, (cue[0], asked.measure.end), (first.start, last.end))


def _is_years(asked: Asked, claim: Text, cue: tuple[int, int]) -> bool:
    return _YEAR in asked.measure.units or (not asked.measure.units and _is_age(claim, cue))


def _is_age(claim: Text, cue: tuple[int, int]) -> bool:
    """True for "aged 75" and "the age of 75", where no unit is needed."""
    return claim.lowered[cue[0] : cue[1]].startswith(("age", "alter", "âge"))


def _pair(claim: Text, evidence: Text) -> tuple[Date, Date] | None:
    """The only two dates of a sentence, of the same exactness, that date one thing."""
    dates = [date for date in find_dates(evidence.text, evidence.language) if date.year]
    if len(dates) != 2 or sentence_at(evidence, dates[0].start) != sentence_at(evidence, dates[1].start):
        return None
    first, last = sorted(dates, key=lambda date: (date.year or 0, date.month or 0, date.day or 0))
    if (first.month is None) != (last.month is None) or (first.day is None) != (last.day is None):
        return None
    mine = meanings_in(claim, (0, len(claim.text)))
    clauses = [meanings_in(evidence, clause_at(evidence, date.start)) for date in (first, last)]
    dated = [meanings_in(evidence, (date.start, date.end)) for date in (first, last)]
    if any(len(words - mine - own) > _NEW for words, own in zip(clauses, dated, strict=True)):
        return None
    return first, last
