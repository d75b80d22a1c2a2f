"""Modality: what may be, should be or is planned is not what is, and what is allowed is not a duty.

A claim that drops such a word, or adds "must", goes further than its evidence.
"""

from __future__ import annotations

from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.kept import Group, added, dropped
from ascribe.verify.rules.scope import may_have

REASON = "modality_strengthened"

_WEAK = ("may", "should", "plan", "can")
_GROUPS = (
    Group("may", also=("can", "should", "plan")),
    Group("should", also=("may", "plan")),
    Group("plan", also=("may", "should", "future")),
)
"""Words that a claim must keep, each with groups of the claim that say no more."""

_DUTY = (Group("must", also=("bound",)), Group("certain", also=("must",)))
"""Words that the evidence must have where the claim has them."""

_CUES = frozenset(group.name for group in (*_GROUPS, *_DUTY))


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each word of duty in the claim, and one for each hedge that it drops."""
    if not may_have(_CUES, claim, evidence):
        return []
    kept = [one for group in _DUTY for one in added(group, claim, evidence, "modality", REASON)]
    lost = [one for group in _GROUPS for one in dropped(group, claim, evidence, "modality", REASON)]
    return [*kept, *lost]
