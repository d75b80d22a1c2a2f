"""Work that takes its time, done in a thread, so that an event loop goes on; nothing is left running."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import closing, suppress
from functools import partial
from typing import TypeVar

Result = TypeVar("Result")


async def in_thread(work: Callable[[], Result]) -> Result:
    """The result of the work; cancelled, it waits until the work has ended."""
    job = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(job)
    except asyncio.CancelledError:
        with suppress(Exception):
            await asyncio.shield(job)
        raise


async def each_in_thread(items: Generator[Result]) -> AsyncGenerator[Result]:
    """The items, of which none is None; the generator is closed at the end."""
    with closing(items):
        while (item := await in_thread(partial(next, items, None))) is not None:
            yield item
