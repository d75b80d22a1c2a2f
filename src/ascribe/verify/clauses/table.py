"""The table: the verdict on a sentence and those on its statements → one verdict.

| the sentence as a whole | its statements | verdict |
|---|---|---|
| supported, and the rules confirm it | not asked | as it is |
| contradicted by a rule | any | as it is |
| anything else | one is contradicted | ``contradicted``, for that statement's reason |
| supported by a model | all unsupported | ``unknown``, ``uncertain`` |
| supported by a model | one is unsupported | ``partial``, ``clause_not_found`` |
| anything else | some supported, all others unsupported | ``partial``, ``clause_not_found`` |
| not found, or only in parts | the rules confirm each | ``supported``, ``clauses_confirmed`` |
| ``refuted``, ``not_entailed``, ``not_found`` | all supported | ``unknown``, ``whole_not_found`` |
| anything else | anything else | as it is |

What ties statements together is judged with the whole only. So statements make a sentence supported only
where nothing speaks against the whole and the rules confirm each statement. That is harder to reach at a
stricter level, and what takes support away, an unsupported or contradicted statement, is no rarer at one: a
stricter level supports no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ascribe.records import Clause, Reference, Verdict
from ascribe.records.outcomes import FAILING, OUTCOMES
from ascribe.stages import Claim
from ascribe.verify.clauses.marking import unsupported_words
from ascribe.verify.clauses.statements import Statement

PARTIAL, CONFIRMED, DISAGREEING = "clause_not_found", "clauses_confirmed", "whole_not_found"

_BY_READING = ("refuted", "not_entailed", "not_found")
"""What is said of a sentence by its words together; all statements being supported speaks against it."""

_NOT_FOUND = (
    *_BY_READING,
    "partly_covered",
    "uncertain",
    "name_not_found",
    "number_not_found",
    "date_not_found",
)
"""Reasons that no single passage is enough for; the statements may rest on several."""

_ORDER = {"contradicts": 0, "supports": 1, "related": 2}


def is_asked(whole: Verdict) -> bool:
    """True for a verdict that its statements may change: a failing one, or support by a model alone."""
    return whole.status in FAILING or (whole.status == "supported" and whole.reason != "confirmed")


def by_clause(
    claim: Claim,
    whole: Verdict,
    found: Sequence[Statement],
    judged: Sequence[Verdict],
    language: str | None = None,
) -> Verdict:
    """The verdict on a sentence by the table, with its unsupported words if it fails.

    Args:
        claim: the sentence.
        whole: the verdict on it.
        found: its statements; empty if it makes one only.
        judged: the verdict on each, by the same verifier.
        language: ISO 639-1 code; None reads it as English.
    """
    verdict = combined(whole, found, judged)
    if verdict.status not in FAILING:
        return verdict
    failing = [
        ((one.start - claim.start, one.end - claim.start), each)
        for one, each in zip(found, judged, strict=True)
        if each.status in FAILING
    ]
    stretches = failing or [((0, len(claim.content)), whole)]
    marked = unsupported_words(claim.content, stretches, language)
    spans = tuple((claim.start + start, claim.start + end) for start, end in marked)
    return replace(verdict, unsupported=spans)


def combined(whole: Verdict, found: Sequence[Statement], judged: Sequence[Verdict]) -> Verdict:
    """The verdict by the table, with the statements as ``clauses``."""
    if not found:
        return whole
    clauses = tuple(
        Clause(one.start, one.end, verdict.status, verdict.reason, verdict.score)
        for one, verdict in zip(found, judged, strict=True)
    )
    whole = replace(whole, clauses=clauses)
    reason, cause = _finding(whole, judged)
    return _following(whole, judged, reason, cause) if reason else whole


def _finding(whole: Verdict, judged: Sequence[Verdict]) -> tuple[str, Verdict | None]:
    """The reason by the table, and the statement that it is of; an empty reason keeps the verdict."""
    if whole.status == "contradicted" and whole.reason not in _BY_READING:
        return "", None
    against = next((verdict for verdict in judged if verdict.status == "contradicted"), None)
    if against is not None:
        return against.reason, against
    statuses = {verdict.status for verdict in judged}
    if whole.status == "supported" and "unsupported" in statuses:
        return PARTIAL if len(statuses) > 1 else "uncertain", None
    if statuses == {"supported", "unsupported"}:
        return PARTIAL, None
    if {verdict.reason for verdict in judged} == {"confirmed"} and whole.reason in _NOT_FOUND:
        return CONFIRMED, judged[0]
    return (DISAGREEING, None) if statuses == {"supported"} and whole.reason in _BY_READING else ("", None)


def _following(whole: Verdict, judged: Sequence[Verdict], reason: str, cause: Verdict | None) -> Verdict:
    """The verdict that follows from the statements: the least of their scores, and the evidence of each.

    A sentence that they support has no lower score than the least of them.
    """
    status = cause.status if cause else OUTCOMES[reason].status
    asked = judged if status == "supported" else (whole, *judged)
    scores = [verdict.score for verdict in asked if verdict.score is not None]
    return replace(
        whole,
        status=status,
        reason=reason,
        score=min(scores, default=None),
        threshold=cause.threshold if status == "supported" and cause else whole.threshold,
        references=_unbound(_references(judged)) if reason == DISAGREEING else _references(judged),
        details={**whole.details, **_compared(cause)},
    )


def _unbound(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """Return the references as near passages: each supports a statement, and none the sentence."""
    return tuple(replace(reference, label="related") for reference in references)


def _compared(cause: Verdict | None) -> dict[str, Any]:
    """What was compared for the statement that decides; the features stay those of the sentence."""
    return {"compared": cause.details["compared"]} if cause and "compared" in cause.details else {}


def _references(judged: Sequence[Verdict]) -> tuple[Reference, ...]:
    """The evidence of all statements, what contradicts first; of two to the same words the first."""
    given = sorted(
        (reference for verdict in judged for reference in verdict.references),
        key=lambda reference: _ORDER.get(reference.label, len(_ORDER)),
    )
    distinct = {(r.document_position, r.document_start_idx, r.document_end_idx): r for r in reversed(given)}
    return tuple(sorted(distinct.values(), key=given.index))
