"""Anthropic's Messages API: read replies with citations; write answers and sources as content blocks."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import Any

from ascribe.adapters.fields import MessageField
from ascribe.adapters.supported_text import split_supported
from ascribe.compat.provider_citations import CitedReply, NativeCitation, SourceLocation
from ascribe.compat.provider_citations.quote_lookup import BETWEEN_BLOCKS, BLOCK_STARTS
from ascribe.errors import InputError
from ascribe.protocols import Limits
from ascribe.read import read_sources
from ascribe.read.document import build_document
from ascribe.records import Answer, Document, Reference
from ascribe.records.offsets import OffsetUnit, from_code_points
from ascribe.records.serialization import compute_digest


def read_message(message: Any, request: Any = None) -> CitedReply:
    """Join the text blocks of a message and attach each citation to the characters of its block.

    Args:
        message: a ``Message``, its JSON, or its list of content blocks.
        request: the messages that were sent, or the blocks of one: their documents and search results become
            the sources. Without it, documents are matched by file id, title or position to the sources that
            are passed to the audit.

    Raises:
        InputError: a field is missing or has the wrong type; the message gives its path.

    Example:
        >>> where = {"document_index": 0, "start_char_index": 0, "end_char_index": 15}
        >>> cited = {"type": "char_location", "cited_text": "Grass is green.", **where}
        >>> reply = read_message([{"type": "text", "text": "It is green.", "citations": [cited]}])
        >>> reply.citations[0].location
        SourceLocation(kind='char', start=0, end=15)
    """
    root = MessageField({"content": message} if isinstance(message, list | tuple | str) else message)
    offered = find_offered_sources(request)
    content = root.get("content")
    if isinstance(content.value, str):
        return CitedReply(content.value, (), offered.sources)
    if content.value is None:
        raise content.error("a list of blocks")
    text, citations = "", []
    for block in root.items("content"):
        if block.get("type").value == "text":
            words = block.text("text")
            start, text = len(text), text + words
            citations += [_parse_citation(one, start, len(text), offered) for one in block.items("citations")]
    return CitedReply(text, tuple(citations), offered.sources)


def _parse_citation(citation: MessageField, start: int, end: int, offered: OfferedSources) -> NativeCitation:
    kind = citation.text("type")
    read = _LOCATION_PARSERS.get(kind)
    keys, location = read(citation, offered) if read else (_collect_keys(citation), None)
    quote = citation.optional_text("cited_text")
    return NativeCitation(start, end, keys, quote=quote, location=location, field=citation.path)


_Keys = tuple[int | str, ...]
_Location = tuple[_Keys, SourceLocation | None]


def _collect_keys(citation: MessageField) -> _Keys:
    """Collect the names of the document, which a citation of an unknown type may have too."""
    names = ("file_id", "url", "source", "document_title", "title")
    return tuple(name for field in names if (name := citation.optional_text(field)))


def _build_document_keys(citation: MessageField, offered: OfferedSources) -> _Keys:
    index = citation.number("document_index")
    if not offered:
        return (*_collect_keys(citation), index + 1)
    return (build_document_id(index),) if _has_text(offered.documents, index) else _collect_keys(citation)


def _has_text(sources: tuple[Any, ...], index: int) -> bool:
    return index < len(sources) and sources[index] is not None


def _parse_char_location(citation: MessageField, offered: OfferedSources) -> _Location:
    start, end = citation.range("start_char_index", "end_char_index")
    return _build_document_keys(citation, offered), SourceLocation("char", start, end)


def _parse_page_location(citation: MessageField, offered: OfferedSources) -> _Location:
    """Parse a page range, given as the first page, from 1, and one past the last page."""
    start, end = citation.range("start_page_number", "end_page_number")
    if start < 1:
        raise citation.get("start_page_number").error("a page, counted from 1")
    return _build_document_keys(citation, offered), SourceLocation("page", start - 1, end - 1)


def _parse_block_location(citation: MessageField, offered: OfferedSources) -> _Location:
    start, end = citation.range("start_block_index", "end_block_index")
    return _build_document_keys(citation, offered), SourceLocation("block", start, end)


def _parse_search_location(citation: MessageField, offered: OfferedSources) -> _Location:
    start, end = citation.range("start_block_index", "end_block_index")
    index = citation.number("search_result_index")
    known = _has_text(offered.search_results, index)
    keys = (build_search_result_id(index),) if known else _collect_keys(citation)
    return keys, SourceLocation("block", start, end)


def _parse_web_location(citation: MessageField, _offered: OfferedSources) -> _Location:
    """Parse a web citation: the message contains only the page's address and the quote, not the page."""
    return (citation.text("url"),), None


