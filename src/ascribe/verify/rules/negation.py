"""Negation: what one text negates, the other must not assert.

A clash requires that the other text asserts the first word in the scope of a cue and nowhere negates it. A
claim that drops one cue and has another may have moved it. Beside a word such as "only", "except" or
"unlike", or an "until" after the cue, no finding is a clash, since such a word may reverse the meaning.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import (
    BIDIRECTIONAL_LANGUAGES,
    REACH,
    Scope,
    Span,
    do_overlap,
    find_clause_at,
    find_scopes,
)
from ascribe.verify.denials import find_claim_denials, find_denials, may_deny, may_deny_likewise
from ascribe.verify.denied_clauses import find_turned_clauses
from ascribe.verify.lexicon import get_meaning, get_meanings
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.rows import find_cell_at
from ascribe.verify.segments import find_segment_at

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
    shares = _compute_shares(claim, evidence) if said else {}
    asserted = _find_best_assertions(evidence, said, shares)
    kept = [_compare_claim_cue(cue, said, asserted, claim, evidence) for cue in asked]
    dropped = [
        found
        for cue in said
        if (found := _compare_evidence_cue(cue, asked, shares, asserted, claim, evidence)) is not None
    ]
    further = _find_further_cues(asked, said, claim) if not dropped else []
    found = [_soften_clash(turned, comparison) for comparison in (*kept, *dropped, *further)]
    if any(one.finding != "agree" for one in found):
        return found
    inverted = find_turned_clauses(claim, evidence)
    return [
        *found,
        *(Comparison("negation", "missing", "negation_unclear", *places) for places in inverted),
    ]


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
        same = next((other for other in beside if _has_same_force(cue, other, claim, evidence)), None)
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
            if _is_outdone(cue, claim, evidence) or _is_in_relative(cue, claim):
                return Comparison("negation", "missing", "negation_unclear", cue.place, there)
            return Comparison("negation", "clash", "negation_mismatch", cue.place, there)
    verb = _find_assertion_of_verb(cue, said, claim, evidence)
    if verb is not None:
        return Comparison("negation", "missing", "negation_unclear", cue.place, (verb.start, verb.end))
    may_be_told = len(cue.words) <= REACH and may_deny_likewise(cue, claim, evidence)
    reason = "negation_not_found" if may_be_told else "negation_unclear"
    return Comparison("negation", "missing", reason, cue.place)


_RELATIVE = re.compile(
    r"\b(?:who|which|that|whose)\s+(?:has|have|had|is|are|was|were|do|does|did|can|will)\s+$"
)
_LONGEST_RELATIVE = 14


def _is_in_relative(cue: Scope, claim: Text) -> bool:
    """Return True for the "not" of "tenants who have not paid": these are others than those who have."""
    return _RELATIVE.search(claim.lowered, max(0, cue.start - _LONGEST_RELATIVE), cue.start) is not None


def _is_outdone(cue: Scope, claim: Text, evidence: Text) -> bool:
    """Return True for "no bridge is longer" beside "the longest bridge", which says the same."""
    first, last = find_clause_at(claim, cue.start)
    compared = (one for group in ("more", "less") for one in find_scopes(claim, group))
    is_compared = any(first <= one.start < last for one in compared) or _COMPARED.search(
        claim.lowered, cue.end, last
    )
    return bool(is_compared) and bool(find_scopes(evidence, "superlative"))


_COMPARED = re.compile(r"\b(?:is|are|was|were|has|have)\s+(?:ever\s+)?(?:been\s+)?[a-z]{2,}er\b")


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
    return bool(cue.words) and bool(other.words) and cue.words[0].stem != other.words[0].stem


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


_PARTIAL, _OPEN = "partial_negation", ("no_duty", "no_evidence")
_FORCES = (*_OPEN, "must_not", "ban", _PARTIAL)
"""Groups that tell what a negation denies: that something has to be or is known, that it may be, or only that
all are."""


def _has_same_force(cue: Scope, other: Scope, claim: Text, evidence: Text) -> bool:
    """Return False for "no user" beside "not all users", and for "must not" beside "need not".

    "Not all users" follows from "no user", and "must not" may be said as "do not".
    """
    if _denies_of_more(cue, other, claim, evidence):
        return False
    mine, theirs = _get_force(cue, claim), _get_force(other, evidence)
    if mine == theirs:
        return True
    return theirs != _PARTIAL and mine not in _OPEN and theirs not in _OPEN


_PARTS = ("some", "some_of", "most", "most_of", "many", "few", "few_of", "part")
"""Groups of words for a part: "most of the houses have no garden"."""


def _denies_of_more(cue: Scope, other: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if the claim denies of all or of anybody what the evidence denies of fewer.

    "None of the houses has a garden" does not follow from "most of the houses have no garden", nor "nobody
    came" from "the mayor did not come".
    """
    if _is_among(cue, claim, "nobody"):
        return not _is_among(other, evidence, "nobody")
    mine, theirs = (text.lowered[one.start : one.end] for text, one in ((claim, cue), (evidence, other)))
    if _NO_LONGER in (mine, theirs) and mine != theirs and "never" in (mine, theirs):
        return True
    is_subject = not claim.within(find_clause_at(claim, cue.start)[0], cue.start)
    return is_subject and _is_among(cue, claim, "not_one") and _is_of_part(other, cue.stems, evidence)


