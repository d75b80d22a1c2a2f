"""What the reference formatters share: select, make lines, tell the stream."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ascribe.systems.reference_formatters.calls import call_here, run_now
from ascribe.systems.reference_formatters.chunks import OfferedChunk, read_chunks
from ascribe.systems.reference_formatters.events import (
    ReferenceEvent,
    chunk_events,
    emit_of,
    text_events,
)
from ascribe.systems.reference_formatters.formatting import (
    format_chunk_as_string,
    format_references_as_string,
)
from ascribe.systems.reference_formatters.selection import ReferenceSelection, check_response

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
        emit = None if event_emitter is None or not self.streamable else emit_of(event_emitter)
        selection = await self.aselect(response, chunks)
        _log(selection)
        result = self._formatted(selection)
        if emit is not None:
            for event in _events(result, selection):
                await call_here(emit, event)
        return result

    def format_reference_sync(
        self, response: str, chunks: Iterable[Any], event_emitter: Any = None
    ) -> str | list[Any]:
        """The same from sync code; works in a notebook too, where a loop runs already."""
        return run_now(lambda: self.format_reference(response, chunks, event_emitter))

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
        return run_now(lambda: self.aselect(response, chunks))

    @abstractmethod
    async def _relevant(self, response: str, chunks: list[OfferedChunk]) -> ReferenceSelection:
        """The selection out of at least one chunk."""

    def _formatted(self, selection: ReferenceSelection) -> str | list[Any]:
        if not self.stringify:
            return selection.chunks
        return self.format_references_func([self.format_chunk_func(chunk) for chunk in selection.chunks])


def _events(result: str | list[Any], selection: ReferenceSelection) -> list[ReferenceEvent]:
    return text_events(result) if isinstance(result, str) else chunk_events(list(selection.offered))


def _log(selection: ReferenceSelection) -> None:
    for failure in selection.failures:
        _LOG.warning("chunks %s were not judged: %s", list(failure.positions), failure.reason)
