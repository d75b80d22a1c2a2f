"""Dated values: in "8.2 percent in 2010 and 5.1 percent in 2015" each figure has a date of its own.

A claim that gives a figure the date of another one is not confirmed: "8.2 percent in 2015". A figure goes
with the date next to it where figures and dates alternate, in any language. The same is read of figures and
names, and of dates and names. This rule never returns a clash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import find_clause_at
from ascribe.verify.lexicon import is_calendar_name
from ascribe.verify.quantities.operations import find_sentence_at
from ascribe.verify.rules.bound_values import Value, find_date_values, find_figure_values, find_name_values

_MOST_PAIRS = 12
"""Pairs of a claim that are compared."""

_FEWEST_PAIRS = 2
"""Pairs of the evidence that may exchange their values."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """A value and the date or name that goes with it."""

    value: Value
    of: Value


def compare_dated_values(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each value of the claim with the date or name of another value."""
    if CELL_SEPARATOR in evidence.text:
        return []
    return [
        found
        for find, values in _FINDERS
        if len(said := find(evidence)) >= _FEWEST_PAIRS
        for mine in find(claim)[:_MOST_PAIRS]
        if (found := _compare_pair(mine, said, values(evidence))) is not None
    ]


def _compare_pair(mine: _Pair, said: Sequence[_Pair], values: Sequence[Value]) -> Comparison | None:
    """Return a comparison if the evidence has the value with another date, and the date with another value.

    Each place of the value must have a date or name next to it, so that none is left that the claim may mean.
    """
    homes = [pair for pair in said if mine.value.is_same(pair.value)]
    places = [value for value in values if mine.value.is_same(value)]
    if not homes or len(homes) < len(places) or any(mine.of.is_same(home.of) for home in homes):
        return None
    rival = next((pair for pair in said if mine.of.is_same(pair.of)), None)
    if rival is None:
        return None
    ends = (homes[0].value, rival.of)
    there = min(one.start for one in ends), max(one.end for one in ends)
    place = min(mine.value.start, mine.of.start), max(mine.value.end, mine.of.end)
    return Comparison("dated_values", "missing", "misplaced", place, there)


@find_once
def _find_dated_figures(text: Text) -> tuple[_Pair, ...]:
    return tuple(_pair_values(_find_plain_figures(text), find_date_values(text), text))


@find_once
def _find_named_figures(text: Text) -> tuple[_Pair, ...]:
    return tuple(_pair_values(_find_plain_figures(text), _split_names(text)[0], text))


@find_once
def _find_daily_figures(text: Text) -> tuple[_Pair, ...]:
    return tuple(_pair_values(_find_plain_figures(text), _split_names(text)[1], text))


@find_once
def _find_named_dates(text: Text) -> tuple[_Pair, ...]:
    return tuple(_pair_values(find_date_values(text), _split_names(text)[0], text))


@find_once
def _split_names(text: Text) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """Return the names, and apart from them those of days and months: "8 percent on Wednesday"."""
    found = find_name_values(text)
    days = {one for one in found if _is_day(one, text)}
    return tuple(one for one in found if one not in days), tuple(one for one in found if one in days)


def _is_day(one: Value, text: Text) -> bool:
    place = one.start, one.end
    return is_calendar_name(text.lowered[slice(*place)], text.language) or text.is_month_of_may(*place)


@find_once
def _find_plain_figures(text: Text) -> tuple[Value, ...]:
    """Return the figures that are no part of a date."""
    dates = [(date.start, date.end) for date in find_date_values(text)]
    figures = find_figure_values(text)
    return tuple(one for one in figures if not any(first <= one.start < last for first, last in dates))


def _pair_values(values: Sequence[Value], others: Sequence[Value], text: Text) -> Iterator[_Pair]:
    """Yield the pairs of the lines in which the two alternate, or else of their clauses."""
    of = {one.start: one for one in others}
    ordered = sorted((*values, *others), key=lambda one: one.start)
    for _, line in groupby(ordered, key=lambda one: find_sentence_at(text, one.start)):
        found = [*line]
        pairs = _split_pairs(found, of, text)
        if pairs is None:
            clauses = groupby(found, key=lambda one: find_clause_at(text, one.start))
            split = (_split_pairs([*clause], of, text) for _, clause in clauses)
            pairs = [pair for one in split for pair in one or ()]
        yield from pairs


def _split_pairs(found: Sequence[Value], of: dict[int, Value], text: Text) -> list[_Pair] | None:
    """Return the neighbours by twos; None if one of the twos has not one of each, or is of two clauses.

    Of an odd number, a name at the start is left out, which may be what all the rest is about.
    """
    if len(found) % 2 and isinstance(found[0].what, frozenset):
        found = found[1:]
    if len(found) % 2:
        return None
    pairs = []
    for one, two in zip(found[::2], found[1::2], strict=True):
        if (one.start in of) == (two.start in of) or not _are_together(one, two, one.start in of, text):
            return None
        pairs.append(_Pair(two, one) if one.start in of else _Pair(one, two))
    return pairs


def _are_together(one: Value, two: Value, is_opening: bool, text: Text) -> bool:
    """Return True for two values of one clause; the first may be an opening: "by 2005, it had 12"."""
    return find_clause_at(text, one.start) == find_clause_at(text, two.start) or (
        is_opening and text.text.startswith(",", one.end)
    )


_FINDERS: tuple[tuple[Callable[[Text], tuple[_Pair, ...]], Callable[[Text], tuple[Value, ...]]], ...] = (
    (_find_dated_figures, _find_plain_figures),
    (_find_named_figures, _find_plain_figures),
    (_find_daily_figures, _find_plain_figures),
    (_find_named_dates, find_date_values),
)
"""What finds pairs, and what finds all values of the first kind."""


DATED_VALUES = Rule("dated_values", compare_dated_values, kind="date", vetoes=("misplaced",))
