"""Causes: "A because of B" is "B led to A", and not "A led to B". What merely accompanies causes nothing.

If a claim makes one thing the cause of another, the evidence must have both in the same roles. A claim may
leave out a cause. Only English is covered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ascribe.text.words import stem_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import find_scopes
from ascribe.verify.grammar.relations import (
    Relation,
    build_bag,
    build_relation_around,
    compare_sides,
)


def compare_causes(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each causal word of the claim, and for a cause that it calls an obstacle."""
    if not claim.is_english:
        return []
    said = (*_get_cause_relations(evidence), *_get_preventions(evidence))
    found = [_compare_cause(asked, said, claim, evidence) for asked in _get_cause_relations(claim)]
    return [*found, *_find_conceded_causes(claim, evidence)]


_CONCESSION = re.compile(r"(?:\beven\s+)?\b(?:al)?though\b(?=\s)")
"""What opens a clause about what did not keep something from happening."""


def _find_conceded_causes(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for what the claim calls an obstacle, and the evidence a cause."""
    if not evidence.is_english:
        return []
    return [
        Comparison("causes", "clash", "cause_reversed", one.place, other.place)
        for one in _get_concessions(claim)
        for other in _get_cause_relations(evidence)
        if compare_sides(one, other) == "same"
    ][:1]


_MAY_BE_CAUSE = re.compile(r"\bsince\s+(?!\d)|(?:^|[,;.\n]\s*)as\s+(?!(?:if|of|well|an?)\b)", re.IGNORECASE)
"""A word that names a cause or a time: "since it snowed", "as it snowed"."""


_SINCE_CAUSE = re.compile(
    r",\s(?P<since>since)\s(?!\d|then\b)[^,;.]*\b(?:is|are|was|were|has|have|had|do|does|did|can|cannot|could|may"
    r"|might|must|will|would|should)\b"
    r"|,\s(?P<as>as)\s(?:it|its|this|that|they|their|these|those|there)\s(?:\w+\s){0,2}?(?:can|cannot|could|may|might)\s"
    r"(?!in\b|on\b|at\b|be\s)\w{3}"
)
"""A cause behind a comma: "they wait, since the gate is closed". A time seldom has a comma before it, and no
comparison tells what can happen: "do not drop it, as it can burst"."""

_NOT_BUT = re.compile(
    r"\b(?P<denied>(?:caused|triggered|prompted|due)\s+not\s+(?:by|to))\s+(?:[\w'’-]+\s+){1,8}?"
    r"but\s+(?:rather\s+|instead\s+)?(?:by|to)\b"
)
"""A cause that is denied, up to the one that is named instead: "caused not by fog but by"."""

_DENIED = (" not by", " not to")

_AUXILIARY = re.compile(
    r"\b(?:(?:can|could|may|might|must|should|will|would)\s+)?(?:(?:have|has|had)\s+)?"
    r"(?:(?:is|are|was|were|been|being|be)\s+)?\Z"
)
_MODAL = re.compile(r"\b(?:can|could|may|might|must|should|will|would)\b")


def _quote_relation(text: Text, relation: Relation) -> str:
    """Return the causal words with the auxiliaries before them: "was caused by", "can cause"."""
    before = _AUXILIARY.search(text.lowered, relation.span[0], relation.place[0])
    start = before.start() if before else relation.place[0]
    return text.lowered[start : relation.place[1]]


def _format_causes(claim: Text, asked: Relation, evidence: Text, other: Relation) -> str:
    """Return a formula with both causal words; empty if one is a form of the other, or only one is sure."""
    mine, theirs = _quote_relation(claim, asked), _quote_relation(evidence, other)
    if _MODAL.findall(mine) != _MODAL.findall(theirs):
        return ""
    if any(words.endswith(_DENIED) for words in (mine, theirs)):
        return ""  # the rule on negation compares the "not"
    if _has_cause_first(claim, asked) != _has_cause_first(evidence, other):
        return f"A {theirs} B = B {mine} A"
    stems = ({stem_word(word, claim.code) for word in words.split()} for words in (mine, theirs))
    return "" if mine == theirs or len({*map(frozenset, stems)}) == 1 else f"A {theirs} B = A {mine} B"


def _has_cause_first(text: Text, relation: Relation) -> bool:
    """Return True for words such as "led to", which stand between a cause and its effect."""
    return any((cue.start, cue.end) == relation.place for cue in find_scopes(text, "cause_then"))


def _compare_cause(asked: Relation, said: tuple[Relation, ...], claim: Text, evidence: Text) -> Comparison:
    found = [(_compare_clauses(asked, other, claim, evidence), other) for other in said]
    for finding, other in found:
        if finding == "same":
            formula = _format_causes(claim, asked, evidence, other)
            return Comparison("causes", "agree", "", asked.place, other.place, formula)
    for finding, other in found:
        if finding == "reversed":
            return Comparison("causes", "clash", "cause_reversed", asked.place, other.place)
    for other in _get_concessions(evidence):
        if compare_sides(asked, other) == "same":
            return Comparison("causes", "clash", "cause_reversed", asked.place, other.place)
    reason = "cause_unclear" if said or _MAY_BE_CAUSE.search(evidence.text) else "cause_added"
    return Comparison("causes", "missing", reason, asked.place, said[0].place if said else None)


def _compare_clauses(asked: Relation, other: Relation, claim: Text, evidence: Text) -> str:
    """Compare the clauses beside the cues; if that is inconclusive, compare all that is on either side.

    Return "same", "reversed", or empty if neither is certain.
    """
    near = compare_sides(asked, other)
    if near or _is_fronted(asked, claim) or _is_fronted(other, evidence):
        return near
    if claim.lowered[slice(*asked.place)] != evidence.lowered[slice(*other.place)]:
        return near
    wide = compare_sides(_widen_cause(asked, claim), _widen_cause(other, evidence))
    return wide if wide == "same" else ""


def _is_fronted(relation: Relation, text: Text) -> bool:
    return not text.within(relation.span[0], relation.place[0])


def _widen_cause(relation: Relation, text: Text) -> Relation:
    """Return the relation with all of its sentence before the cue, and all after it, as sides."""
    (start, end), (first, last) = relation.place, relation.span
    return Relation(
        relation.place, build_bag(text, (first, start)), build_bag(text, (end, last)), relation.span
    )


@find_once
def _get_cause_relations(text: Text) -> tuple[Relation, ...]:
    return tuple(_find_cause_relations(text))


@find_once
def _get_concessions(text: Text) -> tuple[Relation, ...]:
    """Return what did not keep something from happening, as the cause that it is not: "despite the rain"."""
    places = [(cue.start, cue.end) for cue in find_scopes(text, "despite")]
    places += [match.span() for match in _CONCESSION.finditer(text.lowered)]
    found = (build_relation_around(text, *place) for place in places)
    return tuple(one.swap_sides() for one in found if one is not None)


@find_once
def _get_preventions(text: Text) -> tuple[Relation, ...]:
    """Return what prevents something, as the cause of what does not happen: "fog kept it from starting"."""
    found = (build_relation_around(text, cue.start, cue.end) for cue in find_scopes(text, "preventing"))
    return tuple(one for one in found if one is not None)


def _find_cause_relations(text: Text) -> Iterator[Relation]:
    """Yield the cause and the effect for each cue."""
    for cue in find_scopes(text, "cause_then"):
        if found := build_relation_around(text, cue.start, cue.end):
            yield found
    for cue in find_scopes(text, "cause_of"):
        if found := build_relation_around(text, cue.start, cue.end):
            yield found.swap_sides()
    for match in _NOT_BUT.finditer(text.lowered):
        for place in (match.span("denied"), match.span()):
            if found := build_relation_around(text, *place):
                yield found.swap_sides()
    for match in _SINCE_CAUSE.finditer(text.lowered):
        if found := build_relation_around(text, *match.span("since" if match["since"] else "as")):
            yield found.swap_sides()


CAUSES = Rule(
    "causes",
    compare_causes,
    kind="cause",
    objections=("cause_unclear",),
    opposes="clash",
    unclear={"cause_reversed": "cause_unclear", "cause_added": "cause_unclear"},
    sure=True,
    paraphrases=True,
    supersedes=("opposites", "replaced", "roles"),
)