_LOCATION_PARSERS: dict[str, Callable[[MessageField, OfferedSources], _Location]] = {
    "char_location": _parse_char_location,
    "page_location": _parse_page_location,
    "content_block_location": _parse_block_location,
    "search_result_location": _parse_search_location,
    "web_search_result_location": _parse_web_location,
}
"""Every kind of ``anthropic.types.TextCitation``; a test compares the two."""


# --- Sources of a request ---


@dataclass(frozen=True, slots=True)
class OfferedSources:
    """Documents and search results of a request, in order; Claude numbers the two kinds separately.

    Args:
        documents: a source for each; None if the request has only an address or a file id, no text.
        search_results: a source for each, including those in tool results.
    """

    documents: tuple[Any, ...] = ()
    search_results: tuple[Any, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.documents or self.search_results)

    @property
    def sources(self) -> tuple[Any, ...]:
        """The sources that have text."""
        return tuple(source for source in (*self.documents, *self.search_results) if source is not None)


def build_document_id(index: int) -> str:
    """Return the source id of the document with that index."""
    return f"document-{index + 1}"


def build_search_result_id(index: int) -> str:
    """Return the source id of the search result with that index."""
    return f"search-result-{index + 1}"


def find_offered_sources(request: Any) -> OfferedSources:
    """Find the documents and search results of a request; ``request`` is as in ``read_message``."""
    if request is None:
        return OfferedSources()
    blocks = list(_iterate_blocks(MessageField(_extract_messages(request), "request")))
    documents = [block for block in blocks if block.get("type").value == "document"]
    results = [block for block in blocks if block.get("type").value == "search_result"]
    return OfferedSources(
        tuple(_parse_document(block, build_document_id(index)) for index, block in enumerate(documents)),
        tuple(
            _parse_search_result(block, build_search_result_id(index)) for index, block in enumerate(results)
        ),
    )


def _extract_messages(request: Any) -> list[Any]:
    """Return the list of messages from a whole request, one message, or a list."""
    if isinstance(request, list | tuple):
        return list(request)
    messages = MessageField(request, "request").get("messages").value
    return list(messages) if isinstance(messages, list | tuple) else [request]


def _iterate_blocks(blocks: MessageField) -> Iterator[MessageField]:
    """Yield the document and search result blocks of messages and tool results, in order."""
    for number, value in enumerate(blocks.value):
        block = MessageField(value, f"{blocks.path}[{number}]")
        content = block.get("content")
        if block.get("type").value in ("document", "search_result"):
            yield block
        elif isinstance(content.value, list | tuple):
            yield from _iterate_blocks(content)


def _parse_document(block: MessageField, doc_id: str) -> Any:
    source = block.get("source")
    names = {"title": block.optional_text("title")}
    match source.text("type"):
        case "text":
            return {"id": doc_id, "text": source.text("data"), "metadata": names}
        case "content":
            if isinstance(source.get("content").value, str):
                return {"id": doc_id, "text": source.text("content"), "metadata": names}
            return _join_blocks(source.items("content"), doc_id, names)
        case "base64":
            return _parse_pdf(source, doc_id, names)
        case _:
            return None


