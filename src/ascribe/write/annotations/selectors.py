"""Selectors of the Web Annotation Data Model (W3C Recommendation, 23 February 2017), section 4.2."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ascribe.quotes import TextQuote, select_quote
from ascribe.records import Document, Reference
from ascribe.write.evidence import pages_of

Selector = dict[str, Any]

_PDF_FRAGMENTS = "http://tools.ietf.org/rfc/rfc3778"
"""The name that the model gives to fragments of PDF files; RFC 8118 has taken its place."""


def source_selectors(reference: Reference, document: Document | None) -> list[Selector]:
    """The quoted words: by themselves and what is around them, by position, and by page.

    The model counts positions in Unicode code points, as Ascribe does; the text is the document's
    ``full_text``.
    """
    start, end = reference.document_start_idx, reference.document_end_idx
    text = (document.full_text or "") if document is not None else ""
    known = end > start and text[start:end] == reference.quote
    quote = select_quote(text, start, end) if known else TextQuote(reference.quote)
    return [*_quote(quote), _position(start, end), *_page(reference)]


def reply_selectors(reference: Reference, reply: str) -> list[Selector]:
    """The sentence of the reply, in the same two ways."""
    start, end = reference.answer_start_idx, reference.answer_end_idx
    return [*_quote(select_quote(reply, start, end)), _position(start, end)]


def _quote(quote: TextQuote) -> Iterator[Selector]:
    if quote.exact:
        around = {"prefix": quote.prefix, "suffix": quote.suffix}
        yield {"type": "TextQuoteSelector", "exact": quote.exact} | {k: v for k, v in around.items() if v}


def _position(start: int, end: int) -> Selector:
    return {"type": "TextPositionSelector", "start": start, "end": end}


def _page(reference: Reference) -> Iterator[Selector]:
    """The page on which the quote begins, counted from 1."""
    pages = pages_of(reference)
    if pages:
        value = f"page={min(pages) + 1}"
        yield {"type": "FragmentSelector", "conformsTo": _PDF_FRAGMENTS, "value": value}
