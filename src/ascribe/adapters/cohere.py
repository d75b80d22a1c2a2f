"""Cohere's Chat API, versions 2 and 1: read replies with citations and their documents.

No package is needed: objects of the package ``cohere`` and the JSON of the API are both accepted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ascribe.adapters.fields import MessageField, find_stated_span
from ascribe.compat.provider_citations import CitedReply, NativeCitation

_TEXT_KEYS = ("text", "snippet", "content", "contents")
"""Fields of a document that contain its text, after Cohere's documentation; all others are metadata."""


def read_message(message: Any) -> CitedReply:
    """Read the text of a reply and its citations, each with the span of the words it supports.

    The cited documents are part of the reply and become the sources. Citations for the model's plan or
    thinking are skipped.

    Args:
        message: a response of ``chat``, its message, or the JSON of either.

    Raises:
        InputError: a field is missing or has the wrong type, or cited words are not in the reply.

    Example:
        >>> mill = {"type": "document", "id": "mill", "document": {"text": "The mill is old."}}
        >>> cited = {"start": 5, "end": 8, "text": "old", "sources": [mill]}
        >>> message = {"content": [{"type": "text", "text": "It's old."}], "citations": [cited]}
        >>> read_message(message).citations[0].keys
        ('mill',)
    """
    root = MessageField(message)
    inner = root.get("message")
    root = root if inner.value is None else inner
    parts = [part.text("text") for part in _find_text_parts(root)] or [root.text("text")]
    shifts = [sum(map(len, parts[:i])) for i in range(len(parts))]
    citations: list[NativeCitation] = []
    documents = {document.text("id"): document.value for document in root.items("documents")}
    for citation in root.items("citations"):
        if citation.optional_text("type") in ("", "TEXT_CONTENT"):
            citations += _parse_citations(citation, parts, shifts)
            documents.update(_collect_documents(citation))
    return CitedReply("".join(parts), tuple(citations), tuple(_collect_sources(documents)))


def _find_text_parts(root: MessageField) -> list[MessageField]:
    return [part for part in root.items("content") if part.get("type").value in ("text", None)]


def _parse_citations(citation: MessageField, parts: list[str], shifts: list[int]) -> Iterator[NativeCitation]:
    index = 0 if citation.get("content_index").value is None else citation.number("content_index")
    index = index if index < len(parts) else 0  # the index also counts parts without text
    words = citation.optional_text("text")
    start, end = find_stated_span(parts[index], citation.range("start", "end"), words, "code_point", citation)
    names = [*_collect_documents(citation), *(field.value for field in citation.items("document_ids"))]
    for name in dict.fromkeys(map(str, names)) or [""]:
        keys = (name,) if name else ()
        yield NativeCitation(start + shifts[index], end + shifts[index], keys, field=citation.path)


def _collect_documents(citation: MessageField) -> dict[str, Any]:
    """Return id → document or tool output for each source of a version 2 citation."""
    return {
        source.optional_text("id"): source.get("document", "tool_output").value
        for source in citation.items("sources")
    }


def _collect_sources(documents: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for doc_id, document in documents.items():
        fields = dict(document) if isinstance(document, dict) else {"text": document}
        text = next((fields[key] for key in _TEXT_KEYS if isinstance(fields.get(key), str)), "")
        if doc_id and text.strip():
            rest = {key: value for key, value in fields.items() if key not in (*_TEXT_KEYS, "id")}
            yield {"id": doc_id, "text": text, "metadata": rest}
