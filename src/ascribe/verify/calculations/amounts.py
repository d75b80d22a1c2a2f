"""Figures of the evidence as amounts of what a figure of the claim is an amount of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product, takewhile

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.text.words import is_content_word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.measures import Measure, find_measures, is_label_number
from ascribe.verify.quantities.number import Number
from ascribe.verify.quantities.operations import (
    build_span,
    format_value,
    has_word_after,
    has_word_before,
    join_measures,
)
from ascribe.verify.quantities.units import convert_unit, is_same_currency

WITHOUT_AMOUNT = ("ordinal", "clock", "part")
"""Kinds of figures that are no amounts."""

_REACH = 3
"""Content words right behind a figure among which the thing counted may be."""

_SMALL_WORDS = ("of", "the", "these", "those", "its")
"""Words that may stand between a figure and the thing counted: "five of the animals"."""


@dataclass(frozen=True, slots=True)
class Calculation:
    """A result, the calculation in words, and its operands.

    Args:
        value: the result, in the unit of the claim's figure.
        formula: the calculation, for people to read.
        operands: their span in the evidence.
        own: the span of an operand that the claim has; None if all are in the evidence.
    """

    value: Decimal
    formula: str
    operands: Span
    own: Span | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """A figure of the evidence, with its value in the unit of the claim's figure.

    ``is_same`` tells if it has that unit, or counts the same thing.
    """

    value: Decimal
    measure: Measure
    is_same: bool = True


@find_once
def find_operands(text: Text) -> tuple[Measure, ...]:
    """Return the figures of a text without those in names and the ordinals."""
    return tuple(
        measure
        for measure in find_measures(text)
        if measure.numbers[-1].kind != "ordinal" and not is_label_number(measure.numbers[-1], text)
    )


def read_amounts(asked: Measure, claim: Text, evidence: Text, said: Sequence[Measure]) -> list[Amount]:
    """Return the figures of the evidence that are amounts of what the claim's figure is an amount of."""
    found = (_read_amount(measure, asked, claim, evidence) for measure in said)
    return [one for one in found if one is not None]


def _read_amount(measure: Measure, asked: Measure, claim: Text, evidence: Text) -> Amount | None:
    number, mine = measure.numbers[-1], asked.numbers[-1]
    if states_difference(measure, evidence) or number.kind in WITHOUT_AMOUNT:
        return None
    if (number.kind == "percent") != (mine.kind == "percent"):
        return None
    if measure.units and asked.units:
        value = convert_amount(measure, asked)
        return Amount(value, measure) if value is not None else None
    if measure.units or (asked.units and not _has_implied_unit(measure, asked, claim, evidence)):
        return None
    if asked.units:
        return Amount(number.value, measure)
    is_same = not get_counted(claim, mine).isdisjoint(get_counted(evidence, number))
    return Amount(number.value, measure, is_same)


def _has_implied_unit(measure: Measure, asked: Measure, claim: Text, evidence: Text) -> bool:
    """Return True for a cell of a row whose unit the claim tells, beside another cell: "1,640 MWh"."""
    first = evidence.text.rfind("\n", 0, measure.start) + 1
    last = evidence.text.find("\n", measure.start) % (len(evidence.text) + 1)
    if CELL_SEPARATOR not in evidence.text[first:last]:
        return False
    told = {one.numbers[-1].value for one in find_measures(claim) if one != asked and one.units & asked.units}
    cells = (one for one in find_operands(evidence) if first <= one.start < last and not one.units)
    return any(one.numbers[-1].value in told for one in cells)


def convert_amount(measure: Measure, asked: Measure) -> Decimal | None:
    """Return the amount in a unit of the claim's figure; None if they measure different things."""
    total = measure.total()
    if total is None:
        return None
    units = list(product(sorted(measure.units), sorted(asked.units)))
    if any(there == unit or is_same_currency(unit, there) for there, unit in units):
        return total.value
    values = (convert_unit(total.value, there, unit) for there, unit in units if "-" in there)
    return next((value for value in values if value is not None), None)


def states_difference(measure: Measure, text: Text) -> bool:
    """Return True for a figure that says by how much two things differ: "200 g less than", "rose by 12"."""
    ends = [measure.end, *(word.end for word in text.words_after(measure.end, 1))]
    compares = any(has_word_after(text, end, "difference") for end in ends)
    return compares or has_word_before(text, measure.start, "by")


def get_counted(text: Text, number: Number) -> frozenset[str]:
    """Return the meanings of the content words behind a figure, "of the" skipped."""
    words = [word for word in text.words_after(number.end, 2 * _REACH) if word.form not in _SMALL_WORDS]
    counted = takewhile(
        lambda word: is_content_word(word, text.language) and not word.form[0].isdigit(), words[:_REACH]
    )
    return frozenset(get_meaning(word, text.language) for word in counted)


def describe(
    value: Decimal, evidence: Text, measures: Sequence[Measure], sign: str, more: str = ""
) -> Calculation:
    """Return the calculation whose formula joins figures of the evidence by a sign."""
    formula = f"{join_measures(evidence, measures, sign)}{more} = {format_value(value)}"
    return Calculation(value, formula, build_span(*measures))


def quote(text: Text, measure: Measure) -> str:
    """Return a figure with its unit, as written."""
    return text.text[measure.start : measure.end]
