"""Qualifiers: "only", "all", "may", "at least", "before", "if" and their like.

A claim that adds one of ``STRENGTHENING`` says more than its evidence; so does one that drops one of
``WEAKENING``. This rule never names a clash: it keeps a sentence from being called supported.
"""

from __future__ import annotations

from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.scope import Scope, find_scopes

STRENGTHENING = (
    "only",
    "all",
    "most",
    "few",
    "must",
    "least",
    "most_at",
    "before",
    "after",
    "if",
    "cause",
    "more",
    "less",
    "said",
)
"""Groups that the evidence must have where the claim has them. A claim may add "some" or "may" freely."""

WEAKENING = ("only", "not_quite", "some", "few", "most", "may", "should", "least", "most_at")
"""Groups that the claim must have where the evidence has them beside the claim's words."""

SENTENCE_WIDE = ("if", "said", "respective")
"""Groups that the claim must have where a sentence of the evidence that shares its words has them: what a
condition, a speaker or "the former" bears on may stand anywhere in the sentence."""

ALSO = {"said": "found"}
"""Another group of the evidence that confirms a group of the claim: what a survey found, it says."""

AS_WEAK = {"may": "can"}
"""Another group of the claim that is no stronger than one of the evidence."""

QUANTIFIERS = ("all", "most", "some", "few")
"""A claim that has one of these must have the one that its evidence has at the same words."""

_SHARED = 2
"""Content words that a sentence of the evidence shares with a claim about the same at least, beside half of
the claim's words."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each qualifier of the claim, and one for each that it drops."""
    kept = [
        _kept(cue, (*find_scopes(evidence, group), *find_scopes(evidence, ALSO.get(group, group))))
        for group in STRENGTHENING
        for cue in find_scopes(claim, group)
    ]
    dropped = [
        _dropped(cue, claim)
        for group in WEAKENING
        if not find_scopes(claim, group) and not find_scopes(claim, AS_WEAK.get(group, group))
        for cue in find_scopes(evidence, group)
        if _bears_on(cue, claim)
    ]
    wide = [found for group in SENTENCE_WIDE if (found := _left_out(group, claim, evidence)) is not None]
    return [*kept, *dropped, *wide, *_other_quantifier(claim, evidence)]


def _left_out(group: str, claim: Text, evidence: Text) -> Comparison | None:
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
            return Comparison(
                "qualifiers", "missing", "qualifier_mismatch", (first.start, first.end), cue.place
            )
    return None


def _other_quantifier(claim: Text, evidence: Text) -> list[Comparison]:
    """A claim with "some" where its evidence says "all" of the same thing."""
    found = []
    for group in QUANTIFIERS:
        for cue in find_scopes(claim, group):
            others = [o for other in QUANTIFIERS if other != group for o in find_scopes(evidence, other)]
            clashing = next((o for o in others if o.words[:1] and o.words[0].stem in cue.stems), None)
            if clashing and not any(cue.stems & same.stems for same in find_scopes(evidence, group)):
                found.append(
                    Comparison("qualifiers", "missing", "qualifier_mismatch", cue.place, clashing.place)
                )
    return found


def _kept(cue: Scope, said: tuple[Scope, ...]) -> Comparison:
    if not said:
        return Comparison("qualifiers", "missing", "qualifier_mismatch", cue.place)
    best = max(said, key=lambda other: len(cue.stems & other.stems))
    return Comparison("qualifiers", "agree", "", cue.place, best.place)


def _bears_on(cue: Scope, claim: Text) -> bool:
    """True if the claim holds the word that stands next to the cue of the evidence."""
    return bool(cue.words) and cue.words[0].stem in claim.stems


def _dropped(cue: Scope, claim: Text) -> Comparison:
    word = next(word for word in claim.words if word.stem == cue.words[0].stem)
    return Comparison("qualifiers", "missing", "qualifier_mismatch", (word.start, word.end), cue.place)
