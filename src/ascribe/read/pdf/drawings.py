"""Lines and shapes drawn on a PDF page: ruling lines, the ruled tables they form, and drawn bullets."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import numpy as np
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from ascribe.read.pdf.lines import Line
from ascribe.read.pdf.text_runs import Box, TextRun, TextRuns, to_frame

_MAX_RULE_WIDTH = 3.0
_MIN_RULE_LENGTH = 6.0
"""Maximum width and minimum length of a ruling line, in points; shorter lines are ticks and signs."""

_MAX_FILL_HEIGHT = 40.0
_MAX_FILL_SEGMENTS = 5
"""Maximum height (in points) and number of segments of a path that may be the background of a row."""

_DOT_WIDTHS = (1.5, 8.0)
_MIN_DOT_ROUNDNESS = 0.7
"""Minimum and maximum width of a dot, in points, and minimum ratio of its shorter to its longer side."""

_MAX_OBJECTS = 20_000
_MAX_PATHS = 2000
"""A page with more objects, or with more paths among them, is a drawing. The limit for objects is higher
because a browser may write one object per word."""


class Drawings(NamedTuple):
    """Boxes in user space: the ruling lines of a page, with the edges of its coloured rows, and its dots."""

    rules: list[Box]
    dots: list[Box]


def read_drawings(page: Any) -> Drawings:
    """Return the ruling lines and dots drawn on a ``pypdfium2.PdfPage``."""
    found = Drawings([], [])
    count = pdfium.FPDFPage_CountObjects(page.raw)
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    items = [pdfium.FPDFPage_GetObject(page.raw, i) for i in range(count if count <= _MAX_OBJECTS else 0)]
    items = [item for item in items if pdfium.FPDFPageObj_GetType(item) == pdfium.FPDF_PAGEOBJ_PATH]
    for item in items if len(items) <= _MAX_PATHS else []:
        if pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top):
            _add_path(found, item, (left.value, bottom.value, right.value, top.value))
    return found


def _add_path(found: Drawings, item: Any, box: Box) -> None:
    shorter, longer = sorted((box[2] - box[0], box[3] - box[1]))
    if shorter < _MAX_RULE_WIDTH and longer > _MIN_RULE_LENGTH:
        found.rules.append(box)
    elif shorter >= _DOT_WIDTHS[0] and longer <= _DOT_WIDTHS[1] and shorter >= _MIN_DOT_ROUNDNESS * longer:
        found.dots.append(box)
    elif (
        box[2] - box[0] > _MIN_RULE_LENGTH
        and box[3] - box[1] < _MAX_FILL_HEIGHT
        and pdfium.FPDFPath_CountSegments(item) <= _MAX_FILL_SEGMENTS
    ):
        found.rules.extend((box[0], edge, box[2], edge) for edge in (box[1], box[3]))


# --- Ruled grids ---

_MAX_RULE_GAP = 2.5
"""Maximum distance between the ends of two ruling lines that meet, in points."""

_MIN_RULE_SHARE = 0.8
"""Minimum share of a grid's width that a ruling line between two rows covers."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A ruled table, in the coordinate frame of its page's text.

    Args:
        box: outer edges (u0, v0, u1, v1).
        columns: left and right edges of the columns, left to right.
        bands: upper and lower edges of the stretches between ruling lines that run across, top first.
    """

    box: Box
    columns: tuple[tuple[float, float], ...]
    bands: tuple[tuple[float, float], ...]

    def contains(self, u: float, v: float) -> bool:
        """Return True if the point lies within the outer edges."""
        return self.box[0] <= u <= self.box[2] and self.box[1] <= v <= self.box[3]


def find_grids(rules: Sequence[Box], turn: int) -> list[Grid]:
    """Return the grids formed by ruling lines that meet, in the coordinate frame of the rotation ``turn``."""
    framed = [to_frame(turn, box) for box in rules]
    return [grid for group in _group_connected(framed) if (grid := _build_grid(group)) is not None]


def _group_connected(rules: list[Box]) -> list[list[Box]]:
    """Group the ruling lines that meet, directly or through others."""
    if not rules:
        return []
    left, low, right, high = np.array(rules).T
    meet = (left[:, None] <= right + _MAX_RULE_GAP) & (low[:, None] <= high + _MAX_RULE_GAP)
    meet &= meet.T
    groups: list[list[Box]] = []
    rest = np.ones(len(rules), dtype=bool)
    for first in range(len(rules)):
        if not rest[first]:
            continue
        group = _find_connected(meet, first)
        rest &= ~group
        groups.append([rules[index] for index in np.flatnonzero(group)])
    return groups


def _find_connected(meet: NDArray[np.bool_], first: int) -> NDArray[np.bool_]:
    """Return a mask of the ruling lines that are connected to the first one."""
    group = np.zeros(len(meet), dtype=bool)
    group[first] = True
    while (wider := np.asarray(meet[group].any(axis=0))).sum() > group.sum():
        group = wider
    return group


def _build_grid(group: list[Box]) -> Grid | None:
    """Build the grid of ruling lines that meet; return None if they separate no columns."""
    upright = [rule for rule in group if rule[3] - rule[1] > rule[2] - rule[0]]
    lying = [rule for rule in group if rule[3] - rule[1] <= rule[2] - rule[0]]
    if not upright or not lying:
        return None
    left, right = min(rule[0] for rule in group), max(rule[2] for rule in group)
    low, high = min(rule[1] for rule in group), max(rule[3] for rule in group)
    inner = _merge_levels([rule[0] for rule in upright])
    edges = _merge_levels([left, *inner, right])
    across = [
        level
        for level in _merge_levels([rule[1] for rule in lying])
        if _compute_covered_length(lying, level) > _MIN_RULE_SHARE * (right - left)
    ]
    levels = _merge_levels([low, *across, high])
    if len(edges) < 3:
        return None
    columns = tuple(pairwise(edges))
    bands = tuple((top, bottom) for bottom, top in pairwise(levels))[::-1]
    return Grid((left, low, right, high), columns, bands)


def _compute_covered_length(lying: list[Box], level: float) -> float:
    """Return how much of a horizontal line at that height is covered by ruling lines."""
    total, end = 0.0, float("-inf")
    for left, bottom, right, _ in sorted(lying):
        if 0 <= bottom - level <= 2 * _MAX_RULE_GAP:
            total += max(0.0, right - max(left, end))
            end = max(end, right)
    return total


def _merge_levels(values: list[float]) -> list[float]:
    """Return the values in ascending order, with those closer than two touching ruling lines merged."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > 2 * _MAX_RULE_GAP:
            found.append(value)
    return found


