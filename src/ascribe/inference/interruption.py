"""Stop long model work from outside: the callback of the current context is called between batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_callback: ContextVar[Callable[[], None] | None] = ContextVar("ascribe_interruption", default=None)


@contextmanager
def interrupted_by(callback: Callable[[], None]) -> Iterator[None]:
    """Call ``callback`` between batches of model work in this thread; what it raises stops the work."""
    token = _callback.set(callback)
    try:
        yield
    finally:
        _callback.reset(token)


def check_interruption() -> None:
    """Call the callback of this context, if there is one."""
    callback = _callback.get()
    if callback is not None:
        callback()
