"""Dates: a date of the claim must occur in the evidence, at least as precisely, or follow from one there."""

from __future__ import annotations

import re
from itertools import product

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.quantities.calendar_dates import (
    Date,
    find_dates,
    find_relative_dates,
    find_year_ranges,
    has_relative_date,
)
from ascribe.verify.quantities.time_spans import is_time_covered


def compare_dates(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each date of the claim; of two possible readings, either counts.

    A decade or a part of one follows from a range of years only if it contains the whole range. A date within
    a span of the evidence clashes with neither end: see ``spans``.
    """
    said = find_dates(evidence.text, evidence.language)
    asked = _group_by_place(find_dates(claim.text, claim.language))
    free = [d for d in said if not any(reading.is_entailed_by(d) for group in asked for reading in group)]
    return [_compare_date(group, claim, evidence, said, free) for group in asked]


def _compare_date(
    readings: list[Date], claim: Text, evidence: Text, said: tuple[Date, ...], free: list[Date]
) -> Comparison:
    """Compare one date of the claim, in all its readings, with the dates of the evidence.

    Any date may agree. A clash needs a date in the same context that no date of the claim agrees with.
    """
    place = (readings[0].start, readings[0].end)
    for reading, other in product(readings, said):
        if reading.is_entailed_by(other) and _narrows_range(reading, other, claim, evidence):
            return Comparison("dates", "missing", "date_not_found", place, (other.start, other.end))
        if reading.is_entailed_by(other) and _contains_range(reading, other, evidence):
            return _build_agreement(reading, other, claim, evidence)
    for reading, (other, formula) in product(readings, find_relative_dates(evidence)):
        if reading.is_entailed_by(other):
            return Comparison(
                "dates",
                "agree",
                "",
                place,
                (other.start, other.end),
                f"{formula} is {claim.text[slice(*place)]}",
            )
    if (
        readings[0].month is None
        and readings[0].span == 1
        and (match := _build_bare_year_pattern(readings[0].year).search(evidence.text))
    ):
        return Comparison("dates", "agree", "", place, match.span())
    may_be_said = has_relative_date(evidence) or is_time_covered(claim, place, evidence)
    for reading, other in product(readings, [] if may_be_said else free):
        near = claim.around(*place) & evidence.around(other.start, other.end)
        if reading.clashes_with(other) and (near or len(free) == 1):
            return Comparison("dates", "clash", "date_mismatch", place, (other.start, other.end))
    return Comparison("dates", "missing", "date_not_found", place)


def _build_agreement(reading: Date, other: Date, claim: Text, evidence: Text) -> Comparison:
    """Return an agreement, with a formula for a stretch of years that contains those of the evidence."""
    place, there = (reading.start, reading.end), (other.start, other.end)
    formula = f"{evidence.text[slice(*there)]} is in the {claim.text[slice(*place)]}"
    return Comparison("dates", "agree", "", place, there, formula if other.span < reading.span else "")


_INSIDE = re.compile(r"\b(?:in|during)\s+$")
_REACH = 12


def _narrows_range(reading: Date, other: Date, claim: Text, evidence: Text) -> bool:
    """Return True for "in 2010" where the evidence says "between 2010 and 2015"."""
    if reading.span > 1 or not _INSIDE.search(claim.lowered, max(0, reading.start - _REACH), reading.start):
        return False
    ranges = find_year_ranges(evidence.text, evidence.language)
    return any(other in pair for pair in ranges) and not find_year_ranges(claim.text, claim.language)


def _contains_range(reading: Date, other: Date, evidence: Text) -> bool:
    """Return False for a decade that contains only one end of the range to which the other date belongs."""
    if reading.span == 1:
        return True
    ranges = find_year_ranges(evidence.text, evidence.language)
    return all(reading.is_entailed_by(end) for pair in ranges if other in pair for end in pair)


def _build_bare_year_pattern(year: int | None) -> re.Pattern[str]:
    """Build the pattern of the number by itself.

    The claim shows that it is a year, so any word may follow it in the evidence.
    """
    return re.compile(rf"(?<![\w.,]){year}(?![\w]|[.,]\d)")


def _group_by_place(dates: tuple[Date, ...]) -> list[list[Date]]:
    places: dict[int, list[Date]] = {}
    for date in dates:
        places.setdefault(date.start, []).append(date)
    return list(places.values())


DATES = Rule(
    "dates",
    compare_dates,
    kind="date",
    exact="date_not_found",
    unclear={"date_mismatch": "date_not_found"},
    binds=True,
    denies="value",
    context="date",
    paraphrases=True,
)
