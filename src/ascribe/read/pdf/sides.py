"""The two sides of a gutter: columns, text and the box that it runs around, or the cells of rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ascribe.read.pdf.fragments import Fragment

Fragments = list[Fragment]

_FULL = 30
"""Letters in a line of text, on average, beside which a box with shorter lines may stand."""

_BOX_SWITCHES = 2
"""How often the file goes from the text to the box and back, at most; between cells it does in each row."""


def are_columns(left: Fragments, right: Fragments) -> bool:
    """True if the two sides are columns of text, False if they are cells of rows."""
    rows_left, rows_right = _rows(left), _rows(right)
    fewest = min(len(rows_left), len(rows_right))
    if fewest == 0 or len(rows_left) + len(rows_right) < 4:
        return False
    in_order = _switches(left, right) <= max(1, 0.2 * fewest)
    aligned = _aligned(rows_left, rows_right)
    if _is_prose(left, rows_left) and _is_prose(right, rows_right):
        return in_order or (fewest >= 4 and aligned > 0.7)
    return in_order and fewest >= 3 and aligned < 0.6


def parted_below(first: Fragments, second: Fragments) -> tuple[Fragments, Fragments]:
    """The first column, and what stands under both, drawn after them: notes, the next heading."""
    orders = [f.order for f in second]
    bottom = min(f.base for f in second)
    above = [f for f in first if f.order < min(orders)]
    below = [f for f in first if f.base < bottom and f.order > max(orders)]
    return (above, below) if len(above) + len(below) == len(first) else (first, [])


def text_and_box(left: Fragments, right: Fragments) -> tuple[Fragments, Fragments]:
    """The text that runs around a box, and the box; all of it and nothing where there is none.

    The box is read after the text, for sentences run past it.
    """
    for text, box in ((left, right), (right, left)):
        lines, entries = _rows(text), _rows(box)
        if not 2 < len(entries) < len(lines) or _switches(left, right) > _BOX_SWITCHES:
            continue
        if _letters(text) >= _FULL * len(lines) and _letters(box) < _FULL * len(entries):
            return text, box
    return left + right, []


def _rows(fragments: Fragments) -> list[float]:
    """The base lines, top first."""
    bases: list[float] = []
    for fragment in sorted(fragments, key=lambda f: -f.base):
        if not bases or bases[-1] - fragment.base > 0.5 * fragment.size:
            bases.append(fragment.base)
    return bases


def _is_prose(fragments: Fragments, rows: Sequence[float]) -> bool:
    wide = any(ord(char) > 0x2E80 for f in fragments[:3] for char in f.text)
    return _letters(fragments) / len(rows) >= (8 if wide else 16)


def _letters(fragments: Fragments) -> int:
    return sum(sum(map(str.isalpha, f.text)) for f in fragments)


def _switches(left: Fragments, right: Fragments) -> int:
    order = sorted([(f.order, 0) for f in left] + [(f.order, 1) for f in right])
    return sum(a[1] != b[1] for a, b in pairwise(order))


def _aligned(rows_left: Sequence[float], rows_right: Sequence[float]) -> float:
    """Share of the rows of the shorter side that have a row of the other on the same base line."""
    short, long = sorted((np.array(rows_left), np.array(rows_right)), key=len)
    return float((np.abs(short[:, None] - long[None, :]).min(axis=1) <= 1.0).mean())
