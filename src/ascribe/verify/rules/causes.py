"""Causes: "A because of B" is "B led to A", and not "A led to B". What merely accompanies causes nothing.

If a claim makes one thing the cause of another, the evidence must have both in the same roles. A claim may
leave out a cause. Only English is covered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import find_scopes
from ascribe.verify.relations import (
    Relation,
    build_bag,
    build_relation_around,
    compare_sides,
)


def compare_causes(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each causal word of the claim."""
    if not claim.is_english:
        return []
    said = (*_get_cause_relations(evidence), *_get_preventions(evidence))
    return [_compare_cause(asked, said, claim, evidence) for asked in _get_cause_relations(claim)]


_MAY_BE_CAUSE = re.compile(r"\bsince\s+(?!\d)")
"""A word that names a cause or a time: "since it snowed"."""


_SINCE_CAUSE = re.compile(
    r",\s(?P<since>since)\s(?!\d|then\b)[^,;.]*\b(?:is|are|was|were|has|have|had|do|does|did|can|cannot|could|may"
    r"|might|must|will|would|should)\b"
)
"""A cause behind a comma: "they wait, since the gate is closed". A time seldom has a comma before it."""

_AUXILIARY = re.compile(r"\b(?:is|are|was|were|been|being|be)\s+\Z")


def _quote_relation(text: Text, relation: Relation) -> str:
    """Return the causal words with the auxiliary before them: "was caused by"."""
    before = _AUXILIARY.search(text.lowered, 0, relation.place[0])
    start = before.start() if before else relation.place[0]
    return text.lowered[start : relation.place[1]]


def _compare_cause(asked: Relation, said: tuple[Relation, ...], claim: Text, evidence: Text) -> Comparison:
    found = [(_compare_clauses(asked, other, claim, evidence), other) for other in said]
    for finding, other in found:
        if finding == "same":
            mine, theirs = _quote_relation(claim, asked), _quote_relation(evidence, other)
            formula = "" if mine == theirs else f"A {theirs} B = B {mine} A"
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
    found = (build_relation_around(text, cue.start, cue.end) for cue in find_scopes(text, "despite"))
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
    for match in _SINCE_CAUSE.finditer(text.lowered):
        if found := build_relation_around(text, *match.span("since")):
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
