"""A page that is a picture → fragments, by optical character recognition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING, Any

from ascribe.read.pdf.fragments import Fragment
from ascribe.read.pdf.frames import Box, to_frame, turn_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Point = tuple[float, float]

_SCALE = 2.0
"""Pixels per point: 144 to the inch, where 10-point print has letters of 20 pixels."""

_LEADING = 0.8
"""Font size by the height of a recognised line."""

_ONE_SIZE = 0.25
"""Lines whose heights differ less from the usual one are of one size: recognised edges tremble."""


@dataclass(frozen=True, slots=True)
class SeenLine:
    """One recognised line.

    Args:
        text: its characters.
        corners: upper left, upper right, lower right and lower left, in pixels, as the line is read.
        words: each word with its left and right edge along the line, as shares of its length.
    """

    text: str
    corners: tuple[Point, Point, Point, Point]
    words: tuple[tuple[str, float, float], ...] = ()


Look = Callable[["NDArray[np.uint8]"], Sequence[SeenLine]]
"""Reads a picture with three colours."""


def picture_fragments(page: Any, look: Look) -> dict[int, list[Fragment]]:
    """The recognised lines of a ``pypdfium2.PdfPage`` by direction, as if the file had drawn them."""
    bitmap = page.render(scale=_SCALE)
    try:
        seen = [line for line in look(bitmap.to_numpy()) if line.text.strip()]
        place = bitmap.get_posconv(page).to_page
        found: dict[int, list[Fragment]] = {}
        for order, line in enumerate(seen):
            turn, box = _place(line, place)
            if turn is not None:
                found.setdefault(turn, []).append(_fragment(line, to_frame(turn, box), order))
    finally:
        bitmap.close()
    return {turn: list(_steadied(fragments)) for turn, fragments in found.items()}


def _place(line: SeenLine, to_page: Callable[[float, float], Point]) -> tuple[int | None, Box]:
    """Direction and box of a line in user space."""
    points = [to_page(round(x), round(y)) for x, y in line.corners]
    across, up = zip(*points, strict=True)
    turn = turn_of(points[1][0] - points[0][0], points[1][1] - points[0][1])
    return turn, (min(across), min(up), max(across), max(up))


def _fragment(line: SeenLine, box: Box, order: int) -> Fragment:
    left, low, right, high = box
    size = _LEADING * (high - low)
    edges = [(left + a * (right - left), left + b * (right - left)) for a, b in _edges(line)]
    return Fragment(
        text=line.text,
        starts=tuple(a for a, _ in edges),
        ends=tuple(b for _, b in edges),
        left=left,
        right=right,
        low=low,
        high=high,
        base=low + 0.25 * (high - low),
        size=size,
        edges=(size, size),
        bold=False,
        bold_head=0,
        rtl=False,
        spaced=False,
        bad=0,
        order=order,
    )


def _edges(line: SeenLine) -> list[tuple[float, float]]:
    """Where each character begins and ends, as shares of the line: even within each word."""
    count = len(line.text)
    edges = [(i / count, (i + 1) / count) for i in range(count)]
    at = 0
    for word, left, right in line.words:
        at = line.text.find(word, at)
        if at < 0:
            return [(i / count, (i + 1) / count) for i in range(count)]
        step = (right - left) / len(word)
        for i in range(len(word)):
            edges[at + i] = (left + i * step, left + (i + 1) * step)
        at += len(word)
    return edges


def _steadied(fragments: list[Fragment]) -> Iterator[Fragment]:
    """The fragments with those of nearly the usual size made the same, so that paragraphs hold together."""
    usual = median(f.size for f in fragments)
    for fragment in fragments:
        near = abs(fragment.size - usual) <= _ONE_SIZE * usual
        yield replace(fragment, size=usual, edges=(usual, usual)) if near else fragment
