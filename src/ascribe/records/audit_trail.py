"""The audit trail of an answer as JSON values: figures, sentences, sources and settings."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ascribe.records.answer_warnings import list_warnings
from ascribe.records.cited_sentence import CitedSentence
from ascribe.records.document import Document
from ascribe.records.serialization import SCHEMA_VERSION

if TYPE_CHECKING:
    from ascribe.records.answer import Answer


def build_audit_trail(answer: Answer) -> dict[str, Any]:
    """Build the sixteen keys of the published data model, and what is needed to reproduce the check."""
    return {**_build_figures(answer), **_build_details(answer)}


def _build_figures(answer: Answer) -> dict[str, Any]:
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


def _build_details(answer: Answer) -> dict[str, Any]:
    return {
        "schema_version": SCHEMA_VERSION,
        "reply": answer.reply,
        "status_counts": dict(answer.status_counts()),
        "n_stating": len(answer.stating_sentences),
        "supported_share": answer.supported_share,
        "n_removed": len(answer.removed),
        "sentences": [_build_sentence_entry(sentence) for sentence in answer.sentences],
        "removed": [_build_sentence_entry(sentence) for sentence in answer.removed],
        "sources": [
            _build_source_entry(position, document) for position, document in enumerate(answer.documents, 1)
        ],
        "skipped": [asdict(source) for source in answer.skipped],
        "confidence": answer.confidence,
        "warnings": list_warnings(answer),
        "settings": asdict(answer.settings),
    }


def _build_sentence_entry(sentence: CitedSentence) -> dict[str, Any]:
    """Build the entry of a sentence, with its verdict, its references and the reply's own citations."""
    return {
        "text": sentence.text,
        "char_start": sentence.char_start,
        "char_end": sentence.char_end,
        "supporting_sentence_ids": list(sentence.supporting_sentence_ids),
        "verdict": _build_verdict(sentence),
        "references": [_to_json_value(asdict(reference)) for reference in sentence.references],
        "citations": [_to_json_value(asdict(citation)) for citation in sentence.citations],
    }


def _build_source_entry(position: int, document: Document) -> dict[str, Any]:
    """Build the entry of a source; ``position`` counts from 1."""
    return {
        "document_id": document.doc_id,
        "document_position": position,
        "path": document.source_path.as_posix(),
        "digest": document.digest,
        "parser": document.parser_name,
        "n_pages": document.num_pages,
    }


def _build_verdict(sentence: CitedSentence) -> dict[str, Any] | None:
    """Build the verdict without its references, which are those of the sentence."""
    if sentence.verdict is None:
        return None
    data = _to_json_value(asdict(sentence.verdict))
    kept = {key: value for key, value in data.items() if key != "references"}
    return {**kept, "message": sentence.verdict.message}


def _to_json_value(value: Any) -> Any:
    """Convert tuples to lists, so that the trail is unchanged by a round trip through JSON."""
    if isinstance(value, dict):
        return {key: _to_json_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_to_json_value(item) for item in value]
    return value
