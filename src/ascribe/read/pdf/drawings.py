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
from ascribe.read.pdf.text_runs import Box, TextRun, to_frame

_MAX_RULE_WIDTH = 3.0
_MIN_RULE_LENGTH = 6.0
"""Points: what is thinner and longer is a rule; shorter ones are ticks and signs."""

_MAX_FILL_HEIGHT = 40.0
_MAX_FILL_SEGMENTS = 5
"""A path of so many segments and points of height may be the ground of a row."""

_DOT_WIDTHS = (1.5, 8.0)
_MIN_DOT_ROUNDNESS = 0.7
"""Points: width of the smallest and the largest dot; and the least share of its longer side in the other."""

_MAX_OBJECTS = 20_000
_MAX_PATHS = 2000
"""Pages with more objects, or with more of them paths, are drawings; a browser may make one of each word."""


class Drawings(NamedTuple):
    """Boxes in user space: the rules of a page and the edges of its coloured rows, and its dots."""

    rules: list[Box]
    dots: list[Box]


def read_drawings(page: Any) -> Drawings:
    """What is drawn on a ``pypdfium2.PdfPage``."""
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


_MAX_RULE_GAP = 2.5
"""Points between the ends of two rules that meet."""

_MIN_RULE_SHARE = 0.8
"""Share of a grid's width that a rule between two rows runs over."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table between rules, in the frame of its page's text.

    Args:
        box: its outer edges (u0, v0, u1, v1).
        columns: the edges of its columns, left to right.
        bands: upper and lower edges of the stretches between rules that run across, top first.
    """

    box: Box
    columns: tuple[tuple[float, float], ...]
    bands: tuple[tuple[float, float], ...]

    def holds(self, u: float, v: float) -> bool:
        """True for a point within the edges."""
        return self.box[0] <= u <= self.box[2] and self.box[1] <= v <= self.box[3]


def find_grids(rules: Sequence[Box], turn: int) -> list[Grid]:
    """The grids that rules make where they meet, in the frame of that direction."""
    framed = [to_frame(turn, box) for box in rules]
    return [grid for group in _group_connected(framed) if (grid := _build_grid(group)) is not None]


def _group_connected(rules: list[Box]) -> list[list[Box]]:
    """The rules in groups of those that meet, directly or by others."""
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
    """Which rules are tied to the first one."""
    group = np.zeros(len(meet), dtype=bool)
    group[first] = True
    while (wider := np.asarray(meet[group].any(axis=0))).sum() > group.sum():
        group = wider
    return group


def _build_grid(group: list[Box]) -> Grid | None:
    """The grid of rules that meet; None if they part no columns."""
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
    """How much of a line at that height rules run over."""
    total, end = 0.0, float("-inf")
    for left, bottom, right, _ in sorted(lying):
        if 0 <= bottom - level <= 2 * _MAX_RULE_GAP:
            total += max(0.0, right - max(left, end))
            end = max(end, right)
    return total


