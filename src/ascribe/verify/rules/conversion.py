"""Conversion of units: what an amount in one unit of the Unicode CLDR is in another one.

``pint`` knows the units; an identifier of CLDR ("speed-mile-per-hour") is read as an expression of its
("mile/hour"). It is imported where a conversion is first asked for. Currencies are none of its units.
"""

from __future__ import annotations

import re
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

_POWER = re.compile(r"^(square|cubic)[-_](.+)$")

_CALENDAR = frozenset(f"duration-{name}" for name in ("century", "decade", "year", "quarter", "month"))
"""Spans whose length in days varies: they convert among one another only."""


def category(unit: str) -> str:
    """What a unit measures, by CLDR: "length", "mass/area" for kilograms per square metre."""
    return "/".join(part.partition("-")[0] for part in unit.split("/"))


def may_convert(one: str, other: str) -> bool:
    """True if both measure the same kind of thing, so that it pays to ask; currencies never do."""
    if one == other or "-" not in one or category(one) != category(other):
        return False
    return not any((a in _CALENDAR) != (b in _CALENDAR) for a, b in zip(*_parts(one, other), strict=True))


def _parts(one: str, other: str) -> tuple[list[str], list[str]]:
    return one.split("/"), other.split("/")


def convert(value: Decimal, unit: str, to: str) -> Decimal | None:
    """The value in another unit, to 15 digits; None if the units do not fit or the library lacks one."""
    line = _line(unit, to)
    if line is None:
        return None
    exact = Fraction(value) * line[0] + line[1]
    with localcontext(prec=15):
        return (Decimal(exact.numerator) / Decimal(exact.denominator)).normalize()


def has_offset(unit: str, to: str) -> bool:
    """True if 0 of one unit is not 0 of the other: degrees of temperature."""
    line = _line(unit, to)
    return line is not None and line[1] != 0


@lru_cache(maxsize=4096)
def _line(unit: str, to: str) -> tuple[Fraction, Fraction] | None:
    """Factor and offset from one unit to the other."""
    here, there = _in_roots(unit), _in_roots(to)
    if here is None or there is None or here[2] != there[2]:
        return None
    return here[0] / there[0], (here[1] - there[1]) / there[0]


@cache
def _in_roots(unit: str) -> tuple[Fraction, Fraction, frozenset[Any]] | None:
    """Factor, offset and dimension of a unit in the library's root units; None if it knows none such."""
    for expression in _expressions(unit):
        try:
            parsed = _registry().parse_units(expression)
            nought, one = (_registry().Quantity(Fraction(n), parsed).to_root_units() for n in (0, 1))
        # a name it lacks ends in one of its own errors; one that is no plain factor (decibel) in any
        except Exception:  # noqa: S112
            continue
        offset = Fraction(nought.magnitude)
        return Fraction(one.magnitude) - offset, offset, frozenset(parsed.dimensionality.items())
    return None


def _expressions(unit: str) -> list[str]:
    """The unit as the library may call it: ``gallon_imperial``, then ``imperial_gallon``."""
    names = [part.partition("-")[2] for part in unit.split("/")]
    parts = [_POWER.sub(_power, part) for name in names for part in name.split("-per-")]
    turned = [re.sub(r"^(\w+)-(\w+)$", r"\2_\1", part) for part in parts]
    return ["/".join(part.replace("-", "_") for part in these) for these in (parts, turned)]


def _power(match: re.Match[str]) -> str:
    return f"{match[2]}**{2 if match[1] == 'square' else 3}"


@cache
def _registry() -> Any:
    import pint

    return pint.UnitRegistry(non_int_type=Fraction)
