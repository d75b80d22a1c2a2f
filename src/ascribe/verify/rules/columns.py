"""Columns: a figure of the claim that is in a table must be in the column, and the row, that the claim names.

The evidence has a row as ``evidence.render_passage`` writes it: the name of the row, then its cells, each
behind the head of its column, "Kentucky | Permit: 264,140 | Handgun: 12,155". "264,140 handgun checks in
Kentucky" takes the figure from another column; "264,140 permit checks in Texas" from another row.

Trends: of two columns that differ in their years alone, the figures say whether something rose or fell.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import TypeVar

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.text.words import Word, is_content_word, split_words
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at, find_scopes
from ascribe.verify.lexicon import Entry, get_entries
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures, find_numbers
from ascribe.verify.quantities.number import Number
from ascribe.verify.quantities.operations import find_word_end_after, has_word_before

_YEAR = re.compile(r"(?:1[5-9]|20|21)\d\d")
_HEAD = re.compile(r"([^|:]*\w[^|:]*): (?=\S)")
_PAIR = 2


_TOTALS = frozenset(("total", "sum", "overal"))
"""Stems of heads and names of totals."""

_WHOLES = frozenset(("all", "across", "altogether", "overall", "combined", "total", "whole", "nationwide"))
"""Words with which a claim means the totals."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a row: stems and lexicon entries of its column head, the span of its value, its figures."""

    head: frozenset[str]
    entries: frozenset[Entry]
    start: int
    end: int
    figures: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row: the words of its names, those of its group among them, and the cells with a head."""

    names: tuple[Word, ...]
    cells: tuple[Cell, ...]

    def is_named(self, claim: Text) -> bool:
        """Return True if the claim has a word of its names, if it has none, or if "all" means the totals."""
        names = {word.stem for word in self.names}
        is_whole = not (_TOTALS.isdisjoint(names) or _WHOLES.isdisjoint(claim.tokens))
        return not names or not names.isdisjoint(claim.stems) or is_whole

    def find_homes(self, figure: Number) -> list[Cell]:
        """Return the cells that have the figure."""
        return [cell for cell in self.cells if any(map(figure.agrees_with, cell.figures))]

    def list_own_words(self) -> list[frozenset[str]]:
        """Return for each cell the stems of its head that not every other head has."""
        heads = {cell.head for cell in self.cells}
        shared = frozenset.intersection(*heads) if len(heads) > 1 else frozenset[str]()
        return [cell.head - shared or cell.head for cell in self.cells]


def compare_columns(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each figure of the claim that is in a row, and for each rise or fall."""
    if CELL_SEPARATOR not in evidence.text:
        return _compare_bare_rows(claim, evidence)
    rows = find_rows(evidence)
    figures = [(figure, _compare_figure) for figure in find_figures(claim)]
    years = [(year, _compare_year) for year in _find_years(claim)]
    found = (
        min(compared, key=lambda one: _FINDINGS.index(one.finding))
        for figure, compare in [*figures, *years]
        if (compared := [one for row in rows if (one := compare(figure, row, claim)) is not None])
    )
    return [*found, *_compare_trends(rows, claim)]


_Placed = TypeVar("_Placed", Word, Number)

_LEAST_BARE_FIGURES = 4
"""Figures from which on a passage with few words is a row of a table whose heads were lost."""


