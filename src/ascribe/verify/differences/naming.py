"""The reason of a sentence that is not supported, named as exactly as its words allow.

This is a diagnosis: it never changes a status. A rule or a model has judged; here the claim and the passages
that share most of its words are laid side by side, and the reason says what they differ in.

| the verdict | its reason becomes |
|---|---|
| ``refuted`` or ``not_entailed``, by a model | that word behind the kind: ``number_refuted`` |
| ``not_found``, with a figure beside others | ``number_not_entailed`` or ``date_not_entailed`` |
| ``unknown`` | what is unclear or not found, or ``…_misplaced`` for a value that stands with other words |
| ``polarity_mismatch`` | the mismatch of what the two opposites are: days, figures, words of order |
| anything else, or no difference found | as it is |
"""

from __future__ import annotations

from dataclasses import replace

from ascribe.records import Verdict
from ascribe.records.outcomes import OUTCOMES, UNCLEAR
from ascribe.verify.differences.finding import Difference, clash, differences
from ascribe.verify.readings import Case
from ascribe.verify.rules_tier import UNDECIDED

BY_MODEL = ("refuted", "not_entailed")
"""What a model says without a word on what differs."""

OPPOSED = "polarity_mismatch"

_MISMATCH = {
    "date": "date_mismatch",
    "number": "number_mismatch",
    "unit": "unit_mismatch",
    "comparison": "comparison_reversed",
    "order": "order_reversed",
}
"""Kind of two opposites → what their clash is called."""

ABSENT = "not_found"
"""What is said where next to nothing was found. Words say nothing there, so that only a figure or a date in
digits, beside another one, is named."""

SETTLED = (
    "sources_disagree",
    "whole_not_found",
    "too_long",
    "too_short",
    "other_subject",
    "other_language",
    "language_unread",
)
"""Reasons for ``unknown`` that no difference explains."""


def named(verdict: Verdict, case: Case) -> Verdict:
    """The same verdict with the most exact reason; ``details["difference"]`` has the words compared.

    Args:
        verdict: on the claim of the case.
        case: the claim beside all the evidence.
    """
    if not _is_open(verdict):
        return verdict
    first = (
        clash(case, verdict) if verdict.reason == OPPOSED else next(iter(differences(case, verdict)), None)
    )
    if first is None or (verdict.reason == ABSENT and not _is_in_digits(first, case)):
        return verdict
    if first.kind == "content" and verdict.reason in UNCLEAR.values():
        return verdict  # it names something more exact
    shown = {"kind": first.kind, **first.found.describe(case.text, first.evidence)}
    return replace(verdict, reason=_reason(verdict, first), details={**verdict.details, "difference": shown})


def _is_open(verdict: Verdict) -> bool:
    """True for a verdict that may be named more exactly; where the rules confirm all, nothing differs."""
    if verdict.details.get("rules") == "confirmed":
        return False
    if verdict.status == "unknown":
        return not _is_settled(verdict.reason)
    return verdict.reason in (*BY_MODEL, OPPOSED, ABSENT)


def _is_settled(reason: str) -> bool:
    """True for a reason of a user's own verifier, for one of a judge alone, and for those of ``SETTLED``."""
    return reason not in OUTCOMES or OUTCOMES[reason].tiers == ("llm",) or reason in SETTLED


def _is_in_digits(one: Difference, case: Case) -> bool:
    """True for a figure or date of the claim in digits where the passage has digits as well."""
    written = case.text.text[slice(*one.found.claim)]
    return (
        one.kind in ("number", "date") and written[:1].isdigit() and any(map(str.isdigit, one.evidence.text))
    )


def _reason(verdict: Verdict, one: Difference) -> str:
    if verdict.reason == OPPOSED:
        return _MISMATCH.get(one.kind, OPPOSED)
    if verdict.status == "unknown":
        return _unclear(one)
    return f"{one.kind}_{'refuted' if verdict.status == 'contradicted' else 'not_entailed'}"


def _unclear(one: Difference) -> str:
    """The rule's own code where it is of that kind, else that of the kind."""
    own = UNDECIDED.get(one.found.reason, one.found.reason)
    if one.elsewhere or own == "misplaced":
        return f"{one.kind}_misplaced" if one.kind in ("number", "date", "name") else UNCLEAR[one.kind]
    is_own = own in OUTCOMES and OUTCOMES[own].status == "unknown" and own.startswith((one.kind, "range_"))
    return own if is_own else UNCLEAR[one.kind]
