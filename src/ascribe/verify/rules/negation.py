"""Negation: what one text negates, the other must not assert.

A clash requires that the other text asserts the first word in the scope of a cue and nowhere negates it. A
claim that drops one cue and has another may have moved it. Beside a word such as "only", "except" or
"unlike", or an "until" after the cue, no finding is a clash, since such a word may reverse the meaning.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import (
    BIDIRECTIONAL_LANGUAGES,
    REACH,
    Scope,
    Span,
    find_clause_at,
    find_scopes,
)
from ascribe.verify.denials.asserted_words import Share, compute_shares, find_best_assertions
from ascribe.verify.denials.clauses import find_turned_clauses
from ascribe.verify.denials.doubts import (
    get_stems_between,
    is_in_relative,
    may_deny_nothing,
    may_not_be_denied,
)
from ascribe.verify.denials.forces import has_same_force
from ascribe.verify.denials.reach import find_claim_denials, find_denials, may_deny, may_deny_likewise
from ascribe.verify.denials.unmet import find_unmet, is_only_tried
from ascribe.verify.grammar.word_groups import is_adverb

_TURNING = ("only", "except", "unless")
"""Groups beside which a statement may hold of others only."""


def compare_negation(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each cue of the claim, and one for each cue that it drops."""
    if not may_deny(claim, evidence):
        return []
    asked = find_claim_denials(claim)
    said = find_denials(evidence)
    turned = bool(any(find_scopes(text, group) for text in (claim, evidence) for group in _TURNING))
    turned = turned or _may_delay(asked, claim) or _may_delay(said, evidence)
    turned = turned or "unlike" in claim.tokens | evidence.tokens
    turned = turned or any("not only" in text.lowered for text in (claim, evidence))
    shares = compute_shares(claim, evidence) if said else {}
    asserted = find_best_assertions(evidence, said, shares, claim)
    kept = [_compare_claim_cue(cue, said, asserted, claim, evidence) for cue in asked]
    unmet = frozenset(find_unmet(evidence))
    dropped = [
        found
        for cue in said
        if not (cue in unmet and is_only_tried(cue, claim))
        and (found := _compare_evidence_cue(cue, asked, shares, asserted, claim, evidence)) is not None
    ]
    further = _find_further_cues(asked, said, claim) if not dropped else []
    compared = [_soften_clash(turned, comparison) for comparison in (*kept, *dropped, *further)]
    if any(one.finding != "agree" for one in compared):
        return compared
    inverted = (
        places
        for places in find_turned_clauses(claim, evidence)
        if not _is_denied_otherwise(places[0], asked, compared)
    )
    compared += [Comparison("negation", "missing", "negation_unclear", *places) for places in inverted]
    return compared


def _is_denied_otherwise(clause: Span, asked: tuple[Scope, ...], compared: list[Comparison]) -> bool:
    """Return True if a clause without a negation denies in other words: "support was dropped"."""
    if any(clause[0] <= cue.start < clause[1] for cue in asked):
        return False
    return any(clause[0] <= one.claim[0] < clause[1] for one in compared)


_DELAY = re.compile(r"[^.,;:!?()]{0,200}\b(?:until|till)\b")
"""What may follow a negation that only delays something: "was not replaced until 1993"."""


def _may_delay(cues: tuple[Scope, ...], text: Text) -> bool:
    """Return True if "until" follows a negation, which then may deny nothing: it was replaced in 1993.

    It may also deny the thing ("not open until further notice"), so this confirms nothing either.
    """
    if not text.is_english or text.tokens.isdisjoint(("until", "till")):
        return False
    return any(_DELAY.match(text.lowered, cue.end) is not None for cue in cues)


