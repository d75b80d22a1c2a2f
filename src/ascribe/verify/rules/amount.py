"""A figure as it stands in a text: what it amounts to, and how exactly it is given."""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Number:
    """A figure and where it stands.

    Args:
        start: first character.
        end: one past the last.
        value: as the language reads it.
        kind: ``percent``, ``part`` (a fraction in words), ``clock`` (minutes of the day), ``ordinal``, a
            currency sign, or empty.
        decimals: decimals shown, after the scale word.
        step: what one more in the last digit shown amounts to: 100,000 for "48.7 million".
    """

    start: int
    end: int
    value: Decimal
    kind: str = ""
    decimals: int = 0
    step: Decimal = Decimal(1)

    def __hash__(self) -> int:
        """That of its place: figures of a text are looked up often."""
        return hash((self.start, self.end))

    def agrees_with(self, other: Number) -> bool:
        """True if the kind fits and the other value is this one, or rounds to it at the decimals shown."""
        if self.kind != other.kind:
            kinds = {self.kind, other.kind}
            if kinds == {"part", "percent"}:
                return self._is_part_of(other)
            if "" not in kinds or kinds & {"clock", "ordinal", "part"}:
                return False
        return self.value == other.value or (self.has_fraction and self.rounds(other))

    @property
    def has_fraction(self) -> bool:
        """True if decimals are shown, before a scale word or not: "5.3", "48.7 million"."""
        if self.step <= 1:
            return self.step < 1
        return len(self.value.normalize().as_tuple().digits) > 1 and self.value % self.step == 0

    def rounds(self, other: Number) -> bool:
        """True if the other figure is given more exactly and rounds to this one at its last digit shown."""
        return other.step < self.step and to_step(other.value, self.step) == self.value

    def _is_part_of(self, other: Number) -> bool:
        """True for "two thirds" beside "67 %": the percentage at the digits it shows."""
        part, percent = (self, other) if self.kind == "part" else (other, self)
        return to_step(100 * part.value, percent.step) == percent.value


def to_step(value: Decimal, step: Decimal) -> Decimal:
    """The value to the nearest whole number of steps, halves away from zero."""
    return rounded(value / step, Decimal(1)) * step


def rounded(value: Decimal, step: Decimal) -> Decimal:
    """The value at that many decimals, halves away from zero."""
    try:
        return value.quantize(step, rounding=ROUND_HALF_UP)
    except InvalidOperation:  # more digits than the context holds: nothing to round
        return value


def amounts(language: str) -> dict[str, Any]:
    """The words for amounts of a language, by group; empty where ``amounts.json`` has none."""
    return _data().get(language, {})


@cache
def _data() -> dict[str, dict[str, Any]]:
    text = files("ascribe.verify.rules").joinpath("amounts.json").read_text(encoding="utf-8")
    data: dict[str, dict[str, Any]] = json.loads(text)
    return data
