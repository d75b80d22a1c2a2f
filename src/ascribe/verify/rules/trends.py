"""Trends: of two columns of a row that differ in their years alone, the figures tell a rise from a fall."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ascribe.verify.comparison import Comparison, Text
from ascribe.verify.cues import Span, find_clause_at, find_scopes
from ascribe.verify.quantities.operations import find_word_end_after, has_word_before
from ascribe.verify.tables_and_lists.rows import Cell, Row, find_years

_YEAR = re.compile(r"(?:1[5-9]|20|21)\d\d")
_PAIR = 2

_Trend = tuple[frozenset[str], int, Span]
"""What a pair of columns is about, 1 for a rise or -1 for a fall, and the span of the pair."""

_Period = tuple[int, int]
"""The first and the last year of a column."""


def _find_rows_meant(place: Span, rows: Sequence[Row], claim: Text) -> list[Row]:
    """Return the rows that the claim names in the clause of a change, or anywhere if it names none there."""
    for start, end in (find_clause_at(claim, place[0]), (0, len(claim.text))):
        said = {word.stem for word in claim.words if start <= word.start < end}
        meant = [row for row in rows if any(word.stem in said for word in row.names)]
        if meant:
            return meant
    return []


def compare_trends(rows: Sequence[Row], claim: Text) -> Iterator[Comparison]:
    """Yield a comparison for each rise or fall; none for a row that the claim says both of."""
    changes = list(_find_changes(claim))
    meant = [(change, row) for change in changes for row in _find_rows_meant(change[0], rows, claim)]
    for (place, sign), row in meant:
        if any(other is row and other_sign != sign for (_, other_sign), other in meant):
            continue
        found = _compare_trend(place, sign, row, claim)
        if found is not None:
            yield found


def _compare_trend(place: Span, sign: int, row: Row, claim: Text) -> Comparison | None:
    ranked = [
        (distance, trend)
        for trend in _find_trends(row, place, claim)
        if (distance := _measure_distance(place, trend[0], claim)) is not None
    ]
    if not ranked:
        return None
    _, (_, direction, there) = min(ranked, key=lambda entry: entry[0])
    if direction == sign:
        return Comparison("columns", "agree", "", place, there)
    return Comparison("columns", "clash", "comparison_reversed", place, there)


def _find_changes(claim: Text) -> Iterator[tuple[Span, int]]:
    """Yield the words of the claim that say that something rose or fell, or was more or less than before."""
    for group, sign in (("rise", 1), ("fall", -1)):
        for cue in find_scopes(claim, group):
            yield (cue.start, cue.end), sign
    if find_scopes(claim, "than") and not any(
        has_word_before(claim, cue.end, "than_before")
        or find_word_end_after(claim, cue.start - 1, "than_before")
        for cue in find_scopes(claim, "than")
    ):
        return  # it compares two things, not two times
    for word in claim.words:
        for group, sign in (("higher", 1), ("lower", -1)):
            if has_word_before(claim, word.end, group):
                yield (word.start, word.end), sign


def _find_trends(row: Row, place: Span, claim: Text) -> Iterator[_Trend]:
    """Yield the pairs of columns with one figure each that differ in their years alone, as the claim's say.

    Where the heads have nothing but years, they are about what names the row.
    """
    cells: dict[frozenset[str], list[tuple[_Period, Cell]]] = {}
    for cell in row.cells:
        found = sorted(int(stem) for stem in cell.head if _YEAR.fullmatch(stem))
        if found and len(cell.figures) == 1:
            topic = frozenset(stem for stem in cell.head if not _YEAR.fullmatch(stem))
            about = topic or frozenset(word.stem for word in row.names)
            cells.setdefault(about, []).append(((found[0], found[-1]), cell))
    for topic, dated in cells.items():
        dated.sort(key=lambda entry: entry[0])
        pair = _select_periods([period for period, _ in dated], place, claim)
        if pair is None:
            continue
        one, two = (dated[n][1] for n in pair)
        change = two.figures[0].value - one.figures[0].value
        if change:
            yield topic, 1 if change > 0 else -1, (min(one.start, two.start), max(one.end, two.end))


def _select_periods(periods: list[_Period], place: Span, claim: Text) -> tuple[int, int] | None:
    """Return the places of the two periods that a change is from and to; None if that is not clear.

    Periods are in order. They are those of the years in its clause: of two, the earlier is the first, but of
    "lower in 2020 than in 2021" the one behind "than"; one alone is compared with the period before it. With
    no year in the clause, or in the claim, there must be two periods.
    """
    if any(one[1] >= two[0] for one, two in pairwise(periods)):
        return None
    start, end = find_clause_at(claim, place[0])
    years = find_years(claim)
    near = [year for year in years if start <= year.start < end]
    named = {
        n: year.start
        for year in near
        for n, (first, last) in enumerate(periods)
        if first <= year.value <= last
    }
    if not named:
        return (0, 1) if len(periods) == _PAIR and not years else None
    if len(named) == 1:
        (only,) = named
        return (only - 1, only) if only else None
    if len(named) != _PAIR:
        return None
    first, last = sorted(named)
    than = next((cue.start for cue in find_scopes(claim, "than") if start <= cue.start < end), None)
    base = [n for n in named if than is not None and named[n] > than]
    return (last, first) if base == [last] else (first, last)


def _measure_distance(place: Span, topic: frozenset[str], claim: Text) -> int | None:
    """Return the characters between a stretch and the nearest word of the topic; None if it has none."""
    found = [max(word.start - place[1], place[0] - word.end) for word in claim.words if word.stem in topic]
    return min(found, default=None)