def _merge_levels(values: list[float]) -> list[float]:
    """The values in order, those closer than two touching rules as one."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > 2 * _MAX_RULE_GAP:
            found.append(value)
    return found


TextRuns = list[TextRun]
Cell = tuple[int, int]

PLACEHOLDER = "\ufffc"
"""Stands for a whole table while the columns of its page are told apart."""

_MIN_FILLED_SHARE = 0.5
"""Share of the columns of a grid that hold text, at least; the grids of charts hold next to none."""

_MAX_ROW_CHARS = 1_000
"""Characters, as in the tables of HTML and Word files: rules around longer text only arrange it."""

_COLUMN_ROWS = 8
_LONG_CELL = 24
"""From so many rows on, cells of more characters on average are columns of text with a rule between them."""

_MIN_FIGURES = 4
"""Fragments in a grid that is a table."""


def find_runs_in_grid(grid: Grid, fragments: TextRuns) -> TextRuns:
    """The fragments within the grid, those that cross one of its rules cut there; none if it is no table."""
    inside = [f for f in fragments if grid.holds((f.left + f.right) / 2, f.base + 0.2 * f.size)]
    inside = [part for f in inside for part in _split_at_rules(grid, f)]
    columns = {find_column(grid, f) for f in inside}
    enough = len(inside) >= _MIN_FIGURES and len(columns) > max(1.0, _MIN_FILLED_SHARE * len(grid.columns))
    return inside if enough else []


def _split_at_rules(grid: Grid, fragment: TextRun) -> Iterator[TextRun]:
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
    if not rows or 2 * paired < len(rows) or max(lengths) > _MAX_ROW_CHARS:
        return False
    return len(rows) < _COLUMN_ROWS or sum(lengths) <= _LONG_CELL * len({line.cell for line in lines})


def build_placeholder(grid: Grid, inside: TextRuns) -> TextRun:
    """One fragment as wide and high as the grid."""
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


def find_column(grid: Grid, fragment: TextRun) -> int:
    """The column that most of the fragment's beginning lies in."""
    at = min(fragment.left + fragment.size, (fragment.left + fragment.right) / 2)
    return next((i for i, (_, right) in enumerate(grid.columns) if at < right), len(grid.columns) - 1)


def find_band(grid: Grid, fragment: TextRun) -> int:
    """The stretch between rules that the fragment stands in, from the top."""
    at = fragment.base + 0.2 * fragment.size
    return next((i for i, (_, bottom) in enumerate(grid.bands) if at > bottom), len(grid.bands) - 1)


def split_bands(grid: Grid, inside: TextRuns) -> Iterator[dict[int, TextRuns]]:
    """For each band with text, top first, its fragments by column."""
    found: dict[int, dict[int, TextRuns]] = {}
    for fragment in inside:
        cells = found.setdefault(find_band(grid, fragment), {})
        cells.setdefault(find_column(grid, fragment), []).append(fragment)
    for _, cells in sorted(found.items()):
        yield dict(sorted(cells.items()))


def is_one_row(cells: Sequence[TextRuns], bands_in_grid: int) -> bool:
    """True if all text of a band is one row: rules part the rows, and the cells are no lists of figures."""
    figures = sum(len(cell) > 1 and all(_is_figure(f.text) for f in cell) for cell in cells)
    return bands_in_grid > 2 and 2 * figures < len(cells)


def _is_figure(text: str) -> bool:
    return text[:1].isdigit() or text[-1:].isdigit() or text[-1] in "%-–—"


_BULLET_MARK = "• "

_BULLET_DISTANCE = (0.1, 2.5)
"""Font sizes between a dot and the item that it marks."""

_BULLET_HEIGHT = (0.0, 0.7)
"""Font sizes above the base line within which the middle of the dot lies."""

_MAX_BULLET_WIDTH = 0.65
"""Width of a dot in font sizes, at most."""

_MIN_ITEM_LETTERS = 3
"""Letters of an item, at least: what stands beside a point of a figure is its name."""

_MAX_BULLETS = 200
"""Dots on one page; more of them are a drawing."""

_BULLET_CLEARANCE = 3.0
"""Font sizes to the left of a dot without text or other dots."""


def add_bullets(fragments: Sequence[TextRun], dots: Sequence[Box], turn: int) -> list[TextRun]:
    """The fragments, with a bullet in front of those that a dot stands before."""
    framed = [to_frame(turn, dot) for dot in dots] if len(dots) <= _MAX_BULLETS else []
    written = [(f.left, f.base, f.right, f.base) for f in fragments]
    marks = {}
    for dot in framed:
        item = min((f for f in fragments if _is_bullet_of(dot, f)), key=lambda f: f.left, default=None)
        if item and not any(_is_before(dot, box, item) for box in [*written, *framed]):
            marks[item.order] = dot
    return [_add_bullet(f, marks[f.order]) if f.order in marks else f for f in fragments]


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


def _is_before(dot: Box, other: Box, item: TextRun) -> bool:
    """True for something else on the line of the item that begins left of the dot and ends near it."""
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