def _compare_bare_rows(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each figure that only a row without heads has: any column may be meant."""
    bare = _find_bare_rows(evidence)
    said = [figure for figure in find_figures(evidence) if bare]
    found = []
    for asked in find_figures(claim) if bare else ():
        places = [(one.start, one.end) for one in said if asked.agrees_with(one)]
        if places and all(any(a <= start < b for a, b in bare) for start, _ in places):
            found.append(
                Comparison("columns", "missing", "column_unclear", (asked.start, asked.end), places[0])
            )
    return found


@find_once
def _find_bare_rows(text: Text) -> tuple[Span, ...]:
    """Return the rows of tables whose heads were lost: lines of many figures and few words, or with tabs."""
    found = []
    start = 0
    for line in text.text.split("\n"):
        end = start + len(line)
        words = [word for word in _slice(text.words, start, end) if not word.form[0].isdigit()]
        figures = len(_slice(find_figures(text), start, end))
        small = sum(not is_content_word(word, text.language) for word in words)
        is_numeric = figures >= max(_LEAST_BARE_FIGURES, len(words))
        if (is_numeric and _LEAST_BARE_FIGURES * small <= figures) or _has_bare_cells(line, start, text):
            found.append((start, end))
        start = end + 1
    return tuple(found)


_TAB = "\t"
_LEAST_TABS = 2
"""Tabs from which on a line is a row of a table; with heads it would be written with them."""


def _has_bare_cells(line: str, start: int, text: Text) -> bool:
    """Return True for a row between tabs with figures in several cells, so that its column is not clear."""
    if line.count(_TAB) < _LEAST_TABS:
        return False
    ends = [start + match.start() for match in re.finditer(r"\t|$", line)]
    numeric = sum(bool(_slice(find_figures(text), a, b)) for a, b in pairwise([start, *ends]))
    return numeric > 1


def _slice(found: Sequence[_Placed], start: int, end: int) -> Sequence[_Placed]:
    """Return those of the words or figures, in order, that begin in that stretch."""
    return found[slice(*(bisect_left(found, edge, key=lambda one: one.start) for edge in (start, end)))]


_FINDINGS = ("agree", "clash", "missing")
"""One row that agrees is enough; the others are about something else."""


def _compare_figure(figure: Number, row: Row, claim: Text) -> Comparison | None:
    homes = row.find_homes(figure)
    if not homes:
        return None
    place = (figure.start, figure.end)
    there = (homes[0].start, homes[0].end)
    if not row.is_named(claim):
        return Comparison("columns", "missing", "other_row", place, there)
    meant = _find_meant_cells(figure, row, claim)
    if any(cell in meant for cell in homes):
        return Comparison("columns", "agree", "", place, there)
    other = next((cell for cell in meant if cell.figures), None)
    if other is not None and not _is_whole(figure, claim):
        return Comparison("columns", "clash", "column_mismatch", place, (other.start, other.end))
    if not meant and not _TOTALS.isdisjoint(homes[0].head):
        return Comparison("columns", "agree", "", place, there)  # "Kentucky had 295,891 checks"
    if not meant and _is_only_cell_left(homes[0], figure, row, claim):
        return Comparison("columns", "agree", "", place, there)
    if sum(bool(cell.figures) for cell in row.cells) > 1:
        return Comparison("columns", "missing", "column_unclear", place, there)
    return None


def _is_only_cell_left(home: Cell, figure: Number, row: Row, claim: Text) -> bool:
    """Return True if the claim names the column of every other figure of the row: "15 € (deposit 50 €)".

    Beside the figure it must have nothing but the names of the row: "weighs 25" names a column of its own.
    """
    names = {word.stem for word in row.names}
    beside = (word for word in _find_words_beside(figure, claim) if _measure_gap(word, figure) >= 0)
    if any(is_content_word(word, claim.language) and word.stem not in names for word in beside):
        return False
    others = {cell for cell in row.cells if cell.figures and cell is not home}
    figures = find_figures(claim)
    named = {
        cell for one in figures for cell in _find_meant_cells(one, row, claim) if cell in row.find_homes(one)
    }
    return bool(others) and others <= named


_WHOLE = re.compile(
    r"\b(?:all|most|half|many|part|some|none|one|third|quarter|majority|share|percent|%|\d+)\s+of\s+"
    r"(?:(?:the|its|their|\w+['’]s?)\s+)*$"
)
_LONGEST_WHOLE = 60
"""Characters before a figure in which "nearly all of Hawaii's" begins."""


def _is_whole(figure: Number, claim: Text) -> bool:
    """Return True for the whole that a part is of: "all of the 1,252 checks were permit checks"."""
    return _WHOLE.search(claim.lowered, max(0, figure.start - _LONGEST_WHOLE), figure.start) is not None


def _compare_year(year: Number, row: Row, claim: Text) -> Comparison | None:
    """Return a comparison for a figure of the claim that may be a year: "the checks numbered 2147".

    It is taken for a figure only if the claim names a column and has no other figure of the row, since the
    year of "in 2021 the fee was 50" is from a column that no claim names. It never clashes.
    """
    homes, meant = row.find_homes(year), _find_meant_cells(year, row, claim)
    if not homes or not meant or any(map(row.find_homes, find_figures(claim))):
        return None
    place, there = (year.start, year.end), (homes[0].start, homes[0].end)
    if not row.is_named(claim):
        return Comparison("columns", "missing", "other_row", place, there)
    if any(cell in meant for cell in homes):
        return Comparison("columns", "agree", "", place, there)
    return Comparison("columns", "missing", "column_unclear", place, there)


def _find_years(text: Text) -> list[Number]:
    """Return the figures that are read as years and are not part of a longer date."""
    dates = {(date.start, date.end) for date in find_dates(text.text, text.language)}
    return [one for one in find_numbers(text.text, text.language) if (one.start, one.end) in dates]


# --- Trends ---

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


def _compare_trends(rows: Sequence[Row], claim: Text) -> Iterator[Comparison]:
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
    years = _find_years(claim)
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


# --- Cells ---


def _find_meant_cells(figure: Number, row: Row, claim: Text) -> list[Cell]:
    """Return the cells of which the claim names most of the column head; of several, those named nearest.

    The words beside the figure count: first those that tell the columns apart, then all of a head, then words
    with the meaning of a head: "costs" for "Price".
    """
    words = _find_words_beside(figure, claim)
    by_stem = [(word.stem, word) for word in words]
    by_entry = [
        (entry, word) for word in words for entry in get_entries(word.form, word.stem, claim.language)
    ]
    cells = row.cells
    ranked = (
        [_rank_cell(figure, head, by_stem) for head in row.list_own_words()],
        [_rank_cell(figure, cell.head, by_stem) for cell in cells],
        [_rank_cell(figure, cell.entries, by_entry) for cell in cells],
    )
    for ranks in ranked:
        best = max(ranks)
        if best[0]:
            return [cell for cell, rank in zip(cells, ranks, strict=True) if rank == best]
    return []


def _find_words_beside(figure: Number, claim: Text) -> list[Word]:
    """Return the words of the claim between that figure and the next one on each side, as far as its share.

    Between two figures, words belong to the one in whose clause they are: of "it costs 25 € and requires a
    deposit of 80 €", "deposit" to 80. If a clause has both figures, they belong to the nearer one.
    """
    figures = find_figures(claim)
    before = max((one for one in figures if one.end <= figure.start), key=attrgetter("end"), default=None)
    behind = min((one for one in figures if one.start >= figure.end), key=attrgetter("start"), default=None)
    start = 0 if before is None else before.end
    end = len(claim.text) + 1 if behind is None else behind.start
    near = [word for word in claim.words if start <= word.start < end]
    rivals = [other for other in (before, behind) if other is not None]
    return [word for word in near if not any(_is_nearer(other, figure, word, claim) for other in rivals)]


_COLONS = (":", "：")
"""Signs behind a label, which belongs to what follows."""


def _is_nearer(other: Number, figure: Number, word: Word, claim: Text) -> bool:
    """Return True for a word between the two figures that belongs to the other one."""
    if not min(other.end, figure.end) <= word.start < max(other.start, figure.start):
        return False
    start, end = find_clause_at(claim, word.start)
    if claim.text[end : end + 1] in _COLONS:
        end = find_clause_at(claim, end)[1]
    inside = [start <= one.start < end for one in (other, figure)]
    if inside[0] != inside[1]:
        return inside[0]
    return _measure_gap(word, other) < _measure_gap(word, figure)


def _measure_gap(word: Word, figure: Number) -> int:
    return max(word.start - figure.end, figure.start - word.end)


_Key = TypeVar("_Key", str, Entry)


def _rank_cell(
    figure: Number, head: frozenset[_Key], words: Sequence[tuple[_Key, Word]]
) -> tuple[float, int]:
    """Return the share of the head that the words have, and how near they are to the figure, as a rank.

    ``words`` has each word behind its stem or an entry of it, as ``head`` has those of a column head.
    """
    distances: dict[_Key, int] = {}
    for key, word in words:
        if key in head:
            gap = _measure_gap(word, figure)
            distances[key] = min(gap, distances.get(key, gap))
    return len(distances) / max(len(head), 1), -max(distances.values(), default=0)


_CELL_EDGE = re.compile(rf"{re.escape(CELL_SEPARATOR)}|\n")


def find_cell_at(text: Text, position: int) -> Span | None:
    """Return the span of the cell at that position; None in a line that is no row of a table."""
    edges = _find_cell_edges(text)
    place = bisect_left(edges, (position, position))
    before, after = edges[max(0, place - 1) : place], edges[place : place + 1]
    if not any(end - start == len(CELL_SEPARATOR) for start, end in (*before, *after)):
        return None
    return before[0][1] if before else 0, after[0][0] if after else len(text.text)


@find_once
def _find_cell_edges(text: Text) -> tuple[Span, ...]:
    """Return the spans of the separators of cells and of the ends of lines, in order."""
    return tuple(match.span() for match in _CELL_EDGE.finditer(text.text))


@find_once
def find_rows(evidence: Text) -> tuple[Row, ...]:
    """Return the rows in the text."""
    return tuple(_read_rows(evidence))


def _read_rows(evidence: Text) -> Iterator[Row]:
    offset = 0
    for line in evidence.text.split("\n"):
        if CELL_SEPARATOR in line:
            row = _read_row(evidence, line, offset)
            if row.cells:
                yield row
        offset += len(line) + 1


def _read_row(evidence: Text, line: str, offset: int) -> Row:
    names: list[Word] = []
    cells: list[Cell] = []
    values = [*find_figures(evidence), *_find_years(evidence)]
    for piece in line.split(CELL_SEPARATOR):
        end = offset + len(piece)
        head = _HEAD.match(piece)
        if head is None:
            bare = (word for word in evidence.words if offset <= word.start < end)
            names += evidence.within(offset, end) or bare  # "Pro" names a row, and is a stop word of German
        else:
            start = offset + head.end()
            words = split_words(head[1], evidence.language)
            telling = [word for word in words if is_content_word(word, evidence.language)] or words
            stems = frozenset(word.stem for word in telling)
            figures = tuple(one for one in values if start <= one.start < end)
            entries = frozenset(
                one for word in telling for one in get_entries(word.form, word.stem, evidence.language)
            )
            cells.append(Cell(stems, entries, start, end, figures))
        offset = end + len(CELL_SEPARATOR)
    return Row(tuple(names), tuple(cells))


COLUMNS = Rule(
    "columns",
    compare_columns,
    kind="number",
    vetoes=("other_row", "column_unclear"),
    unclear={"column_mismatch": "column_unclear", "comparison_reversed": "comparison_unclear"},
    opposes="clash",
)
