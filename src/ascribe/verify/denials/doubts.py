"""Where a negation of one text may not contradict the other, though that asserts the word it denies."""

from __future__ import annotations

import re

from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Scope, do_overlap, find_clause_at, find_scopes
from ascribe.verify.denials.forces import NO_LONGER, PARTS, find_counts, is_of_part
from ascribe.verify.grammar.earlier_times import is_of_earlier_time
from ascribe.verify.lexicon import get_meaning, get_meanings


@find_once
def get_stems_between(text: Text, start: int, end: int) -> frozenset[str]:
    """Return the stems of the content words that begin in that stretch."""
    return frozenset(word.stem for word in text.within(start, end))


# --- Negations of the claim ---


def may_not_be_denied(cue: Scope, claim: Text, evidence: Text, there: int) -> bool:
    """Return True if what the claim denies may be something else than what the evidence asserts there."""
    return (
        _is_outdone(cue, claim, evidence)
        or is_in_relative(cue, claim)
        or is_of_earlier_time(claim, cue.start, evidence, there)
        or _is_nought(evidence, there)
        or _is_stopped(evidence, there)
    )


def _is_stopped(evidence: Text, there: int) -> bool:
    """Return True for the verb of "stop selling" and "against selling", which may be told as "not sell"."""
    return any(word.start == there for cue in find_scopes(evidence, "stopping") for word in cue.words[:1])


_NOUGHT = re.compile(r"(?<![\w.,])(?:[$€£]\s?)?(?:0|zero|nil|nought)(?![\w%]|[.,]\d)")


def _is_nought(evidence: Text, there: int) -> bool:
    """Return True for a word beside a nought, which denies as well: "parts: $0", "zero faults"."""
    first, last = find_clause_at(evidence, there)
    return _NOUGHT.search(evidence.lowered, first, last) is not None


_RELATIVE = re.compile(
    r"\b(?:who|which|that|whose)\s+(?:has|have|had|is|are|was|were|do|does|did|can|will)\s+$"
)
_LONGEST_RELATIVE = 14


def is_in_relative(cue: Scope, claim: Text) -> bool:
    """Return True for the "not" of "tenants who have not paid": these are others than those who have."""
    return _RELATIVE.search(claim.lowered, max(0, cue.start - _LONGEST_RELATIVE), cue.start) is not None


def _is_outdone(cue: Scope, claim: Text, evidence: Text) -> bool:
    """Return True for "no bridge is longer" beside "the longest bridge", which says the same."""
    first, last = find_clause_at(claim, cue.start)
    last = min(last, cue.end + _REACH)
    compared = (one for group in ("more", "less") for one in find_scopes(claim, group))
    is_compared = any(first <= one.start < last for one in compared)
    is_compared = is_compared or _COMPARED.search(claim.lowered, cue.end, last) is not None
    return is_compared and bool(find_scopes(evidence, "superlative"))


_COMPARED = re.compile(r"\b(?:is|are|was|were|has|have)\s+(?:ever\s+)?(?:been\s+)?[a-z]{2,}er\b")


# --- Negations of the evidence ---


def may_deny_nothing(cue: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if a negation of the evidence may not deny the claim, though it has the word denied."""
    return any(check(cue, claim, evidence) for check in _DOUBTS)


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
    here = get_stems_between(evidence, first, last) & rest
    there = (
        get_stems_between(evidence, 0, first) | get_stems_between(evidence, last, len(evidence.text))
    ) & rest
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


_REACH = 120
"""Characters behind a negation in which such words are looked for."""


def _denies_circumstance(cue: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if the negation may only be about how or when: "not open on time" denies no opening."""
    last = min(find_clause_at(evidence, cue.end)[1], cue.end + _REACH)
    found = _CIRCUMSTANCE.search(evidence.lowered, cue.end, last)
    return found is not None and found[0] not in claim.lowered


def _is_of_other_part(cue: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if both texts are about a part: half of the schools have a library, and half have none.

    What is true of most cannot be false of most.
    """
    if not is_of_part(cue, claim.stems, evidence) or find_scopes(evidence, "most_of"):
        return False
    return bool(find_counts(claim)) or any(find_scopes(claim, group) for group in PARTS)


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
    return evidence.lowered.startswith(NO_LONGER, cue.start) and bool(_BEFORE.search(claim.lowered))


_DOUBTS = (
    _tells_of_before,
    _has_other_circumstance,
    _is_told_elsewhere,
    _are_both_few,
    _denies_circumstance,
    _is_of_other_part,
    _is_only_named,
)
