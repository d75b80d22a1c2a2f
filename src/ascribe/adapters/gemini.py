"""Replies of Gemini, also on Vertex AI, with grounding: supports that name the chunks behind their words.

Nothing has to be installed: objects of the package ``google-genai`` and the JSON of the API are both taken,
with names in either style.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ascribe.adapters.fields import Field
from ascribe.adapters.stated_spans import stated_span
from ascribe.errors import InputError
from ascribe.systems.provider_citations import CitedReply, NativeCitation


def read_message(message: Any) -> CitedReply:
    """The text parts of the first candidate joined, and a citation for each chunk of each support.

    Offsets count bytes of UTF-8 within a part. Chunks of retrieved contexts become the sources; of a web page
    only the address and the title come with the reply.

    Args:
        message: a response, a candidate, or the JSON of either.

    Raises:
        InputError: a field is missing or of the wrong kind, or an offset or index that is none.
    """
    root = Field(message)
    candidates = root.items("candidates")
    candidate = candidates[0] if candidates else root
    parts = [_words(part) for part in candidate.get("content").items("parts")]
    grounding = candidate.get("grounding_metadata", "groundingMetadata")
    chunks = grounding.items("grounding_chunks", "groundingChunks")
    citations = [
        citation
        for support in grounding.items("grounding_supports", "groundingSupports")
        for citation in _citations(support, parts, chunks)
    ]
    return CitedReply("".join(parts), tuple(citations), tuple(_sources(chunks)))


def _words(part: Field) -> str:
    """The text of a part; empty for a thought and for what is no text."""
    return "" if part.get("thought").value is True else part.optional_text("text")


def _citations(support: Field, parts: list[str], chunks: list[Field]) -> Iterator[NativeCitation]:
    segment = support.get("segment")
    index = _number(segment, "part_index", "partIndex")
    if index >= len(parts):
        raise segment.get("part_index", "partIndex").error(f"a part of the reply, which has {len(parts)}")
    offsets = _number(segment, "start_index", "startIndex"), segment.number("end_index", "endIndex")
    start, end = stated_span(parts[index], offsets, segment.optional_text("text"), "utf8", segment)
    shift = sum(map(len, parts[:index]))
    for number in support.items("grounding_chunk_indices", "groundingChunkIndices"):
        if not isinstance(number.value, int) or not 0 <= number.value < len(chunks):
            raise InputError(
                f"{number.path} must be one of the {len(chunks)} chunks, got {number.value!r:.60}."
            )
        keys = (_chunk_id(number.value), *_names(chunks[number.value]))
        yield NativeCitation(start + shift, end + shift, keys, field=support.path)


def _number(segment: Field, *names: str) -> int:
    """A number that is left out where it is 0."""
    return 0 if segment.get(*names).value is None else segment.number(*names)


def _chunk_id(index: int) -> str:
    return f"chunk-{index + 1}"


def _origin(chunk: Field) -> Field:
    return chunk.get("retrieved_context", "retrievedContext", "web", "maps")


def _names(chunk: Field) -> list[str]:
    origin = _origin(chunk)
    return [name for name in (origin.optional_text("uri"), origin.optional_text("title")) if name]


def _sources(chunks: list[Field]) -> Iterator[dict[str, Any]]:
    for index, chunk in enumerate(chunks):
        origin = _origin(chunk)
        text = origin.optional_text("text")
        if text.strip():
            names = {"title": origin.optional_text("title"), "uri": origin.optional_text("uri")}
            yield {"id": _chunk_id(index), "text": text, "metadata": names}
