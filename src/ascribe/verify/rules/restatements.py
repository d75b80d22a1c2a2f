"""Restatements of a figure: in another unit, rounded, as a limit, or as a fraction for a percentage.

A figure in a name ("version 2.1") is neither rounded nor converted.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from ascribe.verify.comparison import Comparison, Text
from ascribe.verify.cues import find_scopes
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.frequencies import find_counted_period
from ascribe.verify.quantities.measures import Measure, find_measure_at, find_measures, is_identifier_number
from ascribe.verify.quantities.number import (
    BOUNDING_MARKS,
    Mark,
    Number,
    find_limit,
    find_mark,
    is_fair_fraction,
    is_fair_rounding,
)
from ascribe.verify.quantities.operations import has_word_before
from ascribe.verify.quantities.units import are_convertible, convert_unit, has_offset
from ascribe.verify.rules.figure_roles import is_difference, is_near_limit, is_part, keeps_limit
from ascribe.verify.rules.units import have_same_unit

_LEAST_DEVIATION = Decimal("0.05")
"""Share by which a converted figure must differ from the claim's to clash, since both may be rounded."""


def find_restatement(number: Number, claim: Text, evidence: Text) -> Comparison | None:
    """Return an agreement with a figure that the claim's figure fairly restates; None if there is none."""
    marked, start = find_mark(claim, number)
    measure = find_measure_at(claim, number)
    for other in (one for one in find_measures(evidence) if not _is_on_some_days(one, evidence)):
        formula = _describe_conversion(measure, other, marked, claim, evidence) or _describe_rounding(
            measure, other, marked, claim, evidence
        )
        if formula:
            place = (min(start, measure.start), measure.end)
            return Comparison("numbers", "agree", "", place, (other.start, other.end), formula)
    return None


def _is_on_some_days(measure: Measure, text: Text) -> bool:
    """Return True for the rate of "eight hours a day, five days a week", which is not 56 hours a week."""
    periods = {unit.partition("/duration-")[2] for unit in measure.units}
    return any(period and find_counted_period(period, text) is not None for period in periods)


def is_restatement(measure: Measure, marked: Mark, claim: Text, other: Measure, evidence: Text) -> bool:
    """Return True if the first figure, with its mark, fairly restates the second one."""
    if not marked and not (measure.units and other.units):
        return False
    return bool(
        _describe_conversion(measure, other, marked, claim, evidence)
        or _describe_rounding(measure, other, marked, claim, evidence)
    )


def find_kept_limit(number: Number, claim: Text, evidence: Text) -> Comparison | None:
    """Return an agreement with an amount for which the claim's limit holds: "over 1 km" for 1.2 km."""
    side, start = find_limit(claim, number)
    if not side or find_mark(claim, number)[0] == "nearly" or is_identifier_number(number, claim):
        return None
    measure = find_measure_at(claim, number)
    for other in find_measures(evidence):
        exact = _get_amount(measure, other, claim, evidence)
        is_plain = exact is not None and not find_limit(evidence, other.numbers[-1])[0]
        if (
            exact is not None
            and is_plain
            and keeps_limit(exact, number, claim)
            and is_near_limit(exact, number)
        ):
            formula = f"{evidence.text[other.start : other.end]} is {claim.text[start : measure.end]}"
            place = start, measure.end
            return Comparison("numbers", "agree", "", place, (other.start, other.end), formula)
    return None


def _get_amount(measure: Measure, other: Measure, claim: Text, evidence: Text) -> Decimal | None:
    """Return the other amount in the unit of the first one; None if they do not measure or count the same."""
    converted = next((exact for exact, *_ in _convert_amounts(measure, other)), None)
    if converted is not None or measure.larger or other.larger:
        return converted
    number, exact = measure.numbers[-1], other.numbers[-1]
    if number.kind != exact.kind or number.kind in ("clock", "ordinal", "part"):
        return None
    counted = claim.find_counted_stem(number.end), evidence.find_counted_stem(exact.end)
    is_same = (
        bool(measure.units & other.units) or bool(number.kind) or (bool(counted[0]) and len({*counted}) == 1)
    )
    return exact.value if is_same and have_same_unit(number, exact, claim, evidence) else None


