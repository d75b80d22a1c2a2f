"""What a built-in verifier adds to a first verdict: verdicts on single statements, and exact reasons.

The verdict on a sentence is combined with those on its statements, and its unsupported words are marked.

| the sentence as a whole | its statements | verdict |
|---|---|---|
| supported, and the rules confirm it | not verified | unchanged |
| supported by a model | another passage has another value for one | as if that one were not there |
| anything | one is contradicted, another supported | ``partial``, ``clause_contradicted`` |
| contradicted by a rule, in the words of one | that one not confirmed, another supported | the same |
| contradicted by a rule | any | unchanged |
| anything else | one is contradicted | ``contradicted``, with the reason of that statement |
| supported by a model | all unsupported | ``unknown``, ``uncertain`` |
| supported by a model | one is unsupported | ``partial``, ``clause_not_found`` |
| anything else | some supported, all others unsupported | ``partial``, ``clause_not_found`` |
| not found, or found only in part | the rules confirm each | ``supported``, ``clauses_confirmed`` |
| ``refuted``, ``not_entailed``, ``not_found`` | all supported | ``unknown``, ``whole_not_found`` |
| anything else | anything else | unchanged |

Coordinates ("in 1900, 1924 and 1931") are statements, too, but they may only make a sentence ``partial``:
together they may mean something else.

The relation between statements is verified with the whole sentence only. So statements make a sentence
supported only if nothing contradicts the whole and the rules confirm every statement. Stricter levels make
that harder to reach, and unsupported or contradicted statements, which remove support, no rarer: a stricter
level never supports more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ascribe.protocols import Claim, Scores
from ascribe.records import Clause, Reference, Verdict
from ascribe.records.messages import find_deciding_comparison
from ascribe.records.outcomes import FAILING, OUTCOMES
from ascribe.records.source_sentence import SourceSentence
from ascribe.verify.clauses import split_parts, split_statements
from ascribe.verify.denials.silence import leave_silence_open
from ascribe.verify.evidence.sets import ClaimBatch, ClaimContext
from ascribe.verify.quantities.number import compute_exactly
from ascribe.verify.reasons.exact_reasons import refine_reason
from ascribe.verify.reasons.failing_parts import apply_clashes, settle_coordinates
from ascribe.verify.reasons.unsupported_words import Span, find_statement_spans, find_unsupported_spans

CLAUSE_CONTRADICTED, CLAUSE_NOT_FOUND, CLAUSES_CONFIRMED, WHOLE_NOT_FOUND = (
    "clause_contradicted",
    "clause_not_found",
    "clauses_confirmed",
    "whole_not_found",
)

_WHOLE_SENTENCE_REASONS = ("refuted", "not_entailed", "not_found")
"""Reasons that concern the sentence as a whole; they are in doubt if every statement is supported."""

_NOT_FOUND_REASONS = (
    *_WHOLE_SENTENCE_REASONS,
    "partly_covered",
    "uncertain",
    "name_not_found",
    "number_not_found",
    "date_not_found",
)
"""Reasons for which no single passage was sufficient; the statements may rest on several passages."""

_LABEL_ORDER = {"contradicts": 0, "supports": 1, "related": 2}


def needs_clause_verdicts(whole: Verdict) -> bool:
    """Return True if statements may change the verdict: it fails, or a model alone supports the sentence."""
    return whole.status in FAILING or (whole.status == "supported" and whole.reason != "confirmed")


def aggregate_clauses(
    claim: Claim,
    whole: Verdict,
    found: Sequence[Claim],
    judged: Sequence[Verdict],
    language: str | None = None,
) -> Verdict:
    """Combine the verdicts by the table above, and mark the unsupported words if the result fails.

    Args:
        claim: the sentence.
        whole: the verdict on the sentence.
        found: its statements; empty if it makes only one.
        judged: the verdict on each statement, by the same verifier.
        language: ISO 639-1 code; None means English.
    """
    verdict = combine_verdicts(whole, found, judged)
    if verdict.status not in FAILING:
        return verdict
    failing = [
        ((one.start - claim.start, one.end - claim.start), each)
        for one, each in zip(found, judged, strict=True)
        if each.status in FAILING
    ]
    stretches = failing or [((0, len(claim.content)), whole)]
    marked = find_unsupported_spans(claim.content, stretches, language)
    spans = tuple((claim.start + start, claim.start + end) for start, end in marked)
    if verdict.status == "partial":
        difference = _find_part_difference(verdict.reason, claim.content, failing, language)
        verdict = replace(verdict, details={**verdict.details, **difference})
    return replace(verdict, unsupported=spans)


def _find_part_difference(
    reason: str, text: str, failing: Sequence[tuple[Span, Verdict]], language: str | None
) -> dict[str, Any]:
    """Return the words that differ in the first statement that fails, or those of it that are in no source.

    Args:
        reason: the reason of the sentence, which tells which statement decided.
        text: the sentence, without markers and markup.
        failing: the places and verdicts of its failing statements.
        language: ISO 639-1 code; None means English.
    """
    status = "contradicted" if reason == CLAUSE_CONTRADICTED else "unsupported"
    place, verdict = next(((place, each) for place, each in failing if each.status == status), (None, None))
    if place is None or verdict is None:
        return {}
    found = find_deciding_comparison(verdict.reason, verdict.details)
    if found is not None and found["finding"] == "clash" and OUTCOMES[verdict.reason].compared:
        return {"difference": dict(found)}
    spans = list(find_statement_spans(text, place, verdict, language))
    start, end = spans[0] if len(spans) == 1 else place
    words = {"rule": "content", "finding": "missing", "claim": text[start:end], "evidence": None}
    return {"difference": words}


def combine_verdicts(whole: Verdict, found: Sequence[Claim], judged: Sequence[Verdict]) -> Verdict:
    """Return the verdict by the table, with the statements as its ``clauses``."""
    if not found:
        return whole
    clauses = tuple(
        Clause(one.start, one.end, verdict.status, verdict.reason, verdict.score)
        for one, verdict in zip(found, judged, strict=True)
    )
    whole = replace(whole, clauses=clauses)
    reason, cause = _decide_reason(whole, judged)
    return _build_verdict(whole, judged, reason, cause) if reason else whole


def _decide_reason(whole: Verdict, judged: Sequence[Verdict]) -> tuple[str, Verdict | None]:
    """Return the reason and the statement verdict it comes from; an empty reason keeps the verdict."""
    judged = [verdict for verdict in judged if not _is_denied_elsewhere(verdict, whole)]
    if {"contradicted", "supported"} <= {verdict.status for verdict in judged}:
        return CLAUSE_CONTRADICTED, None
    if whole.status == "contradicted" and whole.reason not in _WHOLE_SENTENCE_REASONS:
        return "", None
    against = next((verdict for verdict in judged if verdict.status == "contradicted"), None)
    if against is not None:
        return against.reason, against
    statuses = {verdict.status for verdict in judged}
    if whole.status == "supported" and "unsupported" in statuses:
        return CLAUSE_NOT_FOUND if len(statuses) > 1 else "uncertain", None
    if statuses == {"supported", "unsupported"}:
        return CLAUSE_NOT_FOUND, None
    if {verdict.reason for verdict in judged} == {"confirmed"} and whole.reason in _NOT_FOUND_REASONS:
        return CLAUSES_CONFIRMED, judged[0]
    return (
        (WHOLE_NOT_FOUND, None)
        if statuses == {"supported"} and whole.reason in _WHOLE_SENTENCE_REASONS
        else ("", None)
    )


_VALUE_REASONS = ("number_mismatch", "date_mismatch")


def _is_denied_elsewhere(verdict: Verdict, whole: Verdict) -> bool:
    """Return True if a passage that the sentence does not rest on has another value for one statement.

    "21 % in the others" alone may be about anything. What supports the sentence has its value.
    """
    if whole.status != "supported" or verdict.reason not in _VALUE_REASONS or not verdict.references:
        return False
    resting = {(one.document_position, one.document_start_idx) for one in whole.references}
    return not any((one.document_position, one.document_start_idx) in resting for one in verdict.references)


def _build_verdict(whole: Verdict, judged: Sequence[Verdict], reason: str, cause: Verdict | None) -> Verdict:
    """Build the verdict that follows from the statements, with the evidence of all of them.

    Its score is the lowest of the sentence and its statements; if the statements support the sentence, only
    their scores count.
    """
    status = cause.status if cause else OUTCOMES[reason].status
    counted = judged if status == "supported" else (whole, *judged)
    scores = [verdict.score for verdict in counted if verdict.score is not None]
    return replace(
        whole,
        status=status,
        reason=reason,
        score=min(scores, default=None),
        threshold=cause.threshold if status == "supported" and cause else whole.threshold,
        references=_relabel_as_related(_collect_references(judged))
        if reason == WHOLE_NOT_FOUND
        else _collect_references(judged),
        details={**whole.details, **_get_comparisons(cause)},
    )


def _relabel_as_related(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """Relabel references as ``related``: each supports a statement, but none supports the sentence."""
    return tuple(replace(reference, label="related") for reference in references)


def _get_comparisons(cause: Verdict | None) -> dict[str, Any]:
    """Return the comparisons of the decisive statement; the features stay those of the sentence."""
    return {"compared": cause.details["compared"]} if cause and "compared" in cause.details else {}


def _collect_references(judged: Sequence[Verdict]) -> tuple[Reference, ...]:
    """Collect the evidence of all statements, contradicting references first, without duplicates."""
    given = sorted(
        (reference for verdict in judged for reference in verdict.references),
        key=lambda reference: _LABEL_ORDER.get(reference.label, len(_LABEL_ORDER)),
    )
    distinct = {(r.document_position, r.document_start_idx, r.document_end_idx): r for r in reversed(given)}
    return tuple(sorted(distinct.values(), key=given.index))


@dataclass(frozen=True, slots=True)
class SentenceParts:
    """The statements of one sentence, and the finer parts that coordinates make of it; either may be none."""

    statements: tuple[Claim, ...] = ()
    parts: tuple[Claim, ...] = ()

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Return all that is verified, once each."""
        return tuple(dict.fromkeys((*self.statements, *self.parts)))


