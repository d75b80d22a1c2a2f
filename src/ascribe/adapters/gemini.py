"""Gemini API, also on Vertex AI: read replies with grounding supports and chunks as citations.

No package is needed: objects of the package ``google-genai`` and the JSON of the API are both accepted, with
names in snake case or camel case.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ascribe.adapters.fields import MessageField, find_stated_span
from ascribe.compat.provider_citations import CitedReply, NativeCitation
from ascribe.errors import InputError


def read_message(message: Any) -> CitedReply:
    """Join the text parts of the first candidate; add one citation for each chunk of each support.

    Offsets count bytes of UTF-8 within a part. Chunks of retrieved contexts become the sources; for a web
    page, the reply contains only the address and the title.

    Args:
        message: a response, a candidate, or the JSON of either.

    Raises:
        InputError: a field is missing or has the wrong type, or an offset or index is invalid.
    """
    root = MessageField(message)
    candidates = root.items("candidates")
    candidate = candidates[0] if candidates else root
    parts = [_get_part_text(part) for part in candidate.get("content").items("parts")]
    grounding = candidate.get("grounding_metadata", "groundingMetadata")
    chunks = grounding.items("grounding_chunks", "groundingChunks")
    citations = [
        citation
        for support in grounding.items("grounding_supports", "groundingSupports")
        for citation in _parse_citations(support, parts, chunks)
    ]
    return CitedReply("".join(parts), tuple(citations), tuple(_collect_sources(chunks)))


def _get_part_text(part: MessageField) -> str:
    """Return the text of a part; empty for a thought and for a part without text."""
    return "" if part.get("thought").value is True else part.optional_text("text")


def _parse_citations(
    support: MessageField, parts: list[str], chunks: list[MessageField]
) -> Iterator[NativeCitation]:
    segment = support.get("segment")
    index = _get_number(segment, "part_index", "partIndex")
    if index >= len(parts):
        raise segment.get("part_index", "partIndex").error(f"a part of the reply, which has {len(parts)}")
    offsets = _get_number(segment, "start_index", "startIndex"), segment.number("end_index", "endIndex")
    start, end = find_stated_span(parts[index], offsets, segment.optional_text("text"), "utf8", segment)
    shift = sum(map(len, parts[:index]))
    for number in support.items("grounding_chunk_indices", "groundingChunkIndices"):
        if not isinstance(number.value, int) or not 0 <= number.value < len(chunks):
            raise InputError(
                f"{number.path} must be one of the {len(chunks)} chunks, got {number.value!r:.60}."
            )
        keys = (_build_chunk_id(number.value), *_collect_names(chunks[number.value]))
        yield NativeCitation(start + shift, end + shift, keys, field=support.path)


def _get_number(segment: MessageField, *names: str) -> int:
    """Return a number that the API omits if it is 0."""
    return 0 if segment.get(*names).value is None else segment.number(*names)


def _build_chunk_id(index: int) -> str:
    return f"chunk-{index + 1}"


def _get_origin(chunk: MessageField) -> MessageField:
    return chunk.get("retrieved_context", "retrievedContext", "web", "maps")


def _collect_names(chunk: MessageField) -> list[str]:
    origin = _get_origin(chunk)
    return [name for name in (origin.optional_text("uri"), origin.optional_text("title")) if name]


def _collect_sources(chunks: list[MessageField]) -> Iterator[dict[str, Any]]:
    for index, chunk in enumerate(chunks):
        origin = _get_origin(chunk)
        text = origin.optional_text("text")
        if text.strip():
            names = {"title": origin.optional_text("title"), "uri": origin.optional_text("uri")}
            yield {"id": _build_chunk_id(index), "text": text, "metadata": names}