def _is_of_part(cue: Scope, stems: frozenset[str], text: Text) -> bool:
    """Return True if the subject of a negation is a part of these things: "half of the houses have no"."""
    first, _ = find_clause_at(text, cue.start)
    parts = [one for group in _PARTS for one in find_scopes(text, group)]
    return any(first <= one.start < cue.start and one.stems & stems for one in (*parts, *_find_counts(text)))


_NO_LONGER = "no longer"


def _is_among(cue: Scope, text: Text, group: str) -> bool:
    return any(do_overlap((one.start, one.end), (cue.start, cue.end)) for one in find_scopes(text, group))


_OF = re.compile(r"\s+of\s+(?:the|these|those|its|their|our)\s")


@find_once
def _find_counts(text: Text) -> tuple[Scope, ...]:
    """Return the figures that count some of several things, as in "two of the rooms", with those things."""
    return tuple(
        Scope("count", one.start, one.end, tuple(text.words_after(one.end, REACH)))
        for one in find_figures(text)
        if _OF.match(text.lowered, one.end)
    )


def _get_force(cue: Scope, text: Text) -> str:
    for name in _FORCES:
        if any(one.start < cue.end and cue.start < one.end for one in find_scopes(text, name)):
            return name
    return ""


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
    if "-" in mine + theirs:  # "gluten-free" has its word before the cue
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


_Share = tuple[int, int]
"""How many content words of the claim a segment has, and how many from a word on."""


def _compare_evidence_cue(
    cue: Scope,
    asked: tuple[Scope, ...],
    shares: Mapping[int, _Share],
    asserted: Mapping[str, _Share],
    claim: Text,
    evidence: Text,
) -> Comparison | None:
    """Compare "not X" of the evidence with a claim that asserts X.

    Return None if the evidence asserts X as well, with more of the claim. "It should not be used for another
    door but should be used for guests" does not say that it may be used for another door.
    """
    is_elliptical = _is_backward(cue) and claim.language not in BIDIRECTIONAL_LANGUAGES
    if is_elliptical and not cue.stems <= claim.stems:
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
        is_sure = not any(check(cue, claim, evidence) for check in _DOUBTS)
        if place == 0 and not asked and is_sure:
            return Comparison("negation", "clash", "negation_mismatch", here, cue.place)
        return Comparison("negation", "missing", "negation_unclear", here, cue.place)
    return None


