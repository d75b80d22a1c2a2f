"""The fragments of a page → its printed lines in reading order, ruled tables as rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ascribe.read.pdf.bullets import with_bullets
from ascribe.read.pdf.columns import regions
from ascribe.read.pdf.edges import without_edges
from ascribe.read.pdf.fragments import Fragment
from ascribe.read.pdf.grid_tables import bands, filled, is_one_row, is_table, stand_in
from ascribe.read.pdf.lines import Line, line_of
from ascribe.read.pdf.paths import Paths
from ascribe.read.pdf.rows import by_rows, flows, rows
from ascribe.read.pdf.rows_of_tables import text_rows
from ascribe.read.pdf.rules import Grid, grids

Fragments = list[Fragment]

_NOTHING = Paths([], [])

_RULE = re.compile(r"[-–—―‒_=\s]{3,}")
"""A line drawn with dashes or underscores says nothing."""

_FIRST_GRID_ROW = 100_000
"""Rows of ruled tables are numbered from here, those that only white space parts from 0."""


def page_lines(fragments: dict[int, Fragments], page: int, drawn: Paths = _NOTHING) -> list[Line]:
    """The lines of a page in reading order: the main direction first, turned text after it."""
    turns = sorted(fragments, key=lambda turn: -sum(len(f.text) for f in fragments[turn]))
    lines: list[Line] = []
    for turn in turns:
        found = grids(drawn.rules, turn) if turn == turns[0] else []
        lines += _direction_lines(with_bullets(fragments[turn], drawn.dots, turn), page, turn, found)
    return [line for line in lines if not _RULE.fullmatch(line.text)]


def _direction_lines(fragments: Fragments, page: int, turn: int, found: Sequence[Grid]) -> Iterator[Line]:
    tables: dict[int, list[Line]] = {}
    row = _FIRST_GRID_ROW
    for grid in found:
        inside = filled(grid, fragments)
        lines = _grid_lines(grid, inside, page, turn, row)
        if not is_table(lines):
            continue
        place = stand_in(grid, inside)
        tables[place.order] = lines
        row += 1 + len(lines)
        fragments = _replaced(fragments, inside, place)
    rtl = sum(len(f.text) for f in fragments if f.rtl) * 2 > sum(len(f.text) for f in fragments)
    head, text, foot = without_edges(fragments)
    for region in [*filter(None, [head]), *regions(text, rtl=rtl), *filter(None, [foot])]:
        column = (min(f.left for f in region), max(f.right for f in region))
        for flow in flows(region):
            for parts in rows(flow):
                if parts[0].order in tables:
                    yield from tables[parts[0].order]
                else:
                    yield line_of(parts, page, turn, column)


def _replaced(fragments: Fragments, inside: Fragments, place: Fragment) -> Fragments:
    """The fragments with the one in place of those of a table."""
    taken = {f.order for f in inside}
    kept = [f for f in fragments if f.order not in taken]
    return sorted([*kept, place], key=lambda f: f.order)


def _grid_lines(grid: Grid, inside: Fragments, page: int, turn: int, row: int) -> list[Line]:
    """The lines of a ruled table, cell by cell."""
    lines: list[Line] = []
    for cells in bands(grid, inside):
        found = {
            column: [line_of(parts, page, turn, grid.columns[column]) for parts in by_rows(cell)]
            for column, cell in cells.items()
        }
        if is_one_row(list(cells.values()), len(grid.bands)):
            lines += [replace(line, cell=(row, column)) for column, cell in found.items() for line in cell]
        else:
            lines += text_rows([line for cell in found.values() for line in cell], grid.columns, row)
        row = 1 + max(line.cell[0] for line in lines if line.cell)
    return lines
