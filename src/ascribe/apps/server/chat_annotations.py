"""What a chat answer gets in addition: one annotation for each sentence, and a summary."""

from __future__ import annotations

from typing import Any

from ascribe.records import Answer, CitedSentence, Reference

KIND = "ascribe_verdict"
"""The type of our annotations; like those of chat completions, the fields are one level deeper."""


def build_annotations(answer: Answer) -> list[dict[str, Any]]:
    """Build one annotation for each sentence; its indices are code points, and the end is exclusive."""
    return [_build_annotation(sentence) for sentence in answer.sentences]


def _build_annotation(sentence: CitedSentence) -> dict[str, Any]:
    verdict = sentence.verdict
    found: dict[str, Any] = {
        "start_index": sentence.char_start,
        "end_index": sentence.char_end,
        "status": verdict.status if verdict else "unknown",
        "references": [_build_reference(reference) for reference in sentence.references],
    }
    if verdict is not None:
        found |= {
            "reason": verdict.reason,
            "message": verdict.message,
            "tier": verdict.tier,
            "score": verdict.score,
        }
    return {"type": KIND, KIND: found}


def _build_reference(reference: Reference) -> dict[str, Any]:
    return {
        "document_id": reference.document_id,
        "document_position": reference.document_position,
        "start_index": reference.document_start_idx,
        "end_index": reference.document_end_idx,
        "pages": list(reference.pages),
        "label": reference.label,
        "quote": reference.quote,
    }


def summarize_choice(index: int, answer: Answer, check: str | None) -> dict[str, Any]:
    """Return what ``ascribe`` says of one choice."""
    return {
        "index": index,
        "check": check,
        "tier": answer.settings.tier,
        "strictness": answer.strictness,
        "verification_ran": answer.verification_ran,
        "faithfulness_score": answer.faithfulness_score if answer.verification_ran else None,
        "checked_count": len(answer.verification_results),
        "stating_count": len(answer.stating_sentences),
        "supported_share": answer.supported_share,
        "status_counts": dict(answer.status_counts()),
        "sources": [document.doc_id for document in answer.documents],
        "annotations": build_annotations(answer),
    }
