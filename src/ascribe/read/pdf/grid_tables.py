"""Fragments between the rules of a grid → the rows of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from ascribe.read.pdf.fragments import Fragment
from ascribe.read.pdf.lines import Line
from ascribe.read.pdf.rules import Grid

Fragments = list[Fragment]
Cell = tuple[int, int]

PLACE = "\ufffc"
"""Stands for a whole table while the columns of its page are told apart."""

_FILLED = 0.5
"""Share of the columns of a grid that hold text, at least; the grids of charts hold next to none."""

_LONGEST_ROW = 1_000
"""Characters, as in the tables of HTML and Word files: rules around longer text only arrange it."""

_COLUMN_ROWS = 8
_LONG_CELL = 24
"""From so many rows on, cells of more characters on average are columns of text with a rule between them."""

_FEWEST = 4
"""Fragments in a grid that is a table."""


def filled(grid: Grid, fragments: Fragments) -> Fragments:
    """The fragments within the grid, those that cross one of its rules cut there; none if it is no table."""
    inside = [f for f in fragments if grid.holds((f.left + f.right) / 2, f.base + 0.2 * f.size)]
    inside = [part for f in inside for part in _cut(grid, f)]
    columns = {column_of(grid, f) for f in inside}
    enough = len(inside) >= _FEWEST and len(columns) > max(1.0, _FILLED * len(grid.columns))
    return inside if enough else []


def _cut(grid: Grid, fragment: Fragment) -> Iterator[Fragment]:
    """The parts of a fragment between the rules that fall into its spaces."""
    start = 0
    for edge, _ in grid.columns[1:]:
        if not fragment.left < edge < fragment.right or fragment.rtl:
            continue
        for at, char in enumerate(fragment.text):
            if char == " " and at > start and fragment.ends[at - 1] <= edge <= fragment.starts[at + 1]:
                yield fragment.piece(start, at)
                start = at + 1
    yield fragment.piece(start, len(fragment.text)) if start else fragment


def is_table(lines: Sequence[Line]) -> bool:
    """True if most rows have two cells, and neither rows nor cells are columns of running text."""
    rows = [list(run) for _, run in groupby(lines, key=lambda line: line.cell and line.cell[0])]
    paired = sum(len({line.cell for line in row}) > 1 for row in rows)
    lengths = [sum(len(line.text) for line in row) for row in rows]
    if not rows or 2 * paired < len(rows) or max(lengths) > _LONGEST_ROW:
        return False
    return len(rows) < _COLUMN_ROWS or sum(lengths) <= _LONG_CELL * len({line.cell for line in lines})


def stand_in(grid: Grid, inside: Fragments) -> Fragment:
    """One fragment as wide and high as the grid."""
    first = inside[0]
    u0, v0, u1, v1 = grid.box
    return replace(
        first,
        text=PLACE * 40,
        starts=tuple(u0 + i * (u1 - u0) / 40 for i in range(40)),
        ends=tuple(u0 + (i + 1) * (u1 - u0) / 40 for i in range(40)),
        left=u0,
        right=u1,
        low=v0,
        high=v1,
        base=v1 - first.size,
        rtl=False,
    )


def column_of(grid: Grid, fragment: Fragment) -> int:
    """The column that most of the fragment's beginning lies in."""
    at = min(fragment.left + fragment.size, (fragment.left + fragment.right) / 2)
    return next((i for i, (_, right) in enumerate(grid.columns) if at < right), len(grid.columns) - 1)


def band_of(grid: Grid, fragment: Fragment) -> int:
    """The stretch between rules that the fragment stands in, from the top."""
    at = fragment.base + 0.2 * fragment.size
    return next((i for i, (_, bottom) in enumerate(grid.bands) if at > bottom), len(grid.bands) - 1)


def bands(grid: Grid, inside: Fragments) -> Iterator[dict[int, Fragments]]:
    """For each band with text, top first, its fragments by column."""
    found: dict[int, dict[int, Fragments]] = {}
    for fragment in inside:
        cells = found.setdefault(band_of(grid, fragment), {})
        cells.setdefault(column_of(grid, fragment), []).append(fragment)
    for _, cells in sorted(found.items()):
        yield dict(sorted(cells.items()))


def is_one_row(cells: Sequence[Fragments], bands_in_grid: int) -> bool:
    """True if all text of a band is one row: rules part the rows, and the cells are no lists of figures."""
    figures = sum(len(cell) > 1 and all(_is_figure(f.text) for f in cell) for cell in cells)
    return bands_in_grid > 2 and 2 * figures < len(cells)


def _is_figure(text: str) -> bool:
    return text[:1].isdigit() or text[-1:].isdigit() or text[-1] in "%-–—"
