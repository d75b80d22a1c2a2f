"""Page layout: splits a page into margins, columns and text boxes, and returns its lines in reading order."""

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
from ascribe.read.pdf.text_runs import TextRun, TextRuns

_NO_DRAWINGS = Drawings([], [])

_DRAWN_RULE = re.compile(r"[-–—―‒_=\s]{3,}")
"""A line drawn with dashes or underscores, which contains no text."""

_FIRST_GRID_ROW = 100_000
"""Number of the first row in a ruled table; rows of tables without ruling lines count from 0."""


def build_page_lines(runs: dict[int, TextRuns], page: int, drawn: Drawings = _NO_DRAWINGS) -> list[Line]:
    """Return the lines of a page in reading order: the main rotation first, rotated text after it."""
    turns = sorted(runs, key=lambda turn: -sum(len(f.text) for f in runs[turn]))
    lines: list[Line] = []
    for turn in turns:
        found = find_grids(drawn.rules, turn) if turn == turns[0] else []
        lines += _build_direction_lines(add_bullets(runs[turn], drawn.dots, turn), page, turn, found)
    return [line for line in lines if not _DRAWN_RULE.fullmatch(line.text)]


def _build_direction_lines(runs: TextRuns, page: int, turn: int, found: Sequence[Grid]) -> Iterator[Line]:
    tables: dict[int, list[Line]] = {}
    row = _FIRST_GRID_ROW
    for grid in found:
        inside = find_runs_in_grid(grid, runs)
        lines = _build_grid_lines(grid, inside, page, turn, row)
        if not is_table(lines):
            continue
        place = build_placeholder(grid, inside)
        tables[place.order] = lines
        row += 1 + len(lines)
        runs = _replace_runs(runs, inside, place)
    rtl = sum(len(f.text) for f in runs if f.rtl) * 2 > sum(len(f.text) for f in runs)
    head, text, foot = split_page_margins(runs)
    for region in [*filter(None, [head]), *split_regions(text, rtl=rtl), *filter(None, [foot])]:
        column = (min(f.left for f in region), max(f.right for f in region))
        for flow in split_flows(region):
            for parts in split_rows(flow):
                if parts[0].order in tables:
                    yield from tables[parts[0].order]
                else:
                    yield build_line(parts, page, turn, column)


def _replace_runs(runs: TextRuns, inside: TextRuns, place: TextRun) -> TextRuns:
    """Return the runs with those of a table replaced by its placeholder."""
    taken = {f.order for f in inside}
    kept = [f for f in runs if f.order not in taken]
    return sorted([*kept, place], key=lambda f: f.order)


def _build_grid_lines(grid: Grid, inside: TextRuns, page: int, turn: int, row: int) -> list[Line]:
    """Build the lines of a ruled table, cell by cell."""
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


# --- Page margins ---

_MIN_MARGIN_GAP = 1.0
"""Minimum white space between a head or footer and the text, in font sizes."""


def split_page_margins(runs: TextRuns) -> tuple[TextRuns, TextRuns, TextRuns]:
    """Split the runs into head, text and footer, each in file order.

    Otherwise, the words at the left and right of a head would count as lines of the columns below them.
    """
    head = _find_margin_row(runs, runs, top=True)
    text = [f for f in runs if f.order not in head]
    foot = _find_margin_row(text, runs, top=False)
    parts: tuple[TextRuns, TextRuns, TextRuns] = ([], [], [])
    for run in runs:
        parts[0 if run.order in head else 2 if run.order in foot else 1].append(run)
    return parts


def _find_margin_row(text: TextRuns, page: Sequence[TextRun], *, top: bool) -> set[int]:
    """Return the ``order`` of each run in the outermost row if that row is a head or footer.

    Such a row has several parts, drawn one after the other, and is separated from the text; otherwise the
    result is empty.
    """
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


# --- Columns ---

_MIN_GUTTER = 0.75
"""Minimum width of a gutter, in font sizes; word spaces of justified text rarely reach it."""

