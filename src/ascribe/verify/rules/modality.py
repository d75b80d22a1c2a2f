"""Modality, permissions, conditions and requirements: what may be, what must be, and what depends on more.

Modality: what may be, should be or is planned is not a fact, and what is allowed is not a duty.

A claim that drops such a word, or adds "must", goes further than its evidence.

Permissions: "may not" is "is forbidden", "must" is "is compulsory", "may" is "is allowed".

A clause is read as a ban, a duty or a permission, whatever words it uses. All other words of the claim's
clause must be in the sentence of the evidence that expresses the same kind.

Conditions: what holds "if", "unless" or "only if" something else does is not simply true.

A claim may paraphrase a condition: it drops one if it has less than half of its words. "If" for "unless" is a
clash.

Requirements: "only if it is open" is "not unless it is open", and "unless it is set" is "without it".

Each such clause is read as "if C then M", where either may be negated: "M unless C" is "if not C, M", and "M
only if C" is "if not C, not M". Two requirements are the same if the same sides are negated and each side of
the claim has its words on the same side of the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import (
    CueGroup,
    Scope,
    Span,
    compare_claim_cues,
    compare_dropped_cues,
    find_clause_at,
    find_scopes,
    may_have_cues,
)
from ascribe.verify.lexicon import contains_all
from ascribe.verify.relations import Bag, build_bag, compute_coverage, find_stretch_at
from ascribe.verify.rules.roles import find_orders
from ascribe.verify.rules.wording import find_omitted_cue

_MODALITY_REASON = "modality_strengthened"

_DROPPED_MODALS = (
    CueGroup("may", also=("can", "should", "plan")),
    CueGroup("should", also=("may", "plan")),
    CueGroup("plan", also=("may", "should", "future")),
)
"""Words that a claim must keep, each with groups of the claim that say no more."""

_ADDED_MODALS = (CueGroup("must", also=("bound", "imperative")), CueGroup("certain", also=("must",)))
"""Words that the evidence must have if the claim has them."""

_FUTURE = CueGroup("future", also=("plan", "may", "should", "must"))
"""What will happen has not happened; a claim in the present may drop it: "the library will lend tools"."""

_PAST_WORDS = frozenset(("was", "were", "has", "have", "had", "did"))

_MODAL_CUES = frozenset(group.name for group in (*_DROPPED_MODALS, *_ADDED_MODALS, _FUTURE))


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
    ]
    happened = [
        one
        for one in compare_dropped_cues(_FUTURE, claim, evidence, "modality", _MODALITY_REASON)
        if _is_past(one.claim, claim)
    ]
    return [*kept, *lost, *happened]


_WEAKER_MODALS = ("may", "should")


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


def _is_order(place: Span, claim: Text) -> bool:
    """Return True for a verb that begins the claim, as an order does: "Replace it every six months"."""
    return place[0] == 0 and not _is_past(place, claim)


def _is_past(place: Span, claim: Text) -> bool:
    """Return True if the verb at that place is in the past, by its ending or by the word before it."""
    before = [word.form for word in claim.words if word.end <= place[0]][-2:]
    return claim.lowered[slice(*place)].endswith("ed") or not _PAST_WORDS.isdisjoint(before)


MODALITY = Rule(
    "modality",
    compare_modality,
    kind="modality",
    objections=("modality_strengthened",),
    opposes="place",
    unclear={"modality_strengthened": "modality_unclear"},
    paraphrases=True,
)


_NORM_KINDS = ("ban", "duty", "leave")
_NORM_CUES = frozenset(_NORM_KINDS)


@dataclass(frozen=True, slots=True)
class _Norm:
    """A clause with a ban, duty or permission: its cue, its span and its other content words."""

    cue: Scope
    span: Span
    words: tuple[Word, ...]


def compare_permissions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each such clause of the claim that the evidence paraphrases."""
    if not may_have_cues(_NORM_CUES, claim):
        return []
    asked = _get_norms(claim)
    said = _get_norms(evidence) if asked else ()
    return [found for one in asked if (found := _compare_norm(one, said, claim, evidence)) is not None]


def _compare_norm(asked: _Norm, said: tuple[_Norm, ...], claim: Text, evidence: Text) -> Comparison | None:
    mine = _quote_norm(claim, asked.cue)
    for other in said:
        theirs = _quote_norm(evidence, other.cue)
        if other.cue.group != asked.cue.group or mine == theirs or not asked.words:
            continue
        there = evidence.within(*find_stretch_at(evidence, other.cue.start))
        if contains_all(asked.words, evidence, there):
            return Comparison("permissions", "agree", "", asked.span, other.cue.place, f"{theirs} = {mine}")
    return None


def _quote_norm(text: Text, cue: Scope) -> str:
    return text.lowered[cue.start : cue.end]


