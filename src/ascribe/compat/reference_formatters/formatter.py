"""The base class of the reference formatters: selects chunks, formats lines, emits events."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import logging
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ascribe.compat.reference_formatters.chunks import (
    OfferedChunk,
    format_chunk_as_string,
    format_references_as_string,
    read_chunks,
)
from ascribe.errors import InputError

_LOG = logging.getLogger(__name__)


class ReferenceFormatter(ABC):
    """Formats the chunks that a response rests on.

    Args:
        stringify: give one text; False gives the chunks themselves, each as often as it was offered.
        format_references_func: lines → text; takes the lines as they are, also those that repeat.
        format_chunk_func: chunk → line; None as its result leaves the chunk out of the built-in list.
        format_chunk_metadata_map: for the built-in ``format_chunk_func``.
        streamable: False tells an event emitter nothing.
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
        """The references as one text, or the relevant chunks if ``stringify`` is off.

        What could not be judged is logged as a warning; ``aselect`` has it as data.

        Args:
            response: what was answered.
            chunks: what it may rest on: objects or dicts with ``id``, ``content`` and ``metadata``.
            event_emitter: an object with ``emit(event)`` or a function, sync or async; it gets
                ``ReferenceEvent`` records.

        Raises:
            InputError: a blank response, no list of chunks, or an emitter that cannot emit.
        """
        emit = None if event_emitter is None or not self.streamable else resolve_emit(event_emitter)
        selection = await self.aselect(response, chunks)
        _log_selection(selection)
        result = self._formatted(selection)
        if emit is not None:
            for event in _build_events(result, selection):
                await call_inline(emit, event)
        return result

    def format_reference_sync(
        self, response: str, chunks: Iterable[Any], event_emitter: Any = None
    ) -> str | list[Any]:
        """The same from sync code; works in a notebook too, where a loop runs already."""
        return run_sync(lambda: self.format_reference(response, chunks, event_emitter))

    async def run(self, response: str, chunks: Iterable[Any], event_emitter: Any = None) -> str | list[Any]:
        """The same under the name that a step of a pipeline has."""
        return await self.format_reference(response, chunks, event_emitter)

    async def aselect(self, response: str, chunks: Iterable[Any]) -> ReferenceSelection:
        """The relevant chunks with their scores, and what could not be judged.

        Raises:
            InputError: a blank response, or no list of chunks.
        """
        text, offered = check_response(response), read_chunks(chunks)
        return await self._relevant(text, offered) if offered else ReferenceSelection()

    def select(self, response: str, chunks: Iterable[Any]) -> ReferenceSelection:
        """The same from sync code."""
        return run_sync(lambda: self.aselect(response, chunks))

    @abstractmethod
    async def _relevant(self, response: str, chunks: list[OfferedChunk]) -> ReferenceSelection:
        """The selection out of at least one chunk."""

    def _formatted(self, selection: ReferenceSelection) -> str | list[Any]:
        if not self.stringify:
            return selection.chunks
        return self.format_references_func([self.format_chunk_func(chunk) for chunk in selection.chunks])


def _build_events(result: str | list[Any], selection: ReferenceSelection) -> list[ReferenceEvent]:
    return (
        build_text_events(result) if isinstance(result, str) else build_chunk_events(list(selection.offered))
    )


def _log_selection(selection: ReferenceSelection) -> None:
    for failure in selection.failures:
        _LOG.warning("chunks %s were not judged: %s", list(failure.positions), failure.reason)


@dataclass(frozen=True, slots=True)
class BatchFailure:
    """Chunks that were not judged; they are not among the references.

    Args:
        positions: their places among the chunks, from 1.
        reason: what went wrong, in one sentence.
        error: what was raised, if anything was.
    """

    positions: tuple[int, ...]
    reason: str
    error: Exception | None = None


