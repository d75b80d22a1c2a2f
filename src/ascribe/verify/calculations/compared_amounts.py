"""Figures of the evidence that a difference may be taken of, in a unit that they have or that is implied.

A figure without a unit and without a word for what it counts has those of a figure near by: "45 crowns a
year; for others, 60". In a row of a table the head of the row or of the column has them: "Weight (kg)".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.text.words import Word, is_content_word
from ascribe.verify.calculations.amounts import (
    WITHOUT_AMOUNT,
    convert_amount,
    get_counted,
    states_difference,
)
from ascribe.verify.calculations.lines import find_line_number
from ascribe.verify.comparison import Text
from ascribe.verify.cues import Span
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.measures import Measure, find_measures, is_identifier_number, is_label_number
from ascribe.verify.quantities.operations import find_sentence_at, get_meanings_in, has_word_before
from ascribe.verify.quantities.units import CURRENCY_SIGNS, find_unit

_MOST_AMOUNTS = 24
"""Amounts beyond which the evidence is a list of numbers, where some two differ by any figure."""

_MOST_READ = 80
"""Figures of the evidence beyond which none is read."""

_LEAST_NO_LABEL = 1000
"""Figures from here on are amounts, even right behind a name."""

_LARGEST_RATIO = 20
"""Largest ratio of a figure whose unit is implied and of one that has it."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a figure is an amount of: a unit, or a thing that it counts, by the meanings of its words.

    ``is_points`` marks percentage points, by which percentages differ.
    """

    measure: Measure
    counted: frozenset[str]
    is_points: bool = False

    @property
    def is_unknown(self) -> bool:
        """Return True for a figure without a unit or a thing, which may be an amount of anything."""
        return not (self.measure.units or self.counted or self.is_points)


@dataclass(frozen=True, slots=True)
class ComparedAmount:
    """A figure of the evidence with its value in the unit of the claim's figure."""

    value: Decimal
    measure: Measure


def read_quantity(asked: Measure, counted: Word | None, claim: Text) -> Quantity:
    """Return what the claim's figure is an amount of.

    Without a unit or a word right behind it or behind "more", it has that of the figure before it, or else of
    the next one: "with 33 points, two behind", "all but two of the 64 berths".
    """
    is_points = _POINTS.match(claim.lowered, asked.numbers[-1].end) is not None
    if asked.units or is_points:
        return Quantity(asked, frozenset(), is_points)
    if counted is not None:
        unit = find_unit(counted.form, claim.code)
        if unit:
            return Quantity(_with_units(asked, unit), frozenset(), is_points=unit == _POINT)
        return Quantity(asked, frozenset((get_meaning(counted, claim.language),)))
    if _is_elliptical(asked, claim):
        near = _find_neighbour(asked, claim)
        if near is not None and near.units:
            return Quantity(_with_units(asked, *near.units), frozenset())
        if near is not None:
            return Quantity(asked, get_counted(claim, near.numbers[-1]))
    return Quantity(asked, get_counted(claim, asked.numbers[-1]))


_POINT = "length-point"
"""What "points" are as a unit, of type."""

_POINTS = re.compile(r"\s(?:percentage )?points?\b")


def is_time(measure: Measure) -> bool:
    """Return True for a length of time, such as the year of "from one year to the next"."""
    return any(unit.startswith("duration-") for unit in measure.units)


def _find_neighbour(asked: Measure, claim: Text) -> Measure | None:
    """Return the figure before that one, or else the next one."""
    others = [one for one in find_measures(claim) if one.start != asked.start and not is_time(one)]
    before = [one for one in others if one.start < asked.start]
    return before[-1] if before else next(iter(others), None)


def _with_units(measure: Measure, *units: str) -> Measure:
    return Measure(measure.start, measure.end, measure.numbers, frozenset(units))


def find_compared_amounts(quantity: Quantity, claim: Text, evidence: Text) -> list[ComparedAmount]:
    """Return the figures that are amounts of that, in order; none if there are too many.

    Where neither text has a unit, those of a line that has a figure of the claim count: "rose by 2 to 9"
    beside "9 (7)".
    """
    if len(find_measures(evidence)) > _MOST_READ:
        return []
    said = [one for one in find_measures(evidence) if _may_be_amount(one, quantity, evidence)]
    told = {one.start: _read_told(one, quantity, evidence) for one in said}
    places = [find_line_number(evidence, start) for start, value in told.items() if value is not None]
    bare = _find_stated_lines(quantity, claim, evidence)
    full = [(one, value) for one in said if (value := told[one.start])]
    found = []
    for one in said:
        value = told[one.start]
        if value is None and (_is_implied(one, quantity, places, evidence) or _is_bare(one, bare, evidence)):
            value = _read_bare(one, full, evidence)
        if value is not None:
            found.append(ComparedAmount(value, one))
    return found if len(found) <= _MOST_AMOUNTS else []


def _may_be_amount(measure: Measure, quantity: Quantity, evidence: Text) -> bool:
    kind = measure.numbers[-1].kind
    is_plain = kind not in WITHOUT_AMOUNT and (kind == "percent") == _may_be_percent(quantity, evidence)
    is_absolute = is_score(measure, evidence) or not states_difference(measure, evidence)
    return is_plain and is_absolute and not _is_label(measure, evidence)


_SCORE = re.compile(r"(?:\s+[^\W\d]+)?\s+to\s+\d")


def is_score(measure: Measure, evidence: Text) -> bool:
    """Return True for the first figure of a score, which is no difference: "won by 212 votes to 187"."""
    by = has_word_before(evidence, measure.start, "by")
    return by and _SCORE.match(evidence.text, measure.end) is not None