_MIN_STRIP = 4.0
"""Minimum height of an empty strip that divides a page, in font sizes."""

_MAX_NEIGHBORS = 40
"""Maximum runs side by side on a page."""

_MAX_TRIES = 4
"""Number of gutters to try before a region counts as one column."""

_MAX_RUNS = 2500
"""Pages with this many runs or more are read as one region: they are drawings or wide tables."""


@dataclass(frozen=True, slots=True)
class _Gutter:
    left: float
    right: float

    def find_side(self, run: TextRun) -> int:
        """Return -1 for a run left of the gutter, 1 for one right of it, and 0 for one across it."""
        slack = 0.2 * run.size
        if run.right <= self.left + slack:
            return -1
        return 1 if run.left >= self.right - slack else 0


def split_regions(runs: TextRuns, *, rtl: bool = False) -> list[TextRuns]:
    """Split a page into columns and the text across them, in reading order; right to left if ``rtl``."""
    if not 3 < len(runs) < _MAX_RUNS or _is_dense(runs):
        return [runs] if runs else []
    strips = _split_strips(runs)
    if len(strips) > 1:
        return [region for strip in strips for region in split_regions(strip, rtl=rtl)]
    gaps = _find_neighbor_gaps(runs)
    for _ in range(_MAX_TRIES):
        gutter = _find_gutter(gaps)
        if gutter is None:
            break
        parts = _split_at_gutter(runs, gutter, rtl)
        if len(parts) > 1:
            return [region for part in parts for region in split_regions(part, rtl=rtl)]
        crossed = (gaps[:, 0] < gutter.right) & (gaps[:, 1] > gutter.left)
        gaps = gaps[~crossed]
    return [runs]


def _split_strips(runs: TextRuns) -> list[TextRuns]:
    """Split the runs at wide empty strips, if the file draws each part completely before the next.

    Such a strip is an image across all columns; the columns above it end there.
    """
    strips: list[TextRuns] = []
    for run in sorted(runs, key=lambda f: -f.base):
        if not strips or min(f.base for f in strips[-1][-_MAX_NEIGHBORS:]) - run.high > _MIN_STRIP * run.size:
            strips.append([])
        strips[-1].append(run)
    if len(strips) < 2:
        return [runs]
    firsts = [min(f.order for f in strip) for strip in strips]
    lasts = [max(f.order for f in strip) for strip in strips]
    if any(last > first for last, first in zip(lasts, firsts[1:], strict=False)):
        return [runs]
    return [sorted(strip, key=lambda f: f.order) for strip in strips]


def _is_dense(runs: TextRuns) -> bool:
    """Return True for a page full of short cells."""
    return len(runs) > 500 and sum(len(f.text) for f in runs) < 8 * len(runs)


def _find_neighbor_gaps(runs: TextRuns) -> NDArray[np.float64]:
    """Return the gaps between the runs and their nearest neighbours on the right.

    The array has one row per gap: its left edge, its right edge and its weight (the characters of the shorter
    run, at most 40).
    """
    left = np.array([f.left for f in runs])
    right = np.array([f.right for f in runs])
    low = np.array([f.low for f in runs])
    high = np.array([f.high for f in runs])
    size = np.array([f.size for f in runs])
    length = np.minimum([len(f.text) for f in runs], 40)
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


def _find_gutter(gaps: NDArray[np.float64]) -> _Gutter | None:
    """Return the stretch that the gaps cover with the most weight; None if there is next to no weight."""
    if len(gaps) < 2:
        return None
    edges = np.unique(gaps[:, :2])
    middles = (edges[:-1] + edges[1:]) / 2
    inside = (gaps[:, 0:1] < middles) & (gaps[:, 1:2] > middles)
    votes = (inside * gaps[:, 2:3]).sum(axis=0)
    best = int(votes.argmax())
    if votes[best] < 40:
        return None
    return _Gutter(float(edges[best]), float(edges[best + 1]))


