"""Spans of time between two ends: "from 1990 to 1998", "Monday to Friday", "9 am – 5 pm", "3 to 17 May".

Their ends are dates, months, days of the week or times of day. ``numerals.json`` lists the words that join
them, in the group ``time_spans``. A change from one time to another ("moved from May to June") is no span.
"""

from __future__ import annotations

import calendar
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from itertools import pairwise
from typing import Literal

from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import find_clauses_around, find_scopes
from ascribe.verify.lexicon import find_calendar_place
from ascribe.verify.quantities.calendar_dates import Date, find_dates
from ascribe.verify.quantities.clock_times import find_hours
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number_words import get_range_words

Scale = Literal["date", "year", "weekday", "clock"]

_LENGTHS: dict[Scale, int] = {"year": 365, "weekday": 7, "clock": 24 * 60}
"""Scale that begins again → its length; dates with a year go on."""

_COMMON_YEAR = 2023
"""A year to count days in where the text names none."""

_HALF_DAY = 12 * 60

_DASH = re.compile(r"\s?[–—-]\s?")
_BARE = r"(?<![\w.,:])(?P<bare>\d{1,2})(?:st|nd|rd|th|er|\.)?"
_LONGEST_JOINT, _LONGEST_OPENING = 24, 24
"""Most characters between the two ends, and before the first one, that are searched."""


@dataclass(frozen=True, slots=True)
class TimePoint:
    """A point on one scale of time, and its position.

    Args:
        start: first character.
        end: one past the last character.
        scale: ``date`` with a year, ``year`` without one, ``weekday``, or ``clock``.
        first: first day, counted from some day, day of the week from Monday, or minute.
        last: last one; a month has some thirty days.
    """

    start: int
    end: int
    scale: Scale
    first: int
    last: int

    def is_same_as(self, other: TimePoint) -> bool:
        """Return True if both are the same stretch of time."""
        return (self.scale, self.first, self.last) == (other.scale, other.first, other.last)

    def contains(self, other: TimePoint) -> bool:
        """Return True if the other stretch of time lies in this one: "May 1990" in "1990"."""
        return self.scale == other.scale and self.first <= other.first and other.last <= self.last


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A span of time and its two ends."""

    first: TimePoint
    last: TimePoint

    @property
    def scale(self) -> Scale:
        """Return the scale of both ends."""
        return self.first.scale

    @property
    def place(self) -> tuple[int, int]:
        """Return the characters from the first end to the last one."""
        return self.first.start, self.last.end

    def covers(self, point: TimePoint) -> bool:
        """Return True if the whole point lies in the span for certain.

        Of an end that is a month or a year, only its edge does; a time of day must differ from both ends.
        """
        if point.scale != self.scale:
            return False
        length = _LENGTHS.get(self.scale)
        reach, offset = self.last.first - self.first.last, point.first - self.first.last
        if length is not None:
            reach, offset = reach % length, offset % length
        if self.scale == "clock":
            return 0 < offset < reach
        return offset >= 0 and offset + point.last - point.first <= reach


def is_time_covered(claim: Text, place: tuple[int, int], evidence: Text) -> bool:
    """Return True if a span of the evidence covers the claim's time at that place, which is in no span."""
    if not find_time_spans(evidence):
        return False
    points = (one for one in list_single_points(claim) if one.start < place[1] and place[0] < one.end)
    return any(span.covers(point) for point in points for span in find_time_spans(evidence))


def list_single_points(text: Text) -> list[TimePoint]:
    """Return the points of the text that are no end of a span."""
    ends = {end for span in find_time_spans(text) for end in (span.first, span.last)}
    return [point for point in find_time_points(text) if point not in ends]


# --- Points ---


@find_once
def find_time_points(text: Text) -> tuple[TimePoint, ...]:
    """Return the dates, months, days of the week and times of day, in order."""
    found: list[TimePoint] = []
    for points in (_find_dated_points(text), _find_clock_points(text), _find_named_points(text)):
        starts = [other.start for other in found]
        free = [point for point in points if not _overlaps(point, found, bisect_left(starts, point.start))]
        found = sorted([*found, *_drop_overlapping(free)], key=lambda point: point.start)
    return tuple(found)


def _overlaps(point: TimePoint, found: Sequence[TimePoint], place: int) -> bool:
    """Return True if the point overlaps one beside its place among sorted ones that are apart."""
    return any(
        point.start < other.end and other.start < point.end for other in found[max(0, place - 1) : place + 1]
    )


def _drop_overlapping(points: Sequence[TimePoint]) -> list[TimePoint]:
    """Return the points in order, without those that begin inside one before them."""
    kept: list[TimePoint] = []
    for point in sorted(points, key=lambda point: point.start):
        if not kept or kept[-1].end <= point.start:
            kept.append(point)
    return kept


def _find_dated_points(text: Text) -> Iterator[TimePoint]:
    """Yield the dates that have one reading and are no decades."""
    dates = find_dates(text.text, text.language)
    readings = Counter(one.start for one in dates)
    for one in dates:
        if readings[one.start] == 1 and one.span == 1 and (point := read_date(one)) is not None:
            yield point


