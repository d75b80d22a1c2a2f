"""Figures given otherwise: in another unit, rounded, or as a part instead of a percentage.

What comes out is never looser than ``rounding`` says. A name with a figure in it ("version 2.1") is no amount
and is neither rounded nor converted.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from ascribe.verify.rules.amount import Number
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.conversion import convert, has_offset, may_convert
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.measures import Measure, measure_at, measures
from ascribe.verify.rules.named import names_one
from ascribe.verify.rules.operations import stands_before
from ascribe.verify.rules.rounding import BOUNDS, Mark, is_bounded, is_fair, is_part, mark
from ascribe.verify.rules.scope import find_scopes
from ascribe.verify.rules.units import fits

_FAR = Decimal("0.05")
"""Share by which a converted figure must differ from the claim's to be another one: both may be rounded."""


def find_restated(number: Number, claim: Text, evidence: Text) -> Comparison | None:
    """Agree with a figure of the evidence that the claim's one restates fairly; None if there is none."""
    marked, start = mark(claim, number)
    measure = measure_at(claim, number)
    for other in measures(evidence):
        formula = _converted(measure, other, marked, claim, evidence) or _rounded(
            measure, other, marked, claim, evidence
        )
        if formula:
            place = (min(start, measure.start), measure.end)
            return Comparison("numbers", "agree", "", place, (other.start, other.end), formula)
    return None


def restates(measure: Measure, marked: Mark, claim: Text, other: Measure, evidence: Text) -> bool:
    """True if the first figure, marked so, restates the second one fairly."""
    if not marked and not (measure.units and other.units):
        return False
    return bool(
        _converted(measure, other, marked, claim, evidence)
        or _rounded(measure, other, marked, claim, evidence)
    )


def differs_converted(number: Number, claim: Text, evidence: Text) -> Comparison | None:
    """A clash with the one figure of the evidence that measures the same in another unit and is far off."""
    measure = measure_at(claim, number)
    near = [other for other in measures(evidence) if any(_convertible(measure, other))]
    alike = [other for other in measures(claim) if any(_convertible(other, near[0]))] if near else []
    if len(near) != 1 or len(alike) != 1 or _is_measured(near[0], claim):
        return None
    for exact, shown, unit, there in _amounts(measure, near[0]):
        if has_offset(there, unit) or abs(exact - shown.value) <= _FAR * abs(exact):
            return None
    if not claim.around(measure.start, measure.end) & evidence.around(near[0].start, near[0].end):
        return None
    place, other = (measure.start, measure.end), (near[0].start, near[0].end)
    return Comparison("numbers", "clash", "number_mismatch", place, other)


def _is_measured(other: Measure, claim: Text) -> bool:
    """True if the claim has that figure of the evidence as it is."""
    return any(own.agrees_with(other.numbers[-1]) for own in figures(claim))


def _convertible(measure: Measure, other: Measure) -> Iterator[tuple[str, str]]:
    """Pairs of units that measure the same kind of thing, or are one where a measure has several figures."""
    several = bool(measure.larger or other.larger)
    for unit in measure.units:
        for there in other.units:
            if may_convert(unit, there) or (several and unit == there):
                yield unit, there


def _amounts(measure: Measure, other: Measure) -> Iterator[tuple[Decimal, Number, str, str]]:
    """The other amount in a unit of the first one, the figure of the first one, and both units."""
    for unit, there in _convertible(measure, other):
        shown, amount = measure.total(), other.total()
        exact = convert(amount.value, there, unit) if amount else None
        if shown is not None and exact is not None:
            yield exact, shown, unit, there


def _converted(measure: Measure, other: Measure, marked: Mark, claim: Text, evidence: Text) -> str:
    for exact, shown, unit, there in _amounts(measure, other):
        if has_offset(there, unit) and (_is_change(claim, measure) or _is_change(evidence, other)):
            return ""
        fair = is_fair(exact, shown, marked, converted=unit != there)
        degrees = unit != there and has_offset(there, unit) and is_degree(exact, shown)
        if fair or degrees:
            return _equation(measure, other, exact == shown.value, claim, evidence)
    return ""


def _is_change(text: Text, measure: Measure) -> bool:
    """True for "by 10 °C" and "10 °C warmer", a difference of temperatures and no temperature."""
    more = [cue.start for group in ("more", "less") for cue in find_scopes(text, group)]
    behind = any(start >= measure.end and not text.text[measure.end : start].strip() for start in more)
    return behind or stands_before(text, mark(text, measure.numbers[0])[1], "by")


def is_degree(exact: Decimal, shown: Number) -> bool:
    """True if a temperature rounds to the degrees shown: what 5 % of it is depends on where 0 lies."""
    return abs(exact - shown.value) <= shown.step / 2


def _rounded(measure: Measure, other: Measure, marked: Mark, claim: Text, evidence: Text) -> str:
    one, exact = measure.numbers[-1], other.numbers[-1]
    if measure.larger or other.larger or (not marked and names_one(one, claim)):
        return ""
    if not fits(one, exact, claim, evidence) or (marked in BOUNDS and is_bounded(evidence, exact)):
        return ""
    if {one.kind, exact.kind} == {"part", "percent"}:
        part, percent = (one, exact) if one.kind == "part" else (exact, one)
        fair = is_part(percent.value, part.value, marked)
    elif {one.kind, exact.kind} & {"clock", "ordinal", "part"}:
        return ""
    else:
        fair = is_fair(exact.value, one, marked)
    return _equation(measure, other, one.value == exact.value, claim, evidence) if fair else ""


def _equation(measure: Measure, other: Measure, exact: bool, claim: Text, evidence: Text) -> str:
    sign = "=" if exact or measure.larger or other.larger else "≈"
    return f"{evidence.text[other.start : other.end]} {sign} {claim.text[measure.start : measure.end]}"
