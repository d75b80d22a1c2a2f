"""The table: what the rules found and what a judge says → one reason code.

It is the table of tier ``builtin``. A judge is as sure as can be: it stands above every bar of that table,
or below all of them. Only at the two highest levels of strictness an objection of the rules outweighs it.

| rules say | supported | partial | contradicted | not found |
|---|---|---|---|---|
| contradicted, ``sources_disagree`` | the rule's | the rule's | the rule's | the rule's |
| a finding of ``EXACT`` | the rule's | ``partly_entailed`` | ``refuted`` | ``not_entailed`` |
| another objection | see below | ``partly_entailed`` | ``refuted`` | ``not_entailed`` |
| ``confirmed`` | ``confirmed`` | ``partly_entailed`` | ``refuted`` | ``not_entailed`` |
| ``not_found`` | ``entailed`` | ``partly_entailed`` | ``refuted`` | ``not_found`` |
| ``not_found``, with a figure | the figure's | ``partly_entailed`` | ``refuted`` | ``not_found`` |
| anything else | see below | ``partly_entailed`` | ``refuted`` | ``not_entailed`` |

What the rules call ``unsupported`` keeps its reason where the judge does not find it either.

| rules say, judge says supported | ``loose``, ``balanced`` | ``strict`` | ``paranoid`` |
|---|---|---|---|
| another objection | ``entailed`` | the rule's | the rule's |
| another finding | ``entailed`` | ``entailed`` | ``uncertain`` |
| ``partly_covered``, or that they cannot read it | ``entailed`` | ``entailed`` | ``entailed`` |
"""

from __future__ import annotations

from ascribe.records import Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.verify.judge.prompt import Said
from ascribe.verify.model_table import EXACT, OBJECTIONS, decide, finding_of, is_veto

_NEUTRAL = ("confirmed", "partly_covered", "not_found", "other_language", "language_unread")
"""Findings of the rules that speak for the claim, or are none."""

_BAR, _NEVER = 0.5, 2.0
"""What a judge's word reaches, and what nothing does."""


def is_settled(ruled: Verdict) -> bool:
    """True if no judge can change what the rules found."""
    return is_veto(ruled.reason) and ruled.reason not in EXACT


def settle(ruled: Verdict, said: Said, strictness: Strictness) -> str:
    """The reason code by the table."""
    if is_settled(ruled):
        return ruled.reason
    if said == "partial":
        return "partly_entailed"
    probability, contradicted = float(said == "supported"), float(said == "contradicted")
    reason = decide(ruled, probability, contradicted, _BAR, _bar(ruled, strictness))
    finding = finding_of(ruled)
    return finding if OUTCOMES[reason].status == "supported" and is_veto(finding) else reason


def _bar(ruled: Verdict, strictness: Strictness) -> float:
    objected = strictness in ("strict", "paranoid") and ruled.reason in OBJECTIONS
    doubted = strictness == "paranoid" and ruled.reason not in _NEUTRAL
    return _NEVER if objected or doubted else _BAR
