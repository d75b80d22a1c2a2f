"""Qualifiers: "only", "former", "the latter", and words that no other rule covers in the claim's language.

A claim that adds a word of ``ADDED`` says more than its evidence; so does one that drops a word of
``DROPPED``. This rule never returns a clash: it only prevents a sentence from being supported.
"""

from __future__ import annotations

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import CueGroup, compare_claim_cues, compare_dropped_cues, find_scopes, may_have_cues

REASON = "qualifier_mismatch"

ADDED = (CueGroup("only"), CueGroup("more"), CueGroup("less"))
DROPPED = (CueGroup("only"), CueGroup("not_quite"))

ADDED_OUTSIDE_ENGLISH = (CueGroup("before"), CueGroup("after"), CueGroup("cause"))
"""Groups that other rules cover in English; in other languages the evidence must have them."""

SENTENCE_WIDE = ("respective",)
"""Groups that the claim must have if a sentence of the evidence that shares its words has them: what "the
former" refers to may be anywhere in the sentence."""

_CUES = frozenset((*(group.name for group in (*ADDED, *DROPPED, *ADDED_OUTSIDE_ENGLISH)), *SENTENCE_WIDE))

_LEAST_SHARED_WORDS = 2
"""Content words that a sentence of the evidence about the same thing shares with the claim at least; half of
the claim's words are required as well."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each qualifier of the claim, and one for each that it drops."""
    if not may_have_cues(_CUES, claim, evidence):
        return []
    groups = ADDED if (claim.language or "en") == "en" else (*ADDED, *ADDED_OUTSIDE_ENGLISH)
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
    """Return missing if a sentence of the evidence has a cue of the group and the claim has none.

    The sentence must be about the same thing; return None if there is no such sentence.
    """
    said = find_scopes(evidence, group)
    if not said or find_scopes(claim, group):
        return None
    for cue in said:
        start = evidence.text.rfind("\n", 0, cue.start) + 1
        end = evidence.text.find("\n", cue.start) % (len(evidence.text) + 1)
        shared = {word.stem for word in evidence.within(start, end)} & claim.stems
        if len(shared) >= max(_LEAST_SHARED_WORDS, len(claim.content) / 2):
            first = next(word for word in claim.words if word.stem in shared)
            return Comparison(rule, "missing", reason, (first.start, first.end), cue.place)
    return None


RULE = Rule("qualifiers", compare, kind="qualifier")
