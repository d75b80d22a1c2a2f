"""The values of a text: its figures, dates and names, each with what tells it from another one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ascribe.language.words import Word
from ascribe.verify.rules.amount import Number
from ascribe.verify.rules.calendar_dates import Date, find_dates
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.measures import Measure, measure_at
from ascribe.verify.rules.names import names
from ascribe.verify.rules.restated import restates
from ascribe.verify.rules.rounding import Mark, mark

_TITLES = frozenset(
    ("mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sir", "lady", "lord", "st", "m", "mme")
)

_YEARS = (1000, 2199)
"""The first and the last plain figure that may be a year."""


@dataclass(frozen=True, slots=True)
class Value:
    """A figure, date or name: where it stands, and what to compare; of a figure, its unit and mark too."""

    start: int
    end: int
    what: Number | Date | frozenset[str]
    text: Text
    measure: Measure | None = None
    marked: Mark = ""

    def same(self, other: Value) -> bool:
        """True if both are the same thing, or this one restates the other."""
        if isinstance(self.what, Number):
            return isinstance(other.what, Number) and (
                self.what.agrees_with(other.what) or self._restates(other)
            )
        if isinstance(self.what, Date):
            return isinstance(other.what, Date) and self.what.is_said_by(other.what)
        return isinstance(other.what, frozenset) and _are_one(self.what, other.what)

    def _restates(self, other: Value) -> bool:
        """True for a figure in another unit, or rounded: "about 25 mph" beside "40 km/h"."""
        if self.measure is None or other.measure is None:
            return False
        return restates(self.measure, self.marked, self.text, other.measure, other.text)


def _are_one(one: frozenset[str], other: frozenset[str]) -> bool:
    """True if two names share more than half of the shorter one; titles tell nobody apart."""
    mine, theirs = one - _TITLES or one, other - _TITLES or other
    return 2 * len(mine & theirs) > min(len(mine), len(theirs))


@lru_cache(maxsize=8192)
def figure_values(text: Text) -> tuple[Value, ...]:
    """Figures outside dates, each with its unit and mark."""
    return tuple(Value(n.start, n.end, n, text, measure_at(text, n), mark(text, n)[0]) for n in figures(text))


@lru_cache(maxsize=8192)
def date_values(text: Text) -> tuple[Value, ...]:
    """Dates, and figures that may be years: "and 1811 rebuilt" counts nothing that is rebuilt."""
    years = [number for number in figures(text) if _may_be_year(number)]
    found = [*find_dates(text.text, text.language), *(Date(n.start, n.end, int(n.value)) for n in years)]
    return _values(sorted(found, key=lambda date: date.start), text)


def _may_be_year(number: Number) -> bool:
    first, last = _YEARS
    return not number.kind and first <= number.value <= last and number.value % 1 == 0


def _values(found: Iterable[Any], text: Text) -> tuple[Value, ...]:
    return tuple(Value(one.start, one.end, one, text) for one in found)


@lru_cache(maxsize=8192)
def name_values(text: Text) -> tuple[Value, ...]:
    """Names, where neighbours make one: "Ada Korrin"."""
    groups: list[list[Word]] = []
    for before, word in pairwise([None, *names(text)]):
        if word is None:
            continue
        if before and not text.text[before.end : word.start].strip(" .&-"):
            groups[-1].append(word)
        else:
            groups.append([word])
    return tuple(
        Value(group[0].start, group[-1].end, frozenset(word.stem for word in group), text) for group in groups
    )
