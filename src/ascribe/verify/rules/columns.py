"""Columns: a figure of the claim that is in a table must be in the column, and the row, that the claim names.

The evidence has a row as ``evidence.render_passage`` writes it: the name of the row, then its cells, each
behind the head of its column, "Kentucky | Permit: 264,140 | Handgun: 12,155". "264,140 handgun checks in
Kentucky" takes the figure from another column; "264,140 permit checks in Texas" from another row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import attrgetter
from typing import TypeVar

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import find_clause_at
from ascribe.verify.lexicon import Entry, get_entries
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import Number
from ascribe.verify.rules.trends import compare_trends
from ascribe.verify.tables_and_lists.rows import TOTALS, Cell, Row, find_bare_rows, find_rows, find_years


def compare_columns(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each figure of the claim that is in a row, and for each rise or fall."""
    if CELL_SEPARATOR not in evidence.text:
        return _compare_bare_rows(claim, evidence)
    rows = find_rows(evidence)
    figures = [(figure, _compare_figure) for figure in find_figures(claim)]
    years = [(year, _compare_year) for year in find_years(claim)]
    found = (
        min(compared, key=lambda one: _FINDINGS.index(one.finding))
        for figure, compare in [*figures, *years]
        if (compared := [one for row in rows if (one := compare(figure, row, claim)) is not None])
    )
    return [*found, *compare_trends(rows, claim)]


def _compare_bare_rows(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each figure that only a row without heads has: any column may be meant."""
    bare = find_bare_rows(evidence)
    said = [figure for figure in find_figures(evidence) if bare]
    found = []
    for asked in find_figures(claim) if bare else ():
        places = [(one.start, one.end) for one in said if asked.agrees_with(one)]
        if places and all(any(a <= start < b for a, b in bare) for start, _ in places):
            found.append(
                Comparison("columns", "missing", "column_unclear", (asked.start, asked.end), places[0])
            )
    return found


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
    meant = _find_cells_below_same_head(figure, row, claim) or _find_meant_cells(figure, row, claim)
    if any(cell in meant for cell in homes):
        return Comparison("columns", "agree", "", place, there)
    other = next((cell for cell in meant if cell.figures), None)
    if other is not None and not _is_whole(figure, claim):
        return Comparison("columns", "clash", "column_mismatch", place, (other.start, other.end))
    if not meant and not TOTALS.isdisjoint(homes[0].head):
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


def _find_cells_below_same_head(figure: Number, row: Row, claim: Text) -> list[Cell]:
    """Return the cells with the very head that stands before the figure in a row of the claim."""
    heads = [
        cell.head for own in find_rows(claim) for cell in own.cells if cell.start <= figure.start < cell.end
    ]
    return [cell for cell in row.cells if cell.head in heads]


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


COLUMNS = Rule(
    "columns",
    compare_columns,
    kind="number",
    vetoes=("other_row", "column_unclear"),
    unclear={"column_mismatch": "column_unclear", "comparison_reversed": "comparison_unclear"},
    opposes="clash",
)
