"""A figure in a text: its value, its precision, and which rounded figures may fairly replace it.

1. Without a mark, a figure must equal the exact one, or show decimals and be what the exact one rounds to
   at the last of them, halves up: "5.3" for 5.26, "48.7 million" for 48,670,000. "1,300" is not 1,287.
2. Marked as rounded ("about", "roughly"), its trailing zeros count as not shown. The exact figure must round
   to it there and lie within 5 % of it: "about 1,300" for 1,287, but not "about 20,000" for 24,000. "Nearly"
   means the same from below. "Over" means the exact figure cut off there, and "under" the same from above,
   both within 10 %.
3. After a conversion, the last digit shown counts, with or without a mark, since nobody converts to all
   digits: within 2 % for a whole figure, 5 % with decimals or a mark: "25 mph" for 40 km/h. Degrees have no
   such tolerance.
4. A fraction in words ("a third") may replace a percentage that it rounds to, or, with a mark, one that
   differs by at most 8 % of the fraction, or by
   15 % beside "over" and "under".
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from decimal import (
    ROUND_CEILING,
    ROUND_FLOOR,
    ROUND_HALF_UP,
    Context,
    Decimal,
    InvalidOperation,
    localcontext,
)
from functools import cache, wraps
from importlib.resources import files
from typing import Any, Literal, ParamSpec, TypeVar

from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Scope, find_scopes

MAX_DIGITS = 50
MAX_EXPONENT = 100
"""A figure with more digits, or outside 10 to the power of plus or minus this, is compared as a word."""

SMALL_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
}  # fmt: skip
"""English words for the figures below ten."""

_EXACT = Context(prec=4 * (MAX_DIGITS + MAX_EXPONENT))
"""Holds every digit of a product of two such figures and of its rounding, so no operation on them fails."""

Given = ParamSpec("Given")
Result = TypeVar("Result")


def compute_exactly(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Return the function with decimals that hold all digits of the figures within the limits above.

    The default of 28 digits raises ``decimal.InvalidOperation`` for a remainder or rounding of longer ones.
    """

    @wraps(function)
    def computed(*args: Given.args, **options: Given.kwargs) -> Result:
        with localcontext(_EXACT):
            return function(*args, **options)

    return computed


@dataclass(frozen=True, slots=True)
class Number:
    """A figure and its position.

    Args:
        start: first character.
        end: one past the last character.
        value: the value by the conventions of the language.
        kind: ``percent``, ``part`` (a fraction in words), ``clock`` (minutes of the day), ``ordinal``, a
            currency sign, or empty.
        decimals: decimals shown, after the scale word is applied.
        step: value of one unit in the last digit shown: 100,000 for "48.7 million".
    """

    start: int
    end: int
    value: Decimal
    kind: str = ""
    decimals: int = 0
    step: Decimal = Decimal(1)

    def __hash__(self) -> int:
        """Return the hash of the position alone: figures of a text are looked up often."""
        return hash((self.start, self.end))

    def agrees_with(self, other: Number) -> bool:
        """Return True if the kinds match and the other value is equal, or rounds to this one as shown."""
        if self.kind != other.kind:
            kinds = {self.kind, other.kind}
            if kinds == {"part", "percent"}:
                return self._is_part_of(other)
            if "" not in kinds or kinds & {"clock", "ordinal", "part"}:
                return False
        return self.value == other.value or (self.has_fraction and self.is_rounding_of(other))

    @property
    def is_within_limits(self) -> bool:
        """Whether the figure is neither too long nor too large or small to be computed with."""
        if not self.value:
            return True
        is_short = self.kind == "part" or len(self.value.as_tuple().digits) <= MAX_DIGITS  # 1/3 has no end
        return is_short and abs(self.value.adjusted()) <= MAX_EXPONENT

    @property
    def has_fraction(self) -> bool:
        """Whether the figure shows decimals, before a scale word or not: "5.3", "48.7 million"."""
        if self.step <= 1:
            return self.step < 1
        return len(self.value.normalize().as_tuple().digits) > 1 and self.value % self.step == 0

    def is_rounding_of(self, other: Number) -> bool:
        """Return True if the other figure is more precise and rounds to this one at its last digit."""
        return other.step < self.step and round_to_step(other.value, self.step) == self.value

    def _is_part_of(self, other: Number) -> bool:
        """Return True for "two thirds" and "67 %": the percentage to the digits it shows."""
        part, percent = (self, other) if self.kind == "part" else (other, self)
        return round_to_step(100 * part.value, percent.step) == percent.value


def round_to_step(value: Decimal, step: Decimal) -> Decimal:
    """Round the value to the nearest whole number of steps, halves away from zero."""
    return round_half_up(value / step, Decimal(1)) * step


def round_half_up(value: Decimal, step: Decimal) -> Decimal:
    """Round the value to the decimals of the step, halves away from zero."""
    try:
        return value.quantize(step, rounding=ROUND_HALF_UP)
    except InvalidOperation:  # more digits than the decimal context holds, so there is nothing to round
        return value


def get_amount_words(language: str) -> dict[str, Any]:
    """Return the words for amounts of a language, by group; empty if ``amounts.json`` has none."""
    return _load_amount_words().get(language, {})


@cache
def _load_amount_words() -> dict[str, dict[str, Any]]:
    text = files("ascribe.verify.rules").joinpath("amounts.json").read_text(encoding="utf-8")
    data: dict[str, dict[str, Any]] = json.loads(text)
    return data


# --- Rounding ---

Mark = Literal["", "exactly", "about", "nearly", "over", "under"]

_MARKS: tuple[Mark, ...] = ("exactly", "nearly", "over", "under", "about")
"""Groups of ``cues.json`` that mark a figure; the cues of "nearly" are in "about" too."""

