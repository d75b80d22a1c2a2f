"""Chunks of any framework, as objects or dicts → what a formatter needs to know of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ascribe.errors import InputError
from ascribe.records import RetrievedChunk

_IDS = ("id", "chunk_id", "id_", "doc_id")
_CONTENTS = ("content", "text", "page_content")
_METADATA = ("metadata", "meta")


@dataclass(frozen=True, slots=True)
class OfferedChunk:
    """A chunk as it was handed in, and what it says of itself.

    Args:
        given: the chunk itself, untouched.
        position: its place among the chunks, from 1.
        id: None if it has none.
        content: its text; None if it has none, as an image.
        metadata: empty if it has none.
        score: of the retriever, if it gave one.
    """

    given: Any
    position: int
    id: str | None
    content: str | None
    metadata: Mapping[str, Any]
    score: float | None = None

    @property
    def has_text(self) -> bool:
        """False for a chunk that nothing can be said of: without content, blank, or bytes."""
        return self.content is not None and bool(self.content.strip())


def read_chunks(chunks: Iterable[Any]) -> list[OfferedChunk]:
    """The chunks in order; none of them is changed.

    Raises:
        InputError: not a list of chunks, or one of them is no chunk; the message says which.
    """
    if chunks is None or isinstance(chunks, str | bytes | Mapping) or not isinstance(chunks, Iterable):
        raise InputError(
            f"chunks: expected a list of chunks, got {type(chunks).__name__}; put a single one into a list."
        )
    return [read_chunk(chunk, position) for position, chunk in enumerate(chunks, 1)]


def read_chunk(chunk: Any, position: int = 1) -> OfferedChunk:
    """One chunk.

    Raises:
        InputError: it has no content field, or its metadata is no dict.
    """
    if isinstance(chunk, RetrievedChunk):
        return _read(chunk, chunk.chunk, position, chunk.score)
    return _read(chunk, chunk, position, _first(chunk, ("score",)))


def _read(given: Any, chunk: Any, position: int, score: float | None) -> OfferedChunk:
    if not any(_has(chunk, name) for name in _CONTENTS):
        raise InputError(
            f"chunk {position}: a {type(chunk).__name__} without 'content'; give an object or a dict with "
            "'id', 'content' and 'metadata'."
        )
    metadata, name, content = _first(chunk, _METADATA), _first(chunk, _IDS), _first(chunk, _CONTENTS)
    if metadata is not None and not isinstance(metadata, Mapping):
        raise InputError(f"chunk {position}: its metadata must be a dict, got {type(metadata).__name__}.")
    text = content if isinstance(content, str) else None
    return OfferedChunk(given, position, None if name is None else str(name), text, metadata or {}, score)


def _has(chunk: Any, name: str) -> bool:
    if isinstance(chunk, str | bytes | type):
        return False
    return name in chunk if isinstance(chunk, Mapping) else hasattr(chunk, name)


def _first(chunk: Any, names: tuple[str, ...]) -> Any:
    found = (chunk.get(name) if isinstance(chunk, Mapping) else getattr(chunk, name, None) for name in names)
    return next((value for value in found if value is not None), None)