@dataclass(frozen=True, slots=True)
class ReferenceSelection:
    """The relevant chunks.

    Args:
        offered: those that were chosen, in the order of the references.
        scores: for each of them the similarity; None where nothing was measured.
        failures: what was not judged.
    """

    offered: tuple[OfferedChunk, ...] = ()
    scores: tuple[float | None, ...] = ()
    failures: tuple[BatchFailure, ...] = ()

    @property
    def chunks(self) -> list[Any]:
        """The chosen chunks, as they were handed in."""
        return [chunk.given for chunk in self.offered]


def check_response(response: object) -> str:
    """The response.

    Raises:
        InputError: not a string, or blank.
    """
    if not isinstance(response, str) or not response.strip():
        given = "a blank one" if isinstance(response, str) else type(response).__name__
        raise InputError(
            f"response: expected a text, got {given}; without one nothing can be relevant to it."
        )
    return response


def find_without_text(chunks: list[OfferedChunk]) -> tuple[BatchFailure, ...]:
    """The chunks that have no text to compare, as one failure; empty if all have."""
    blank = tuple(chunk.position for chunk in chunks if not chunk.has_text)
    return (BatchFailure(blank, "They have no text that could be compared."),) if blank else ()


@dataclass(frozen=True, slots=True)
class ReferenceEvent:
    """Handed to an event emitter.

    Args:
        id: the same for all events of one call.
        value: the whole text of the references, or one chunk as a dict with ``id``, ``content``,
            ``metadata`` and ``score``.
        value_type: ``text`` or ``json``.
        level: always ``INFO``.
        type: always ``reference``.
        metadata: empty.
    """

    id: str
    value: str | dict[str, Any]
    value_type: str
    level: str = "INFO"
    type: str = "reference"
    metadata: dict[str, Any] = field(default_factory=dict)


def build_text_events(references: str) -> list[ReferenceEvent]:
    """One event with the whole text; none for an empty one."""
    return [ReferenceEvent(_generate_id(), references, "text")] if references else []


def build_chunk_events(chunks: list[OfferedChunk]) -> list[ReferenceEvent]:
    """One event per chunk, all of one id."""
    name = _generate_id()
    return [ReferenceEvent(name, _chunk_to_dict(chunk), "json") for chunk in chunks]


def resolve_emit(event_emitter: Any) -> Callable[[ReferenceEvent], Any]:
    """The function that takes the events: the emitter's ``emit``, or the emitter itself.

    Raises:
        InputError: it is neither.
    """
    way_out = "an object with emit(event), or a function of one event."
    return resolve_function("event_emitter", event_emitter, "emit", way_out)


def _generate_id() -> str:
    return str(uuid.uuid4())


def _chunk_to_dict(chunk: OfferedChunk) -> dict[str, Any]:
    return {
        "id": chunk.id,
        "content": chunk.content,
        "metadata": dict(chunk.metadata),
        "score": chunk.score,
    }


def resolve_function(name: str, given: Any, method: str, way_out: str) -> Callable[..., Any]:
    """The method of the object, or the object itself if it has none and can be called.

    Args:
        name: the parameter that it was given for.
        given: the object or function.
        method: the method that is asked for.
        way_out: what to give instead, for the message.

    Raises:
        InputError: it is neither.
    """
    found: Callable[..., Any] = getattr(given, method, given)
    if not callable(found):
        raise InputError(f"{name}: a {type(given).__name__} has no '{method}'; give {way_out}")
    return found


Result = TypeVar("Result")


async def call_in_thread(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """The result of a function that may take long: a sync one runs in a thread of its own."""
    if is_async(function):
        return await function(*arguments, **named)
    return await _await_result(await asyncio.to_thread(function, *arguments, **named))


async def call_inline(function: Callable[..., Any], *arguments: Any) -> Any:
    """The result of a function that must not change threads, such as one that puts into an asyncio queue."""
    return await _await_result(function(*arguments))


def run_sync(make: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
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


async def _await_result(result: Any) -> Any:
    return await result if inspect.isawaitable(result) else result