def find_converted_clash(number: Number, claim: Text, evidence: Text) -> Comparison | None:
    """Return a clash with a figure in another unit that is far off; None if there is none.

    It must be the only figure of the evidence that measures the same.
    """
    measure = find_measure_at(claim, number)
    near = [other for other in find_measures(evidence) if any(_find_convertible_units(measure, other))]
    alike = (
        [other for other in find_measures(claim) if any(_find_convertible_units(other, near[0]))]
        if near
        else []
    )
    if len(near) != 1 or len(alike) != 1 or _has_same_figure(near[0], claim):
        return None
    if is_difference(number, claim) != is_difference(near[0].numbers[-1], evidence):
        return None
    if is_part(number, near[0].numbers[-1], claim, evidence):
        return None
    for exact, shown, unit, there in _convert_amounts(measure, near[0]):
        if has_offset(there, unit) or abs(exact - shown.value) <= _LEAST_DEVIATION * abs(exact):
            return None
    if not claim.around(measure.start, measure.end) & evidence.around(near[0].start, near[0].end):
        return None
    place, other = (measure.start, measure.end), (near[0].start, near[0].end)
    return Comparison("numbers", "clash", "number_mismatch", place, other)


def _has_same_figure(other: Measure, claim: Text) -> bool:
    """Return True if the claim has that figure of the evidence unchanged."""
    return any(own.agrees_with(other.numbers[-1]) for own in find_figures(claim))


def _find_convertible_units(measure: Measure, other: Measure) -> Iterator[tuple[str, str]]:
    """Yield the pairs of units that measure the same kind of thing.

    A pair of equal units counts if a measure has several figures.
    """
    several = bool(measure.larger or other.larger)
    for unit in sorted(measure.units):
        for there in sorted(other.units):
            if are_convertible(unit, there) or (several and unit == there):
                yield unit, there


def _convert_amounts(measure: Measure, other: Measure) -> Iterator[tuple[Decimal, Number, str, str]]:
    """Yield the other amount in a unit of the first one, the figure of the first one, and both units."""
    for unit, there in _find_convertible_units(measure, other):
        shown, amount = measure.total(), other.total()
        exact = convert_unit(amount.value, there, unit) if amount else None
        if shown is not None and exact is not None:
            yield exact, shown, unit, there


def _describe_conversion(measure: Measure, other: Measure, marked: Mark, claim: Text, evidence: Text) -> str:
    for exact, shown, unit, there in _convert_amounts(measure, other):
        if has_offset(there, unit) and (
            _is_temperature_change(claim, measure) or _is_temperature_change(evidence, other)
        ):
            return ""
        fair = is_fair_rounding(exact, shown, marked, converted=unit != there)
        degrees = unit != there and has_offset(there, unit) and _is_same_degree(exact, shown)
        if fair or degrees:
            return _format_equation(measure, other, exact == shown.value, claim, evidence)
    return ""


def _is_temperature_change(text: Text, measure: Measure) -> bool:
    """Return True for "by 10 °C" and "10 °C warmer", which are differences, not temperatures."""
    more = [cue.start for group in ("more", "less") for cue in find_scopes(text, group)]
    behind = any(start >= measure.end and not text.text[measure.end : start].strip() for start in more)
    return behind or has_word_before(text, find_mark(text, measure.numbers[0])[1], "by")


def _is_same_degree(exact: Decimal, shown: Number) -> bool:
    """Return True if a temperature rounds to the degrees shown.

    A share such as 5 % would depend on where 0 lies.
    """
    return abs(exact - shown.value) <= shown.step / 2


def _describe_rounding(measure: Measure, other: Measure, marked: Mark, claim: Text, evidence: Text) -> str:
    one, exact = measure.numbers[-1], other.numbers[-1]
    if measure.larger or other.larger or (not marked and is_identifier_number(one, claim)):
        return ""
    if not have_same_unit(one, exact, claim, evidence) or (
        marked in BOUNDING_MARKS and find_limit(evidence, exact)[0]
    ):
        return ""
    if {one.kind, exact.kind} == {"part", "percent"}:
        part, percent = (one, exact) if one.kind == "part" else (exact, one)
        fair = is_fair_fraction(percent.value, part.value, marked)
    elif {one.kind, exact.kind} & {"clock", "ordinal", "part"}:
        return ""
    else:
        fair = is_fair_rounding(exact.value, one, marked)
    return _format_equation(measure, other, one.value == exact.value, claim, evidence) if fair else ""


def _format_equation(measure: Measure, other: Measure, exact: bool, claim: Text, evidence: Text) -> str:
    sign = "=" if exact or measure.larger or other.larger else "≈"
    return f"{evidence.text[other.start : other.end]} {sign} {claim.text[measure.start : measure.end]}"
