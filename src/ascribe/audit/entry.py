"""What the audit log records of an answer or a repair."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

from ascribe.audit.lines import FORMAT, FORMAT_KEY, encode_canonically
from ascribe.records import Answer, CitedSentence, Document, Reference, Repair, SkippedSource
from ascribe.records.serialization import compute_digest
from ascribe.version import __version__


def build_entry(result: Answer | Repair, command: str, *, texts: bool) -> dict[str, Any]:
    """Build the entry of an answer or a repair.

    Args:
        result: what is recorded.
        command: how it was made: ``check``, ``ask``, ``repair`` or a word of yours.
        texts: record the texts of question, reply and sources beside their digests.
    """
    answer = result.answer if isinstance(result, Repair) else result
    entry = {
        **build_head(command),
        **_build_settings(answer),
        "question": _build_text(answer.query, texts=texts),
        "reply": _build_text(answer.reply or "", texts=texts),
        "sources": [build_source(document, texts=texts) for document in answer.documents],
        "skipped": [_build_skipped(each, texts=texts) for each in answer.skipped],
        "sentences": [build_verdict(sentence) for sentence in answer.sentences],
        "removed": [build_verdict(sentence) for sentence in answer.removed],
        "refused": answer.refusal_reason if answer.was_refused else None,
        "faithfulness": answer.faithfulness_score if answer.verification_ran else None,
        "checked": len(answer.verification_results),
        "supported_share": answer.supported_share,
    }
    return {**entry, **_build_repair(result, texts=texts)} if isinstance(result, Repair) else entry


def build_head(command: str) -> dict[str, Any]:
    """Build what every line has: the format, how it was made, and the time in UTC."""
    time = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {FORMAT_KEY: FORMAT, "command": command, "time": time}


def _build_settings(answer: Answer) -> dict[str, Any]:
    """Build the settings; ``models`` maps the file or name of each model to its digest or version."""
    settings = asdict(answer.settings)
    models = {name: digest for name, digest in settings.pop("versions").items() if name != "ascribe"}
    return {"version": __version__, "settings": settings, "models": models}


def _build_text(text: str, *, texts: bool) -> dict[str, str]:
    return {"digest": compute_digest(text), **({"text": text} if texts else {})}


def build_source(document: Document, *, texts: bool) -> dict[str, Any]:
    """Build the record of a source.

    ``digest`` is that of its bytes, ``read`` that of what was read from them: text, sections and sentences.
    Metadata is left out, as it changes no verdict and may be private.
    """
    read = _build_document(document)
    record = {"id": document.doc_id, "digest": document.digest, "read": compute_reading_digest(document)}
    return {**record, **({"document": read} if texts else {})}


def compute_reading_digest(document: Document) -> str:
    """Return the digest of what was read from a source, whatever its name."""
    sentences = [
        [s.span.char_start, s.span.char_end, [[c.kind, c.char_start, c.char_end] for c in s.context]]
        for s in document.sentences
    ]
    return compute_digest(encode_canonically([document.full_text, document.language, sentences]))


def _build_document(document: Document) -> dict[str, Any]:
    """Build the document without what changes no verdict: metadata, and the places of letters on a page."""
    read: dict[str, Any] = json.loads(replace(document, metadata={}, lines=[]).to_json())
    _drop_boxes(read)
    return read


def _drop_boxes(value: Any) -> None:
    """Empty every list of boxes inside a JSON value."""
    if isinstance(value, list):
        for item in value:
            _drop_boxes(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key == "bboxes":
                value[key] = []
            else:
                _drop_boxes(item)


def _build_skipped(skipped: SkippedSource, *, texts: bool) -> dict[str, str]:
    """Build the record of a skipped source; its reason may quote it."""
    return {"source": skipped.source, **({"reason": skipped.reason} if texts else {})}


def build_verdict(sentence: CitedSentence) -> dict[str, Any]:
    """Build the record of a verdict; status, reason and score are None for a sentence without one."""
    verdict = sentence.verdict
    return {
        "span": [sentence.char_start, sentence.char_end],
        "status": verdict.status if verdict else None,
        "reason": verdict.reason if verdict else None,
        "score": verdict.score if verdict else None,
        "references": compute_reference_digest(sentence.references),
    }


def compute_reference_digest(references: Sequence[Reference]) -> str:
    """Return the digest of the references: source, offsets, label, quote and context of each, in order.

    Scores and places on a page are left out: they may differ in their last digits between processors.
    """
    rows = [
        [
            one.document_position,
            one.document_start_idx,
            one.document_end_idx,
            one.label,
            one.quote,
            [[context.kind, context.text] for context in one.context],
        ]
        for one in references
    ]
    return compute_digest(encode_canonically(rows))


def _build_repair(result: Repair, *, texts: bool) -> dict[str, Any]:
    actions = [
        {"kind": action.kind, "reason": action.reason, "span": [action.start, action.end]}
        for action in result.actions
    ]
    return {"repair": {"repaired": _build_text(result.repaired, texts=texts), "actions": actions}}
