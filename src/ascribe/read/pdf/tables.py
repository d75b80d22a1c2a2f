"""Which printed lines are rows of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ascribe.read.pdf.lines import Line
from ascribe.read.pdf.signs import LEADER

_LONG_CELL = 28
"""Average characters of a cell beyond which wide gaps are loose word spaces of justified text."""

_TWO_LINES = 3.0
"""Font sizes between two rows with one line between them, at most."""

_ALIGNED = 4.0
"""Points by which the edges of cells in one column may differ."""


def table_lines(page: Sequence[Line]) -> set[int]:
    """Ids of the lines that are rows: neighbours with several cells, or cells one below the other."""
    found: set[int] = set()
    for is_row, run in groupby(page, key=_may_be_row):
        lines = list(run)
        if is_row and _is_table(lines):
            found |= {id(line) for line in lines}
    found |= {id(line) for line in page if LEADER.search(line.text)}
    for direction in (1, -1):
        found |= {id(line) for line in _beyond(page[::direction], found)}
    return found | {id(line) for line in _between(page, found)}


def _beyond(page: Sequence[Line], rows: set[int]) -> Iterator[Line]:
    """Rows that a line of one cell parts from the rest of their table: a cell wraps between them."""
    known = set(rows)
    for row, wrapped, other in zip(page, page[1:], page[2:], strict=False):
        ends = id(row) in known and id(wrapped) not in known and id(other) not in known
        if ends and len(wrapped.cells) == 1 and _may_be_row(other) and _edges_agree(row, other):
            known |= {id(wrapped), id(other)}
            yield from (wrapped, other)


def _edges_agree(row: Line, other: Line) -> bool:
    """True if most cells of the second row begin where cells of the first do."""
    starts = [row.left, *(row.starts[gap + 1] for gap in row.gaps)]
    others = [other.left, *(other.starts[gap + 1] for gap in other.gaps)]
    near = sum(any(abs(start - edge) <= _ALIGNED for start in starts) for edge in others)
    return near > 1 and 2 * near > len(others) and abs(row.base - other.base) < _TWO_LINES * row.size


def _between(page: Sequence[Line], rows: set[int]) -> Iterator[Line]:
    """Short lines with one cell between two rows: a cell that wraps, or one that stands for several rows."""
    for above, line, below in zip(page, page[1:], page[2:], strict=False):
        width = line.column[1] - line.column[0]
        if id(above) in rows and id(below) in rows and line.right - line.left < 0.4 * width:
            yield line


def _may_be_row(line: Line) -> bool:
    cells = line.cells
    if len(cells) < 2:
        return False
    return len(line.text) / len(cells) <= _LONG_CELL or len(cells) >= 5


def _is_table(lines: list[Line]) -> bool:
    most = max(len(line.cells) for line in lines)
    if len(lines) == 1:
        return most >= 4 and _has_figures(lines[0])
    if most >= 3:
        return True
    return len(lines) >= 3 and _second_cells_align(lines)


def _has_figures(line: Line) -> bool:
    return sum(cell.strip()[:1].isdigit() for cell in line.cells) * 2 >= len(line.cells)


def _second_cells_align(lines: list[Line]) -> bool:
    lefts = sorted(line.starts[line.gaps[0] + 1] for line in lines)
    rights = sorted(line.right for line in lines)
    return any(_share_near(edges) >= 0.75 for edges in (lefts, rights))


def _share_near(edges: list[float]) -> float:
    middle = edges[len(edges) // 2]
    return sum(abs(edge - middle) <= _ALIGNED for edge in edges) / len(edges)
