"""Sentences and sources as JSON values, as the audit trail of an answer lists them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ascribe.records.cited_sentence import CitedSentence
from ascribe.records.document import Document


def build_sentence_entry(sentence: CitedSentence) -> dict[str, Any]:
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


def build_source_entry(position: int, document: Document) -> dict[str, Any]:
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
    return {
        key: value for key, value in _to_json_value(asdict(sentence.verdict)).items() if key != "references"
    }


def _to_json_value(value: Any) -> Any:
    """Convert tuples to lists, so that the trail is unchanged by a round trip through JSON."""
    if isinstance(value, dict):
        return {key: _to_json_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_to_json_value(item) for item in value]
    return value
