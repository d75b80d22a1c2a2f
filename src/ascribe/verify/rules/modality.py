"""Modality: what may be, should be or is planned is not a fact, and what is allowed is not a duty.

A claim that drops such a word, or adds "must", goes further than its evidence.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import (
    Scope,
    Span,
    find_clause_at,
    find_clauses_around,
    find_scopes,
    may_have_cues,
    split_clauses,
)
from ascribe.verify.denials.asserted_words import Share, compute_shares, find_best_assertions
from ascribe.verify.denials.unmet import is_denied_likewise
from ascribe.verify.grammar.relations import build_bag, compute_coverage
from ascribe.verify.grammar.verb_forms import is_past_form, read_tense
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.rules.cue_groups import CueGroup, compare_claim_cues, compare_dropped_cues
from ascribe.verify.rules.roles import find_orders

_MODALITY_REASON = "modality_strengthened"

_DROPPED_MODALS = (
    CueGroup("may", also=("can", "should", "plan")),
    CueGroup("should", also=("may", "plan")),
    CueGroup("plan", also=("may", "should", "future")),
    CueGroup("ordered", also=("plan", "may", "should", "must", "future", "possible", "causing_to")),
    CueGroup("would", also=("may", "should", "plan", "future")),
)
"""Words that a claim must keep, each with groups of the claim that say no more."""

_ADDED_MODALS = (CueGroup("must", also=("bound", "imperative")), CueGroup("certain", also=("must",)))
"""Words that the evidence must have if the claim has them."""

_NOT_YET_DONE = (
    CueGroup("future", also=("plan", "may", "should", "must")),
    CueGroup("possible", also=("can", "plan", "may", "should", "must", "future")),
    CueGroup("in_progress", also=("begun", "plan", "may", "should", "must", "future")),
    CueGroup("begun", also=("in_progress", "begins", "plan", "may", "should", "must", "future")),
)
"""What will or can be done, and what is still being done, has not been done. A claim in the present may drop
such a word: "it lends tools"."""

_DUE = CueGroup(
    "due", also=("must", "bound", "imperative", "plan", "may", "should", "can", "would", "future")
)
"""What must be done need not have been done: "must be paid" is not "was paid"."""

_PAST_WORDS = frozenset(("was", "were", "has", "have", "had", "did"))

_UNREALISED = "unrealised"
_UNREALISED_TOO = (
    _UNREALISED, "plan", "may", "should", "would", "future", "said", "negation", "removed", "not_quite",
)  # fmt: skip
"""Groups of a claim that may say as well that something is only planned, or was cancelled."""

_MODAL_CUES = frozenset(
    (_UNREALISED, *(group.name for group in (*_DROPPED_MODALS, *_ADDED_MODALS, *_NOT_YET_DONE, _DUE)))
)


def compare_modality(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word of duty in the claim, and one for each hedge that it drops."""
    if not may_have_cues(_MODAL_CUES, claim, evidence):
        return []
    kept = [
        _weigh_duty(one, group.name, claim, evidence)
        for group in _ADDED_MODALS
        for one in compare_claim_cues(group, claim, evidence, "modality", _MODALITY_REASON)
    ]
    lost = [
        one
        for group in _DROPPED_MODALS
        for one in compare_dropped_cues(group, claim, evidence, "modality", _MODALITY_REASON)
        if not _is_order(one.claim, claim)
        and not _is_done(one, claim, evidence)
        and not _is_of_other_clause(one, claim, evidence)
        and not _is_asserted_elsewhere(one, claim, evidence)
        and not (one.evidence and is_denied_likewise(claim, evidence, one.evidence))
    ]
    happened = [
        one
        for group in _NOT_YET_DONE
        for one in compare_dropped_cues(group, claim, evidence, "modality", _MODALITY_REASON)
        if _is_past(one.claim, claim) and not _is_done(one, claim, evidence)
    ]
    happened += [
        one
        for one in compare_dropped_cues(_DUE, claim, evidence, "modality", _MODALITY_REASON)
        if _has_happened(one.claim, claim) and not _is_done(one, claim, evidence)
    ]
    return [
        *kept,
        *lost,
        *happened,
        *_compare_allowed(claim, evidence),
        *_compare_unrealised(claim, evidence),
        *_compare_times(claim, evidence),
    ]


_ALLOWED = re.compile(r"\b(?:may|can|(?:allowed|permitted|free)\s+to|optional)\b")
"""Words of a permission; of the other words for what is possible, none is one: "could", "perhaps"."""