# --- Ruled tables ---

PLACEHOLDER = "\ufffc"
"""Stands for a whole table while the columns of its page are separated."""

_MIN_FILLED_SHARE = 0.5
"""Minimum share of a grid's columns that contain text; the grids of charts contain almost none."""

_MAX_ROW_CHARS = 1_000
"""Maximum characters of a row, as in HTML and Word tables: ruling lines around longer text are only
layout."""

_MIN_COLUMN_ROWS = 8
_MAX_CELL_CHARS = 24
"""In a grid with at least so many rows, cells with more characters than this on average are columns of
text separated by a ruling line."""

_MIN_RUNS = 4
"""Minimum number of text runs in a grid that is a table."""


def find_runs_in_grid(grid: Grid, runs: TextRuns) -> TextRuns:
    """Return the runs inside the grid, split at its ruling lines; none if the grid is not a table."""
    inside = [f for f in runs if grid.contains((f.left + f.right) / 2, f.base + 0.2 * f.size)]
    inside = [part for f in inside for part in _split_at_rules(grid, f)]
    columns = {find_column(grid, f) for f in inside}
    enough = len(inside) >= _MIN_RUNS and len(columns) > max(1.0, _MIN_FILLED_SHARE * len(grid.columns))
    return inside if enough else []


def _split_at_rules(grid: Grid, run: TextRun) -> Iterator[TextRun]:
    """Yield the parts of a run between the ruling lines that fall into its spaces."""
    start = 0
    for edge, _ in grid.columns[1:]:
        if not run.left < edge < run.right or run.rtl:
            continue
        for at, char in enumerate(run.text):
            if char == " " and at > start and run.ends[at - 1] <= edge <= run.starts[at + 1]:
                yield run.slice(start, at)
                start = at + 1
    yield run.slice(start, len(run.text)) if start else run


def is_table(lines: Sequence[Line]) -> bool:
    """Return True if most rows have several cells and no row or cell is a column of running text."""
    rows = [list(run) for _, run in groupby(lines, key=lambda line: line.cell and line.cell[0])]
    paired = sum(len({line.cell for line in row}) > 1 for row in rows)
    lengths = [sum(len(line.text) for line in row) for row in rows]
    if not rows or 2 * paired < len(rows) or max(lengths) > _MAX_ROW_CHARS:
        return False
    return len(rows) < _MIN_COLUMN_ROWS or sum(lengths) <= _MAX_CELL_CHARS * len(
        {line.cell for line in lines}
    )