def _has_other_circumstance(cue: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if the claim has something else instead of a part of what is negated.

    "Do not take it on an empty stomach" does not deny "take it with food in your stomach".
    """
    said, asked = get_meanings(evidence), get_meanings(claim)
    negated = {get_meaning(word, evidence.language) for word in cue.words[1:]}
    return bool(negated - asked) and bool(asked - said)


def _is_told_elsewhere(cue: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if a subject is denied, and other clauses have more of the rest of the claim.

    "None of the rooms has a bath, but three have a shower" does not deny "three of the rooms have a shower".
    """
    if not _DENIED_SUBJECT.match(evidence.lowered, cue.start):
        return False
    first, last = find_clause_at(evidence, cue.start)
    rest = claim.stems - {cue.words[0].stem}
    here = _get_stems(evidence, first, last) & rest
    there = (_get_stems(evidence, 0, first) | _get_stems(evidence, last, len(evidence.text))) & rest
    return len(there - here) > len(here - there)


_DENIED_SUBJECT = re.compile(
    r"(?:none|no|not\s+(?:one|any|a\s+single\s+one)|neither)\b(?!\s+longer\b)"
    r"|never\s+(?:before\s+)?(?:is|are|was|were|has|have|had|do|does|did|can|could|will|would)\b"
)
"""Negations whose first word is the subject: "none of the rooms", "never before had the club"."""


def _are_both_few(cue: Scope, claim: Text, evidence: Text) -> bool:
    """Return True for "hardly any" and "almost none" where the claim says "few"."""
    return bool(find_scopes(claim, "few")) and any(
        do_overlap((cue.start, cue.end), (few.start, few.end)) for few in find_scopes(evidence, "few")
    )


_CIRCUMSTANCE = re.compile(
    r"\b(?:(?:on|in)\s+time|at\s+once|in\s+full|by\s+itself|on\s+its\s+own|alone|fully|entirely|completely|properly"
    r"|directly|immediately|promptly|well|enough)\b"
)


def _denies_circumstance(cue: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if the negation may only be about how or when: "not open on time" denies no opening."""
    last = find_clause_at(evidence, cue.end)[1]
    found = _CIRCUMSTANCE.search(evidence.lowered, cue.end, last)
    return found is not None and found[0] not in claim.lowered


def _is_of_other_part(cue: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if both texts are about a part: half of the schools have a library, and half have none.

    What is true of most cannot be false of most.
    """
    if not _is_of_part(cue, claim.stems, evidence) or find_scopes(evidence, "most_of"):
        return False
    return bool(_find_counts(claim)) or any(find_scopes(claim, group) for group in _PARTS)


_ARTICLE_BEFORE = re.compile(r"\b(?:the|an?|its|their|his|her)\s+$")
_LONGEST_ARTICLE = 7


def _is_only_named(cue: Scope, claim: Text, _evidence: Text) -> bool:
    """Return True if the claim has the denied verb as a noun: "the landing spot" tells of no landing."""
    head = cue.words[0]
    same = [word for word in claim.content if word.stem == head.stem]
    return all(
        word.form != head.form
        and word.form.endswith(("ing", "ings", "tion", "ment"))
        and _ARTICLE_BEFORE.search(claim.lowered, max(0, word.start - _LONGEST_ARTICLE), word.start)
        for word in same
    )


_BEFORE = re.compile(r"\b(?:used\s+to|formerly|previously|once|until|originally)\b")


def _tells_of_before(cue: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if the claim tells what was so before the evidence's "no longer"."""
    return evidence.lowered.startswith(_NO_LONGER, cue.start) and bool(_BEFORE.search(claim.lowered))


_DOUBTS = (
    _tells_of_before,
    _has_other_circumstance,
    _is_told_elsewhere,
    _are_both_few,
    _denies_circumstance,
    _is_of_other_part,
    _is_only_named,
)
"""Tests of a negation in the evidence that does not deny the claim, though it has the first word negated."""


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


def _compute_shares(claim: Text, evidence: Text) -> dict[int, _Share]:
    """Return the start of each content word of the evidence that the claim has → its share of the claim.

    What follows a word ends where the same word comes again, so that the time is linear.
    """
    found: dict[int, _Share] = {}
    next_starts: dict[str, int] = {}
    for word in reversed(evidence.content):
        if word.stem in claim.stems:
            cell = find_cell_at(evidence, word.start)
            stems, end = _list_stems_with(word, cell, evidence)
            in_all = len(stems & claim.stems)
            end = min(end, next_starts.get(word.stem, end))
            behind = {other.stem for other in evidence.within(word.start, end)} & claim.stems
            found[word.start] = (in_all, in_all if cell else len(behind))
            next_starts[word.stem] = word.start
    return found


def _list_stems_with(word: Word, cell: Span | None, text: Text) -> tuple[frozenset[str], int]:
    """Return the stems of what a word belongs to, and where that ends: its cell, or its clause.

    A cell has its head too, and a clause what its segment takes from those before: "Anna took the offer, and
    Ben did not take it".
    """
    first, last = cell or find_clause_at(text, word.start)
    if cell or not text.is_english:
        return _get_stems(text, first, last), last
    segment, end = find_segment_at(text, word.start)
    last = min(last, end)
    return _get_stems(text, max(first, segment.start), last) | (segment.stems - segment.own), last


@find_once
def _get_stems(text: Text, start: int, end: int) -> frozenset[str]:
    return frozenset(word.stem for word in text.within(start, end))


def _find_best_assertions(
    text: Text, scopes: tuple[Scope, ...], shares: Mapping[int, _Share]
) -> dict[str, _Share]:
    """Return the stem of each word with a share that is outside every negation → the greatest share there."""
    covered = {word.start for scope in scopes for word in scope.words}
    found: dict[str, _Share] = {}
    for word in text.content:
        if word.start in shares and word.start not in covered:
            found[word.stem] = max(shares[word.start], found.get(word.stem, (0, 0)))
    return found


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
