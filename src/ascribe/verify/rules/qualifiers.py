"""Qualifiers: "only", "former", "the latter", and what no rule of its own reads in the claim's language.

A claim that adds one of ``ADDED`` says more than its evidence; so does one that drops one of ``DROPPED``.
This rule never names a clash: it keeps a sentence from being called supported.
"""

from __future__ import annotations

from ascribe.verify.comparison import Comparison, Text
from ascribe.verify.cues import CueGroup, compare_claim_cues, compare_dropped_cues, find_scopes, may_have_cues

REASON = "qualifier_mismatch"

ADDED = (CueGroup("only"), CueGroup("more"), CueGroup("less"))
DROPPED = (CueGroup("only"), CueGroup("not_quite"))

ELSEWHERE = (CueGroup("before"), CueGroup("after"), CueGroup("cause"))
"""Groups that rules of their own read in English; in other languages the evidence must have them."""

SENTENCE_WIDE = ("respective",)
"""Groups that the claim must have where a sentence of the evidence that shares its words has them: what "the
former" bears on may stand anywhere in the sentence."""

_CUES = frozenset((*(group.name for group in (*ADDED, *DROPPED, *ELSEWHERE)), *SENTENCE_WIDE))

_SHARED = 2
"""Content words that a sentence of the evidence shares with a claim about the same at least, beside half of
the claim's words."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each qualifier of the claim, and one for each that it drops."""
    if not may_have_cues(_CUES, claim, evidence):
        return []
    groups = ADDED if (claim.language or "en") == "en" else (*ADDED, *ELSEWHERE)
    kept = [
        one for group in groups for one in compare_claim_cues(group, claim, evidence, "qualifiers", REASON)
    ]
    lost = [
        one for group in DROPPED for one in compare_dropped_cues(group, claim, evidence, "qualifiers", REASON)
    ]
    wide = [
        found for group in SENTENCE_WIDE if (found := find_omitted_cue(group, claim, evidence)) is not None
    ]
    return [*kept, *lost, *wide]


def find_omitted_cue(
    group: str, claim: Text, evidence: Text, rule: str = "qualifiers", reason: str = REASON
) -> Comparison | None:
    """The claim has no cue of the group, and a sentence of the evidence about the same thing has one."""
    said = find_scopes(evidence, group)
    if not said or find_scopes(claim, group):
        return None
    for cue in said:
        start = evidence.text.rfind("\n", 0, cue.start) + 1
        end = evidence.text.find("\n", cue.start) % (len(evidence.text) + 1)
        shared = {word.stem for word in evidence.within(start, end)} & claim.stems
        if len(shared) >= max(_SHARED, len(claim.content) / 2):
            first = next(word for word in claim.words if word.stem in shared)
            return Comparison(rule, "missing", reason, (first.start, first.end), cue.place)
    return None
