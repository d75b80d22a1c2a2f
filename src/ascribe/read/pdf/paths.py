"""The lines and shapes drawn on a page: the rules of tables, and the dots of list items."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from ascribe.read.pdf.frames import Box

_THIN = 3.0
_LONG = 6.0
"""Points: what is thinner and longer is a rule; shorter ones are ticks and signs."""

_HIGHEST_FILL = 40.0
_SIDES = 5
"""A path of so many segments and points of height may be the ground of a row."""

_DOT = (1.5, 8.0)
_ROUND = 0.7
"""Points: width of the smallest and the largest dot; and the least share of its longer side in the other."""

_MOST_OBJECTS = 20_000
_MOST_PATHS = 2000
"""Pages with more objects, or with more of them paths, are drawings; a browser may make one of each word."""


class Paths(NamedTuple):
    """Boxes in user space: the rules of a page and the edges of its coloured rows, and its dots."""

    rules: list[Box]
    dots: list[Box]


def page_paths(page: Any) -> Paths:
    """What is drawn on a ``pypdfium2.PdfPage``."""
    found = Paths([], [])
    count = pdfium.FPDFPage_CountObjects(page.raw)
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    items = [pdfium.FPDFPage_GetObject(page.raw, i) for i in range(count if count <= _MOST_OBJECTS else 0)]
    items = [item for item in items if pdfium.FPDFPageObj_GetType(item) == pdfium.FPDF_PAGEOBJ_PATH]
    for item in items if len(items) <= _MOST_PATHS else []:
        if pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top):
            _sort_in(found, item, (left.value, bottom.value, right.value, top.value))
    return found


def _sort_in(found: Paths, item: Any, box: Box) -> None:
    shorter, longer = sorted((box[2] - box[0], box[3] - box[1]))
    if shorter < _THIN and longer > _LONG:
        found.rules.append(box)
    elif shorter >= _DOT[0] and longer <= _DOT[1] and shorter >= _ROUND * longer:
        found.dots.append(box)
    elif (
        box[2] - box[0] > _LONG
        and box[3] - box[1] < _HIGHEST_FILL
        and pdfium.FPDFPath_CountSegments(item) <= _SIDES
    ):
        found.rules.extend((box[0], edge, box[2], edge) for edge in (box[1], box[3]))