@find_once
def _get_norms(text: Text) -> tuple[_Norm, ...]:
    return tuple(_find_norms(text))


def _find_norms(text: Text) -> Iterator[_Norm]:
    """Yield a norm for each clause with exactly one such cue and no other negation."""
    bans = find_scopes(text, "ban")
    found = [
        cue
        for kind in _NORM_KINDS
        for cue in find_scopes(text, kind)
        if kind == "ban" or not _overlaps_any(cue, bans)
    ]
    for cue in found:
        first, last = span = find_clause_at(text, cue.start)
        others = [one for one in (*found, *find_scopes(text, "negation")) if first <= one.start < last]
        if all(cue.start <= one.start < cue.end for one in others):
            inside = text.within(first, last)
            yield _Norm(cue, span, tuple(w for w in inside if not cue.start <= w.start < cue.end))


def _overlaps_any(cue: Scope, others: tuple[Scope, ...]) -> bool:
    return any(other.start < cue.end and cue.start < other.end for other in others)


PERMISSIONS = Rule(
    "permissions",
    compare_permissions,
    paraphrases=True,
    supersedes=("opposites", "negation", "complements", "modality", "replaced", "qualifiers"),
)


_LEAST_CONDITION_COVERAGE = 0.5
"""Share of a condition's words that a text must have to contain it, whatever word introduces it."""

_MOST_REQUIREMENTS = 24
"""Conditions of each group that are read in a text, since they are compared in pairs."""

_CONDITION_END = re.compile(r", |[;\n]|$")

_INCOMPATIBLE_CONDITIONS = (("if", "unless"), ("unless", "if"), ("even_if", "only_if"), ("even_if", "unless"))
"""Pairs that cannot both introduce the same condition."""

_CONDITION_CUES = frozenset(("if", "unless", "even_if", "only_if"))


def compare_conditions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each condition of the claim, and one for each that it drops."""
    if not may_have_cues(_CONDITION_CUES, claim, evidence):
        return []
    found = [
        one
        for asked, said in _INCOMPATIBLE_CONDITIONS
        for one in _find_opposed_conditions(asked, said, claim, evidence)
    ]
    if found:
        return found
    turned = _find_converse(claim, evidence)
    if turned is not None:
        return [turned]
    return [*_compare_claim_conditions(claim, evidence), *_find_dropped_conditions(claim, evidence)]


def _find_opposed_conditions(asked: str, said: str, claim: Text, evidence: Text) -> list[Comparison]:
    """Return clashes of two incompatible words for the same condition.

    There are none if the texts differ in their number of negations, since one of these may make up for it.
    """
    if len(find_scopes(claim, "negation")) != len(find_scopes(evidence, "negation")):
        return []
    return [
        Comparison("conditions", "clash", "condition_mismatch", cue.place, other.place)
        for cue in find_scopes(claim, asked)[:_MOST_REQUIREMENTS]
        for other in find_scopes(evidence, said)[:_MOST_REQUIREMENTS]
        if compute_coverage(
            build_bag(claim, _find_condition_span(claim, cue)),
            build_bag(evidence, _find_condition_span(evidence, other)),
        )
        >= _LEAST_CONDITION_COVERAGE
    ]


def _find_converse(claim: Text, evidence: Text) -> Comparison | None:
    """Return a finding for "if it is off, it rains" where the evidence says "if it rains, it is off".

    Condition and consequence of the claim each have more of the other one in the evidence.
    """
    own = _list_conditionals(claim)
    for asked, said in product(own, _list_conditionals(evidence) if own else ()):
        straight = compute_coverage(asked.condition, said.condition) + compute_coverage(asked.then, said.then)
        turned = min(
            compute_coverage(asked.condition, said.then), compute_coverage(asked.then, said.condition)
        )
        if turned > _LEAST_CONDITION_COVERAGE and 2 * turned > straight:
            return Comparison("conditions", "missing", "condition_unclear", asked.cue.place, said.cue.place)
    return None


def _list_conditionals(text: Text) -> list[_Requirement]:
    return [one for one in _get_requirements(text) if one.cue.group == "if"]


def _compare_claim_conditions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each condition of the claim, which the evidence must have too."""
    said = [cue for name in ("if", "unless", "when") for cue in find_scopes(evidence, name)]
    found = []
    for cue in find_scopes(claim, "if"):
        if said:
            best = max(said, key=lambda other: len(cue.stems & other.stems))
            found.append(Comparison("conditions", "agree", "", (cue.start, cue.end), best.place))
        else:
            found.append(Comparison("conditions", "missing", "condition_unclear", cue.place))
    return found


