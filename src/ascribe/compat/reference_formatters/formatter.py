"""The base class of the reference formatters: select chunks, format lines, emit events."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from ascribe.compat.reference_formatters.chunks import (
    OfferedChunk,
    format_chunk_as_string,
    format_references_as_string,
    read_chunks,
)
from ascribe.compat.reference_formatters.events import build_events, choose_event_class
from ascribe.errors import InputError

_LOG = logging.getLogger(__name__)


class ReferenceFormatter(ABC):
    """Formats the chunks on which a response is based.

    Args:
        stringify: return one text; False returns the chunks themselves, including duplicates.
        format_references_func: lines → text; receives all lines, including duplicates.
        format_chunk_func: chunk → line; if it returns None, the built-in list omits the chunk.
        format_chunk_metadata_map: metadata keys for the built-in ``format_chunk_func``.
        streamable: send events to an event emitter; False sends none.
    """

    def __init__(
        self,
        stringify: bool = True,
        format_references_func: Callable[[list[Any]], str] | None = None,
        format_chunk_func: Callable[[Any], Any] | None = None,
        format_chunk_metadata_map: Mapping[str, str] | None = None,
        streamable: bool = True,
    ) -> None:
        self.stringify = stringify
        self.format_references_func = format_references_func or format_references_as_string
        self.format_chunk_func = format_chunk_func or format_chunk_as_string(format_chunk_metadata_map)
        self.streamable = streamable

    async def format_reference(
        self, response: str, chunks: Iterable[Any], event_emitter: Any = None
    ) -> str | list[Any]:
        """Return the references as one text, or the relevant chunks if ``stringify`` is off.

        Chunks that could not be judged are logged as warnings; ``aselect`` returns them as data.

        Args:
            response: the text of the response.
            chunks: the candidate chunks: objects or dicts with ``id``, ``content`` and ``metadata``.
            event_emitter: an object with ``emit(event)`` or a function, sync or async; it receives
                ``ReferenceEvent`` records, and GLLM's ``EventEmitter`` its own events.

        Raises:
            InputError: the response is blank, ``chunks`` is not a list of chunks, or the emitter has no
                ``emit`` and is not callable.
        """
        emit = self._resolve_emit(event_emitter)
        selection = await self.aselect(response, chunks)
        for failure in selection.failures:
            _LOG.warning("chunks %s were not judged: %s", list(failure.positions), failure.reason)
        result = self._format(selection)
        if emit is not None:
            convert = choose_event_class(event_emitter)
            for event in build_events(result, selection.offered):
                await _await_result(emit(convert(event)))  # in this thread: it may write to an asyncio queue
        return result

    def format_reference_sync(
        self, response: str, chunks: Iterable[Any], event_emitter: Any = None
    ) -> str | list[Any]:
        """Run ``format_reference`` from sync code, also in a notebook, where an event loop is running."""
        return run_sync(lambda: self.format_reference(response, chunks, event_emitter))

    async def run(self, response: str, chunks: Iterable[Any], event_emitter: Any = None) -> str | list[Any]:
        """Run ``format_reference``; the usual name for a pipeline step."""
        return await self.format_reference(response, chunks, event_emitter)

    async def aselect(self, response: str, chunks: Iterable[Any]) -> ReferenceSelection:
        """Select the relevant chunks; return them with their scores and the chunks that failed.

        Raises:
            InputError: the response is blank, or ``chunks`` is not a list of chunks.
        """
        if not isinstance(response, str) or not response.strip():
            given = "a blank string" if isinstance(response, str) else type(response).__name__
            raise InputError(
                f"response: expected text, got {given}; references can be selected only for a non-blank "
                "response."
            )
        offered = read_chunks(chunks)
        return await self._select_relevant(response, offered) if offered else ReferenceSelection()

    def select(self, response: str, chunks: Iterable[Any]) -> ReferenceSelection:
        """Run ``aselect`` from sync code."""
        return run_sync(lambda: self.aselect(response, chunks))

    @abstractmethod
    async def _select_relevant(self, response: str, chunks: list[OfferedChunk]) -> ReferenceSelection:
        """Select from at least one chunk."""

    def _resolve_emit(self, event_emitter: Any) -> Callable[[Any], Any] | None:
        if event_emitter is None or not self.streamable:
            return None
        way_out = "an object with emit(event), or a function of one event."
        return resolve_function("event_emitter", event_emitter, "emit", way_out)

    def _format(self, selection: ReferenceSelection) -> str | list[Any]:
        if not self.stringify:
            return selection.chunks
        return self.format_references_func([self.format_chunk_func(chunk) for chunk in selection.chunks])


# --- Selection ---


@dataclass(frozen=True, slots=True)
class BatchFailure:
    """Chunks that could not be judged; they are not among the references.

    Args:
        positions: their positions among the chunks, from 1.
        reason: one sentence on what went wrong.
        error: the exception, if one was raised.
    """

    positions: tuple[int, ...]
    reason: str
    error: Exception | None = None


@dataclass(frozen=True, slots=True)
class ReferenceSelection:
    """The relevant chunks.

    Args:
        offered: the selected chunks, in the order of the references.
        scores: the similarity of each; None if it was not measured.
        failures: the chunks that could not be judged.
    """

    offered: tuple[OfferedChunk, ...] = ()
    scores: tuple[float | None, ...] = ()
    failures: tuple[BatchFailure, ...] = ()

    @property
    def chunks(self) -> list[Any]:
        """The selected chunks, as they were given."""
        return [chunk.given for chunk in self.offered]


# --- Sync and async calls ---


def resolve_function(name: str, given: Any, method: str, way_out: str) -> Callable[..., Any]:
    """Return the method of an object, or the object itself if it lacks the method but is callable.

    Args:
        name: the parameter that it was given for.
        given: the object or function.
        method: the name of the method.
        way_out: what to pass instead, for the error message.

    Raises:
        InputError: the object lacks the method and is not callable.
    """
    found: Callable[..., Any] = getattr(given, method, given)
    if not callable(found):
        raise InputError(f"{name}: a {type(given).__name__} has no '{method}'; give {way_out}")
    return found


Result = TypeVar("Result")


async def call_in_thread(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Call a function that may take long; a sync function runs in a thread."""
    if inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(type(function).__call__):
        return await function(*arguments, **named)
    return await _await_result(await asyncio.to_thread(function, *arguments, **named))


def run_sync(make: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Run a coroutine from sync code, also if an event loop is running, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(make())
    context = contextvars.copy_context()
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(context.run, lambda: asyncio.run(make())).result()


async def _await_result(result: Any) -> Any:
    return await result if inspect.isawaitable(result) else result
