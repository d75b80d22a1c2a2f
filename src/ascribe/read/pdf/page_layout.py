"""Page layout: splits a page into margins, columns and text boxes, and yields its printed lines in reading
order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ascribe.read.pdf.drawings import (
    Drawings,
    Grid,
    add_bullets,
    build_placeholder,
    find_grids,
    find_runs_in_grid,
    is_one_row,
    is_table,
    split_bands,
)
from ascribe.read.pdf.lines import Line, build_line, group_rows, split_flows, split_rows
from ascribe.read.pdf.tables import build_text_rows
from ascribe.read.pdf.text_runs import TextRun

TextRuns = list[TextRun]

_NO_DRAWINGS = Drawings([], [])

_DRAWN_RULE = re.compile(r"[-–—―‒_=\s]{3,}")
"""A line drawn with dashes or underscores says nothing."""

_FIRST_GRID_ROW = 100_000
"""Rows of ruled tables are numbered from here, those that only white space parts from 0."""


def build_page_lines(fragments: dict[int, TextRuns], page: int, drawn: Drawings = _NO_DRAWINGS) -> list[Line]:
    """The lines of a page in reading order: the main direction first, turned text after it."""
    turns = sorted(fragments, key=lambda turn: -sum(len(f.text) for f in fragments[turn]))
    lines: list[Line] = []
    for turn in turns:
        found = find_grids(drawn.rules, turn) if turn == turns[0] else []
        lines += _build_direction_lines(add_bullets(fragments[turn], drawn.dots, turn), page, turn, found)
    return [line for line in lines if not _DRAWN_RULE.fullmatch(line.text)]


def _build_direction_lines(
    fragments: TextRuns, page: int, turn: int, found: Sequence[Grid]
) -> Iterator[Line]:
    tables: dict[int, list[Line]] = {}
    row = _FIRST_GRID_ROW
    for grid in found:
        inside = find_runs_in_grid(grid, fragments)
        lines = _build_grid_lines(grid, inside, page, turn, row)
        if not is_table(lines):
            continue
        place = build_placeholder(grid, inside)
        tables[place.order] = lines
        row += 1 + len(lines)
        fragments = _replace_runs(fragments, inside, place)
    rtl = sum(len(f.text) for f in fragments if f.rtl) * 2 > sum(len(f.text) for f in fragments)
    head, text, foot = split_page_margins(fragments)
    for region in [*filter(None, [head]), *split_regions(text, rtl=rtl), *filter(None, [foot])]:
        column = (min(f.left for f in region), max(f.right for f in region))
        for flow in split_flows(region):
            for parts in split_rows(flow):
                if parts[0].order in tables:
                    yield from tables[parts[0].order]
                else:
                    yield build_line(parts, page, turn, column)


def _replace_runs(fragments: TextRuns, inside: TextRuns, place: TextRun) -> TextRuns:
    """The fragments with the one in place of those of a table."""
    taken = {f.order for f in inside}
    kept = [f for f in fragments if f.order not in taken]
    return sorted([*kept, place], key=lambda f: f.order)


def _build_grid_lines(grid: Grid, inside: TextRuns, page: int, turn: int, row: int) -> list[Line]:
    """The lines of a ruled table, cell by cell."""
    lines: list[Line] = []
    for cells in split_bands(grid, inside):
        found = {
            column: [build_line(parts, page, turn, grid.columns[column]) for parts in group_rows(cell)]
            for column, cell in cells.items()
        }
        if is_one_row(list(cells.values()), len(grid.bands)):
            lines += [replace(line, cell=(row, column)) for column, cell in found.items() for line in cell]
        else:
            lines += build_text_rows([line for cell in found.values() for line in cell], grid.columns, row)
        row = 1 + max(line.cell[0] for line in lines if line.cell)
    return lines


_MarginRuns = list[TextRun]

_MIN_MARGIN_GAP = 1.0
"""Font sizes of white space between such a row and the text, at least."""


def split_page_margins(fragments: _MarginRuns) -> tuple[_MarginRuns, _MarginRuns, _MarginRuns]:
    """The head, what stands between, and the footer, each in the order of the file.

    The words left and right of a head would count as lines of the columns below them.
    """
    head = _find_margin_row(fragments, fragments, top=True)
    text = [f for f in fragments if f.order not in head]
    foot = _find_margin_row(text, fragments, top=False)
    parts: tuple[_MarginRuns, _MarginRuns, _MarginRuns] = ([], [], [])
    for fragment in fragments:
        parts[0 if fragment.order in head else 2 if fragment.order in foot else 1].append(fragment)
    return parts


def _find_margin_row(text: _MarginRuns, page: Sequence[TextRun], *, top: bool) -> set[int]:
    """Orders of the outermost row, if it has several parts, drawn one after the other, and stands apart."""
    if len(text) < 3:
        return set()
    first = (max if top else min)(text, key=lambda f: f.base)
    row = {f.order: f for f in text if abs(f.base - first.base) < 0.5 * first.size}
    others = [f for f in text if f.order not in row]
    if len(row) < 2 or not others or any(min(row) < f.order < max(row) for f in page if f.order not in row):
        return set()
    upper, lower = (row.values(), others) if top else (others, row.values())
    gap = min(f.low for f in upper) - max(f.high for f in lower)
    return set(row) if gap > _MIN_MARGIN_GAP * first.size else set()


_ColumnRuns = list[TextRun]

_MIN_GUTTER = 0.75
"""Least width of a gutter, in font sizes; word spaces of justified text rarely reach it."""

_MIN_STRIP = 4.0
"""Least height of an empty strip that parts a page, in font sizes."""

_MAX_NEIGHBOURS = 40
"""Fragments that can stand beside one another on a page, at most."""

_MAX_TRIES = 4
"""Gutters tried before a region counts as one column."""

_MAX_RUNS = 2500
"""Pages with more fragments are read as one region: they are drawings or wide tables."""


@dataclass(frozen=True, slots=True)
class _Gutter:
    left: float
    right: float

    def side(self, fragment: TextRun) -> int:
        """-1 left of it, 1 right of it, 0 across it."""
        slack = 0.2 * fragment.size
        if fragment.right <= self.left + slack:
            return -1
        return 1 if fragment.left >= self.right - slack else 0


def split_regions(fragments: _ColumnRuns, *, rtl: bool = False) -> list[_ColumnRuns]:
    """The columns of a page and what stands across them, in reading order; right before left if ``rtl``."""
    if not 3 < len(fragments) < _MAX_RUNS or _is_dense(fragments):
        return [fragments] if fragments else []
    strips = _split_strips(fragments)
    if len(strips) > 1:
        return [region for strip in strips for region in split_regions(strip, rtl=rtl)]
    facing = _find_facing(fragments)
    for _ in range(_MAX_TRIES):
        gutter = _find_gutter(facing)
        if gutter is None:
            break
        parts = _split_at_gutter(fragments, gutter, rtl)
        if len(parts) > 1:
            return [region for part in parts for region in split_regions(part, rtl=rtl)]
        crossed = (facing[:, 0] < gutter.right) & (facing[:, 1] > gutter.left)
        facing = facing[~crossed]
    return [fragments]


def _split_strips(fragments: _ColumnRuns) -> list[_ColumnRuns]:
    """The parts above and below wide empty strips, where the file draws one part wholly before the next.

    Such a strip is a picture over all columns; the columns above it end there.
    """
    strips: list[_ColumnRuns] = []
    for fragment in sorted(fragments, key=lambda f: -f.base):
        if (
            not strips
            or min(f.base for f in strips[-1][-_MAX_NEIGHBOURS:]) - fragment.high > _MIN_STRIP * fragment.size
        ):
            strips.append([])
        strips[-1].append(fragment)
    if len(strips) < 2:
        return [fragments]
    firsts = [min(f.order for f in strip) for strip in strips]
    lasts = [max(f.order for f in strip) for strip in strips]
    if any(last > first for last, first in zip(lasts, firsts[1:], strict=False)):
        return [fragments]
    return [sorted(strip, key=lambda f: f.order) for strip in strips]


def _is_dense(fragments: _ColumnRuns) -> bool:
    """True for a page full of short cells."""
    return len(fragments) > 500 and sum(len(f.text) for f in fragments) < 8 * len(fragments)


def _find_facing(fragments: _ColumnRuns) -> NDArray[np.float64]:
    """Rows (gap left, gap right, weight): each fragment and its nearest neighbour on the right."""
    left = np.array([f.left for f in fragments])
    right = np.array([f.right for f in fragments])
    low = np.array([f.low for f in fragments])
    high = np.array([f.high for f in fragments])
    size = np.array([f.size for f in fragments])
    length = np.minimum([len(f.text) for f in fragments], 40)
    overlap = np.minimum(high[:, None], high[None, :]) - np.maximum(low[:, None], low[None, :])
    gap = left[None, :] - right[:, None]
    gap[(overlap < 0.3 * np.minimum(size[:, None], size[None, :])) | (gap < _MIN_GUTTER * size[:, None])] = (
        np.inf
    )
    nearest = gap.argmin(axis=1)
    rows = np.flatnonzero(np.isfinite(gap.min(axis=1)))
    partner = nearest[rows]
    weight = np.minimum(length[rows], length[partner])
    return np.column_stack([right[rows], left[partner], weight])


def _find_gutter(facing: NDArray[np.float64]) -> _Gutter | None:
    """The stretch that most of the text faces, by weight; None if next to nothing does."""
    if len(facing) < 2:
        return None
    edges = np.unique(facing[:, :2])
    middles = (edges[:-1] + edges[1:]) / 2
    inside = (facing[:, 0:1] < middles) & (facing[:, 1:2] > middles)
    votes = (inside * facing[:, 2:3]).sum(axis=0)
    best = int(votes.argmax())
    if votes[best] < 40:
        return None
    return _Gutter(float(edges[best]), float(edges[best + 1]))


def _split_at_gutter(fragments: _ColumnRuns, gutter: _Gutter, rtl: bool) -> list[_ColumnRuns]:
    """Bands from top to bottom, accepted ones as two columns; a single part if nothing was accepted."""
    sides = [gutter.side(f) for f in fragments]
    across = sorted(
        (f for f, side in zip(fragments, sides, strict=True) if side == 0), key=lambda f: (-f.base, f.size)
    )
    bases = np.array([-f.base for f in across])
    parts: list[_ColumnRuns] = []
    boxes: list[_ColumnRuns] = []
    plain: _ColumnRuns = []
    bands: dict[int, tuple[_ColumnRuns, _ColumnRuns]] = {}
    for fragment, side in zip(fragments, sides, strict=True):
        if side:
            band = bands.setdefault(int(np.searchsorted(bases, -fragment.base)), ([], []))
            band[side > 0].append(fragment)
    for index in range(len(across) + 1):
        left, right = bands.get(index, ([], []))
        text, aside = split_text_and_box(left, right)
        if are_columns(left, right):
            first, second = (right, left) if rtl else (left, right)
            first, below = split_below(first, second)
            parts += [plain] if plain else []
            parts += [first, second]
            plain = below
        else:
            plain += text
            boxes += [aside] if aside else []
        plain += across[index : index + 1]
    parts += [*([plain] if plain else []), *boxes]
    return [sorted(part, key=lambda f: f.order) for part in parts]


_SideRuns = list[TextRun]

_MIN_LINE_LETTERS = 30
"""Letters in a line of text, on average, beside which a box with shorter lines may stand."""

_MAX_BOX_SWITCHES = 2
"""How often the file goes from the text to the box and back, at most; between cells it does in each row."""


def are_columns(left: _SideRuns, right: _SideRuns) -> bool:
    """True if the two sides are columns of text, False if they are cells of rows."""
    rows_left, rows_right = _find_baselines(left), _find_baselines(right)
    fewest = min(len(rows_left), len(rows_right))
    if fewest == 0 or len(rows_left) + len(rows_right) < 4:
        return False
    in_order = _count_switches(left, right) <= max(1, 0.2 * fewest)
    aligned = _compute_aligned_share(rows_left, rows_right)
    if _is_prose(left, rows_left) and _is_prose(right, rows_right):
        return in_order or (fewest >= 4 and aligned > 0.7)
    return in_order and fewest >= 3 and aligned < 0.6


def split_below(first: _SideRuns, second: _SideRuns) -> tuple[_SideRuns, _SideRuns]:
    """The first column, and what stands under both, drawn after them: notes, the next heading."""
    orders = [f.order for f in second]
    bottom = min(f.base for f in second)
    above = [f for f in first if f.order < min(orders)]
    below = [f for f in first if f.base < bottom and f.order > max(orders)]
    return (above, below) if len(above) + len(below) == len(first) else (first, [])


def split_text_and_box(left: _SideRuns, right: _SideRuns) -> tuple[_SideRuns, _SideRuns]:
    """The text that runs around a box, and the box; all of it and nothing where there is none.

    The box is read after the text, for sentences run past it.
    """
    for text, box in ((left, right), (right, left)):
        lines, entries = _find_baselines(text), _find_baselines(box)
        if not 2 < len(entries) < len(lines) or _count_switches(left, right) > _MAX_BOX_SWITCHES:
            continue
        if _count_letters(text) >= _MIN_LINE_LETTERS * len(lines) and _count_letters(
            box
        ) < _MIN_LINE_LETTERS * len(entries):
            return text, box
    return left + right, []


def _find_baselines(fragments: _SideRuns) -> list[float]:
    """The base lines, top first."""
    bases: list[float] = []
    for fragment in sorted(fragments, key=lambda f: -f.base):
        if not bases or bases[-1] - fragment.base > 0.5 * fragment.size:
            bases.append(fragment.base)
    return bases


def _is_prose(fragments: _SideRuns, rows: Sequence[float]) -> bool:
    wide = any(ord(char) > 0x2E80 for f in fragments[:3] for char in f.text)
    return _count_letters(fragments) / len(rows) >= (8 if wide else 16)


def _count_letters(fragments: _SideRuns) -> int:
    return sum(sum(map(str.isalpha, f.text)) for f in fragments)


def _count_switches(left: _SideRuns, right: _SideRuns) -> int:
    order = sorted([(f.order, 0) for f in left] + [(f.order, 1) for f in right])
    return sum(a[1] != b[1] for a, b in pairwise(order))


def _compute_aligned_share(rows_left: Sequence[float], rows_right: Sequence[float]) -> float:
    """Share of the rows of the shorter side that have a row of the other on the same base line."""
    short, long = sorted((np.array(rows_left), np.array(rows_right)), key=len)
    return float((np.abs(short[:, None] - long[None, :]).min(axis=1) <= 1.0).mean())