def _is_label(measure: Measure, evidence: Text) -> bool:
    """Return True for the figure of a name, which has few digits: "Highway 61", but not "Desai 4,191"."""
    number = measure.numbers[-1]
    return number.value < _LEAST_NO_LABEL and not number.decimals and is_label_number(number, evidence)


def _may_be_percent(quantity: Quantity, evidence: Text) -> bool:
    """Return True for "36 points" beside percentages: without one they are points of a game."""
    if not quantity.is_points:
        return False
    return any(one.numbers[-1].kind == "percent" for one in find_measures(evidence))


def _read_told(measure: Measure, quantity: Quantity, evidence: Text) -> Decimal | None:
    """Return the amount in the unit of the claim's figure; None if it has another one or none."""
    if quantity.is_points and measure.numbers[-1].kind == "percent":
        return measure.numbers[-1].value
    if quantity.measure.units:
        return convert_amount(measure, quantity.measure) if measure.units else None
    if quantity.is_unknown:
        is_open = _is_bare_figure(measure, evidence) or is_score(measure, evidence)
        return measure.numbers[-1].value if is_open else None
    counted = get_counted(evidence, measure.numbers[-1])
    return measure.numbers[-1].value if not measure.units and counted & quantity.counted else None


# --- Implied units ---


def _is_implied(measure: Measure, quantity: Quantity, places: Sequence[int], evidence: Text) -> bool:
    """Return True for a bare figure in the sentence of a figure that is told in full, or in the next one."""
    if measure.units or not _is_elliptical(measure, evidence):
        return False
    here, heads = find_line_number(evidence, measure.start), _find_heads(measure, evidence)
    nearest = here if heads else here - 1
    if any(nearest <= place <= here for place in places):
        return True
    return any(_names_quantity(head, quantity, evidence) for head in heads)


def _read_bare(measure: Measure, full: Sequence[tuple[Measure, Decimal]], evidence: Text) -> Decimal | None:
    """Return a bare figure in the scale of one that is told in full: 19 million for "19" beside "11 million".

    It must have about the size of one of them: the 4 of "pier 4" is no 4 euros.
    """
    value, is_label = measure.numbers[-1].value, is_identifier_number(measure.numbers[-1], evidence)
    scales = [] if is_label else [_find_scale(one, evidence) for one, _ in full]
    for scale in dict.fromkeys([Decimal(1), *scales]):
        if not full or any(_is_of_size(value * scale, size) for _, size in full):
            return value * scale
    return None


def _is_of_size(one: Decimal, other: Decimal) -> bool:
    small, large = sorted((abs(one), abs(other)))
    return large <= _LARGEST_RATIO * small


def _find_scale(measure: Measure, text: Text) -> Decimal:
    """Return what the scale word behind a figure in digits multiplies it by: 1,000,000 for "11 million"."""
    number = measure.numbers[-1]
    digits = _DIGITS.search(text.text, number.start, number.end)
    shown = Decimal(digits[0]) if digits else Decimal(0)
    is_scaled = bool(shown) and _SCALE.search(text.text, number.start, number.end) is not None
    return number.value / shown if is_scaled else Decimal(1)


_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_SCALE = re.compile(r"\d[\s-]?[^\W\d]{4,}$")


def _find_stated_lines(quantity: Quantity, claim: Text, evidence: Text) -> frozenset[int]:
    """Return the numbers of the lines in which a figure of the claim stands without a unit, as there."""
    if quantity.measure.units:
        return frozenset()
    bare = (one for one in find_measures(claim) if not one.units and one.start != quantity.measure.start)
    own = [one.numbers[-1] for one in bare if not is_label_number(one.numbers[-1], claim)]
    said = [one for one in find_measures(evidence) if _is_bare_figure(one, evidence)] if own else []
    stated = (one for one in said if any(number.agrees_with(one.numbers[-1]) for number in own))
    return frozenset(find_line_number(evidence, one.start) for one in stated)


def _is_bare(measure: Measure, lines: frozenset[int], evidence: Text) -> bool:
    return find_line_number(evidence, measure.start) in lines and _is_bare_figure(measure, evidence)


def _is_bare_figure(measure: Measure, text: Text) -> bool:
    return not measure.units and _is_elliptical(measure, text)


def _is_elliptical(measure: Measure, text: Text) -> bool:
    """Return True if no content word is right behind the figure."""
    behind = next(iter(text.words_after(measure.end, 1)), None)
    if behind is None or text.text[measure.end : behind.start].strip(" \u00a0\u202f"):
        return True
    return not is_content_word(behind, text.language)


def _find_heads(measure: Measure, evidence: Text) -> list[Span]:
    """Return the heads of the row and of the column of a figure in a table; none elsewhere."""
    start, end = find_sentence_at(evidence, measure.start)
    first = evidence.text.find(CELL_SEPARATOR, start, end)
    if first < 0 or measure.start < first:
        return []
    return [(start, first), (evidence.text.rfind(CELL_SEPARATOR, start, measure.start), measure.start)]


_NAME_OF_UNIT = re.compile(r"[^\W\d_]+[²³]?|[$€£¥₹]")


def _names_quantity(head: Span, quantity: Quantity, evidence: Text) -> bool:
    """Return True if a head of a table has the unit, or the thing counted."""
    if quantity.counted & get_meanings_in(evidence, head):
        return True
    names = _NAME_OF_UNIT.findall(evidence.text[slice(*head)])
    units = {
        unit for name in names for unit in (find_unit(name, evidence.code), CURRENCY_SIGNS.get(name, ""))
    }
    currencies = {name.casefold().removesuffix("s") for name in names}
    return bool(quantity.measure.units & (units | currencies))