@dataclass(frozen=True)
class StatementDraft:
    """First verdicts on whole sentences, and their statements: see ``protocols.VerdictDraft``."""

    batch: ClaimBatch
    verdicts: Sequence[Verdict]

    @cached_property
    def statements(self) -> list[tuple[Claim, ...]]:
        """Return for each sentence the statements whose verdicts may change its own; mostly none."""
        return [one.claims for one in self._split]

    @cached_property
    def _split(self) -> list[SentenceParts]:
        return [
            _split_sentence(claim, verdict, self.batch.language)
            for claim, verdict in zip(self.batch.claims, self.verdicts, strict=True)
        ]

    @compute_exactly
    def conclude(self, judged: Sequence[Sequence[Verdict]]) -> list[Verdict]:
        """Return the final verdicts: combined with those of the statements, and with their exact reason."""
        rows = zip(self.batch.contexts, self.verdicts, self._split, judged, strict=True)
        return [
            refine_reason(self._combine(context, verdict, split, verdicts), context)
            for context, verdict, split, verdicts in rows
        ]

    def _combine(
        self, context: ClaimContext, verdict: Verdict, split: SentenceParts, verdicts: Sequence[Verdict]
    ) -> Verdict:
        if not needs_clause_verdicts(verdict):
            return verdict
        of = dict(zip(split.claims, verdicts, strict=True))
        finer = self._combine_parts(context, verdict, split.parts, [of[part] for part in split.parts])
        if finer is not None:
            return finer
        claim = context.claim
        judged = apply_clashes(claim, verdict, split.statements, [of[one] for one in split.statements])
        combined = aggregate_clauses(claim, verdict, split.statements, judged, self.batch.language)
        return leave_silence_open(combined, context.text)

    def _combine_parts(
        self, context: ClaimContext, whole: Verdict, parts: Sequence[Claim], judged: Sequence[Verdict]
    ) -> Verdict | None:
        """Return the verdict that follows from coordinates if it is ``partial``; they decide nothing else."""
        judged = settle_coordinates(context, whole, parts, judged)
        found = aggregate_clauses(context.claim, whole, parts, judged, self.batch.language)
        is_partial = bool(parts) and found.status == "partial" and "supported" in {v.status for v in judged}
        may_fall = whole.status in FAILING or found.reason == CLAUSE_NOT_FOUND
        return found if is_partial and may_fall else None