def _find_further_cues(asked: tuple[Scope, ...], said: tuple[Scope, ...], claim: Text) -> list[Comparison]:
    """Return a comparison for a negation of the claim's words beyond those that the claim has.

    A negation that covers its whole clause meets every other one in it: "kein Raum" would answer to "nicht
    offen". So they are counted: each needs its own, beside the word next to it.
    """
    if claim.language not in BIDIRECTIONAL_LANGUAGES or not asked:
        return []
    own = [cue for cue in said if cue.words and cue.words[0].stem in claim.stems]
    if len(own) <= len(asked):
        return []
    paired = {cue.words[0].stem for cue in asked if cue.words}
    return [
        Comparison("negation", "missing", "negation_unclear", (word.start, word.end), cue.place)
        for cue in own
        if cue.words[0].stem not in paired
        for word in claim.content
        if word.stem == cue.words[0].stem
    ][:1]


def _compare_claim_cue(
    cue: Scope, said: tuple[Scope, ...], asserted: Container[str], claim: Text, evidence: Text
) -> Comparison:
    """Compare "not X" of the claim: agree if the evidence says it too, clash if it says X, else missing."""
    beside = [
        other
        for other in said
        if not _deny_different_ones(cue, other, claim, evidence)
        and not _asserts_head(cue, other, asserted, claim)
        and _denies_same(cue, other, claim, evidence)
    ]
    if beside:
        alike = (other for other in beside if not _tells_which(cue, other, claim, evidence))
        same = next((other for other in alike if has_same_force(cue, other, claim, evidence)), None)
        if same is None:
            return Comparison("negation", "missing", "negation_unclear", cue.place, beside[0].place)
        return _build_negation_agreement(cue, same, claim, evidence)
    head = cue.words[0].stem if cue.words else None
    if _OF_NO_USE.search(claim.lowered, max(0, cue.start - len("of ")), cue.place[1]):
        return Comparison("negation", "missing", "negation_unclear", cue.place)
    for word in evidence.content:
        if word.stem == head and not _is_asked(word, evidence):
            there = (word.start, word.end)
            if _is_free_of(word, evidence):
                formula = f"free of {word.form} = {claim.text[slice(*cue.place)]}"
                return Comparison("negation", "agree", "", cue.place, there, formula)
            if _is_removed(word, evidence, claim):
                formula = f"{_quote_removal(evidence, there)} = {claim.text[slice(*cue.place)]}"
                return Comparison("negation", "agree", "", cue.place, there, formula)
            there = (word.start, word.end)
            if may_not_be_denied(cue, claim, evidence, word.start):
                return Comparison("negation", "missing", "negation_unclear", cue.place, there)
            return Comparison("negation", "clash", "negation_mismatch", cue.place, there)
    verb = _find_assertion_of_verb(cue, said, claim, evidence)
    if verb is not None:
        return Comparison("negation", "missing", "negation_unclear", cue.place, (verb.start, verb.end))
    may_be_told = len(cue.words) <= REACH and may_deny_likewise(cue, claim, evidence)
    reason = "negation_not_found" if may_be_told else "negation_unclear"
    return Comparison("negation", "missing", reason, cue.place)


def _find_assertion_of_verb(cue: Scope, said: tuple[Scope, ...], claim: Text, evidence: Text) -> Word | None:
    """Return the verb of "they cost nothing" where the evidence asserts it: "large ones cost 2 euros"."""
    if claim.lowered[cue.start : cue.end] not in ("nothing", "nobody", "no one", "nowhere"):
        return None
    verb = next((word for word in claim.content if word.end == cue.start - 1), None)
    denied = {word.start for one in said for word in one.words}
    return next((w for w in evidence.content if verb and w.stem == verb.stem and w.start not in denied), None)


_OF_NO_USE = re.compile(r"\bof no (?:use|help|value|avail)\b")
"""A predicate of its own: "is of no use" denies nothing of "is used"."""

_FREE_OF = re.compile(r"(?<!not )\bfree of\s+$")
_LONGEST_FREE = 14


def _is_free_of(word: Word, text: Text) -> bool:
    """Return True for "free of charge", which is no cue: what is free of charge may be called free alone."""
    before = max(0, word.start - _LONGEST_FREE), word.start
    return word.form.startswith("charge") and _FREE_OF.search(text.lowered, *before) is not None


