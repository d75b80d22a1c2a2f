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
    "must",
    "least",
    "most_at",
    "before",
    "after",
    "if",
    "cause",
    "more",
    "less",
    "rise",
    "fall",
    "said",
)
"""Groups that the evidence must have where the claim has them. A claim may add "some" or "may" freely."""

WEAKENING = ("only", "some", "most", "may", "should", "least", "most_at", "if", "said")
"""Groups that the claim must have where the evidence has them beside the claim's words."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each qualifier of the claim, and one for each that it drops."""
    kept = [
        _kept(cue, find_scopes(evidence, group))
        for group in STRENGTHENING
        for cue in find_scopes(claim, group)
    ]
    dropped = [
        _dropped(cue, claim)
        for group in WEAKENING
        if not find_scopes(claim, group)
        for cue in find_scopes(evidence, group)
        if _bears_on(cue, claim)
    ]
    return [*kept, *dropped]


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