BOUNDING_MARKS: tuple[Mark, ...] = ("nearly", "over", "under")
"""Marks that put the exact figure on one side of the figure shown."""

_TOLERANCES: dict[Mark, Decimal] = {
    "about": Decimal("0.05"), "nearly": Decimal("0.05"), "over": Decimal("0.1"), "under": Decimal("0.1"),
}  # fmt: skip
_FRACTION_TOLERANCE = 8
"""Percent of a fraction: 31 % is nearly a third, 48 % nearly half, but 42 % is not."""

_LIMIT_TOLERANCE = 15
"""The same for "more than a third" and "under half", which bound a share."""

_CONVERTED_TOLERANCE, _WIDE_TOLERANCE = Decimal("0.02"), Decimal("0.05")

_LARGEST = Decimal(10) ** 18
"""Figures above this are not rounded, since decimals hold 28 digits."""

_NEAR = 100
"""Characters before a figure in which a mark of it may begin; the longest cue has some forty."""

_NAME_GAP = re.compile(r"\s*[A-Z][^\W\d]+\s")
_COUNTED_GAP = re.compile(r"\s(?:[^\W\d_]+\s)?")
_MARK_GAP = re.compile(r"\s*(?:an?\s|the\s|[A-Z]{3}\s?|[$€£¥₹]\s?)?")


@find_once
@find_once
def find_mark(text: Text, number: Number) -> tuple[Mark, int]:
    """Return the mark right before a figure and where it begins; without a mark, where the figure begins."""
    for group in _MARKS:
        for cue in _list_cues_before(text, group, number.start):
            if _is_mark_adjacent(text, cue, number):
                return group, cue.start
    return "", number.start


def _list_cues_before(text: Text, group: str, place: int) -> list[Scope]:
    """Return the cues that end before the place and begin near enough to be adjacent, in order."""
    scopes = find_scopes(text, group)
    first = bisect_left(scopes, place - _NEAR, key=lambda cue: cue.start)
    last = bisect_left(scopes, place, lo=first, key=lambda cue: cue.start)
    return [cue for cue in scopes[first:last] if cue.end <= place]


def _is_mark_adjacent(text: Text, cue: Scope, number: Number) -> bool:
    return _MARK_GAP.fullmatch(text.text, cue.end, number.start) is not None


@find_once
def find_limit(text: Text, number: Number) -> tuple[int, int]:
    """Return the side of the limit that the words beside a figure make it, and where they or it begin.

    The side is 1 for a lower limit, -1 for an upper one, and 0 for a figure that is none. A name may stand
    between: "at least Python 3.11", "Python 3.11 or newer".
    """
    for side, groups in ((1, ("least", "over")), (-1, ("most_at", "under", "nearly"))):
        for group in groups:
            for cue in _list_cues_before(text, group, number.start):
                if _is_mark_adjacent(text, cue, number) or _NAME_GAP.fullmatch(
                    text.text, cue.end, number.start
                ):
                    return side, cue.start
        behind = (cue for cue in find_scopes(text, groups[0]) if cue.start >= number.end)
        if any(_follows(text, cue, number) for cue in behind):
            return side, number.start
    return 0, number.start


def _follows(text: Text, cue: Scope, number: Number) -> bool:
    """Return True for "or newer" right behind the figure, or behind the word that it counts."""
    opening = text.lowered[cue.start : cue.end].split()[0]
    return opening in ("or", "and") and _COUNTED_GAP.fullmatch(text.text, number.end, cue.start) is not None


def is_fair_rounding(exact: Decimal, shown: Number, marked: Mark, converted: bool = False) -> bool:
    """Return True if the figure shown may replace the exact value in the same unit.

    The module docstring lists the conditions.
    """
    value = shown.value
    if exact == value and marked in ("", "exactly", "about"):
        return True
    if marked == "exactly" or abs(exact) >= _LARGEST:
        return False
    if converted and round_to_step(exact, shown.step) == value and marked in ("", "about"):
        wide = marked or shown.has_fraction
        return abs(exact - value) <= abs(exact) * (_WIDE_TOLERANCE if wide else _CONVERTED_TOLERANCE)
    if not marked:
        return shown.has_fraction and round_to_step(exact, shown.step) == value
    return abs(exact - value) <= abs(exact) * _TOLERANCES[marked] and _is_rounded_at_zeros(
        exact, shown, marked
    )


def _is_rounded_at_zeros(exact: Decimal, shown: Number, marked: Mark) -> bool:
    """Return True if the exact value rounds to the figure shown at its last digit before the zeros."""
    step = _compute_coarse_step(shown)
    steps, value = exact / step, shown.value / step
    if marked == "about":
        return steps.quantize(Decimal(1), ROUND_HALF_UP) == value
    way = ROUND_FLOOR if marked == "over" else ROUND_CEILING
    return exact != shown.value and steps.quantize(Decimal(1), way) == value


def _compute_coarse_step(shown: Number) -> Decimal:
    """Return the value of one unit in the last digit that is not a trailing zero."""
    exponent = shown.value.normalize().as_tuple().exponent
    step = Decimal(1).scaleb(exponent) if isinstance(exponent, int) and shown.value else shown.step
    return max(step, shown.step) if shown.step >= 1 else step


def is_fair_fraction(percent: Decimal, part: Decimal, marked: Mark) -> bool:
    """Return True if a fraction in words may replace a percentage."""
    if marked in ("", "exactly"):
        return percent == 100 * part
    tolerance = _LIMIT_TOLERANCE if marked in ("over", "under") else _FRACTION_TOLERANCE
    near = abs(percent - 100 * part) <= tolerance * part
    sides = {"over": percent > 100 * part, "under": percent < 100 * part, "nearly": percent < 100 * part}
    return near and sides.get(marked, True)
