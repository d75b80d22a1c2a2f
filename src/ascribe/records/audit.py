"""The audit trail: an answer as plain JSON that somebody else can check."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ascribe.records.answer import Answer, CitedSentence
from ascribe.records.serialise import SCHEMA_VERSION


def audit_trail(answer: Answer) -> dict[str, Any]:
    """The sixteen keys of the published data model, and what it takes to repeat the check and compare."""
    return {**_figures(answer), **_evidence(answer)}


def _figures(answer: Answer) -> dict[str, Any]:
    components, scores = answer.faithfulness_components, answer.nli_scores
    return {
        "query": answer.query,
        "strictness": answer.strictness,
        "was_refused": answer.was_refused,
        "refusal_reason": answer.refusal_reason,
        "verification_ran": answer.verification_ran,
        "faithfulness_score": answer.faithfulness_score,
        "faithfulness_components": {
            "retrieval_score": components.retrieval_score,
            "nli_score": components.nli_score,
            "generation_logprob": components.generation_logprob,
        },
        "n_sentences": len(answer.sentences),
        "n_supported": len(answer.supported_sentences),
        "n_unsupported": len(answer.unsupported_sentences),
        "n_verified": len(answer.verification_results),
        "min_nli_score": answer.min_nli_score,
        "mean_nli_score": sum(scores) / len(scores) if scores else None,
        "unsupported_claims": list(answer.unsupported_claims),
        "cited_sentence_ids": sorted(answer.cited_sentence_ids),
        "n_retrieved_chunks": len(answer.retrieved_chunks),
    }


def _evidence(answer: Answer) -> dict[str, Any]:
    return {
        "schema_version": SCHEMA_VERSION,
        "reply": answer.reply,
        "status_counts": dict(answer.status_counts()),
        "sentences": [_sentence(sentence) for sentence in answer.sentences],
        "removed": [_sentence(sentence) for sentence in answer.removed],
        "sources": [
            {
                "document_id": document.doc_id,
                "document_position": position,
                "path": document.source_path.as_posix(),
                "digest": document.digest,
                "parser": document.parser_name,
                "n_pages": document.num_pages,
            }
            for position, document in enumerate(answer.documents, 1)
        ],
        "skipped": [asdict(source) for source in answer.skipped],
        "settings": asdict(answer.settings),
    }


def _sentence(sentence: CitedSentence) -> dict[str, Any]:
    return {
        "text": sentence.text,
        "char_start": sentence.char_start,
        "char_end": sentence.char_end,
        "supporting_sentence_ids": list(sentence.supporting_sentence_ids),
        "verdict": _verdict(sentence),
        "references": [_plain(asdict(reference)) for reference in sentence.references],
    }


def _verdict(sentence: CitedSentence) -> dict[str, Any] | None:
    """The verdict without its references, which are those of the sentence."""
    if sentence.verdict is None:
        return None
    return {key: value for key, value in _plain(asdict(sentence.verdict)).items() if key != "references"}


def _plain(value: Any) -> Any:
    """Tuples as lists, so that the trail equals itself after a trip through JSON."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
