"""Rules drawn on a page → grids: the tables whose cells are parted by lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ascribe.read.pdf.frames import Box, to_frame

_TOUCH = 2.5
"""Points between the ends of two rules that meet."""

_ACROSS = 0.8
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


def grids(rules: Sequence[Box], turn: int) -> list[Grid]:
    """The grids that rules make where they meet, in the frame of that direction."""
    framed = [to_frame(turn, box) for box in rules]
    return [grid for group in _connected(framed) if (grid := _grid(group)) is not None]


def _connected(rules: list[Box]) -> list[list[Box]]:
    """The rules in groups of those that meet, directly or by others."""
    if not rules:
        return []
    left, low, right, high = np.array(rules).T
    meet = (left[:, None] <= right + _TOUCH) & (low[:, None] <= high + _TOUCH)
    meet &= meet.T
    groups: list[list[Box]] = []
    rest = np.ones(len(rules), dtype=bool)
    for first in range(len(rules)):
        if not rest[first]:
            continue
        group = _reached(meet, first)
        rest &= ~group
        groups.append([rules[index] for index in np.flatnonzero(group)])
    return groups


def _reached(meet: NDArray[np.bool_], first: int) -> NDArray[np.bool_]:
    """Which rules are tied to the first one."""
    group = np.zeros(len(meet), dtype=bool)
    group[first] = True
    while (wider := np.asarray(meet[group].any(axis=0))).sum() > group.sum():
        group = wider
    return group


def _grid(group: list[Box]) -> Grid | None:
    """The grid of rules that meet; None if they part no columns."""
    upright = [rule for rule in group if rule[3] - rule[1] > rule[2] - rule[0]]
    lying = [rule for rule in group if rule[3] - rule[1] <= rule[2] - rule[0]]
    if not upright or not lying:
        return None
    left, right = min(rule[0] for rule in group), max(rule[2] for rule in group)
    low, high = min(rule[1] for rule in group), max(rule[3] for rule in group)
    inner = _levels([rule[0] for rule in upright])
    edges = _levels([left, *inner, right])
    across = [
        level
        for level in _levels([rule[1] for rule in lying])
        if _covered(lying, level) > _ACROSS * (right - left)
    ]
    levels = _levels([low, *across, high])
    if len(edges) < 3:
        return None
    columns = tuple(pairwise(edges))
    bands = tuple((top, bottom) for bottom, top in pairwise(levels))[::-1]
    return Grid((left, low, right, high), columns, bands)


def _covered(lying: list[Box], level: float) -> float:
    """How much of a line at that height rules run over."""
    total, end = 0.0, float("-inf")
    for left, bottom, right, _ in sorted(lying):
        if 0 <= bottom - level <= 2 * _TOUCH:
            total += max(0.0, right - max(left, end))
            end = max(end, right)
    return total


def _levels(values: list[float]) -> list[float]:
    """The values in order, those closer than two touching rules as one."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > 2 * _TOUCH:
            found.append(value)
    return found
