"""A message of Claude, with its citations → text, citations, and the documents of the request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ascribe.adapters.anthropic.request import Offered, document_id, offered_in, search_result_id
from ascribe.adapters.fields import Field
from ascribe.systems.provider_citations import CitedReply, NativeCitation, SourceLocation


def read_message(message: Any, request: Any = None) -> CitedReply:
    """The text blocks of the message joined, each citation at the block that it belongs to.

    Args:
        message: a ``Message``, its JSON, or its list of content blocks.
        request: the messages that were sent, or the blocks of one: their documents and search results become
            the sources. Without it, documents are found by file id, title or position among those that
            the audit is given.

    Raises:
        InputError: a field is missing or of the wrong kind; the message has its path.

    Example:
        >>> where = {"document_index": 0, "start_char_index": 0, "end_char_index": 15}
        >>> cited = {"type": "char_location", "cited_text": "Grass is green.", **where}
        >>> reply = read_message([{"type": "text", "text": "It is green.", "citations": [cited]}])
        >>> reply.citations[0].location
        SourceLocation(kind='char', start=0, end=15)
    """
    root = Field({"content": message} if isinstance(message, list | tuple | str) else message)
    offered = offered_in(request)
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
            citations += [_citation(one, start, len(text), offered) for one in block.items("citations")]
    return CitedReply(text, tuple(citations), offered.sources)


def _citation(citation: Field, start: int, end: int, offered: Offered) -> NativeCitation:
    kind = citation.text("type")
    read = _KINDS.get(kind)
    keys, location = read(citation, offered) if read else (_names(citation), None)
    quote = citation.optional_text("cited_text")
    return NativeCitation(start, end, keys, quote=quote, location=location, field=citation.path)


_Keys = tuple[int | str, ...]
_Read = tuple[_Keys, SourceLocation | None]


def _names(citation: Field) -> _Keys:
    """What names the document beside a position: a kind that is not known yet may still have these."""
    names = ("file_id", "url", "source", "document_title", "title")
    return tuple(name for field in names if (name := citation.optional_text(field)))


def _of_document(citation: Field, offered: Offered) -> _Keys:
    index = citation.number("document_index")
    if not offered:
        return (*_names(citation), index + 1)
    return (document_id(index),) if _has_text(offered.documents, index) else _names(citation)


def _has_text(sources: tuple[Any, ...], index: int) -> bool:
    return index < len(sources) and sources[index] is not None


def _characters(citation: Field, offered: Offered) -> _Read:
    start, end = citation.range("start_char_index", "end_char_index")
    return _of_document(citation, offered), SourceLocation("char", start, end)


def _pages(citation: Field, offered: Offered) -> _Read:
    """Pages count from 1, and the last number is one past the last page."""
    start, end = citation.range("start_page_number", "end_page_number")
    if start < 1:
        raise citation.get("start_page_number").error("a page, counted from 1")
    return _of_document(citation, offered), SourceLocation("page", start - 1, end - 1)


def _blocks(citation: Field, offered: Offered) -> _Read:
    start, end = citation.range("start_block_index", "end_block_index")
    return _of_document(citation, offered), SourceLocation("block", start, end)


def _of_search(citation: Field, offered: Offered) -> _Read:
    start, end = citation.range("start_block_index", "end_block_index")
    index = citation.number("search_result_index")
    known = _has_text(offered.search_results, index)
    keys = (search_result_id(index),) if known else _names(citation)
    return keys, SourceLocation("block", start, end)


def _of_web(citation: Field, _offered: Offered) -> _Read:
    """The page itself does not come with the message: only its address, and the words that Claude cites."""
    return (citation.text("url"),), None


_KINDS: dict[str, Callable[[Field, Offered], _Read]] = {
    "char_location": _characters,
    "page_location": _pages,
    "content_block_location": _blocks,
    "search_result_location": _of_search,
    "web_search_result_location": _of_web,
}
"""Every kind of ``anthropic.types.TextCitation``; a test compares the two."""
