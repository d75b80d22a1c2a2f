"""Amounts that come again in a period: "500 mg twice daily" is 1 g a day, "50 euros a month" 600 a year.

The evidence tells how often an amount comes, as a rate or as a frequency, and the claim how much that is in a
period. This operation shows no mistake: the price of a year may differ from that of twelve months.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from ascribe.verify.calculations.amounts import convert_amount, quote
from ascribe.verify.comparison import Text
from ascribe.verify.cues import find_clause_at
from ascribe.verify.quantities.frequencies import (
    TIMES_A_YEAR,
    Frequency,
    find_counted_period,
    find_frequencies,
)
from ascribe.verify.quantities.measures import Measure, find_measures
from ascribe.verify.quantities.number import Number, find_limit, is_fair_rounding
from ascribe.verify.quantities.operations import ClaimFigure, DerivedValue, format_value, is_same_kind
from ascribe.verify.quantities.units import are_convertible, convert_unit
from ascribe.verify.rules.rates import find_rate


@dataclass(frozen=True, slots=True)
class _Repeated:
    """An amount of the evidence, in the unit of the claim's figure, and how often it comes."""

    value: Decimal
    measure: Measure
    often: Frequency


def compute_other_period(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return the only repeated amount of the evidence, over the period for which the claim has its figure."""
    period = _find_frequency(asked.measure, claim)
    if period is None or period.often != 1:
        return None
    found = list(_find_repeated(asked, claim, evidence))
    factor = _compute_factor(found[0].often, period.period) if len(found) == 1 else None
    if factor is None or factor == 1:
        return None
    amount, measure, often = found[0].value, found[0].measure, found[0].often
    value = amount * factor.numerator / factor.denominator
    if not is_fair_rounding(value, asked.number, asked.marked):
        return None
    sign = "=" if value == asked.number.value else "≈"
    times = format_value(Decimal(factor.numerator) / factor.denominator)
    formula = f"{quote(evidence, measure)} × {times} {sign} {quote(claim, asked.measure)}"
    there = min(measure.start, often.span[0]), max(measure.end, often.span[1])
    return DerivedValue(value, formula, (asked.start, asked.measure.end), there, period.span)


def _find_repeated(asked: ClaimFigure, claim: Text, evidence: Text) -> Iterator[_Repeated]:
    for measure in find_measures(evidence):
        value = _read_amount(measure, asked.measure, claim, evidence)
        often = _find_frequency(measure, evidence) if value is not None else None
        if value is not None and often is not None and not _is_limited(measure, often, evidence):
            yield _Repeated(value, measure, _join_days(often, evidence))


def _read_amount(measure: Measure, asked: Measure, claim: Text, evidence: Text) -> Decimal | None:
    """Return the amount in the unit of the claim's figure; None if it is of another thing."""
    here, there = _get_amount_units(asked), _get_amount_units(measure)
    if here and there:
        is_days = _get_thing(measure, evidence) in TIMES_A_YEAR and there.isdisjoint(here)
        plain = replace(measure, units=there), replace(asked, units=here)
        return None if is_days else convert_amount(*plain)
    counted = (text.find_counted_stem(one.end) for text, one in ((claim, asked), (evidence, measure)))
    is_same = is_same_kind(measure, asked) and len({*counted}) == 1
    return measure.numbers[-1].value if is_same else None


def _get_amount_units(measure: Measure) -> frozenset[str]:
    """Return the units without the period of a rate: "hour" for "40 hours a week"."""
    return frozenset(unit.partition("/")[0] for unit in measure.units)


def _get_thing(measure: Measure, text: Text) -> str:
    """Return what a figure counts as a part of a frequency: "day" for "five days a week"; empty if none."""
    return next((one.thing for one in find_frequencies(text) if one.span[0] == measure.start), "")


def _find_frequency(measure: Measure, text: Text) -> Frequency | None:
    """Return how often an amount comes: the only frequency of its clause, or a rate."""
    first, last = find_clause_at(text, measure.start)
    near = [one for one in find_frequencies(text) if first <= one.span[0] < last and not one.thing]
    if near:
        return near[0] if len(near) == 1 else None
    rate = find_rate(measure.numbers[-1], text)
    return Frequency(Fraction(1), rate.each, rate.span) if rate and rate.each in TIMES_A_YEAR else None


def _is_limited(measure: Measure, often: Frequency, text: Text) -> bool:
    """Return True if the amount or the frequency is only a limit: "up to three times a day"."""
    figures = (*measure.numbers, Number(*often.span, Decimal(1)))
    return any(find_limit(text, one)[0] for one in figures)


def _join_days(often: Frequency, text: Text) -> Frequency:
    """Return how often in the longer period of "eight hours a day, five days a week"."""
    longer = find_counted_period(often.period, text)
    if longer is None:
        return often
    span = min(often.span[0], longer.span[0]), max(often.span[1], longer.span[1])
    return replace(longer, often=often.often * longer.often, span=span)


def _compute_factor(often: Frequency, period: str) -> Fraction | None:
    """Return how many times in the other period; None if that is not the same one or some of them."""
    if often.period == period:
        return often.often
    units = f"duration-{period}", f"duration-{often.period}"
    inside = convert_unit(Decimal(1), *units) if are_convertible(*units) else None
    return often.often * int(inside) if inside is not None and inside > 1 and inside % 1 == 0 else None
