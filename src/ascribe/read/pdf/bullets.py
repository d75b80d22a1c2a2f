"""Dots that are drawn, not written: browsers print the marks of list items so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ascribe.read.pdf.fragments import Fragment
from ascribe.read.pdf.frames import Box, to_frame

_MARK = "• "

_NEAR = (0.1, 2.5)
"""Font sizes between a dot and the item that it marks."""

_HEIGHT = (0.0, 0.7)
"""Font sizes above the base line within which the middle of the dot lies."""

_LARGEST = 0.65
"""Width of a dot in font sizes, at most."""

_LETTERS = 3
"""Letters of an item, at least: what stands beside a point of a figure is its name."""

_MOST = 200
"""Dots on one page; more of them are a drawing."""

_FREE = 3.0
"""Font sizes to the left of a dot without text or other dots."""


def with_bullets(fragments: Sequence[Fragment], dots: Sequence[Box], turn: int) -> list[Fragment]:
    """The fragments, with a bullet in front of those that a dot stands before."""
    framed = [to_frame(turn, dot) for dot in dots] if len(dots) <= _MOST else []
    written = [(f.left, f.base, f.right, f.base) for f in fragments]
    marks = {}
    for dot in framed:
        item = min((f for f in fragments if _marks(dot, f)), key=lambda f: f.left, default=None)
        if item and not any(_stands_before(dot, box, item) for box in [*written, *framed]):
            marks[item.order] = dot
    return [_marked(f, marks[f.order]) if f.order in marks else f for f in fragments]


def _marks(dot: Box, item: Fragment) -> bool:
    gap, width = item.left - dot[2], dot[2] - dot[0]
    height = (dot[1] + dot[3]) / 2 - item.base
    return (
        not item.rtl
        and sum(map(str.isalpha, item.text)) >= _LETTERS
        and _NEAR[0] * item.size < gap < _NEAR[1] * item.size
        and _HEIGHT[0] * item.size < height < _HEIGHT[1] * item.size
        and width < _LARGEST * item.size
    )


def _stands_before(dot: Box, other: Box, item: Fragment) -> bool:
    """True for something else on the line of the item that begins left of the dot and ends near it."""
    level = -0.3 * item.size < other[1] - item.base < 0.7 * item.size
    return level and other[0] < dot[0] - 0.5 and other[2] > dot[0] - _FREE * item.size


def _marked(item: Fragment, dot: Box) -> Fragment:
    return replace(
        item,
        text=_MARK + item.text,
        starts=(dot[0], dot[2], *item.starts),
        ends=(dot[2], item.left, *item.ends),
        left=dot[0],
        bold_head=0,
    )
