"""Qualifiers: "only", "all", "may", "at least", "before", "if" and their like must stand on both sides.

A claim that adds one says more than its evidence, and one that drops it may say more as well. This rule
never names a clash: it keeps a sentence from being called supported.
"""

from __future__ import annotations

from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.scope import Scope, find_scopes, groups


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each qualifier of the claim, and one for each that it drops."""
    found: list[Comparison] = []
    for group in groups(claim.language):
        if group == "negation":
            continue
        asked, said = find_scopes(claim, group), find_scopes(evidence, group)
        found += [_kept(cue, said) for cue in asked]
        found += [_dropped(cue, claim) for cue in said if not asked and _bears_on(cue, claim)]
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