_WHETHER = re.compile(r"\b(?:whether|den(?:y|ies|ied|ying))\b[^,;.]*$")


_AND_NOT = re.compile(r"(?:\b(?:and|but)|,)\s+$")


def _deny_different_ones(cue: Scope, other: Scope, claim: Text, evidence: Text) -> bool:
    """Return True for "Ben and not Anna won" beside "Anna and not Ben won"."""
    if not (_is_contrast(cue, claim) and _is_contrast(other, evidence)):
        return False
    heads = _find_own_word(cue, claim), _find_own_word(other, evidence)
    return all(heads) and len({*heads}) == 2


def _find_own_word(cue: Scope, text: Text) -> str:
    """Return the stem of the first word that a contrast denies and that was not said before it, or empty.

    What is "recognized as a factor, but not recognized as a key" is no key.
    """
    said = get_stems_between(text, 0, cue.start)
    return next((word.stem for word in cue.words if word.stem not in said), "")


def _tells_which(cue: Scope, other: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if only one of two negations of other words tells which things are meant.

    "Half of those who have not paid moved" does not say that half of those who have paid did not move.
    """
    if not cue.words or not other.words or cue.words[0].stem == other.words[0].stem:
        return False
    return is_in_relative(cue, claim) != is_in_relative(other, evidence)


def _denies_same(cue: Scope, other: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if two negations share a word; one at the end of its clause needs its whole subject."""
    if _is_backward(other) and other.stems <= claim.stems:
        return True
    if _is_contrast(other, evidence):  # "by Judge Ruiz, not by Judge Barr" denies nothing of Ruiz
        own = other.stems - {word.stem for word in evidence.within(0, other.start)}
        return own <= claim.stems and not own.isdisjoint(cue.stems)
    may_share = claim.language in BIDIRECTIONAL_LANGUAGES or not _is_backward(other)
    return may_share and not cue.stems.isdisjoint(other.stems)


def _asserts_head(cue: Scope, other: Scope, asserted: Container[str], claim: Text) -> bool:
    """Return True if the evidence says what the cue denies, and denies something that the claim lacks.

    "He did not sell the house but rented it out" does not say that he did not rent the house. Where the
    denied word may stand on either side of the cue, the first one tells nothing.

    Args:
        cue: a negation of the claim.
        other: one of the evidence.
        asserted: stems of words that the evidence has outside every negation.
        claim: the claim.
    """
    if claim.language in BIDIRECTIONAL_LANGUAGES or not cue.words or not other.words or _is_backward(other):
        return False
    return cue.words[0].stem in asserted and other.words[0].stem not in claim.stems


def _is_contrast(cue: Scope, text: Text) -> bool:
    """Return True for the "not" of "and not B", which denies the next thing alone."""
    before = _AND_NOT.search(text.lowered, max(0, cue.start - len("and ")), cue.start)
    return before is not None and text.lowered.startswith("not", cue.start)


def _is_asked(word: Word, evidence: Text) -> bool:
    """Return True for a word of an indirect question or a denial: "asked whether it would be covered"."""
    start = find_clause_at(evidence, word.start)[0]
    return _WHETHER.search(evidence.lowered, start, word.start) is not None


def _build_negation_agreement(cue: Scope, other: Scope, claim: Text, evidence: Text) -> Comparison:
    """Return an agreement of two negations.

    Its formula has both words if they differ, such as "failed to" and "did not".
    """
    mine, theirs = claim.lowered[cue.start : cue.end], evidence.lowered[other.start : other.end]
    is_word_inside = any(one.words and one.words[0].start < one.end for one in (cue, other))
    if "-" in mine + theirs or is_word_inside:  # "gluten-free" has its word before the cue
        mine, theirs = claim.lowered[slice(*cue.place)], evidence.lowered[slice(*other.place)]
    formula = "" if mine == theirs else f"{theirs} = {mine}"
    return Comparison("negation", "agree", "", cue.place, other.place, formula)


def _quote_removal(text: Text, place: tuple[int, int]) -> str:
    """Return the words from the verb that ends something up to the thing: "drops support"."""
    cues = [cue for cue in find_scopes(text, "removed") if cue.start < place[1]]
    return text.text[cues[-1].start if cues else place[0] : place[1]]


def _is_removed(word: Word, text: Text, other: Text) -> bool:
    """Return True if the word's clause ends it: what is dropped or abolished no longer exists.

    Two verbs of this kind, one in each text, cancel out: "must be removed" and "must not be removed" are
    opposites, and so are "lost the contract" and "did not lose the contract".
    """
    first, last = find_clause_at(text, word.start)
    ends = any(first <= cue.start < last for cue in find_scopes(text, "removed"))
    return ends and not find_scopes(other, "removing")


def _is_backward(cue: Scope) -> bool:
    return bool(cue.words) and cue.words[0].start < cue.start


def _compare_evidence_cue(
    cue: Scope,
    asked: tuple[Scope, ...],
    shares: Mapping[int, Share],
    asserted: Mapping[str, Share],
    claim: Text,
    evidence: Text,
) -> Comparison | None:
    """Compare "not X" of the evidence with a claim that asserts X.

    Return None if the evidence asserts X as well, with more of the claim. "It should not be used for another
    door but should be used for guests" does not say that it may be used for another door.
    """
    is_elliptical = _is_backward(cue) and claim.language not in BIDIRECTIONAL_LANGUAGES
    things = {word.stem for word in cue.words if not is_adverb(word.form, evidence.language)}
    if is_elliptical and not things <= claim.stems:
        return None  # "the south tower did not" is nothing of the north tower
    if any(cue.stems & other.stems or _is_backward(cue) for other in asked):
        return _find_exempted(cue, claim, evidence) if asked else None
    for place, word in enumerate(cue.words):
        shared = next((w for w in claim.content if w.stem == word.stem), None)
        if shared is None:
            continue
        here = (shared.start, shared.end)
        if _is_free_of(shared, claim):
            return Comparison("negation", "agree", "", here, cue.place)
        if word.stem in asserted:
            if shares[word.start] < asserted[word.stem]:
                return None
            return Comparison("negation", "missing", "negation_unclear", here, cue.place)
        if _is_removed(shared, claim, evidence):
            return Comparison("negation", "agree", "", here, cue.place)
        is_sure = not may_deny_nothing(cue, claim, evidence)
        if place == 0 and not asked and is_sure:
            return Comparison("negation", "clash", "negation_mismatch", here, cue.place)
        return Comparison("negation", "missing", "negation_unclear", here, cue.place)
    return None


def _find_exempted(cue: Scope, claim: Text, evidence: Text) -> Comparison | None:
    """Return missing if a clause without a negation is about what "nor" denies: "but his deputy did"."""
    if not cue.words or not evidence.lowered.startswith("nor", cue.start):
        return None
    denials = find_scopes(claim, "negation")
    for word in claim.content:
        first, last = find_clause_at(claim, word.start)
        if word.stem == cue.words[0].stem and not any(first <= one.start < last for one in denials):
            return Comparison("negation", "missing", "negation_unclear", (word.start, word.end), cue.place)
    return None


def _soften_clash(turned: bool, comparison: Comparison) -> Comparison:
    if not turned or comparison.finding != "clash":
        return comparison
    return Comparison("negation", "missing", "negation_unclear", comparison.claim, comparison.evidence)


NEGATION = Rule(
    "negation",
    compare_negation,
    kind="negation",
    exact="negation_unclear",
    objections=("negation_not_found",),
    unclear={"negation_mismatch": "negation_unclear"},
    sure=True,
    denies="contrary",
    supersedes=(),
    threshold="negated",
)
