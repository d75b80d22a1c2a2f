"""Products, quotients, ratios, and rates over another period."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from ascribe.verify.calculations.amounts import (
    Amount,
    Calculation,
    describe,
    find_operands,
    get_counted,
    quote,
)
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.lexicon import get_meanings
from ascribe.verify.quantities.measures import Measure, find_measures
from ascribe.verify.quantities.number import get_amount_words
from ascribe.verify.quantities.operations import build_span, format_value, has_word_after
from ascribe.verify.quantities.units import convert_unit

_LARGEST_COUNT = 1000
"""Largest count that an amount is multiplied or divided by."""

_MOST_OWN_FIGURES = 12
"""Other figures of the claim beyond which it is a list of them: some product of them is almost any value."""

_EACH = frozenset(("each", "every", "per", "apiece"))
"""English words for an amount of each of several things."""


def compute_multiples(
    asked: Measure, amounts: Sequence[Amount], claim: Text, evidence: Text, said: Sequence[Measure]
) -> Iterator[Calculation]:
    """Yield amounts times and by counts, their shares, and twice or half of them.

    The counts are those of the claim, and those of the evidence whose thing the claim names: in "of 25 firms,
    15 were turned down" the 15 count other firms than those that the claim is about.
    """
    own = [one for one in find_operands(claim) if one != asked]
    own = own if len(own) <= _MOST_OWN_FIGURES else []
    words = get_meanings(claim)
    for amount in (one for one in amounts if one.is_same):
        for other in said:
            is_count = not words.isdisjoint(get_counted(evidence, other.numbers[-1]))
            if other is not amount.measure and (is_count or other.numbers[-1].kind in ("part", "percent")):
                yield from _multiply(amount, other, evidence, claim, evidence)
        for other in own:
            yield from _multiply(amount, other, claim, claim, evidence)
        yield from _multiply_by_words(amount, claim, evidence)


def _multiply(
    amount: Amount, other: Measure, text: Text, claim: Text, evidence: Text
) -> Iterator[Calculation]:
    """Yield the share, or the product and the quotient, of an amount and a figure of one of the texts."""
    number, whole, count = other.numbers[-1], quote(evidence, amount.measure), quote(text, other)
    span = build_span(amount.measure, other) if text is evidence else build_span(amount.measure)
    own = build_span(other) if text is claim else None
    if number.kind in ("part", "percent"):
        share = number.value / (100 if number.kind == "percent" else 1)
        value = amount.value * share
        yield Calculation(value, f"{count} of {whole} = {format_value(value)}", span, own)
    elif not number.kind and number.value % 1 == 0 and 1 < number.value <= _LARGEST_COUNT:
        if _has_each(evidence):
            value = amount.value * number.value
            yield Calculation(value, f"{whole} × {count} = {format_value(value)}", span, own)
        if _has_each(claim):
            value = amount.value / number.value
            yield Calculation(value, f"{whole} / {count} = {format_value(value)}", span, own)


def _multiply_by_words(amount: Amount, claim: Text, evidence: Text) -> Iterator[Calculation]:
    for word, times in get_amount_words(evidence.code).get("fold", {}).items():
        if word in evidence.tokens | claim.tokens:
            value = amount.value * Decimal(times)
            formula = f"{word} {quote(evidence, amount.measure)} = {format_value(value)}"
            yield Calculation(value, formula, build_span(amount.measure))


@find_once
def _has_each(text: Text) -> bool:
    """Return True if a text gives an amount for each of something."""
    if text.tokens & _EACH:
        return True
    return any(has_word_after(text, measure.end, "per") for measure in find_measures(text))


def compute_ratios(
    asked: Measure, claim: Text, evidence: Text, said: Sequence[Measure]
) -> Iterator[Calculation]:
    """Yield how many times one amount the other one is, if the claim's figure says "times"."""
    times = get_amount_words(claim.code).get("times_word", "")
    if asked.units or not times or not claim.lowered.startswith(f" {times}", asked.numbers[-1].end):
        return
    for one, two in combinations(said, 2):
        high, low = (one, two) if one.numbers[-1].value >= two.numbers[-1].value else (two, one)
        if one.units and one.units == two.units and low.numbers[-1].value > 0:
            yield describe(high.numbers[-1].value / low.numbers[-1].value, evidence, (high, low), "/")


def compute_rates(
    asked: Measure, claim: Text, evidence: Text, said: Sequence[Measure]
) -> Iterator[Calculation]:
    """Yield a rate taken over another period: "40 litres per minute" is 2,400 litres an hour."""
    units = (unit for one in find_operands(claim) for unit in sorted(one.units))
    named = [unit for unit in units if unit.startswith("duration-")]
    for measure in said:
        for there in sorted(measure.units):
            amount, _, period = there.partition("/")
            for unit in sorted(asked.units) if period else ():
                mine, _, other = unit.partition("/")
                for longer in (other,) if other else (*named, "duration-hour", "duration-day"):
                    factor = convert_unit(Decimal(1), longer, period) if mine == amount else None
                    if factor is not None and factor != 1:
                        value = measure.numbers[-1].value * factor
                        yield describe(value, evidence, (measure,), "", f" × {format_value(factor)}")
