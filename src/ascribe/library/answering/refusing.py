"""What is shown of a checked draft, and when nothing is: one table for the four levels.

========  =======================  ==========================================================
level     what is taken out        refused
========  =======================  ==========================================================
loose     nothing                  if nothing in it could be supported
balanced  what failed              if no supported sentence is left
strict    all but what is          the same; if less than half of the statements are supported,
          supported                if the sources disagree, or if one could not be decided
paranoid  all but what is          if a single statement is not supported
          supported
========  =======================  ==========================================================

A sentence that states nothing to check ("Here is what I found:") stays while something else does.

While a draft is being written, ``loose`` and ``balanced`` show what they would show of it from its first
supported sentence on: nothing that follows can refuse it any more. ``strict`` and ``paranoid`` may refuse the
whole for its last sentence, so they show nothing before that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ascribe.library.answering.removing import by_itself, without
from ascribe.records import Answer, CitedSentence, Strictness
from ascribe.records.outcomes import Status
from ascribe.records.refusals import Refusal

FAILED: tuple[Status, ...] = ("contradicted", "unsupported", "partial")
"""Statuses of what was checked and is not supported."""

HALF = 0.5
"""Share of the statements that ``strict`` wants supported: an answer that loses more is another answer."""

_ANOTHER_SOURCE = "sources_disagree"


def decided(answer: Answer) -> Answer:
    """The checked answer as its level shows it, or its refusal."""
    reason = refusal_of(answer.sentences, answer.strictness)
    if reason is not None:
        return refused(answer, reason)
    return without(answer, _taken_out(answer.sentences, answer.strictness))


def shown_so_far(answer: Answer) -> Answer:
    """What may be shown of the beginning of a checked draft: nothing that its level may yet take back."""
    supported = any(_status(sentence) == "supported" for sentence in answer.sentences)
    if not supported or answer.strictness not in ("loose", "balanced"):
        return replace(answer, sentences=[], verification_results=[], unsupported_claims=[])
    return without(answer, _taken_out(answer.sentences, answer.strictness))


def refused(answer: Answer, reason: Refusal, details: str = "") -> Answer:
    """The answer without a text; what was drafted is in ``removed``.

    Its faithfulness is 0.0: a refusal is no answer, so it is none that is faithful.
    """
    return replace(
        answer,
        sentences=[],
        reply="",
        faithfulness_score=0.0,
        faithfulness_components=replace(answer.faithfulness_components, nli_score=0.0),
        unsupported_claims=[],
        verification_results=[],
        was_refused=True,
        refusal_reason=reason,
        refusal_details=details,
        removed=[*answer.removed, *map(by_itself, answer.sentences)],
    )


def refusal_of(sentences: Sequence[CitedSentence], strictness: Strictness) -> Refusal | None:
    """Why these sentences are no answer at that level; None if they are one."""
    statuses = [_status(sentence) for sentence in sentences]
    stated = [status for status in statuses if status != "not_checkable"]
    supported = stated.count("supported")
    disagree = any(_reason(sentence) == _ANOTHER_SOURCE for sentence in sentences)
    if not supported:
        return _nothing_supported(stated, strictness, disagree=disagree)
    if strictness in ("loose", "balanced"):
        return None
    if disagree:
        return "conflicting_sources"
    undecided = stated.count("unknown")
    enough = 1.0 if strictness == "paranoid" or undecided else HALF
    return None if supported >= enough * len(stated) else "unsupported_answer"


def _nothing_supported(stated: Sequence[Status], strictness: Strictness, *, disagree: bool) -> Refusal | None:
    """The reason where no statement is supported; ``loose`` shows what is merely undecided."""
    if disagree:
        return "conflicting_sources"
    if not stated:
        return "generator_refused"
    if strictness == "loose" and "unknown" in stated:
        return None
    return "no_verifier" if all(status == "unknown" for status in stated) else "unsupported_answer"


def _taken_out(sentences: Sequence[CitedSentence], strictness: Strictness) -> list[int]:
    statuses = [_status(sentence) for sentence in sentences]
    if strictness == "loose":
        return []
    if strictness == "balanced":
        return [index for index, status in enumerate(statuses) if status in FAILED]
    kept = ("supported", "not_checkable")
    return [index for index, status in enumerate(statuses) if status not in kept]


def _status(sentence: CitedSentence) -> Status:
    """``unknown`` without a verdict: what was not checked is not supported."""
    return sentence.verdict.status if sentence.verdict is not None else "unknown"


def _reason(sentence: CitedSentence) -> str:
    return sentence.verdict.reason if sentence.verdict is not None else ""
