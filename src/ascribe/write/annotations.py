"""The references of an answer as W3C Web Annotations in JSON-LD: the writer and the parser.

Annotations of the reply alone follow them: the message of each sentence to review that has no reference, and
what was found about each citation of the reply itself.

The selectors follow the Web Annotation Data Model (W3C Recommendation, 23 February 2017), section 4.2.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from ascribe.errors import InputError
from ascribe.protocols import Rendered
from ascribe.quotes import TextQuote, select_quote
from ascribe.records import Answer, BBox, Citation, Context, Document, PageBBox, Reference
from ascribe.records.answer_warnings import list_warnings
from ascribe.records.citation_rows import list_citations
from ascribe.write.evidence import Place, find_document, find_pages, get_reply
from ascribe.write.links import build_urn, resolve_address
from ascribe.write.reply_citations import build_citation_message
from ascribe.write.view import SentenceView
from ascribe.write.view_builder import build_view

CONTEXT: list[Any] = [
    "http://www.w3.org/ns/anno.jsonld",
    {
        "ascribe": "urn:x-ascribe:",
        "ascribe:boxes": {"@container": "@list"},
        "ascribe:context": {"@container": "@list"},
    },
]
"""The terms of the model, and terms of Ascribe for what the model lacks."""

_MOTIVATIONS = {"supports": "assessing", "contradicts": "assessing"}
"""Label → motivation; the nearest passage of an unsupported sentence is only linked."""


class AnnotationsWriter:
    """Writes an ``AnnotationCollection`` of one page; ``read_annotations`` returns its references.

    Args:
        indent: spaces per level; None for one line.
        folder: where the file will be stored, for relative links to the sources; the working folder if None.
    """

    def __init__(self, indent: int | None = 2, folder: Path | None = None) -> None:
        self.indent = indent
        self.folder = folder

    def write(self, answer: Answer) -> Rendered:
        """Render the collection. It has no insertions: ``decode`` reads the field with the reply.

        Raises:
            InputError: the answer contains a lone surrogate, which a JSON file cannot.
        """
        text = json.dumps(build_collection(answer, self.folder), ensure_ascii=False, indent=self.indent)
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise InputError(f"the answer cannot be written as JSON-LD: {error}.") from None
        return Rendered(text)

    def decode(self, text: str) -> str:
        """Return the reply that the collection contains.

        Raises:
            InputError: the text is not such a collection.
        """
        try:
            return str(json.loads(text)["ascribe:reply"])
        except (ValueError, KeyError, TypeError):
            raise InputError("this is not an annotation collection written by Ascribe.") from None


def build_collection(answer: Answer, folder: Path | None = None) -> dict[str, Any]:
    """Build the collection as JSON values. Its ids are hashes of its content, so they are reproducible."""
    reply = get_reply(answer)
    source = _build_uuid_urn("reply", reply)
    items = [
        _build_annotation(
            sentence, reference, find_document(reference, answer.documents), reply, source, folder
        )
        for sentence, reference in _iterate_references(answer)
    ]
    items += _build_reply_annotations(answer, reply, source)
    content = json.dumps([reply, items])
    page = {"id": _build_uuid_urn("page", content), "type": "AnnotationPage", "startIndex": 0, "items": items}
    return {
        "@context": CONTEXT,
        "id": _build_uuid_urn("collection", content),
        "type": "AnnotationCollection",
        "label": answer.query or "References of a reply",
        "total": len(items),
        "first": page,
        "last": page["id"],
        "ascribe:replyId": source,
        "ascribe:reply": reply,
        **({"ascribe:warnings": warnings} if (warnings := list_warnings(answer)) else {}),
    }


def _iterate_references(answer: Answer) -> Iterator[tuple[SentenceView, Reference]]:
    for sentence in build_view(answer).sentences:
        for evidence in sentence.evidence:
            yield sentence, evidence.reference


def _build_annotation(
    sentence: SentenceView,
    reference: Reference,
    document: Document | None,
    reply: str,
    source: str,
    folder: Path | None,
) -> dict[str, Any]:
    annotation = {
        "type": "Annotation",
        "motivation": _MOTIVATIONS.get(reference.label, "linking"),
        "body": [
            {
                "type": "SpecificResource",
                "purpose": "linking",
                "source": source,
                "selector": build_reply_selectors(reference, reply),
            },
            _build_textual_body("assessing", _assess(sentence)),
            _build_textual_body("classifying", reference.label),
        ],
        "target": {
            "type": "SpecificResource",
            "source": resolve_address(document, folder) if document else build_urn(reference.document_id),
            "selector": build_source_selectors(reference, document),
        },
        "ascribe:sentence": sentence.number,
        "ascribe:status": sentence.status or "not_checked",
        "ascribe:label": reference.label,
        "ascribe:score": reference.score,
        "ascribe:documentId": reference.document_id,
        "ascribe:documentPosition": reference.document_position,
        "ascribe:documentDigest": (document.digest if document else None) or "",
        "ascribe:pages": list(reference.pages),
        "ascribe:boxes": [
            {"ascribe:page": b.page, "ascribe:box": {"@list": [b.bbox.x0, b.bbox.y0, b.bbox.x1, b.bbox.y1]}}
            for b in reference.bboxes
        ],
        "ascribe:context": [_build_context(one) for one in reference.context],
    }
    return {"id": _build_uuid_urn("annotation", json.dumps(annotation)), **annotation}


def _build_reply_annotations(answer: Answer, reply: str, source: str) -> Iterator[dict[str, Any]]:
    """Yield an annotation for each sentence to review without a reference, and for each citation."""
    for sentence in build_view(answer).sentences:
        if sentence.fails and not sentence.evidence:
            terms: dict[str, str] = {"ascribe:status": str(sentence.status)}
            place = sentence.place or (0, 0)
            yield _build_reply_annotation(_assess(sentence), place, reply, source, sentence.number, terms)
        given = answer.sentences[sentence.number - 1]
        for citation in list_citations(given, answer):
            words = build_citation_message([citation], answer.documents)
            terms = {"ascribe:finding": citation.finding}
            place = _find_place(citation, sentence)
            yield _build_reply_annotation(words, place, reply, source, sentence.number, terms)


def _build_reply_annotation(
    words: str, place: Place, reply: str, source: str, number: int, terms: Mapping[str, str]
) -> dict[str, Any]:
    annotation = {
        "type": "Annotation",
        "motivation": "assessing",
        "body": [_build_textual_body("assessing", words)],
        "target": {
            "type": "SpecificResource",
            "source": source,
            "selector": _build_place_selectors(*place, reply),
        },
        "ascribe:sentence": number,
        **terms,
    }
    return {"id": _build_uuid_urn("annotation", json.dumps(annotation)), **annotation}


def _find_place(citation: Citation, sentence: SentenceView) -> Place:
    """Return the place of the marker, or that of the sentence where the reply has none."""
    if citation.spans:
        return citation.spans[0][0], citation.spans[-1][1]
    return sentence.place or (0, 0)


def _assess(sentence: SentenceView) -> str:
    return f"{sentence.words}: {sentence.message}" if sentence.message else sentence.words


def _build_context(context: Context) -> dict[str, Any]:
    """Build the words that the quote was read with, and their place in the source."""
    return {
        "ascribe:kind": context.kind,
        "ascribe:text": context.text,
        "ascribe:start": context.char_start,
        "ascribe:end": context.char_end,
    }


def _build_textual_body(purpose: str, value: str) -> dict[str, str]:
    return {"type": "TextualBody", "purpose": purpose, "format": "text/plain", "value": value}


def _build_uuid_urn(kind: str, content: str) -> str:
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'urn:x-ascribe:{kind}:{content}')}"


# --- Selectors ---

Selector = dict[str, Any]

_PDF_FRAGMENTS = "http://tools.ietf.org/rfc/rfc3778"
"""The identifier that the model gives for fragments of PDF files; RFC 8118 replaced that RFC."""


def build_source_selectors(reference: Reference, document: Document | None) -> list[Selector]:
    """Build selectors of the quoted words: by quote and context, by position, and by page.

    The model counts positions in Unicode code points, as Ascribe does; the text is the document's
    ``full_text``.
    """
    start, end = reference.document_start_idx, reference.document_end_idx
    text = (document.full_text or "") if document is not None else ""
    known = end > start and text[start:end] == reference.quote
    quote = select_quote(text, start, end) if known else TextQuote(reference.quote)
    return [
        *_build_quote_selector(quote),
        _build_position_selector(start, end),
        *_build_page_selector(reference),
    ]


def build_reply_selectors(reference: Reference, reply: str) -> list[Selector]:
    """Build selectors of the sentence in the reply: by quote and context, and by position."""
    return _build_place_selectors(reference.answer_start_idx, reference.answer_end_idx, reply)


def _build_place_selectors(start: int, end: int, reply: str) -> list[Selector]:
    return [*_build_quote_selector(select_quote(reply, start, end)), _build_position_selector(start, end)]


def _build_quote_selector(quote: TextQuote) -> Iterator[Selector]:
    if quote.exact:
        around = {"prefix": quote.prefix, "suffix": quote.suffix}
        yield {"type": "TextQuoteSelector", "exact": quote.exact} | {k: v for k, v in around.items() if v}


def _build_position_selector(start: int, end: int) -> Selector:
    return {"type": "TextPositionSelector", "start": start, "end": end}


def _build_page_selector(reference: Reference) -> Iterator[Selector]:
    """Yield a selector of the page on which the quote begins, counted from 1."""
    pages = find_pages(reference)
    if pages:
        value = f"page={min(pages) + 1}"
        yield {"type": "FragmentSelector", "conformsTo": _PDF_FRAGMENTS, "value": value}


# --- Reading the annotations ---


def read_annotations(text: str | bytes) -> list[Reference]:
    """Return the references in the order of the annotations, equal to those of the answer.

    Annotations of the reply alone are left out.

    Raises:
        InputError: the text is not a collection written by Ascribe; the message names the annotation.
    """
    try:
        items = json.loads(text)["first"]["items"]
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"this is not an annotation collection written by Ascribe: {error}.") from None
    return [_parse_annotation(number, item) for number, item in enumerate(items, 1) if not _is_of_reply(item)]


def _is_of_reply(item: Any) -> bool:
    """Return True for an annotation of the reply alone, which has no reference."""
    return isinstance(item, dict) and "ascribe:sentence" in item and "ascribe:label" not in item


def _parse_annotation(number: int, item: dict[str, Any]) -> Reference:
    try:
        return _parse_reference(item)
    except (KeyError, TypeError, ValueError, IndexError, StopIteration) as error:
        raise InputError(f"annotation {number} is not valid ({error}); write the collection again.") from None


def _parse_reference(item: dict[str, Any]) -> Reference:
    words, target = item["body"][0]["selector"], item["target"]["selector"]
    place, own = _find_selector(target, "TextPositionSelector"), _find_selector(words, "TextPositionSelector")
    boxes = (
        PageBBox(box["ascribe:page"], BBox(*box["ascribe:box"]["@list"])) for box in item["ascribe:boxes"]
    )
    return Reference(
        document_start_idx=place["start"],
        document_end_idx=place["end"],
        answer_start_idx=own["start"],
        answer_end_idx=own["end"],
        score=item["ascribe:score"],
        document_id=item["ascribe:documentId"],
        document_position=item["ascribe:documentPosition"],
        label=item["ascribe:label"],
        quote=_find_selector(target, "TextQuoteSelector").get("exact", ""),
        pages=tuple(item["ascribe:pages"]),
        bboxes=tuple(boxes),
        context=tuple(
            Context(one["ascribe:kind"], one["ascribe:text"], one["ascribe:start"], one["ascribe:end"])
            for one in item.get("ascribe:context", ())
        ),
    )


def _find_selector(selectors: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """Return the selector of that type; an empty dict if there is none."""
    return next((selector for selector in selectors if selector["type"] == kind), {})