def _compare_allowed(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a finding if the claim allows what the evidence demands: "may wear" for "must wear"."""
    duties = find_scopes(evidence, "must")
    if not duties or find_scopes(claim, "must") or find_scopes(claim, "negation"):
        return []
    return [
        Comparison("modality", "missing", "modality_unclear", mine.place, duty.place)
        for name in ("may", "can")
        for mine in find_scopes(claim, name)
        for duty in duties
        if _ALLOWED.search(claim.lowered, mine.start, mine.end) and duty.words and _are_about_same(mine, duty)
    ][:1]


def _compare_times(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a finding for what is done in the claim and not yet in the evidence, or the other way round."""
    if not (claim.is_english and evidence.is_english):
        return []
    return _compare_past(claim, evidence) or _compare_unfinished(claim, evidence)


_UNFINISHED = "in_progress"


def _compare_unfinished(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a finding if the claim says that something is done, and the evidence that it is being done."""
    cues = find_scopes(evidence, _UNFINISHED)
    if not cues or any(_is_done_verb(word, evidence) for word in evidence.words):
        return []
    if find_scopes(claim, _UNFINISHED) or find_scopes(claim, "begun"):
        return []
    return [
        Comparison("modality", "missing", _MODALITY_REASON, (word.start, word.end), cues[0].place)
        for word in claim.content
        if is_past_form(word.form, claim) and read_tense(word, claim) == "perfect"
    ][:1]


def _is_done_verb(word: Word, text: Text) -> bool:
    return word.form in _PAST_WORDS or is_past_form(word.form, text)


_NOT_PAST = ("future", "would", "plan", "may", "should", "can")
"""Groups of the evidence beside which its verbs in the past may tell of what is to come."""


def _compare_past(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a finding for what will happen or is planned in the claim, and has happened in the evidence."""
    planned = (cue for cue in find_scopes(claim, "plan") if not claim.lowered.startswith("used", cue.start))
    asked = (*find_scopes(claim, "future"), *planned)
    if not asked or any(find_scopes(evidence, group) for group in _NOT_PAST):
        return []
    return [
        Comparison("modality", "missing", "modality_unclear", cue.place, (word.start, word.end))
        for cue in asked
        for word in evidence.content
        if cue.words and cue.words[0].stem == word.stem and read_tense(word, evidence) in ("past", "perfect")
    ][:1]


_LEAST_SUBJECT_SHARE = 0.5
"""Share of a clause's meanings in the subject of "is planned" for the clause to be about it."""


def _compare_unrealised(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a finding for what is planned or was cancelled in the evidence, and there in the claim."""
    cues = find_scopes(evidence, _UNREALISED)
    if not cues or any(find_scopes(claim, group) for group in _UNREALISED_TOO):
        return []
    clauses = [bag for span in split_clauses(claim) if len(bag := build_bag(claim, span)) > 1]
    for cue in cues:
        if any(word.stem in claim.stems for word in evidence.within(*cue.place)):
            continue  # "rejected" in both
        start, _ = find_clause_at(evidence, cue.start)
        subject = build_bag(evidence, (start, cue.start))
        if any(compute_coverage(clause, subject) >= _LEAST_SUBJECT_SHARE for clause in clauses):
            shared = [word for word in claim.content if get_meaning(word, claim.language) in subject]
            place = shared[-1].start, shared[-1].end  # rather what happened than who did it
            return [Comparison("modality", "missing", _MODALITY_REASON, place, (cue.start, cue.end))]
    return []


_WEAKER_MODALS = ("may", "should", "can")


def _weigh_duty(found: Comparison, group: str, claim: Text, evidence: Text) -> Comparison:
    """Return a missing "must" with the "may" or "should" that the evidence has for the same; else as it is.

    A cell such as "Recommended" is about all that the claim says. What the evidence orders must be done.
    """
    if found.finding != "missing":
        return found
    mine = next((cue for cue in find_scopes(claim, group) if cue.start == found.claim[0]), None)
    governed = {word.stem for word in mine.words[:1]} if mine else set()
    order = next((verb for verb, _ in find_orders(evidence) if verb.stem in governed), None)
    if order is not None:
        return Comparison("modality", "agree", "", found.claim, (order.start, order.end))
    said = (cue for name in _WEAKER_MODALS for cue in find_scopes(evidence, name))
    weaker = next((cue for cue in said if mine and _are_about_same(mine, cue)), None)
    return replace(found, evidence=weaker.place) if weaker else found


_MOST_GOVERNED = 3
"""Words behind "must" or "may" that say what must or may be: "require an independent assessment"."""


def _are_about_same(one: Scope, other: Scope) -> bool:
    """Return True if two modal words govern a common word, or the other one stands alone."""
    mine, theirs = ({word.stem for word in cue.words[:_MOST_GOVERNED]} for cue in (one, other))
    return not theirs or not mine.isdisjoint(theirs)


_HEDGE = re.compile(r"(?:in|on)\s|\w+ly\b|perhaps\b")


def _is_of_other_clause(lost: Comparison, claim: Text, evidence: Text) -> bool:
    """Return True for "in principle" or "perhaps" in a clause that has less than half of the claim."""
    if lost.evidence is None or not _HEDGE.match(evidence.lowered, lost.evidence[0]):
        return False
    there = build_bag(evidence, find_clauses_around(evidence, lost.evidence))
    return compute_coverage(build_bag(claim, (0, len(claim.text))), there) < _LEAST_SUBJECT_SHARE


def _is_asserted_elsewhere(lost: Comparison, claim: Text, evidence: Text) -> bool:
    """Return True if another clause says it without such a word, and has more of the claim.

    "Pupils pay 3 euros; others may pay 5 euros" says without "may" what pupils pay.
    """
    words = [word for word in evidence.within(*(lost.evidence or (0, 0))) if word.stem in claim.stems]
    if not words:
        return False
    shares, asserted = _find_assertions(evidence, claim)
    return all(shares[word.start] < asserted.get(word.stem, (0, 0)) for word in words)


@find_once
def _find_assertions(evidence: Text, claim: Text) -> tuple[dict[int, Share], dict[str, Share]]:
    """Return the share of the claim beside each word, and the greatest one outside every such word."""
    groups = {name for group in _DROPPED_MODALS for name in group.names}
    modals = tuple(cue for name in groups for cue in find_scopes(evidence, name))
    shares = compute_shares(claim, evidence)
    return shares, find_best_assertions(evidence, modals, shares, claim)


def _is_order(place: Span, claim: Text) -> bool:
    """Return True for a verb that begins the claim, as an order does: "Replace it every six months"."""
    return place[0] == 0 and not _is_past(place, claim)


_AND_DONE = re.compile(
    r"\band\s+(?:(?:he|she|it|they|the\s+\w+)\s+)?"
    r"(?:(?:then|later|finally|eventually|also|in fact|has|have|had)\s+)?$"
)
_DID_SO = re.compile(
    r"[^.;]{0,80}\band\s+(?:\w+\s+){0,4}(?:did|does|got|received|obtained|won|given|granted)"
    r"\s+(?:so|it|them|one|that|just)\b"
)


_LONGEST_AND = 36
"""Characters before a word in which such words begin."""


def _is_done(lost: Comparison, claim: Text, evidence: Text) -> bool:
    """Return True if the evidence goes on to say that it was done: "was asked to pay and paid"."""
    if lost.evidence is not None and _DID_SO.match(evidence.lowered, lost.evidence[1]):
        return True
    word = next(word for word in claim.words if word.start >= lost.claim[0])
    meant = get_meaning(word, claim.language)
    return any(
        get_meaning(other, evidence.language) == meant
        and _AND_DONE.search(evidence.lowered, max(0, other.start - _LONGEST_AND), other.start)
        for other in evidence.content
        if lost.evidence is not None and other.start >= lost.evidence[1]
    )


def _has_happened(place: Span, claim: Text) -> bool:
    """Return True if the verb at that place tells of the past, and is no participle: "is paid"."""
    verb = next(word for word in claim.words if word.start == place[0])
    return read_tense(verb, claim) in ("past", "perfect")


def _is_past(place: Span, claim: Text) -> bool:
    """Return True if the verb at that place is in the past, by its ending or by the word before it."""
    before = [word.form for word in claim.words_before(place[0], 2)]
    return is_past_form(claim.lowered[slice(*place)], claim) or not _PAST_WORDS.isdisjoint(before)


MODALITY = Rule(
    "modality",
    compare_modality,
    kind="modality",
    objections=("modality_strengthened",),
    opposes="place",
    unclear={"modality_strengthened": "modality_unclear"},
    paraphrases=True,
)
