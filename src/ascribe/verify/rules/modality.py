"""Modality: what may be, should be or is planned is not what is, and what is allowed is not a duty.

A claim that drops such a word, or adds "must", goes further than its evidence.
"""

from __future__ import annotations

from ascribe.verify.comparison import Comparison, Text
from ascribe.verify.cues import CueGroup, compare_claim_cues, compare_dropped_cues, may_have_cues

REASON = "modality_strengthened"

_WEAK = ("may", "should", "plan", "can")
_GROUPS = (
    CueGroup("may", also=("can", "should", "plan")),
    CueGroup("should", also=("may", "plan")),
    CueGroup("plan", also=("may", "should", "future")),
)
"""Words that a claim must keep, each with groups of the claim that say no more."""

_DUTY = (CueGroup("must", also=("bound",)), CueGroup("certain", also=("must",)))
"""Words that the evidence must have where the claim has them."""

_CUES = frozenset(group.name for group in (*_GROUPS, *_DUTY))


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each word of duty in the claim, and one for each hedge that it drops."""
    if not may_have_cues(_CUES, claim, evidence):
        return []
    kept = [one for group in _DUTY for one in compare_claim_cues(group, claim, evidence, "modality", REASON)]
    lost = [
        one for group in _GROUPS for one in compare_dropped_cues(group, claim, evidence, "modality", REASON)
    ]
    return [*kept, *lost]
