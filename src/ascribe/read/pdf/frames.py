"""Directions of text on a page, and the frame in which each is upright."""

from __future__ import annotations

import math

Box = tuple[float, float, float, float]

TURNS = (0, 90, 180, 270)
"""Directions of text, in degrees against the x axis of user space."""

_SKEW = 0.1
"""Text further than this (radians) from all four directions is a watermark or a slanted label: left out."""


def turn_of(a: float, b: float) -> int | None:
    """The direction of a text matrix with that first row; None if it is slanted."""
    angle = math.atan2(b, a)
    quarter = round(angle / (math.pi / 2))
    if abs(angle - quarter * math.pi / 2) > _SKEW:
        return None
    return TURNS[quarter % 4]


def to_frame(turn: int, box: Box) -> Box:
    """A box (left, bottom, right, top) of user space as (u0, v0, u1, v1)."""
    left, bottom, right, top = box
    if turn == 0:
        return box
    if turn == 90:
        return (bottom, -right, top, -left)
    if turn == 180:
        return (-right, -top, -left, -bottom)
    return (-top, left, -bottom, right)


def from_frame(turn: int, box: Box) -> Box:
    """The inverse: (u0, v0, u1, v1) as a box of user space."""
    u0, v0, u1, v1 = box
    if turn == 0:
        return box
    if turn == 90:
        return (-v1, u0, -v0, u1)
    if turn == 180:
        return (-u1, -v1, -u0, -v0)
    return (v0, -u1, v1, -u0)
