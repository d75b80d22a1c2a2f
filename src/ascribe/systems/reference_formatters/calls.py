"""Functions of the user, sync or async, called from async code; and async code run from sync code."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


async def call_aside(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """The result of a function that may take long: a sync one runs in a thread of its own."""
    if is_async(function):
        return await function(*arguments, **named)
    return await _awaited(await asyncio.to_thread(function, *arguments, **named))


async def call_here(function: Callable[..., Any], *arguments: Any) -> Any:
    """The result of a function that must not change threads, such as one that puts into an asyncio queue."""
    return await _awaited(function(*arguments))


def run_now(make: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """The result of a coroutine, from sync code; also where a loop runs already, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(make())
    context = contextvars.copy_context()
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(context.run, lambda: asyncio.run(make())).result()


def is_async(function: Callable[..., Any]) -> bool:
    """True if a call gives a coroutine, as far as can be told without calling."""
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(type(function).__call__)


async def _awaited(result: Any) -> Any:
    return await result if inspect.isawaitable(result) else result
