"""References by the judgement of a language model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ascribe.errors import InputError, SelectionError
from ascribe.llm import ChatEndpoint
from ascribe.systems.reference_formatters.calls import call_aside
from ascribe.systems.reference_formatters.chunks import OfferedChunk
from ascribe.systems.reference_formatters.collaborators import function_of
from ascribe.systems.reference_formatters.formatter import ReferenceFormatter
from ascribe.systems.reference_formatters.lm_chat import asking
from ascribe.systems.reference_formatters.lm_context import (
    DEFAULT_REFERENCE_METADATA,
    context_of,
    id_of,
    names_of,
)
from ascribe.systems.reference_formatters.lm_output import Chosen, UnreadableOutput, read_output
from ascribe.systems.reference_formatters.selection import BatchFailure, ReferenceSelection

DEFAULT_BATCH_SIZE = 5
"""Chunks that are judged in one call."""

DEFAULT_MAX_CONCURRENCY = 4
"""Calls that are made at the same time."""


class LMBasedReferenceFormatter(ReferenceFormatter):
    """Formats the chunks that a language model calls relevant to the response, in the order offered.

    The model sees the chunks in batches and gives back names. All chunks of a batch with such a name are
    kept; names are compared whole, and one that no chunk of the batch has is ignored. The list under ``id``
    chooses by chunk id, so that one chunk of a file can be kept without the others.

    A batch that fails, or whose output cannot be read, does not lose the others' result: it is logged, and
    ``aselect`` has it among its ``failures``.

    Args:
        lm_request_processor: an object with ``process(response=…, context=…)``, or a function of the same
            names, sync or async. It gives a dict, an object with ``structured_output``, a structured object,
            or JSON text: ``{"file_name": ["mill.pdf"]}``. Or a ``ChatEndpoint``, which is asked over HTTP.
        batch_size: chunks of one call.
        reference_metadata: the metadata that names a chunk; ``"id"`` names them by their ids.
        stringify: give one text; False gives the chunks themselves.
        format_references_func: lines → text; None takes ``format_references_as_string``.
        format_chunk_func: chunk → line; None takes ``format_chunk_as_string``.
        format_chunk_metadata_map: where the metadata has ``title`` and ``url``.
        streamable: False tells an event emitter nothing.
        show_ids: show the model the ids beside the names.
        max_concurrency: calls that are made at the same time.

    Raises:
        InputError: a number below 1, or a processor that cannot be called.
        SelectionError: at ``format_reference`` and ``aselect``: all batches failed.

    Example:
        >>> formatter = LMBasedReferenceFormatter(lambda response, context: {"file_name": ["mill.pdf"]})
        >>> names = ["mill.pdf", "fire.pdf"]
        >>> chunks = [{"id": n, "content": "…", "metadata": {"file_name": n}} for n in names]
        >>> formatter.format_reference_sync("The mill is old.", chunks).splitlines()
        ['References:', '1. mill.pdf']
    """

    def __init__(
        self,
        lm_request_processor: Any,
        batch_size: int = DEFAULT_BATCH_SIZE,
        reference_metadata: str = DEFAULT_REFERENCE_METADATA,
        stringify: bool = True,
        format_references_func: Callable[[list[Any]], str] | None = None,
        format_chunk_func: Callable[[Any], Any] | None = None,
        format_chunk_metadata_map: Mapping[str, str] | None = None,
        streamable: bool = True,
        *,
        show_ids: bool = False,
        max_concurrency: int = DEFAULT_MAX_CONCURRENCY,
    ) -> None:
        super().__init__(
            stringify, format_references_func, format_chunk_func, format_chunk_metadata_map, streamable
        )
        self.lm_request_processor = lm_request_processor
        self.batch_size = _at_least_one("batch_size", batch_size)
        self.max_concurrency = _at_least_one("max_concurrency", max_concurrency)
        self.reference_metadata = reference_metadata
        self.show_ids = show_ids
        self._process = _process_of(lm_request_processor, reference_metadata)

    async def _relevant(self, response: str, chunks: list[OfferedChunk]) -> ReferenceSelection:
        batches = [
            chunks[start : start + self.batch_size] for start in range(0, len(chunks), self.batch_size)
        ]
        turn = asyncio.Semaphore(self.max_concurrency)
        judged = await asyncio.gather(*(self._judged(response, batch, turn) for batch in batches))
        failures = tuple(result for result in judged if isinstance(result, BatchFailure))
        if len(failures) == len(batches):
            raise SelectionError(
                f"lm_request_processor: no batch of chunks could be judged. {failures[0].reason}"
            ) from failures[0].error
        kept = [chunk for result in judged if isinstance(result, list) for chunk in result]
        return ReferenceSelection(tuple(kept), (None,) * len(kept), failures)

    async def _judged(
        self, response: str, batch: Sequence[OfferedChunk], turn: asyncio.Semaphore
    ) -> list[OfferedChunk] | BatchFailure:
        """The chunks of one batch that are relevant, or why that is not known."""
        context = context_of(batch, self.reference_metadata, self.show_ids)
        try:
            async with turn:
                output = await call_aside(self._process, response=response, context=context)
            chosen = read_output(output, self.reference_metadata)
        except UnreadableOutput as unreadable:
            return BatchFailure(_positions(batch), str(unreadable))
        except Exception as error:  # whatever the user's function raises must not lose the other batches
            return BatchFailure(_positions(batch), f"{type(error).__name__}: {error}", error)
        return [chunk for chunk in batch if self._is_chosen(chunk, chosen)]

    def _is_chosen(self, chunk: OfferedChunk, chosen: Chosen) -> bool:
        by_name = names_of(chunk, self.reference_metadata) & chosen.names
        return bool(by_name) or id_of(chunk) in chosen.ids


def _positions(batch: Sequence[OfferedChunk]) -> tuple[int, ...]:
    return tuple(chunk.position for chunk in batch)


def _at_least_one(name: str, number: object) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise InputError(f"{name}: expected a whole number of at least 1, got {number!r}.")
    return number


def _process_of(lm_request_processor: Any, reference_metadata: str) -> Callable[..., Any]:
    if isinstance(lm_request_processor, ChatEndpoint):
        return asking(lm_request_processor, reference_metadata)
    way_out = "a ChatEndpoint, an object with process(response=…, context=…), or a function of these names."
    return function_of("lm_request_processor", lm_request_processor, "process", way_out)
