"""Units of a text → windows of several units: what is read at once."""

from __future__ import annotations

from collections.abc import Sequence


def windows(count: int, size: int, stride: int) -> list[tuple[int, int]]:
    """``[first, last)`` of each window over ``count`` units, in order.

    A window starts every ``stride`` units. The first one that reaches the end is the last; it may be shorter.
    """
    found = []
    for first in range(0, count, stride):
        found.append((first, min(first + size, count)))
        if first + size >= count:
            break
    return found


def spans(units: Sequence[tuple[int, int]], size: int, stride: int) -> list[tuple[int, int]]:
    """Where each window starts and ends in the text: from its first unit's start to its last unit's end."""
    return [(units[first][0], units[last - 1][1]) for first, last in windows(len(units), size, stride)]
