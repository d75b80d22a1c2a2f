"""Modality: what may be, should be or is planned is not a fact, and what is allowed is not a duty.

A claim that drops such a word, or adds "must", goes further than its evidence.
"""

from __future__ import annotations

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import CueGroup, compare_claim_cues, compare_dropped_cues, may_have_cues

REASON = "modality_strengthened"

_DROPPED = (
    CueGroup("may", also=("can", "should", "plan")),
    CueGroup("should", also=("may", "plan")),
    CueGroup("plan", also=("may", "should", "future")),
)
"""Words that a claim must keep, each with groups of the claim that say no more."""

_ADDED = (CueGroup("must", also=("bound",)), CueGroup("certain", also=("must",)))
"""Words that the evidence must have if the claim has them."""

_CUES = frozenset(group.name for group in (*_DROPPED, *_ADDED))


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word of duty in the claim, and one for each hedge that it drops."""
    if not may_have_cues(_CUES, claim, evidence):
        return []
    kept = [one for group in _ADDED for one in compare_claim_cues(group, claim, evidence, "modality", REASON)]
    lost = [
        one for group in _DROPPED for one in compare_dropped_cues(group, claim, evidence, "modality", REASON)
    ]
    return [*kept, *lost]


RULE = Rule(
    "modality",
    compare,
    kind="modality",
    objections=("modality_strengthened",),
    unclear={"modality_strengthened": "modality_unclear"},
    paraphrases=True,
)
