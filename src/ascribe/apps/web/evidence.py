"""The evidence of an answer as the viewer of the page needs it: where the words are, and what they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ascribe.apps.server.document_shelf import DIGEST_KEY
from ascribe.apps.server.files import FileStore
from ascribe.records import Answer, Document
from ascribe.write.display_text import escape_controls
from ascribe.write.evidence import find_document
from ascribe.write.view import AnswerView, EvidenceView
from ascribe.write.view_builder import build_view

_AROUND = 20_000
"""Characters of a source before and after the words that the viewer shows."""


def describe_evidence(answer: Answer, files: FileStore) -> dict[str, dict[str, Any]]:
    """Return the evidence by the id of its element in the report: ``sentence-3-evidence-1``.

    Evidence of removed sentences, which has no element with an id, is ``removed-1-evidence-1``.
    """
    return {
        f"{group}-evidence-{place}": _describe(evidence, answer, files)
        for group, shown in _iterate_groups(build_view(answer))
        for place, evidence in enumerate(shown, 1)
    }


def _iterate_groups(view: AnswerView) -> Iterator[tuple[str, tuple[EvidenceView, ...]]]:
    for sentence in view.sentences:
        yield f"sentence-{sentence.number}", sentence.evidence
    for sentence in view.removed:
        yield f"removed-{sentence.number}", sentence.evidence


def _describe(evidence: EvidenceView, answer: Answer, files: FileStore) -> dict[str, Any]:
    reference = evidence.reference
    document = find_document(reference, answer.documents)
    return {
        "document": escape_controls(evidence.document),
        "source": None if document is None else answer.documents.index(document),
        "start": reference.document_start_idx,
        "end": reference.document_end_idx,
        "label": reference.label,
        "quote": escape_controls(evidence.quote),
        "before": escape_controls(evidence.passage.before),
        "after": escape_controls(evidence.passage.after),
        "language": evidence.language,
        "pdf": _find_pdf(document, files),
        "boxes": [
            {"page": one.page + 1, "box": [one.bbox.x0, one.bbox.y0, one.bbox.x1, one.bbox.y1]}
            for one in reference.bboxes
        ],
    }


def _find_pdf(document: Document | None, files: FileStore) -> str | None:
    """Return the digest of the stored PDF that the document was read from."""
    if document is None or document.parser_name != "pdf":
        return None
    digest = str(document.metadata.get(DIGEST_KEY) or document.digest or "").removeprefix("sha256:")
    return digest if files.find(digest, ".pdf") else None


def cut_source(answer: Answer, position: int, start: int, end: int) -> dict[str, str] | None:
    """Return the text of a source around some characters, in three parts; None if there is no such source."""
    if not 0 <= position < len(answer.documents):
        return None
    text = answer.documents[position].full_text or ""
    start = max(0, min(start, len(text)))
    end = max(start, min(end, len(text)))
    return {
        "before": escape_controls(text[max(0, start - _AROUND) : start]),
        "words": escape_controls(text[start:end]),
        "after": escape_controls(text[end : end + _AROUND]),
    }
