"""Fragments of one page → regions in reading order.

A gutter is a stretch of ``u`` that faces text on both sides. Fragments that cross it (a title, a full-width
figure) cut the page into bands; in each band the left column is read before the right one, and both are
searched for gutters again. A table has gutters too: it is told from columns by its short cells and by the
order in which the file draws them (row by row, where columns are drawn one after the other).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ascribe.read.pdf.fragments import Fragment
from ascribe.read.pdf.sides import are_columns, parted_below, text_and_box

Fragments = list[Fragment]

_GUTTER = 0.75
"""Least width of a gutter, in font sizes; word spaces of justified text rarely reach it."""

_STRIP = 4.0
"""Least height of an empty strip that parts a page, in font sizes."""

_NEAREST = 40
"""Fragments that can stand beside one another on a page, at most."""

_TRIES = 4
"""Gutters tried before a region counts as one column."""

_MOST = 2500
"""Pages with more fragments are read as one region: they are drawings or wide tables."""


@dataclass(frozen=True, slots=True)
class _Gutter:
    left: float
    right: float

    def side(self, fragment: Fragment) -> int:
        """-1 left of it, 1 right of it, 0 across it."""
        slack = 0.2 * fragment.size
        if fragment.right <= self.left + slack:
            return -1
        return 1 if fragment.left >= self.right - slack else 0


def regions(fragments: Fragments, *, rtl: bool = False) -> list[Fragments]:
    """The columns of a page and what stands across them, in reading order; right before left if ``rtl``."""
    if not 3 < len(fragments) < _MOST or _is_dense(fragments):
        return [fragments] if fragments else []
    strips = _strips(fragments)
    if len(strips) > 1:
        return [region for strip in strips for region in regions(strip, rtl=rtl)]
    facing = _facing(fragments)
    for _ in range(_TRIES):
        gutter = _best_gutter(facing)
        if gutter is None:
            break
        parts = _split(fragments, gutter, rtl)
        if len(parts) > 1:
            return [region for part in parts for region in regions(part, rtl=rtl)]
        crossed = (facing[:, 0] < gutter.right) & (facing[:, 1] > gutter.left)
        facing = facing[~crossed]
    return [fragments]


def _strips(fragments: Fragments) -> list[Fragments]:
    """The parts above and below wide empty strips, where the file draws one part wholly before the next.

    Such a strip is a picture over all columns; the columns above it end there.
    """
    strips: list[Fragments] = []
    for fragment in sorted(fragments, key=lambda f: -f.base):
        if not strips or min(f.base for f in strips[-1][-_NEAREST:]) - fragment.high > _STRIP * fragment.size:
            strips.append([])
        strips[-1].append(fragment)
    if len(strips) < 2:
        return [fragments]
    firsts = [min(f.order for f in strip) for strip in strips]
    lasts = [max(f.order for f in strip) for strip in strips]
    if any(last > first for last, first in zip(lasts, firsts[1:], strict=False)):
        return [fragments]
    return [sorted(strip, key=lambda f: f.order) for strip in strips]


def _is_dense(fragments: Fragments) -> bool:
    """True for a page full of short cells."""
    return len(fragments) > 500 and sum(len(f.text) for f in fragments) < 8 * len(fragments)


def _facing(fragments: Fragments) -> NDArray[np.float64]:
    """Rows (gap left, gap right, weight): each fragment and its nearest neighbour on the right."""
    left = np.array([f.left for f in fragments])
    right = np.array([f.right for f in fragments])
    low = np.array([f.low for f in fragments])
    high = np.array([f.high for f in fragments])
    size = np.array([f.size for f in fragments])
    length = np.minimum([len(f.text) for f in fragments], 40)
    overlap = np.minimum(high[:, None], high[None, :]) - np.maximum(low[:, None], low[None, :])
    gap = left[None, :] - right[:, None]
    gap[(overlap < 0.3 * np.minimum(size[:, None], size[None, :])) | (gap < _GUTTER * size[:, None])] = np.inf
    nearest = gap.argmin(axis=1)
    rows = np.flatnonzero(np.isfinite(gap.min(axis=1)))
    partner = nearest[rows]
    weight = np.minimum(length[rows], length[partner])
    return np.column_stack([right[rows], left[partner], weight])


def _best_gutter(facing: NDArray[np.float64]) -> _Gutter | None:
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


def _split(fragments: Fragments, gutter: _Gutter, rtl: bool) -> list[Fragments]:
    """Bands from top to bottom, accepted ones as two columns; a single part if nothing was accepted."""
    sides = [gutter.side(f) for f in fragments]
    across = sorted(
        (f for f, side in zip(fragments, sides, strict=True) if side == 0), key=lambda f: (-f.base, f.size)
    )
    bases = np.array([-f.base for f in across])
    parts: list[Fragments] = []
    boxes: list[Fragments] = []
    plain: Fragments = []
    bands: dict[int, tuple[Fragments, Fragments]] = {}
    for fragment, side in zip(fragments, sides, strict=True):
        if side:
            band = bands.setdefault(int(np.searchsorted(bases, -fragment.base)), ([], []))
            band[side > 0].append(fragment)
    for index in range(len(across) + 1):
        left, right = bands.get(index, ([], []))
        text, aside = text_and_box(left, right)
        if are_columns(left, right):
            first, second = (right, left) if rtl else (left, right)
            first, below = parted_below(first, second)
            parts += [plain] if plain else []
            parts += [first, second]
            plain = below
        else:
            plain += text
            boxes += [aside] if aside else []
        plain += across[index : index + 1]
    parts += [*([plain] if plain else []), *boxes]
    return [sorted(part, key=lambda f: f.order) for part in parts]
