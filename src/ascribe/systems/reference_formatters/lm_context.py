"""Chunks → the text in which a language model reads them, and the names by which it can choose them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ascribe.systems.reference_formatters.chunks import OfferedChunk

DEFAULT_REFERENCE_METADATA = "file_name"
"""The metadata by which a language model names a chunk."""

_TAG = re.compile(r"<(\s*/?\s*chunk\s*)>", re.IGNORECASE)


def context_of(chunks: Sequence[OfferedChunk], reference_metadata: str, show_ids: bool = False) -> str:
    """One block per chunk, with an empty line between them: its name, and its content as it is.

    A chunk without that metadata is named by its id, or by its place (``chunk-3``). A chunk tag inside of a
    content loses its brackets, so that no source can pass for two.
    """
    return "\n\n".join(_block(chunk, reference_metadata, show_ids) for chunk in chunks)


def _block(chunk: OfferedChunk, key: str, show_ids: bool) -> str:
    named = _value(chunk, key)
    lines = [f"{key}: {_untagged(named)}"] if named is not None else []
    if show_ids or named is None:
        lines.insert(0, f"id: {_untagged(id_of(chunk))}")
    content = _TAG.sub(r"(\1)", chunk.content or "")
    return "\n".join(["<Chunk>", *dict.fromkeys(lines), "content:", content, "</Chunk>"])


def id_of(chunk: OfferedChunk) -> str:
    """The chunk's id on one line; its place if it has none."""
    return as_name(chunk.id) or f"chunk-{chunk.position}"


def names_of(chunk: OfferedChunk, reference_metadata: str) -> set[str]:
    """What an answer may call it under the metadata's key: each name as ``as_name`` gives it."""
    named = _value(chunk, reference_metadata)
    return {id_of(chunk)} if named is None else {named, as_name(_untagged(named))}


def as_name(value: Any) -> str:
    """A name as names are compared: as text, on one line; so that 7 is "7"."""
    return "" if value is None else " ".join(str(value).split())


def _value(chunk: OfferedChunk, key: str) -> str | None:
    """The chunk's name; its id where that is asked for and the metadata has no such key."""
    if key == "id" and key not in chunk.metadata:
        return id_of(chunk)
    return as_name(chunk.metadata.get(key)) or None


def _untagged(text: str) -> str:
    return _TAG.sub(r"(\1)", text)
