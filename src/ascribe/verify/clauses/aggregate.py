"""Combines the verdict on a sentence with those on its statements, and marks the words without support.

| the sentence as a whole | its statements | verdict |
|---|---|---|
| supported, and the rules confirm it | not judged | as it is |
| contradicted by a rule | any | as it is |
| anything else | one is contradicted | ``contradicted``, for that statement's reason |
| supported by a model | all unsupported | ``unknown``, ``uncertain`` |
| supported by a model | one is unsupported | ``partial``, ``clause_not_found`` |
| anything else | some supported, all others unsupported | ``partial``, ``clause_not_found`` |
| not found, or only in parts | the rules confirm each | ``supported``, ``clauses_confirmed`` |
| ``refuted``, ``not_entailed``, ``not_found`` | all supported | ``unknown``, ``whole_not_found`` |
| anything else | anything else | as it is |

What ties statements together is judged with the whole only. So statements make a sentence supported
only where nothing speaks against the whole and the rules confirm each statement. That is harder to
reach at a stricter level, and what takes support away, an unsupported or contradicted statement, is
no rarer at one: a stricter level supports no more.

Neighbouring unsupported words make one span. Where the evidence has every word, and yet does not
support the statement, the statement is marked as a whole: what is wrong is how its words are put
together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ascribe.protocols import Claim
from ascribe.records import Clause, Reference, Verdict
from ascribe.records.outcomes import FAILING, OUTCOMES
from ascribe.text.words import Word
from ascribe.verify.clauses.split import Statement
from ascribe.verify.comparison import Text
from ascribe.verify.lexicon import get_meaning, get_meanings

PARTIAL, CONFIRMED, DISAGREEING = "clause_not_found", "clauses_confirmed", "whole_not_found"

_WHOLE_SENTENCE_REASONS = ("refuted", "not_entailed", "not_found")
"""What is said of a sentence by its words together; all statements being supported speaks against it."""

_NOT_FOUND_REASONS = (
    *_WHOLE_SENTENCE_REASONS,
    "partly_covered",
    "uncertain",
    "name_not_found",
    "number_not_found",
    "date_not_found",
)
"""Reasons that no single passage is enough for; the statements may rest on several."""

_LABEL_ORDER = {"contradicts": 0, "supports": 1, "related": 2}


def needs_clause_verdicts(whole: Verdict) -> bool:
    """True for a verdict that its statements may change: a failing one, or support by a model alone."""
    return whole.status in FAILING or (whole.status == "supported" and whole.reason != "confirmed")


def aggregate_clauses(
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
    return replace(verdict, unsupported=spans)


def combine_verdicts(whole: Verdict, found: Sequence[Statement], judged: Sequence[Verdict]) -> Verdict:
    """The verdict by the table, with the statements as ``clauses``."""
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
    """The reason by the table, and the statement that it is of; an empty reason keeps the verdict."""
    if whole.status == "contradicted" and whole.reason not in _WHOLE_SENTENCE_REASONS:
        return "", None
    against = next((verdict for verdict in judged if verdict.status == "contradicted"), None)
    if against is not None:
        return against.reason, against
    statuses = {verdict.status for verdict in judged}
    if whole.status == "supported" and "unsupported" in statuses:
        return PARTIAL if len(statuses) > 1 else "uncertain", None
    if statuses == {"supported", "unsupported"}:
        return PARTIAL, None
    if {verdict.reason for verdict in judged} == {"confirmed"} and whole.reason in _NOT_FOUND_REASONS:
        return CONFIRMED, judged[0]
    return (
        (DISAGREEING, None)
        if statuses == {"supported"} and whole.reason in _WHOLE_SENTENCE_REASONS
        else ("", None)
    )


def _build_verdict(whole: Verdict, judged: Sequence[Verdict], reason: str, cause: Verdict | None) -> Verdict:
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
        references=_relabel_as_related(_collect_references(judged))
        if reason == DISAGREEING
        else _collect_references(judged),
        details={**whole.details, **_get_comparisons(cause)},
    )


def _relabel_as_related(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """Return the references as near passages: each supports a statement, and none the sentence."""
    return tuple(replace(reference, label="related") for reference in references)


def _get_comparisons(cause: Verdict | None) -> dict[str, Any]:
    """What was compared for the statement that decides; the features stay those of the sentence."""
    return {"compared": cause.details["compared"]} if cause and "compared" in cause.details else {}


def _collect_references(judged: Sequence[Verdict]) -> tuple[Reference, ...]:
    """The evidence of all statements, what contradicts first; of two to the same words the first."""
    given = sorted(
        (reference for verdict in judged for reference in verdict.references),
        key=lambda reference: _LABEL_ORDER.get(reference.label, len(_LABEL_ORDER)),
    )
    distinct = {(r.document_position, r.document_start_idx, r.document_end_idx): r for r in reversed(given)}
    return tuple(sorted(distinct.values(), key=given.index))


Span = tuple[int, int]


def find_unsupported_spans(
    text: str, stretches: Sequence[tuple[Span, Verdict]], language: str | None = None
) -> tuple[Span, ...]:
    """The spans in order, not overlapping, as offsets into the text.

    Args:
        text: a sentence, without markers and markup.
        stretches: its statements that are not supported, in order, each with its own verdict; or all of it.
        language: ISO 639-1 code; None reads it as English.
    """
    return tuple(
        span for place, verdict in stretches for span in _find_statement_spans(text, place, verdict, language)
    )


def _find_statement_spans(text: str, place: Span, verdict: Verdict, language: str | None) -> Iterator[Span]:
    start, end = place
    claim = Text.read(text[start:end], language)
    evidence = Text.read("\n".join(reference.quote for reference in verdict.references), language)
    agreed = _collect_agreed_stems(verdict.details.get("compared", ()), language)
    known = {word.start for word in claim.content if _is_known(word, evidence, agreed)}
    spans = [claim.original(*run) for run in _find_unknown_runs(claim, known)] or [_trim(text[start:end])]
    yield from ((start + first, start + last) for first, last in spans if first < last)


def _is_known(word: Word, evidence: Text, agreed: frozenset[str]) -> bool:
    """True if the evidence has the word, or another of its meaning, or a rule found it said otherwise."""
    if word.stem in evidence.stems or word.stem in agreed:
        return True
    return get_meaning(word, evidence.language) in get_meanings(evidence)


def _collect_agreed_stems(compared: Iterable[Any], language: str | None) -> frozenset[str]:
    """Stems of what the rules found confirmed: "12" where the source has "twelve"."""
    rows = (row for row in compared if isinstance(row, dict) and row.get("finding") == "agree")
    return frozenset(
        word.stem for row in rows for word in Text.read(str(row.get("claim", "")), language).words
    )


def _find_unknown_runs(claim: Text, known: set[int]) -> Iterator[Span]:
    """Stretches of content words that are not known, over the words without content between them."""
    run: Span | None = None
    for word in claim.content:
        if word.start not in known:
            run = (run[0] if run else word.start, word.end)
        elif run:
            yield run
            run = None
    if run:
        yield run


def _trim(text: str) -> Span:
    """All of it but the white space around it."""
    return len(text) - len(text.lstrip()), len(text.rstrip())
