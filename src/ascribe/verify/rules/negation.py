"""Negation: what one side negates, the other must not assert.

A clash needs the first word that a cue reaches to be asserted on the other side, and nowhere negated there;
a claim that drops a cue and has another one may have moved it.
Beside a word such as "only" or "except" no clash is named, since it may turn the sense around.
"""

from __future__ import annotations

from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.scope import Scope, find_scopes

_GROUP = "negation"


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each cue of the claim, and one for each cue of the evidence that it drops."""
    asked, said = find_scopes(claim, _GROUP), find_scopes(evidence, _GROUP)
    turned = bool(find_scopes(claim, "only") or find_scopes(evidence, "only"))
    kept = [_kept(cue, said, evidence) for cue in asked]
    asserted = _asserted(evidence, said)
    dropped = [found for cue in said if (found := _dropped(cue, asked, asserted, claim)) is not None]
    return [_unless(turned, comparison) for comparison in (*kept, *dropped)]


def _kept(cue: Scope, said: tuple[Scope, ...], evidence: Text) -> Comparison:
    """The claim says "not X": agree if the evidence does, clash if it says X, else missing."""
    for other in said:
        if cue.stems & other.stems:
            return Comparison("negation", "agree", "", cue.place, other.place)
    head = cue.words[0].stem if cue.words else None
    for word in evidence.content:
        if word.stem == head:
            return Comparison("negation", "clash", "negation_mismatch", cue.place, (word.start, word.end))
    return Comparison("negation", "missing", "negation_unclear", cue.place)


def _dropped(
    cue: Scope, asked: tuple[Scope, ...], asserted: frozenset[str], claim: Text
) -> Comparison | None:
    """The evidence says "not X" and the claim asserts X; silent where the evidence asserts X as well."""
    if any(cue.stems & other.stems for other in asked):
        return None
    for place, word in enumerate(cue.words):
        shared = next((w for w in claim.content if w.stem == word.stem), None)
        if shared is None:
            continue
        if word.stem in asserted:
            return None
        here = (shared.start, shared.end)
        if place == 0 and not asked:
            return Comparison("negation", "clash", "negation_mismatch", here, cue.place)
        return Comparison("negation", "missing", "negation_unclear", here, cue.place)
    return None


def _asserted(text: Text, scopes: tuple[Scope, ...]) -> frozenset[str]:
    """Stems of the content words that stand outside every negation."""
    covered = {word.start for scope in scopes for word in scope.words}
    return frozenset(word.stem for word in text.content if word.start not in covered)


def _unless(turned: bool, comparison: Comparison) -> Comparison:
    if not turned or comparison.finding != "clash":
        return comparison
    return Comparison("negation", "missing", "negation_unclear", comparison.claim, comparison.evidence)
