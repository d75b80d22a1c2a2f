"""An answer as a collection of Web Annotations: one for each reference, the sentence as body."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from ascribe.errors import InputError
from ascribe.records import Answer, Document, Reference
from ascribe.stages import Rendered
from ascribe.write.addresses import address_of, urn_of
from ascribe.write.annotations.selectors import reply_selectors, source_selectors
from ascribe.write.evidence import document_of
from ascribe.write.spans import reply_of
from ascribe.write.view import SentenceView, view_of

CONTEXT: list[Any] = [
    "http://www.w3.org/ns/anno.jsonld",
    {"ascribe": "urn:x-ascribe:", "ascribe:boxes": {"@container": "@list"}},
]
"""The model's own terms, and ours for what it has none for."""

_MOTIVATIONS = {"supports": "assessing", "contradicts": "assessing"}
"""By label; the nearest passage of a sentence that nothing supports is only linked."""


class AnnotationsWriter:
    """Writes an ``AnnotationCollection`` of one page; ``read_annotations`` gives its references back.

    Args:
        indent: spaces per level; None for one line.
        folder: where the file will stand, so that it names its sources; the working folder if None.
    """

    def __init__(self, indent: int | None = 2, folder: Path | None = None) -> None:
        self.indent = indent
        self.folder = folder

    def write(self, answer: Answer) -> Rendered:
        """The collection. There are no insertions: ``decode`` finds the reply by its field.

        Raises:
            InputError: the answer holds a lone surrogate, which no JSON file can.
        """
        text = json.dumps(collection_of(answer, self.folder), ensure_ascii=False, indent=self.indent)
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise InputError(f"the answer cannot be written as JSON-LD: {error}.") from None
        return Rendered(text)

    def decode(self, text: str) -> str:
        """The reply that the collection holds.

        Raises:
            InputError: the text is not such a collection.
        """
        try:
            return str(json.loads(text)["ascribe:reply"])
        except (ValueError, KeyError, TypeError):
            raise InputError("this is no collection of annotations that Ascribe wrote.") from None


def collection_of(answer: Answer, folder: Path | None = None) -> dict[str, Any]:
    """The collection as JSON values. Its ids are names made of its content: the same answer, the same ids."""
    reply = reply_of(answer)
    source = _name("reply", reply)
    items = [
        _annotation(sentence, reference, document_of(reference, answer.documents), reply, source, folder)
        for sentence, reference in _references(answer)
    ]
    content = json.dumps([reply, items])
    page = {"id": _name("page", content), "type": "AnnotationPage", "startIndex": 0, "items": items}
    return {
        "@context": CONTEXT,
        "id": _name("collection", content),
        "type": "AnnotationCollection",
        "label": answer.query or "References of a reply",
        "total": len(items),
        "first": page,
        "last": page["id"],
        "ascribe:replyId": source,
        "ascribe:reply": reply,
    }


def _references(answer: Answer) -> Iterator[tuple[SentenceView, Reference]]:
    for sentence in view_of(answer).sentences:
        for evidence in sentence.evidence:
            yield sentence, evidence.reference


def _annotation(
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
                "selector": reply_selectors(reference, reply),
            },
            _textual(
                "assessing", f"{sentence.words}: {sentence.reason}" if sentence.reason else sentence.words
            ),
            _textual("classifying", reference.label),
        ],
        "target": {
            "type": "SpecificResource",
            "source": address_of(document, folder) if document else urn_of(reference.document_id),
            "selector": source_selectors(reference, document),
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
    }
    return {"id": _name("annotation", json.dumps(annotation)), **annotation}


def _textual(purpose: str, value: str) -> dict[str, str]:
    return {"type": "TextualBody", "purpose": purpose, "format": "text/plain", "value": value}


def _name(kind: str, content: str) -> str:
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'urn:x-ascribe:{kind}:{content}')}"