def _split_at_gutter(runs: TextRuns, gutter: _Gutter, rtl: bool) -> list[TextRuns]:
    """Split the runs into bands from top to bottom, and bands that are columns at the gutter.

    The result is a single part if there are no columns and no box beside the text.
    """
    sides = [gutter.find_side(f) for f in runs]
    across = sorted(
        (f for f, side in zip(runs, sides, strict=True) if side == 0), key=lambda f: (-f.base, f.size)
    )
    bases = np.array([-f.base for f in across])
    parts: list[TextRuns] = []
    boxes: list[TextRuns] = []
    plain: TextRuns = []
    bands: dict[int, tuple[TextRuns, TextRuns]] = {}
    for run, side in zip(runs, sides, strict=True):
        if side:
            band = bands.setdefault(int(np.searchsorted(bases, -run.base)), ([], []))
            band[side > 0].append(run)
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


# --- Columns, cells and text boxes ---

_MIN_LINE_LETTERS = 30
"""Minimum average letters per line of a text that may have a box with shorter lines beside it."""

_MAX_BOX_SWITCHES = 2
"""Maximum switches in the file between text and box; between table cells it switches in each row."""


def are_columns(left: TextRuns, right: TextRuns) -> bool:
    """Return True if the two sides are columns of text, False if they are the cells of rows."""
    rows_left, rows_right = _find_baselines(left), _find_baselines(right)
    fewest = min(len(rows_left), len(rows_right))
    if fewest == 0 or len(rows_left) + len(rows_right) < 4:
        return False
    in_order = _count_switches(left, right) <= max(1, 0.2 * fewest)
    aligned = _compute_aligned_share(rows_left, rows_right)
    if _is_prose(left, rows_left) and _is_prose(right, rows_right):
        return in_order or (fewest >= 4 and aligned > 0.7)
    return in_order and fewest >= 3 and aligned < 0.6


def split_below(first: TextRuns, second: TextRuns) -> tuple[TextRuns, TextRuns]:
    """Split the first column from the text below both columns, which is drawn after them.

    That text may be notes or the next heading.
    """
    orders = [f.order for f in second]
    bottom = min(f.base for f in second)
    above = [f for f in first if f.order < min(orders)]
    below = [f for f in first if f.base < bottom and f.order > max(orders)]
    return (above, below) if len(above) + len(below) == len(first) else (first, [])


def split_text_and_box(left: TextRuns, right: TextRuns) -> tuple[TextRuns, TextRuns]:
    """Split the text from a box beside it; without a box, return all runs and an empty list.

    The box is read after the text, because sentences continue past it.
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


def _find_baselines(runs: TextRuns) -> list[float]:
    """Return the baselines, top first."""
    bases: list[float] = []
    for run in sorted(runs, key=lambda f: -f.base):
        if not bases or bases[-1] - run.base > 0.5 * run.size:
            bases.append(run.base)
    return bases


def _is_prose(runs: TextRuns, rows: Sequence[float]) -> bool:
    wide = any(ord(char) > 0x2E80 for f in runs[:3] for char in f.text)
    return _count_letters(runs) / len(rows) >= (8 if wide else 16)


def _count_letters(runs: TextRuns) -> int:
    return sum(sum(map(str.isalpha, f.text)) for f in runs)


def _count_switches(left: TextRuns, right: TextRuns) -> int:
    order = sorted([(f.order, 0) for f in left] + [(f.order, 1) for f in right])
    return sum(a[1] != b[1] for a, b in pairwise(order))


def _compute_aligned_share(rows_left: Sequence[float], rows_right: Sequence[float]) -> float:
    """Return the share of rows on the shorter side that have a row at the same baseline opposite."""
    short, long = sorted((np.array(rows_left), np.array(rows_right)), key=len)
    return float((np.abs(short[:, None] - long[None, :]).min(axis=1) <= 1.0).mean())
