"""Say where a record has what was looked for under another name."""

from __future__ import annotations

from collections.abc import Mapping

_OF_SENTENCES = "a reply has a status for each sentence: use status_counts(), or sentence.verdict.status"
_WHOLE = "use is_fully_supported"
_SCORE = "use faithfulness_score"

HINTS: Mapping[str, Mapping[str, str]] = {
    "Answer": {
        "status": _OF_SENTENCES, "verdict": _OF_SENTENCES, "verdicts": _OF_SENTENCES, "label": _OF_SENTENCES,
        "ok": _WHOLE, "passed": _WHOLE, "is_supported": _WHOLE, "is_ok": _WHOLE,
        "faithfulness": _SCORE, "score": _SCORE, "support": _SCORE,
        "contradicted": "use contradicted_sentences", "contradictions": "use contradicted_sentences",
        "supported": "use supported_sentences", "unsupported": "use unsupported_sentences",
        "claims": "use sentences", "statements": "use sentences", "results": "use verification_results",
        "references": "each sentence has its references; bibliography() lists the sources",
        "citations": "each sentence has its citations; with_citations() writes them",
        "sources": "use documents", "question": "use query", "markdown": "use to_markdown()",
        "html": "use to_html()", "json": "use to_json()",
    },
    "CitedSentence": {
        "status": "use verdict.status", "reason": "use verdict.reason", "message": "use verdict.message",
        "score": "use verdict.score", "label": "use verdict.status", "evidence": "use references",
        "start": "use char_start", "end": "use char_end",
    },
    "Verdict": {"label": "use status", "explanation": "use message", "evidence": "use references"},
    "StreamEvent": {
        "type": "use kind", "event": "use kind", "delta": "use text", "verdict": "use sentence.verdict",
    },
}  # fmt: skip
"""Record → what people look for → what to use."""


def build_attribute_error(record: object, name: str) -> AttributeError:
    """Build the error for a field that the record lacks, with a hint if one is known."""
    kind = type(record).__name__
    hint = HINTS.get(kind, {}).get(name)
    message = f"{kind!r} object has no attribute {name!r}{f'; {hint}.' if hint else ''}"
    return AttributeError(message, name=name, obj=record)