def _find_dropped_conditions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return the conditions of the evidence that apply to the claim and are missing in it."""
    found = []
    for group in ("if", "unless"):
        lost = find_omitted_cue(group, claim, evidence, "conditions", "condition_dropped")
        if lost is None or lost.evidence is None:
            continue
        cue = next(cue for cue in find_scopes(evidence, group) if cue.place == lost.evidence)
        if (
            compute_coverage(
                build_bag(evidence, _find_condition_span(evidence, cue)),
                build_bag(claim, (0, len(claim.text))),
            )
            < _LEAST_CONDITION_COVERAGE
        ):
            found.append(lost)
    return found


def _find_condition_span(text: Text, cue: Scope) -> Span:
    """Return the span of the condition: from the cue to the comma or the end of the stretch."""
    last = find_stretch_at(text, cue.start)[1]
    end = _CONDITION_END.search(text.text, cue.end, last)
    return cue.end, end.start() if end else last


CONDITIONS = Rule(
    "conditions",
    compare_conditions,
    kind="condition",
    vetoes=("condition_dropped",),
    opposes="place",
    unclear={"condition_mismatch": "condition_unclear", "condition_dropped": "condition_unclear"},
    sure=True,
    paraphrases=True,
)


_REQUIREMENT_POLARITY = {"only_if": (1, 1), "unless": (1, 0), "without": (1, 0), "if": (0, 0)}
"""Group of cues → whether it negates its condition, and whether it negates the consequence."""

_REQUIREMENT_CUES = frozenset(_REQUIREMENT_POLARITY)

_COMMA = re.compile(r",\s")


@dataclass(frozen=True, slots=True)
class _Requirement:
    """A condition and its consequence: the words of each, and whether each is negated."""

    cue: Scope
    span: Span
    condition: Bag
    then: Bag
    denied: tuple[bool, bool]


def compare_requirements(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each requirement of the claim that the evidence paraphrases."""
    if not may_have_cues(_REQUIREMENT_CUES, claim):
        return []
    asked = _get_requirements(claim)
    said = _get_requirements(evidence) if asked else ()
    return [found for one in asked if (found := _compare_requirement(one, said, claim, evidence)) is not None]


def _compare_requirement(
    asked: _Requirement, said: tuple[_Requirement, ...], claim: Text, evidence: Text
) -> Comparison | None:
    for other in said:
        if asked.denied != other.denied or asked.cue.group == other.cue.group:
            continue
        if (
            compute_coverage(asked.condition, other.condition)
            == 1
            == compute_coverage(asked.then, other.then)
        ):
            formula = f"{_quote_requirement(evidence, other)} = {_quote_requirement(claim, asked)}"
            return Comparison("requirements", "agree", "", asked.span, other.span, formula)
    return None


def _quote_requirement(text: Text, one: _Requirement) -> str:
    return text.text[slice(*one.span)].strip(" \n,.;")


@find_once
def _get_requirements(text: Text) -> tuple[_Requirement, ...]:
    if (text.language or "en") != "en":
        return ()
    cues = [cue for group in _REQUIREMENT_POLARITY for cue in find_scopes(text, group)[:_MOST_REQUIREMENTS]]
    return tuple(_find_requirements(text, [cue for cue in cues if not _is_inside(cue, cues)]))


def _is_inside(cue: Scope, others: list[Scope]) -> bool:
    """Return True for the "if" of "only if"; of cues with the same span, the first one stays."""
    holding = [other for other in others if other.start <= cue.start and cue.end <= other.end]
    return max(holding, key=lambda other: other.end - other.start) is not cue


def _find_requirements(text: Text, cues: list[Scope]) -> Iterator[_Requirement]:
    for cue in cues:
        first, last = find_stretch_at(text, cue.start)
        if sum(first <= other.start < last for other in cues) > 1:
            continue
        own, rest = _split_requirement(text, cue, first, last)
        bags = build_bag(text, own), build_bag(text, rest)
        if all(bags):
            turned = _REQUIREMENT_POLARITY[cue.group]
            denied = [
                (_count_denials(text, span, cue) + turn) % 2 == 1
                for span, turn in zip((own, rest), turned, strict=True)
            ]
            yield _Requirement(cue, (first, last), *bags, (denied[0], denied[1]))


def _split_requirement(text: Text, cue: Scope, first: int, last: int) -> tuple[Span, Span]:
    """Return the condition and the rest of the sentence.

    The rest is before the cue, or after the comma if the cue comes first.
    """
    if text.within(first, cue.start):
        return (cue.end, last), (first, cue.start)
    comma = _COMMA.search(text.text, cue.end, last)
    return ((cue.end, comma.start()), (comma.end(), last)) if comma else ((cue.end, last), (first, first))


def _count_denials(text: Text, span: Span, cue: Scope) -> int:
    found = find_scopes(text, "negation")
    return sum(span[0] <= one.start < span[1] and not cue.start <= one.start < cue.end for one in found)


REQUIREMENTS = Rule(
    "requirements",
    compare_requirements,
    paraphrases=True,
    supersedes=("negation", "complements", "conditions", "replaced", "qualifiers"),
)
