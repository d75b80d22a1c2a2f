"""The table: the verdict on a sentence and those on its statements → one verdict.

| the sentence as a whole | its statements | verdict |
|---|---|---|
| contradicted by a rule | any | as it is |
| anything else | one is contradicted | ``contradicted``, for that statement's reason |
| anything else | some supported, all others unsupported | ``partial``, ``clause_not_found`` |
| ``refuted``, ``not_entailed``, ``not_found`` | all supported | ``unknown``, ``whole_not_found`` |
| anything else | anything else | as it is |

Statements are judged only where the sentence as a whole is not ``supported``, and nothing becomes supported
here: where each statement is, what ties them together ("because", "both") may not be. Of 14 such training
sentences 8 were true. So a stricter level supports no more than a looser one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ascribe.records import Clause, Reference, Verdict
from ascribe.records.outcomes import FAILING, Status
from ascribe.stages import Claim
from ascribe.verify.clauses.marking import unsupported_words
from ascribe.verify.clauses.statements import Statement

PARTIAL = "clause_not_found"
DISAGREEING = "whole_not_found"

_BY_READING = ("refuted", "not_entailed", "not_found")
"""What is said of a sentence by its words together; all statements being supported speaks against it."""

_ORDER = {"contradicts": 0, "supports": 1, "related": 2}


def by_clause(
    claim: Claim,
    whole: Verdict,
    found: Sequence[Statement],
    judged: Sequence[Verdict],
    language: str | None = None,
) -> Verdict:
    """The verdict on a sentence that is not supported as a whole, by the table, with its unsupported words.

    Args:
        claim: the sentence.
        whole: the verdict on it.
        found: its statements; empty if it makes one only.
        judged: the verdict on each, by the same verifier.
        language: ISO 639-1 code; None reads it as English.
    """
    failing = [
        ((one.start - claim.start, one.end - claim.start), verdict)
        for one, verdict in zip(found, judged, strict=True)
        if verdict.status in FAILING
    ]
    stretches = failing or [((0, len(claim.content)), whole)]
    marked = unsupported_words(claim.content, stretches, language)
    spans = tuple((claim.start + start, claim.start + end) for start, end in marked)
    return replace(combined(whole, found, judged), unsupported=spans)


def combined(whole: Verdict, found: Sequence[Statement], judged: Sequence[Verdict]) -> Verdict:
    """The verdict by the table, with the statements as ``clauses``."""
    if not found:
        return whole
    clauses = tuple(
        Clause(one.start, one.end, verdict.status, verdict.reason, verdict.score)
        for one, verdict in zip(found, judged, strict=True)
    )
    whole = replace(whole, clauses=clauses)
    if whole.status == "contradicted" and whole.reason not in _BY_READING:
        return whole
    against = next((verdict for verdict in judged if verdict.status == "contradicted"), None)
    if against is not None:
        return _following(whole, judged, "contradicted", against.reason, against.details)
    statuses = {verdict.status for verdict in judged}
    if statuses == {"supported", "unsupported"}:
        return _following(whole, judged, "partial", PARTIAL, {})
    if statuses == {"supported"} and whole.reason in _BY_READING:
        return _following(whole, judged, "unknown", DISAGREEING, {})
    return whole


def _following(
    whole: Verdict, judged: Sequence[Verdict], status: Status, reason: str, details: dict[str, Any]
) -> Verdict:
    """The verdict that follows from the statements: the least of all scores, and the evidence of each."""
    scores = [verdict.score for verdict in (whole, *judged) if verdict.score is not None]
    return replace(
        whole,
        status=status,
        reason=reason,
        score=min(scores, default=None),
        references=_references(judged),
        details={**whole.details, **details},
    )


def _references(judged: Sequence[Verdict]) -> tuple[Reference, ...]:
    """The evidence of all statements, what contradicts first; of two to the same words the first."""
    given = sorted(
        (reference for verdict in judged for reference in verdict.references),
        key=lambda reference: _ORDER.get(reference.label, len(_ORDER)),
    )
    distinct = {(r.document_position, r.document_start_idx, r.document_end_idx): r for r in reversed(given)}
    return tuple(sorted(distinct.values(), key=given.index))
