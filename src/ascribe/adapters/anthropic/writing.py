"""An answer as content blocks with citations, and sources as document blocks of a request."""

from __future__ import annotations

from typing import Any

from ascribe.adapters.supported import supported_stretches
from ascribe.read import read_sources
from ascribe.records import Answer, Document, Reference
from ascribe.records.offsets import OffsetUnit, from_code_points


def content_blocks(answer: Answer, *, offset_unit: OffsetUnit = "code_point") -> list[dict[str, Any]]:
    """Text blocks that are the reply if joined; each supported sentence is a block with its citations.

    A document with pages is cited by page, any other by characters. What is not supported is not cited. No
    block is blank, as the API takes none; a blank reply has none.

    Args:
        answer: as ``check`` gives it.
        offset_unit: what the offsets in documents count.
    """
    return [
        {"type": "text", "text": text, **({"citations": citations} if citations else {})}
        for text, references in supported_stretches(answer)
        for citations in [[_citation(reference, answer, offset_unit) for reference in references]]
    ]


def _citation(reference: Reference, answer: Answer, unit: OffsetUnit) -> dict[str, Any]:
    document = answer.documents[reference.document_position - 1]
    cited = {
        "cited_text": reference.quote,
        "document_index": reference.document_position - 1,
        "document_title": title_of(document),
    }
    if reference.pages:
        first, last = reference.pages[0] + 1, reference.pages[-1] + 2
        return {"type": "page_location", **cited, "start_page_number": first, "end_page_number": last}
    text = document.full_text or ""
    start = from_code_points(text, reference.document_start_idx, unit)
    end = from_code_points(text, reference.document_end_idx, unit)
    return {"type": "char_location", **cited, "start_char_index": start, "end_char_index": end}


def title_of(document: Document) -> str:
    """The title in the metadata, or the id."""
    title = document.metadata.get("title")
    return title if isinstance(title, str) and title.strip() else document.doc_id


def document_blocks(sources: Any) -> list[dict[str, Any]]:
    """The sources as documents of a request, with citations switched on.

    The reply counts them in this order, so the same sources in the same order audit it.

    Args:
        sources: as for ``check``; of a file its text goes out, not its pages.

    Raises:
        InputError: a source cannot be used; the message says which.
    """
    return list(map(_block, read_sources(sources)))


def _block(document: Document) -> dict[str, Any]:
    return {
        "type": "document",
        "source": {"type": "text", "media_type": "text/plain", "data": document.full_text or ""},
        "title": title_of(document),
        "citations": {"enabled": True},
    }
