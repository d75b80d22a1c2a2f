"""Values: the figures, dates and names of a text, each with its place, to see what it is bound to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ascribe.text.words import Word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.quantities.calendar_dates import Date, find_dates, find_relative_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import Measure, find_measure_at
from ascribe.verify.quantities.number import Mark, Number, find_mark
from ascribe.verify.rules.names import find_names
from ascribe.verify.rules.restatements import is_restatement

_TITLES = frozenset(
    ("mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sir", "lady", "lord", "st", "m", "mme")
)

_YEAR_RANGE = (1000, 2199)
"""The first and the last plain figure that may be a year."""


@dataclass(frozen=True, slots=True)
class Value:
    """A figure, date or name with its position; for a figure, its unit and mark too."""

    start: int
    end: int
    what: Number | Date | frozenset[str]
    text: Text
    measure: Measure | None = None
    marked: Mark = ""

    def is_same(self, other: Value) -> bool:
        """Return True if both are the same thing, or this one restates the other."""
        if isinstance(self.what, Number):
            return isinstance(other.what, Number) and (
                self.what.agrees_with(other.what) or self._restates(other)
            )
        if isinstance(self.what, Date):
            return isinstance(other.what, Date) and self.what.is_entailed_by(other.what)
        return isinstance(other.what, frozenset) and _is_same_name(self.what, other.what)

    def _restates(self, other: Value) -> bool:
        """Return True for a figure in another unit, or rounded: "about 25 mph" for "40 km/h"."""
        if self.measure is None or other.measure is None:
            return False
        return is_restatement(self.measure, self.marked, self.text, other.measure, other.text)


def _is_same_name(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return True if two names share more than half of the words of the shorter one.

    Titles do not count, since they identify nobody.
    """
    mine, theirs = one - _TITLES or one, other - _TITLES or other
    return 2 * len(mine & theirs) > min(len(mine), len(theirs))


@find_once
def find_figure_values(text: Text) -> tuple[Value, ...]:
    """Return the figures outside dates, each with its unit and mark."""
    return tuple(
        Value(n.start, n.end, n, text, find_measure_at(text, n), find_mark(text, n)[0])
        for n in find_figures(text)
    )


@find_once
def find_date_values(text: Text) -> tuple[Value, ...]:
    """Return the dates and the figures that may be years.

    In "and 1811 rebuilt", 1811 does not count anything that is rebuilt.
    """
    years = [Date(n.start, n.end, int(n.value)) for n in find_figures(text) if _may_be_year(n)]
    relative = [date for date, _ in find_relative_dates(text)]
    found = [*find_dates(text.text, text.language), *years, *relative]
    return _build_values(sorted(found, key=lambda date: date.start), text)


def _may_be_year(number: Number) -> bool:
    first, last = _YEAR_RANGE
    return not number.kind and first <= number.value <= last and number.value % 1 == 0


def _build_values(found: Iterable[Any], text: Text) -> tuple[Value, ...]:
    return tuple(Value(one.start, one.end, one, text) for one in found)


@find_once
def find_name_values(text: Text) -> tuple[Value, ...]:
    """Return the names; adjacent words make one name: "Ada Korrin"."""
    groups: list[list[Word]] = []
    for before, word in pairwise([None, *find_names(text)]):
        if word is None:
            continue
        if before and not text.text[before.end : word.start].strip(" .&-"):
            groups[-1].append(word)
        else:
            groups.append([word])
    return tuple(
        Value(group[0].start, group[-1].end, frozenset(word.stem for word in group), text) for group in groups
    )
