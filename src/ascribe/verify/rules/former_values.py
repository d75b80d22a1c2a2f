"""Former values: what "grew from 5,000 to 8,000" is 8,000, and was 5,000 before.

A claim with the former value of a change is confirmed only if it is about the past ("was 5,000 before", "used
to be 5,000"), or names a time that the evidence gives for that value. The words of changes are data: the
groups ``changes`` and ``changes_back`` of ``numerals.json``, and the cues ``rise``, ``fall``, ``shift`` and
``past``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import (
    TREND_GROUPS,
    Span,
    do_overlap,
    find_clauses_around,
    find_scopes,
    may_have_cues,
)
from ascribe.verify.quantities.calendar_dates import find_relative_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import Number, find_limit
from ascribe.verify.quantities.number_words import get_range_words
from ascribe.verify.quantities.operations import find_sentence_at
from ascribe.verify.quantities.time_spans import TimePoint, find_time_points, read_date

Value = Number | TimePoint

_CUES = frozenset(TREND_GROUPS)
_LONGEST_GAP, _LONGEST_OPENING = 60, 24
"""Most characters between the two values, and before the first one, that are searched."""


@dataclass(frozen=True, slots=True)
class Change:
    """The former and the present value of what changes, and the times of the former one."""

    old: Value
    new: Value
    times: tuple[TimePoint, ...]


def compare_former_values(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each former value that the claim gives as the present one."""
    if not may_have_cues(_CUES, evidence):
        return []
    changes = find_changes(evidence)
    if not changes or any(find_scopes(claim, group) for group in ("past", *TREND_GROUPS)):
        return []
    found = (_compare_value(value, changes, claim, evidence) for value in _list_values(claim))
    return [one for one in found if one is not None]


def _compare_value(value: Value, changes: Sequence[Change], claim: Text, evidence: Text) -> Comparison | None:
    """Return a comparison if the evidence has the value only as the former one of a change."""
    if isinstance(value, Number) and find_limit(claim, value)[0]:
        return None
    said = [other for other in _list_values(evidence) if _is_same(value, other)]
    change = next((one for one in changes if said == [one.old]), None)
    if change is None or _is_same(value, change.new):
        return None
    place = value.start, value.end
    times = [one for one in find_time_points(claim) if not do_overlap((one.start, one.end), place)]
    if times and all(any(one.contains(time) for time in change.times) for one in times):
        return None
    there = min(change.old.start, change.new.start), max(change.old.end, change.new.end)
    reason = "number_misplaced" if isinstance(value, Number) else "date_misplaced"
    return Comparison("former_values", "missing", reason, place, there)


def _is_same(one: Value, other: Value) -> bool:
    if isinstance(one, Number):
        return isinstance(other, Number) and one.agrees_with(other)
    return isinstance(other, TimePoint) and one.is_same_as(other)


def _list_values(text: Text) -> list[Value]:
    """Return the figures and the times, each once: a time of day is a time."""
    return [*(n for n in find_figures(text) if n.kind != "clock"), *find_time_points(text)]


def _list_times(text: Text, span: Span) -> tuple[TimePoint, ...]:
    """Return the times there, also those counted from another one: "up from 9 the year before"."""
    counted = (read_date(one) for one, _ in find_relative_dates(text))
    times = (*find_time_points(text), *(one for one in counted if one is not None))
    return tuple(one for one in times if span[0] <= one.start < span[1])


# --- Changes ---


@find_once
def find_changes(text: Text) -> tuple[Change, ...]:
    """Return the changes from one value to another, of figures or of times."""
    return tuple(_find_changes(text))


def _find_changes(text: Text) -> Iterator[Change]:
    figures: list[Value] = [value for value in _list_values(text) if isinstance(value, Number)]
    times: list[Value] = [*find_time_points(text)]
    for values in (figures, times):
        for one, two in pairwise(values):
            last = find_sentence_at(text, one.start)[1]
            if two.start >= last or not _has_verb(text, (one.start, two.end)):
                continue
            if _are_joined("changes", one, two, text):
                yield Change(one, two, _list_times(text, (one.end, two.start)))
            elif _are_joined("changes_back", one, two, text):
                yield Change(two, one, _list_times(text, (two.end, last)))


def _has_verb(text: Text, place: Span) -> bool:
    first, last = find_clauses_around(text, place)
    return any(first <= cue.start < last for verb in TREND_GROUPS for cue in find_scopes(text, verb))


def _are_joined(group: str, one: Value, two: Value, text: Text) -> bool:
    between = text.text[one.end : two.start]
    if len(between) > _LONGEST_GAP:
        return False
    before = text.text[max(0, one.start - _LONGEST_OPENING) : one.start]
    return any(
        opening.search(before) and joint.search(between)
        for opening, joint in _build_change_patterns(group, text.code)
    )


@cache
def _build_change_patterns(group: str, language: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """Return what ends right before each of the two values; a currency may stand between."""
    return tuple(
        (
            re.compile(rf"(?<!\w){opening}\s+$" if opening else "", re.IGNORECASE),
            re.compile(rf"(?<!\w){joint}\s+$", re.IGNORECASE),
        )
        for opening, joint in get_range_words(language, group)
    )


FORMER_VALUES = Rule("former_values", compare_former_values, kind="number", opposes="place")