def build_placeholder(grid: Grid, inside: TextRuns) -> TextRun:
    """Build one text run as wide and high as the grid."""
    first = inside[0]
    u0, v0, u1, v1 = grid.box
    return replace(
        first,
        text=PLACEHOLDER * 40,
        starts=tuple(u0 + i * (u1 - u0) / 40 for i in range(40)),
        ends=tuple(u0 + (i + 1) * (u1 - u0) / 40 for i in range(40)),
        left=u0,
        right=u1,
        low=v0,
        high=v1,
        base=v1 - first.size,
        rtl=False,
    )


def find_column(grid: Grid, run: TextRun) -> int:
    """Return the index of the column that contains the beginning of the run."""
    at = min(run.left + run.size, (run.left + run.right) / 2)
    return next((i for i, (_, right) in enumerate(grid.columns) if at < right), len(grid.columns) - 1)


def find_band(grid: Grid, run: TextRun) -> int:
    """Return the index of the band that contains the run, counted from the top."""
    at = run.base + 0.2 * run.size
    return next((i for i, (_, bottom) in enumerate(grid.bands) if at > bottom), len(grid.bands) - 1)


def split_bands(grid: Grid, inside: TextRuns) -> Iterator[dict[int, TextRuns]]:
    """Yield the runs of each band that contains text, by column, top band first."""
    found: dict[int, dict[int, TextRuns]] = {}
    for run in inside:
        cells = found.setdefault(find_band(grid, run), {})
        cells.setdefault(find_column(grid, run), []).append(run)
    for _, cells in sorted(found.items()):
        yield dict(sorted(cells.items()))


def is_one_row(cells: Sequence[TextRuns], bands_in_grid: int) -> bool:
    """Return True if all text of a band is one row.

    This is so if ruling lines separate the rows and the cells are not lists of figures.
    """
    figures = sum(len(cell) > 1 and all(_is_figure(f.text) for f in cell) for cell in cells)
    return bands_in_grid > 2 and 2 * figures < len(cells)


def _is_figure(text: str) -> bool:
    return text[:1].isdigit() or text[-1:].isdigit() or text[-1] in "%-–—"


# --- Drawn bullets ---

_BULLET_MARK = "• "

_BULLET_DISTANCE = (0.1, 2.5)
"""Minimum and maximum distance between a dot and the item that it marks, in font sizes."""

_BULLET_HEIGHT = (0.0, 0.7)
"""Range above the baseline that contains the centre of the dot, in font sizes."""

_MAX_BULLET_WIDTH = 0.65
"""Maximum width of a dot, in font sizes."""

_MIN_ITEM_LETTERS = 3
"""Minimum letters of a list item; shorter text beside a point of a chart is its label."""

_MAX_BULLETS = 200
"""Maximum dots on one page; a page with more dots is a drawing."""

_BULLET_CLEARANCE = 3.0
"""Distance to the left of a dot that contains neither text nor other dots, in font sizes."""


def add_bullets(runs: Sequence[TextRun], dots: Sequence[Box], turn: int) -> list[TextRun]:
    """Return the runs, with a bullet in front of every run that follows a drawn dot."""
    framed = [to_frame(turn, dot) for dot in dots] if len(dots) <= _MAX_BULLETS else []
    written = [(f.left, f.base, f.right, f.base) for f in runs]
    marks = {}
    for dot in framed:
        item = min((f for f in runs if _is_bullet_of(dot, f)), key=lambda f: f.left, default=None)
        if item and not any(_is_left_neighbor(dot, box, item) for box in [*written, *framed]):
            marks[item.order] = dot
    return [_add_bullet(f, marks[f.order]) if f.order in marks else f for f in runs]


def _is_bullet_of(dot: Box, item: TextRun) -> bool:
    gap, width = item.left - dot[2], dot[2] - dot[0]
    height = (dot[1] + dot[3]) / 2 - item.base
    return (
        not item.rtl
        and sum(map(str.isalpha, item.text)) >= _MIN_ITEM_LETTERS
        and _BULLET_DISTANCE[0] * item.size < gap < _BULLET_DISTANCE[1] * item.size
        and _BULLET_HEIGHT[0] * item.size < height < _BULLET_HEIGHT[1] * item.size
        and width < _MAX_BULLET_WIDTH * item.size
    )


def _is_left_neighbor(dot: Box, other: Box, item: TextRun) -> bool:
    """Return True if ``other`` is on the item's line, begins left of the dot and ends near it."""
    level = -0.3 * item.size < other[1] - item.base < 0.7 * item.size
    return level and other[0] < dot[0] - 0.5 and other[2] > dot[0] - _BULLET_CLEARANCE * item.size


def _add_bullet(item: TextRun, dot: Box) -> TextRun:
    return replace(
        item,
        text=_BULLET_MARK + item.text,
        starts=(dot[0], dot[2], *item.starts),
        ends=(dot[2], item.left, *item.ends),
        left=dot[0],
        bold_head=0,
    )
