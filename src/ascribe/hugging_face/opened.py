"""Models that were opened: one of each per process, for all later checks."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

KEPT = 3
"""Models that stay in memory: those that were opened last."""

Opened = TypeVar("Opened")

_kept: dict[str, Any] = {}
_lock = Lock()


def opened(place: str, make: Callable[[], Opened]) -> Opened:
    """What was made for that place, or is made now; threads that ask for the same wait for one another.

    Args:
        place: all that the model depends on.
        make: opens it.
    """
    with _lock:
        if place not in _kept:
            made = make()
            while len(_kept) >= KEPT:
                del _kept[next(iter(_kept))]
            _kept[place] = made
        found: Opened = _kept[place]
        return found
