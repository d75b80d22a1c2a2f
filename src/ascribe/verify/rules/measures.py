"""Measures: a figure with its unit, or several that make one ("5 ft 11 in", "1 hour and 30 minutes").

A unit is called by its identifier in the Unicode CLDR ("length-meter"), a rate by two
("volume-liter/duration-minute").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from ascribe.language.words import stop_words
from ascribe.verify.rules.amount import Number
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.conversion import category, convert
from ascribe.verify.rules.currencies import currency_of
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.parts import per
from ascribe.verify.rules.unit_names import unit_of, unit_order

_WORD = r"[^\W\d_]+(?:-[^\W\d_]+)?[²³]?"
_UNIT = re.compile(rf"[ \u00a0\u202f-]?(?P<first>[°º]\s?[^\W\d_]+|{_WORD})(?P<more>(?: {_WORD}){{0,3}})")
_SLASH = re.compile(r"\s?/\s?(?=[^\W\d_])")
_JOINT = re.compile(r"\s*(?:(?:and|und|et|y|e|en)\s+)?")
"""What may stand between two measures that make one."""

_JOINED = ("length", "duration", "mass", "angle")
"""What is measured in two units at once."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure or several that make one, and the unit.

    Args:
        start: first character, of a currency's code if that comes first.
        end: one past the last character of the unit, or of the figure if it has none.
        numbers: the figures, the greatest unit first.
        units: what the unit of the last one may be; "5 pounds" has two, ``mass-pound`` and ``pound``.
        larger: the units of those before it.
    """

    start: int
    end: int
    numbers: tuple[Number, ...]
    units: frozenset[str]
    larger: tuple[str, ...] = ()

    def total(self) -> Number | None:
        """All figures as one in the last unit; None if the units do not go into one another."""
        last = self.numbers[-1]
        if not self.larger:
            return last
        (unit,) = self.units
        value = last.value
        for number, large in zip(self.numbers, self.larger, strict=False):
            one = convert(Decimal(1), large, unit)
            if one is None or one <= 1 or one % 1:
                return None
            value += number.value * one
        return replace(last, value=value)


@lru_cache(maxsize=8192)
def measures(text: Text) -> tuple[Measure, ...]:
    """All figures outside dates as measures, in order; those that make one are joined."""
    found: list[Measure] = []
    for number in figures(text):
        measure = measure_of(text, number)
        before = found[-1] if found else None
        if before is not None and (joined := _joined(text, before, number, measure)) is not None:
            found[-1] = joined
        else:
            found.append(measure)
    return tuple(found)


def measure_at(text: Text, number: Number) -> Measure:
    """The measure that the figure is part of."""
    return _by_start(text).get(number.start) or measure_of(text, number)


@lru_cache(maxsize=8192)
def _by_start(text: Text) -> dict[int, Measure]:
    """Where a figure starts → the measure it is part of."""
    return {number.start: measure for measure in measures(text) for number in measure.numbers}


def _joined(text: Text, before: Measure, number: Number, measure: Measure) -> Measure | None:
    """One measure of two neighbours whose units are of one kind, the greater first."""
    between = text.text[before.end : number.start]
    if not _JOINT.fullmatch(between) or len(before.units) != 1 or before.numbers[-1].decimals:
        return None
    (large,) = before.units
    small = _only(measure.units) or (_inch(text, number) if large == "length-foot" else "")
    if category(small) != category(large) or category(small) not in _JOINED or not _is_larger(large, small):
        return None
    end = measure.end if measure.units else measure.end + len(" in")
    numbers = (*before.numbers, number)
    return Measure(before.start, end, numbers, frozenset({small}), (*before.larger, large))


def _is_larger(one: str, other: str) -> bool:
    """True if CLDR lists the first one earlier, as it does with the larger of two that are said together."""
    order = unit_order()
    return order.get(one, 0) < order.get(other, 0)


def _only(units: frozenset[str]) -> str:
    return next(iter(units)) if len(units) == 1 else ""


def _inch(text: Text, number: Number) -> str:
    """The inch of "5 ft 11 in", which by itself is a small word."""
    return "length-inch" if text.text[number.end : number.end + 3] == " in" else ""


@lru_cache(maxsize=8192)
def measure_of(text: Text, number: Number) -> Measure:
    """The figure with its unit; no units if it has none. A small word is no unit: "12 in the morning"."""
    money, start, end = currency_of(text.text, number)
    units = {money} if money else set()
    match = _UNIT.match(text.text, number.end)
    if not number.kind and match is not None and not _is_small(match["first"], text.language):
        unit, unit_end = _named(text, match)
        if unit:
            units.add(unit)
            end = max(end, unit_end)
    if number.kind == "percent":
        units.add("percent")
    return Measure(start, end, (number,), frozenset(units))


def _is_small(word: str, language: str | None) -> bool:
    return len(word) > 1 and word in stop_words(language or "en")


def _named(text: Text, match: re.Match[str]) -> tuple[str, int]:
    """The longest name of a unit there, with the one behind "per", and its end; empty if there is none."""
    language = text.language or "en"
    for end in _ends(match):
        name = re.sub(r"[\s\u00a0\u202f]+", " ", text.text[match.start("first") : end])
        unit = unit_of(name, language)
        if "/" in unit:
            return unit, end
        if unit:
            below, below_end = _below(text, end)
            return (f"{unit}/{below}", below_end) if below else (unit, end)
    return "", match.end()


def _ends(match: re.Match[str]) -> Iterator[int]:
    """Where a name may end, the furthest first."""
    yield from (match.start("more") + m.end() for m in reversed([*re.finditer(r"\S+", match["more"])]))
    yield match.end("first")


def _below(text: Text, start: int) -> tuple[str, int]:
    """The unit behind "per" or a slash."""
    between = _SLASH.match(text.text, start) or per(text.text, start, text.language)
    match = _UNIT.match(text.text, between.end()) if between else None
    if match is None:
        return "", start
    for end in _ends(match):
        unit = unit_of(text.text[match.start("first") : end], text.language or "en")
        if unit and "/" not in unit:
            return unit, end
    return "", start