def _parse_search_result(block: MessageField, doc_id: str) -> dict[str, Any] | None:
    names = {"url": block.optional_text("source"), "title": block.optional_text("title")}
    return _join_blocks(block.items("content"), doc_id, names)


def _join_blocks(blocks: list[MessageField], doc_id: str, names: dict[str, str]) -> dict[str, Any] | None:
    """Join the parts to one text and record where each starts; a part without text gets an empty range."""
    texts = [block.optional_text("text") for block in blocks]
    joined = BETWEEN_BLOCKS.join(texts)
    if not joined.strip():
        return None
    starts = [0, *accumulate(len(text) + len(BETWEEN_BLOCKS) for text in texts)]
    starts[-1] = len(joined)
    return {"id": doc_id, "text": joined, "metadata": {**names, BLOCK_STARTS: starts}}


def _parse_pdf(source: MessageField, doc_id: str, names: dict[str, str]) -> Any:
    from ascribe.read.pdf import PdfReader

    try:
        data = base64.b64decode(source.text("data"), validate=True)
    except binascii.Error as error:
        raise InputError(f"{source.path}.data is not base64: {error}.") from None
    extract = PdfReader().read(data, f"{source.path}.data", Limits())
    known = {key: value for key, value in names.items() if value}
    return build_document(
        replace(extract, metadata={**extract.metadata, **known}),
        doc_id=doc_id,
        source_path=Path(doc_id),
        parser_name="pdf",
        digest=compute_digest(data),
    )


# --- Writing answers and sources ---


def content_blocks(answer: Answer, *, offset_unit: OffsetUnit = "code_point") -> list[dict[str, Any]]:
    """Split the reply into text blocks; each supported sentence is a block with its citations.

    Joined, the blocks give the reply. A document with pages is cited by page, any other by characters.
    Unsupported text gets no citation. No block is blank, because the API rejects blank blocks; a blank reply
    gives no blocks.

    Args:
        answer: an answer of ``check``.
        offset_unit: the unit of the offsets in documents.
    """
    return [
        {"type": "text", "text": text, **({"citations": citations} if citations else {})}
        for text, references in split_supported(answer)
        for citations in [[_render_citation(reference, answer, offset_unit) for reference in references]]
    ]


def _render_citation(reference: Reference, answer: Answer, unit: OffsetUnit) -> dict[str, Any]:
    document = answer.documents[reference.document_position - 1]
    cited = {
        "cited_text": reference.quote,
        "document_index": reference.document_position - 1,
        "document_title": get_title(document),
    }
    if reference.pages:
        first, last = reference.pages[0] + 1, reference.pages[-1] + 2
        return {"type": "page_location", **cited, "start_page_number": first, "end_page_number": last}
    text = document.full_text or ""
    start = from_code_points(text, reference.document_start_idx, unit)
    end = from_code_points(text, reference.document_end_idx, unit)
    return {"type": "char_location", **cited, "start_char_index": start, "end_char_index": end}


def get_title(document: Document) -> str:
    """Return the title in the metadata, or the id if there is none."""
    title = document.metadata.get("title")
    return title if isinstance(title, str) and title.strip() else document.doc_id


def document_blocks(sources: Any) -> list[dict[str, Any]]:
    """Return the sources as documents of a request, with citations enabled.

    The reply numbers them in this order, so pass the same sources in the same order to the audit.

    Args:
        sources: as for ``check``; of a file, the text is sent, not its pages.

    Raises:
        InputError: a source cannot be used; the message names it.
    """
    return list(map(_render_document_block, read_sources(sources)))


def _render_document_block(document: Document) -> dict[str, Any]:
    return {
        "type": "document",
        "source": {"type": "text", "media_type": "text/plain", "data": document.full_text or ""},
        "title": get_title(document),
        "citations": {"enabled": True},
    }
