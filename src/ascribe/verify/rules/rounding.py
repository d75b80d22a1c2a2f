"""Fair rounding: which shorter figure a careful editor lets stand for an exact one.

1. Without a mark a figure must be the exact one, or have decimals and be what the exact one rounds to at the
   last of them, halves up: "5.3" for 5.26, "48.7 million" for 48,670,000. "1,300" is not 1,287.
2. Marked as rounded ("about", "roughly"), its closing zeros count as not shown, and the exact figure must
   round to it there and lie within 5 % of it: "about 1,300" for 1,287, but not "about 20,000" for 24,000.
   "Nearly" is the same from below, "over" is the exact figure cut off there and "under" the same from above,
   both within 10 %.
3. After a conversion the last digit shown counts, marked or not, for nobody converts to all digits: within
   2 % for a whole figure, 5 % with decimals or a mark: "25 mph" for 40 km/h. Degrees have no such share.
4. A part in words ("a third") stands for a percentage that it rounds to; marked, within 5 % of itself.
"""

from __future__ import annotations

import re
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Literal

from ascribe.verify.rules.amount import Number, to_step
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.scope import Scope, find_scopes

Mark = Literal["", "exactly", "about", "nearly", "over", "under"]

_MARKS: tuple[Mark, ...] = ("exactly", "nearly", "over", "under", "about")
"""Groups of ``cues.json`` that mark a figure; "nearly" is in "about" too."""

BOUNDS: tuple[Mark, ...] = ("nearly", "over", "under")
"""Marks that say on which side the exact figure lies."""

_SHARES: dict[Mark, Decimal] = {
    "about": Decimal("0.05"), "nearly": Decimal("0.05"), "over": Decimal("0.1"), "under": Decimal("0.1"),
}  # fmt: skip
_CONVERTED, _MARKED = Decimal("0.02"), Decimal("0.05")

_LARGEST = Decimal(10) ** 18
"""Figures above this are not rounded; decimals hold 28 digits."""

_BETWEEN = re.compile(r"\s*(?:an?\s|the\s|[A-Z]{3}\s?|[$€£¥₹]\s?)?")


@lru_cache(maxsize=1 << 14)
def mark(text: Text, number: Number) -> tuple[Mark, int]:
    """How the words right before a figure mark it, and where they begin: the figure itself without any."""
    for group in _MARKS:
        for cue in find_scopes(text, group):
            if cue.end <= number.start and _touches(text, cue, number):
                return group, cue.start
    return "", number.start


def _touches(text: Text, cue: Scope, number: Number) -> bool:
    return _BETWEEN.fullmatch(text.text, cue.end, number.start) is not None


def is_bounded(text: Text, number: Number) -> bool:
    """True if the words right before a figure make it a bound: "at most 1,287"."""
    groups = ("least", "most_at", "over", "under", "nearly")
    return any(
        cue.end <= number.start and _touches(text, cue, number)
        for group in groups
        for cue in find_scopes(text, group)
    )


def is_fair(exact: Decimal, shown: Number, marked: Mark, converted: bool = False) -> bool:
    """True if the figure shown may stand for the exact value of the same unit."""
    value = shown.value
    if exact == value and marked in ("", "exactly", "about"):
        return True
    if marked == "exactly" or abs(exact) >= _LARGEST:
        return False
    if converted and to_step(exact, shown.step) == value and marked in ("", "about"):
        wide = marked or shown.has_fraction
        return abs(exact - value) <= abs(exact) * (_MARKED if wide else _CONVERTED)
    if not marked:
        return shown.has_fraction and to_step(exact, shown.step) == value
    return abs(exact - value) <= abs(exact) * _SHARES[marked] and _is_cut(exact, shown, marked)


def _is_cut(exact: Decimal, shown: Number, marked: Mark) -> bool:
    """True if the exact value comes to the one shown at its last digit that is not a closing zero."""
    step = _coarse(shown)
    steps, value = exact / step, shown.value / step
    if marked == "about":
        return steps.quantize(Decimal(1), ROUND_HALF_UP) == value
    way = ROUND_FLOOR if marked == "over" else ROUND_CEILING
    return exact != shown.value and steps.quantize(Decimal(1), way) == value


def _coarse(shown: Number) -> Decimal:
    """One in the last digit that is not a closing zero."""
    exponent = shown.value.normalize().as_tuple().exponent
    step = Decimal(1).scaleb(exponent) if isinstance(exponent, int) and shown.value else shown.step
    return max(step, shown.step) if shown.step >= 1 else step


def is_part(percent: Decimal, part: Decimal, marked: Mark) -> bool:
    """True if a part in words may stand for a percentage."""
    if marked in ("", "exactly"):
        return percent == 100 * part
    near = abs(percent - 100 * part) <= 5 * part
    sides = {"over": percent > 100 * part, "under": percent < 100 * part, "nearly": percent < 100 * part}
    return near and sides.get(marked, True)
