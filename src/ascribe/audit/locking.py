"""A lock on an open file, so that only one process or thread at a time appends to it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

if sys.platform == "win32":
    import msvcrt
    import os

    _FAR = 1 << 40  # a byte far past the end of any log; a lock on it keeps no reader away

    def _lock(descriptor: int) -> None:
        while True:
            os.lseek(descriptor, _FAR, os.SEEK_SET)
            try:
                msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
            except OSError:  # another process held it for ten seconds; wait on
                continue
            return

    def _unlock(descriptor: int) -> None:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextmanager
def hold_lock(descriptor: int) -> Iterator[None]:
    """Hold the only lock on an open file; wait until nobody else holds it. It falls with its process."""
    _lock(descriptor)
    try:
        yield
    finally:
        _unlock(descriptor)
