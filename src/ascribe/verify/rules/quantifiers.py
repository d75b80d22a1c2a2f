"""Quantifiers: "some" is not "all", "most" is not "few", and "none" is neither.

A claim must not say of more things what its evidence says of fewer. If one text says "none" and the other has
another quantifier of the same thing, they clash.
"""

from __future__ import annotations

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import (
    CueGroup,
    Scope,
    compare_claim_cues,
    compare_dropped_cues,
    find_scopes,
    may_have_cues,
)

REASON = "quantifier_widened"

_ADDED = (CueGroup("all"), CueGroup("most"), CueGroup("few"))
_DROPPED = (CueGroup("some"), CueGroup("few", also=("some",)), CueGroup("most"))

LADDER = ("all", "most", "some", "few")
"""If a claim has one of these, the evidence must not have another one with the same words."""

_CUES = frozenset((*LADDER, "none"))

_INCOMPATIBLE = {("all", "few"), ("few", "all"), ("most", "few"), ("few", "most")}
"""Pairs that cannot both be true of the same things."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each quantifier of the claim, and one for each that it drops."""
    if not may_have_cues(_CUES, claim, evidence):
        return []
    kept = [
        one for group in _ADDED for one in compare_claim_cues(group, claim, evidence, "quantifiers", REASON)
    ]
    lost = [
        one
        for group in _DROPPED
        for one in compare_dropped_cues(group, claim, evidence, "quantifiers", REASON)
    ]
    open_ones = [one for one in lost if not _is_already_quantified(one, claim, evidence)]
    return [*_compare_ladder(claim, evidence), *_find_none_clashes(claim, evidence), *kept, *open_ones]


def _is_already_quantified(lost: Comparison, claim: Text, evidence: Text) -> bool:
    """Return True if the claim has a quantifier of its own there, or "other".

    ``_compare_ladder`` compares two quantifiers of one thing. For "several other ducks", "other ducks" says
    no more than "some".
    """
    start = lost.claim[0]
    if any(cue.place[0] <= start < cue.place[1] for name in LADDER for cue in find_scopes(claim, name)):
        return True
    mine = claim.lowered[:start].split()[-1:]
    theirs = evidence.lowered[slice(*lost.evidence)].split() if lost.evidence else []
    return mine == ["other"] and "other" in theirs


def _compare_ladder(claim: Text, evidence: Text) -> list[Comparison]:
    """Return mismatches such as "some" in a claim where the evidence has "all" of the same thing."""
    found = []
    for group in LADDER:
        for cue in find_scopes(claim, group):
            if any(cue.stems & same.stems for same in find_scopes(evidence, group)):
                continue
            for other in (o for name in LADDER if name != group for o in find_scopes(evidence, name)):
                if other.words[:1] and other.words[0].stem in cue.stems:
                    found.append(_build_mismatch(group, cue, other))
                    break
    return found


def _build_mismatch(group: str, cue: Scope, other: Scope) -> Comparison:
    if (group, other.group) in _INCOMPATIBLE:
        return Comparison("quantifiers", "clash", "quantifier_mismatch", cue.place, other.place)
    return Comparison("quantifiers", "missing", REASON, cue.place, other.place)


def _find_none_clashes(claim: Text, evidence: Text) -> list[Comparison]:
    """Return clashes of "none of the X" with another quantifier of X, on either side."""
    found = []
    for one, two, order in ((claim, evidence, 1), (evidence, claim, -1)):
        for cue in find_scopes(one, "none"):
            for other in (o for name in LADDER for o in find_scopes(two, name)):
                if cue.words[:1] and other.words[:1] and cue.words[0].stem == other.words[0].stem:
                    mine, theirs = (cue.place, other.place)[::order]
                    found.append(Comparison("quantifiers", "clash", "quantifier_mismatch", mine, theirs))
    return found


RULE = Rule(
    "quantifiers",
    compare,
    kind="quantifier",
    objections=("quantifier_unclear",),
    unclear={"quantifier_mismatch": "quantifier_unclear", "quantifier_widened": "quantifier_unclear"},
    paraphrases=True,
)