def _split_sentence(claim: Claim, whole: Verdict, language: str | None) -> SentenceParts:
    """Split a sentence, unless its verdict cannot change."""
    if not needs_clause_verdicts(whole):
        return SentenceParts()
    return SentenceParts(split_statements(claim, language), split_parts(claim, language))


class RefiningVerifier(ABC):
    """A verifier that also verifies the statements of a sentence, and names the exact reason of a verdict.

    A subclass defines ``verify_batch``; ``verify`` and ``begin`` both call it.
    """

    language: str | None
    replays: bool = True

    @compute_exactly
    def verify(
        self,
        claims: Sequence[Claim],
        evidence: Sequence[SourceSentence],
        cited: Sequence[tuple[int, ...]],
        scores: Scores,
    ) -> list[Verdict]:
        """Return one verdict per claim, in order; see ``protocols.Verifier``."""
        return self.verify_batch(ClaimBatch(claims, evidence, cited, scores, self.language))

    @compute_exactly
    def begin(
        self,
        claims: Sequence[Claim],
        evidence: Sequence[SourceSentence],
        cited: Sequence[tuple[int, ...]],
        scores: Scores,
    ) -> StatementDraft:
        """Return a draft of the verdicts; see ``protocols.StatementVerifier``."""
        batch = ClaimBatch(claims, evidence, cited, scores, self.language)
        return StatementDraft(batch, self.verify_batch(batch))

    @abstractmethod
    def verify_batch(self, batch: ClaimBatch) -> list[Verdict]:
        """Return one verdict per claim of the batch, in order."""
