"""Refines the reason of a verdict without support by comparing the claim with the nearest passages.

This is a diagnosis and never changes a status. ``refine_reason`` maps the kind of the first difference to a
reason code.

| the verdict | its reason becomes |
|---|---|
| ``refuted`` or ``not_entailed``, by a model | that word after the kind: ``number_refuted`` |
| ``not_found``, with a figure beside others | ``number_not_entailed`` or ``date_not_entailed`` |
| ``unknown`` | what is unclear or not found, or ``…_misplaced`` for a value that occurs with other words |
| ``polarity_mismatch`` | the mismatch of what the two opposites are: days, figures, words of order |
| anything else, or no difference found | unchanged |
"""

from __future__ import annotations

from dataclasses import replace

from ascribe.records import Verdict
from ascribe.records.outcomes import OUTCOMES, UNCLEAR
from ascribe.verify.decision import UNDECIDED_REASONS
from ascribe.verify.evidence.sets import ClaimContext
from ascribe.verify.reasons.differences import Difference, find_clash, find_differences

MODEL_REASONS = ("refuted", "not_entailed")
"""Reasons of a model, which do not name what differs."""

OPPOSITE_REASON = "polarity_mismatch"

_MISMATCH_OF_KIND = {
    "date": "date_mismatch",
    "number": "number_mismatch",
    "unit": "unit_mismatch",
    "comparison": "comparison_reversed",
    "order": "order_reversed",
}
"""Kind of two opposites → reason code of their clash."""

ABSENT_REASON = "not_found"
"""Reason if next to nothing was found. Words tell nothing there, so only a figure or a date in digits, beside
another one, is named."""

FINAL_REASONS = (
    "sources_disagree",
    "whole_not_found",
    "too_long",
    "too_short",
    "other_subject",
    "other_language",
    "language_unread",
)
"""Reasons for ``unknown`` that no difference explains."""


def refine_reason(verdict: Verdict, case: ClaimContext) -> Verdict:
    """Return the verdict with its most exact reason; ``details["difference"]`` has the compared words.

    Args:
        verdict: the verdict on the claim of the case.
        case: the claim with all the evidence.
    """
    if not _is_refinable(verdict):
        return verdict
    first = (
        find_clash(case, verdict)
        if verdict.reason == OPPOSITE_REASON
        else next(iter(find_differences(case, verdict)), None)
    )
    if first is None or (verdict.reason == ABSENT_REASON and not _is_in_digits(first, case)):
        return verdict
    if first.kind == "content" and verdict.reason in UNCLEAR.values():
        return verdict  # the reason is more exact already
    shown = {"kind": first.kind, **first.found.describe(case.text, first.evidence)}
    return replace(
        verdict, reason=_build_reason(verdict, first), details={**verdict.details, "difference": shown}
    )


def _is_refinable(verdict: Verdict) -> bool:
    """Return True if a difference may name the reason more exactly; none exists if the rules confirm all."""
    if verdict.details.get("rules") == "confirmed":
        return False
    if verdict.status == "unknown":
        return not _is_final(verdict.reason)
    return verdict.reason in (*MODEL_REASONS, OPPOSITE_REASON, ABSENT_REASON)


def _is_final(reason: str) -> bool:
    """Return True for a reason that is kept.

    These are the reasons of a user's own verifier, those that only a judge gives, and ``FINAL_REASONS``.
    """
    return reason not in OUTCOMES or OUTCOMES[reason].tiers == ("llm",) or reason in FINAL_REASONS


def _is_in_digits(one: Difference, case: ClaimContext) -> bool:
    """Return True for a figure or date of the claim in digits, if the passage has digits too."""
    written = case.text.text[slice(*one.found.claim)]
    return (
        one.kind in ("number", "date") and written[:1].isdigit() and any(map(str.isdigit, one.evidence.text))
    )


def _build_reason(verdict: Verdict, one: Difference) -> str:
    if verdict.reason == OPPOSITE_REASON:
        return _MISMATCH_OF_KIND.get(one.kind, OPPOSITE_REASON)
    if verdict.status == "unknown":
        return _build_unclear_reason(one)
    return f"{one.kind}_{'refuted' if verdict.status == 'contradicted' else 'not_entailed'}"


_OWN_REASONS = ("range_", "column_", "other_row", "quotation_", "speaker_", "restriction_")
"""Starts of the reasons of rules that are more exact than those of their kind."""


def _build_unclear_reason(one: Difference) -> str:
    """Return the rule's own code if it is of that kind, else that of the kind."""
    own = UNDECIDED_REASONS.get(one.found.reason, one.found.reason)
    if one.elsewhere or own == "misplaced":
        return f"{one.kind}_misplaced" if one.kind in ("number", "date", "name") else UNCLEAR[one.kind]
    is_own = (
        own in OUTCOMES and OUTCOMES[own].status == "unknown" and own.startswith((one.kind, *_OWN_REASONS))
    )
    return own if is_own else UNCLEAR[one.kind]
