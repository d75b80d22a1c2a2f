"""Columns: a figure of the claim that is in a table must be in the column, and the row, that the claim names.

The evidence has a row as ``evidence.render_passage`` writes it: the name of the row, then its cells, each
behind the head of its column, "Kentucky | Permit: 264,140 | Handgun: 12,155". "264,140 handgun checks in
Kentucky" takes the figure from another column; "264,140 permit checks in Texas" from another row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.text.words import Word, split_words
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import Number

_SEPARATOR = " | "
_HEAD = re.compile(r"([^|:]*\w[^|:]*): (?=\S)")


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell of a row: the stems of its column head, the span of its value, and its figures."""

    head: frozenset[str]
    start: int
    end: int
    figures: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    """A row: the content words of its names, those of its group among them, and the cells with a head."""

    names: tuple[Word, ...]
    cells: tuple[_Cell, ...]


def compare_columns(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each figure of the claim that is a cell of a row."""
    if _SEPARATOR not in evidence.text:
        return []
    return [
        found
        for row in _find_rows(evidence)
        for figure in find_figures(claim)
        if (found := _compare_figure(figure, row, claim)) is not None
    ]


def _compare_figure(figure: Number, row: _Row, claim: Text) -> Comparison | None:
    homes = [cell for cell in row.cells if any(figure.agrees_with(other) for other in cell.figures)]
    if not homes:
        return None
    place = (figure.start, figure.end)
    there = (homes[0].start, homes[0].end)
    if row.names and not any(word.stem in claim.stems for word in row.names):
        return Comparison("columns", "missing", "other_row", place, there)
    meant = _find_meant_cells(figure, row, claim)
    if any(cell in meant for cell in homes):
        return Comparison("columns", "agree", "", place, there)
    other = next((cell for cell in meant if cell.figures), None)
    if other is not None:
        return Comparison("columns", "clash", "column_mismatch", place, (other.start, other.end))
    if sum(bool(cell.figures) for cell in row.cells) > 1:
        return Comparison("columns", "missing", "column_unclear", place, there)
    return None


def _find_meant_cells(figure: Number, row: _Row, claim: Text) -> list[_Cell]:
    """Return the cells of which the claim names most of the column head; of several, those named nearest.

    The words up to the figures beside it count: first those that tell the columns apart, then all of a head.
    """
    ends = [other.end for other in find_figures(claim) if other.end <= figure.start]
    starts = [other.start for other in find_figures(claim) if other.start >= figure.end]
    near = (max(ends, default=0), min(starts, default=len(claim.text) + 1))
    words = [word for word in claim.words if near[0] <= word.start < near[1]]
    for heads in ([_find_own_words(cell, row) for cell in row.cells], [cell.head for cell in row.cells]):
        ranks = [_rank_cell(figure, head, words) for head in heads]
        best = max(ranks)
        if best[0]:
            return [cell for cell, rank in zip(row.cells, ranks, strict=True) if rank == best]
    return []


def _find_own_words(cell: _Cell, row: _Row) -> frozenset[str]:
    """Return the stems of its head that not every other head has."""
    others = [other.head for other in row.cells if other.head != cell.head]
    shared = frozenset.intersection(*others) if others else frozenset()
    return cell.head - shared or cell.head


def _rank_cell(figure: Number, head: frozenset[str], words: list[Word]) -> tuple[float, int]:
    """Return the share of the head that the words have, and how near they are to the figure, as a rank."""
    distances = [
        min(max(word.start - figure.end, figure.start - word.end) for word in words if word.stem == stem)
        for stem in head & {word.stem for word in words}
    ]
    return len(distances) / max(len(head), 1), -max(distances, default=0)


@find_once
def _find_rows(evidence: Text) -> tuple[_Row, ...]:
    """Return the rows in the text."""
    return tuple(_read_rows(evidence))


def _read_rows(evidence: Text) -> Iterator[_Row]:
    offset = 0
    for line in evidence.text.split("\n"):
        if _SEPARATOR in line:
            row = _read_row(evidence, line, offset)
            if row.cells:
                yield row
        offset += len(line) + 1


def _read_row(evidence: Text, line: str, offset: int) -> _Row:
    names: list[Word] = []
    cells: list[_Cell] = []
    for piece in line.split(_SEPARATOR):
        end = offset + len(piece)
        head = _HEAD.match(piece)
        if head is None:
            names += evidence.within(offset, end)
        else:
            start = offset + head.end()
            stems = frozenset(word.stem for word in split_words(head[1], evidence.language))
            figures = tuple(one for one in find_figures(evidence) if start <= one.start < end)
            cells.append(_Cell(stems, start, end, figures))
        offset = end + len(_SEPARATOR)
    return _Row(tuple(names), tuple(cells))


COLUMNS = Rule(
    "columns",
    compare_columns,
    kind="number",
    vetoes=("other_row", "column_unclear"),
    unclear={"column_mismatch": "column_unclear"},
    opposes="clash",
)
