"""Negation: what one text negates, the other must not assert.

A clash requires that the other text asserts the first word in the scope of a cue and nowhere negates it. A
claim that drops one cue and has another may have moved it. Beside a word such as "only" or "except" no
finding is a clash, since such a word may reverse the meaning.
"""

from __future__ import annotations

from dataclasses import replace

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Scope, find_clause_at, find_scopes, may_have_cues

_GROUP = "negation"
_CUES = frozenset((_GROUP,))


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each cue of the claim, and one for each cue that it drops."""
    if not may_have_cues(_CUES, claim, evidence):
        return []
    asked = find_scopes(claim, _GROUP)
    said = tuple(_extend_to_subject(cue, evidence) for cue in find_scopes(evidence, _GROUP))
    turned = bool(any(find_scopes(text, group) for text in (claim, evidence) for group in ("only", "unless")))
    kept = [_compare_claim_cue(cue, said, claim, evidence) for cue in asked]
    asserted = _get_asserted_stems(evidence, said)
    dropped = [
        found for cue in said if (found := _compare_evidence_cue(cue, asked, asserted, claim)) is not None
    ]
    return [_soften_clash(turned, comparison) for comparison in (*kept, *dropped)]


def _compare_claim_cue(cue: Scope, said: tuple[Scope, ...], claim: Text, evidence: Text) -> Comparison:
    """Compare "not X" of the claim: agree if the evidence says it too, clash if it says X, else missing."""
    for other in said:
        if cue.stems & other.stems or (_is_backward(other) and other.stems <= claim.stems):
            return _build_agreement(cue, other, claim, evidence)
    head = cue.words[0].stem if cue.words else None
    for word in evidence.content:
        if word.stem == head:
            there = (word.start, word.end)
            if _is_removed(word, evidence):
                formula = f"{_quote_removal(evidence, there)} = {claim.text[slice(*cue.place)]}"
                return Comparison("negation", "agree", "", cue.place, there, formula)
            return Comparison("negation", "clash", "negation_mismatch", cue.place, (word.start, word.end))
    return Comparison("negation", "missing", "negation_unclear", cue.place)


def _build_agreement(cue: Scope, other: Scope, claim: Text, evidence: Text) -> Comparison:
    """Return an agreement of two negations.

    Its formula has both words if they differ, such as "failed to" and "did not".
    """
    mine, theirs = claim.lowered[cue.start : cue.end], evidence.lowered[other.start : other.end]
    formula = "" if mine == theirs else f"{theirs} = {mine}"
    return Comparison("negation", "agree", "", cue.place, other.place, formula)


def _quote_removal(text: Text, place: tuple[int, int]) -> str:
    """Return the words from the verb that ends something up to the thing: "drops support"."""
    cues = [cue for cue in find_scopes(text, "removed") if cue.start < place[1]]
    return text.text[cues[-1].start if cues else place[0] : place[1]]


def _extend_to_subject(cue: Scope, text: Text) -> Scope:
    """Extend a cue at the end of its clause to the subject: "breakfast is included; parking is not"."""
    first, last = find_clause_at(text, cue.start)
    if cue.words or text.text[cue.end : last].strip(" .!?\"”’'"):
        return cue
    return replace(cue, words=tuple(text.within(first, cue.start)[-1:]))


def _is_removed(word: Word, text: Text) -> bool:
    """Return True if the word's clause ends it: what is dropped or abolished no longer exists."""
    first, last = find_clause_at(text, word.start)
    return any(first <= cue.start < last for cue in find_scopes(text, "removed"))


def _is_backward(cue: Scope) -> bool:
    return bool(cue.words) and cue.words[0].start < cue.start


def _compare_evidence_cue(
    cue: Scope, asked: tuple[Scope, ...], asserted: frozenset[str], claim: Text
) -> Comparison | None:
    """Compare "not X" of the evidence with a claim that asserts X.

    Return None if the evidence asserts X as well.
    """
    if any(cue.stems & other.stems or _is_backward(cue) for other in asked):
        return None
    for place, word in enumerate(cue.words):
        shared = next((w for w in claim.content if w.stem == word.stem), None)
        if shared is None:
            continue
        if word.stem in asserted:
            return None
        here = (shared.start, shared.end)
        if _is_removed(shared, claim):
            return Comparison("negation", "agree", "", here, cue.place)
        if place == 0 and not asked:
            return Comparison("negation", "clash", "negation_mismatch", here, cue.place)
        return Comparison("negation", "missing", "negation_unclear", here, cue.place)
    return None


def _get_asserted_stems(text: Text, scopes: tuple[Scope, ...]) -> frozenset[str]:
    """Return the stems of the content words outside every negation."""
    covered = {word.start for scope in scopes for word in scope.words}
    return frozenset(word.stem for word in text.content if word.start not in covered)


def _soften_clash(turned: bool, comparison: Comparison) -> Comparison:
    if not turned or comparison.finding != "clash":
        return comparison
    return Comparison("negation", "missing", "negation_unclear", comparison.claim, comparison.evidence)


RULE = Rule(
    "negation",
    compare,
    kind="negation",
    exact="negation_unclear",
    unclear={"negation_mismatch": "negation_unclear"},
    sure=True,
    denies="contrary",
    supersedes=(),
    threshold="negated",
)