def read_date(one: Date) -> TimePoint | None:
    """Return the date as the days that it has; None if there is no such day."""
    year, months = one.year or _COMMON_YEAR, (one.month or 1, one.month or 12)
    try:
        days = (one.day or 1, one.day or calendar.monthrange(year, months[1])[1])
        first, last = (date(year, m, d).toordinal() for m, d in zip(months, days, strict=True))
    except ValueError:
        return None
    return TimePoint(one.start, one.end, "date" if one.year else "year", first, last)


def _find_clock_points(text: Text) -> Iterator[TimePoint]:
    """Yield the times of day, also those that only a word for the hour shows: "17 Uhr"."""
    clock = (number for number in find_figures(text) if number.kind == "clock")
    for number in (*clock, *find_hours(text.text, text.code)):
        minute = int(number.value)
        yield TimePoint(number.start, number.end, "clock", minute, minute)


def _find_named_points(text: Text) -> Iterator[TimePoint]:
    """Yield the months and days of the week that are no part of a date."""
    for word in text.words:
        cycle, place = find_calendar_place(text.text[word.start : word.end], word.stem, text.code)
        if cycle == "weekday":
            yield TimePoint(word.start, word.end, "weekday", place, place)
        elif cycle == "month":
            point = read_date(Date(word.start, word.end, month=place + 1))
            yield from () if point is None else (point,)


# --- Spans ---


@find_once
def find_time_spans(text: Text) -> tuple[TimeSpan, ...]:
    """Return the spans of time, in order."""
    points = find_time_points(text)
    found = [_join_ends(one, other, text) for one, other in pairwise(points)]
    found += [_complete_first(point, text) for point in points]
    found += [_complete_last(point, text) for point in points]
    spans = (span for span in found if span is not None and not _is_change(span, text))
    return tuple(sorted(spans, key=lambda span: span.place))


def _join_ends(one: TimePoint, other: TimePoint, text: Text) -> TimeSpan | None:
    """Return the span between two points that are joined; "May to June 2020" has one year."""
    if not _are_joined(one.start, (one.end, other.start), text):
        return None
    if (one.scale, other.scale) == ("year", "date"):
        year = date.fromordinal(other.first).year
        shift = date(year, 1, 1).toordinal() - date(_COMMON_YEAR, 1, 1).toordinal()
        leap = int(calendar.isleap(year))
        after = date(_COMMON_YEAR, 2, 28).toordinal()
        first, last = (day + shift + leap * (day > after) for day in (one.first, one.last))
        one = replace(one, scale="date", first=first, last=last)
    return TimeSpan(one, other) if one.scale == other.scale and not one.is_same_as(other) else None


def _complete_first(point: TimePoint, text: Text) -> TimeSpan | None:
    """Return the span whose first end is a mere figure: "3 to 17 May", "9 to 5 pm"."""
    near = text.text[max(0, point.start - _LONGEST_JOINT) : point.start]
    offset = point.start - len(near)
    for bare in re.finditer(_BARE, near):
        start, end = (offset + place for place in bare.span())
        first = _read_bare(int(bare["bare"]), start, end, point)
        if first is not None and _are_joined(start, (end, point.start), text):
            return TimeSpan(first, point)
    return None


def _complete_last(point: TimePoint, text: Text) -> TimeSpan | None:
    """Return the span whose last end is a mere figure: "May 3 to 17"."""
    if point.scale == "clock" or not text.text[point.start].isalpha():
        return None
    bare = re.search(_BARE, text.text[point.end : point.end + _LONGEST_JOINT])
    if bare is None:
        return None
    start, end = (point.end + place for place in bare.span())
    last = _read_bare(int(bare["bare"]), start, end, point)
    return TimeSpan(point, last) if last and _are_joined(point.start, (point.end, start), text) else None


def _read_bare(figure: int, start: int, end: int, beside: TimePoint) -> TimePoint | None:
    """Return the figure as a day of the same month, or an hour before the other one; None if it is neither.

    "1 to 5 pm" begins in the afternoon, "9 to 5 pm" in the morning.
    """
    if beside.scale in ("date", "year") and beside.first == beside.last:
        known = date.fromordinal(beside.first)
        day = read_date(Date(start, end, known.year, known.month, figure))
        return None if day is None else replace(day, scale=beside.scale)
    if beside.scale != "clock" or figure > 24:
        return None
    minute = 60 * figure
    is_late = beside.first >= _HALF_DAY and figure < 12 and minute + _HALF_DAY < beside.first
    minute += _HALF_DAY * (is_late and beside.first % _HALF_DAY > minute)
    return TimePoint(start, end, "clock", minute, minute)


def _are_joined(start: int, between: tuple[int, int], text: Text) -> bool:
    """Return True if the words before the first end and between both make them the ends of a span."""
    joint = text.text[slice(*between)]
    if len(joint) > _LONGEST_JOINT:
        return False
    if _DASH.fullmatch(joint):
        return True
    before = text.text[max(0, start - _LONGEST_OPENING) : start]
    return any(two.fullmatch(joint) and one.search(before) for one, two in _build_span_patterns(text.code))


@cache
def _build_span_patterns(language: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(
        (
            re.compile(rf"(?<!\w){opening}\s+$" if opening else "", re.IGNORECASE),
            re.compile(rf"\s+(?:{joint})\s+", re.IGNORECASE),
        )
        for opening, joint in get_range_words(language, "time_spans")
    )


def _is_change(span: TimeSpan, text: Text) -> bool:
    first, last = find_clauses_around(text, span.place)
    return any(first <= cue.start < last for cue in find_scopes(text, "shift"))
