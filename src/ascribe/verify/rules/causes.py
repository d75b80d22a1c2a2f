"""Causes: "A because of B" is "B led to A", and not "A led to B". What merely accompanies causes nothing.

Only English is covered. If a claim makes one thing the cause of another, the evidence must have both in the
same roles. A claim may leave out a cause.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import find_scopes
from ascribe.verify.relations import (
    Relation,
    build_bag,
    build_relation_around,
    compare_sides,
)


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each causal word of the claim."""
    if (claim.language or "en") != "en":
        return []
    said = _get_relations(evidence)
    return [_compare(asked, said, claim, evidence) for asked in _get_relations(claim)]


def _compare(asked: Relation, said: tuple[Relation, ...], claim: Text, evidence: Text) -> Comparison:
    found = [(_compare_clauses(asked, other, claim, evidence), other) for other in said]
    for finding, other in found:
        if finding == "same":
            mine, theirs = claim.lowered[slice(*asked.place)], evidence.lowered[slice(*other.place)]
            formula = "" if mine == theirs else f"A {theirs} B = B {mine} A"
            return Comparison("causes", "agree", "", asked.place, other.place, formula)
    for finding, other in found:
        if finding == "reversed":
            return Comparison("causes", "clash", "cause_reversed", asked.place, other.place)
    reason = "cause_unclear" if said else "cause_added"
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
    wide = compare_sides(_widen(asked, claim), _widen(other, evidence))
    return wide if wide == "same" else ""


def _is_fronted(relation: Relation, text: Text) -> bool:
    return not text.within(relation.span[0], relation.place[0])


def _widen(relation: Relation, text: Text) -> Relation:
    """Return the relation with all of its sentence before the cue, and all after it, as sides."""
    (start, end), (first, last) = relation.place, relation.span
    return Relation(
        relation.place, build_bag(text, (first, start)), build_bag(text, (end, last)), relation.span
    )


@lru_cache(maxsize=8192)
def _get_relations(text: Text) -> tuple[Relation, ...]:
    return tuple(_find_relations(text))


def _find_relations(text: Text) -> Iterator[Relation]:
    """Yield the cause and the effect for each cue."""
    for cue in find_scopes(text, "cause_then"):
        if found := build_relation_around(text, cue.start, cue.end):
            yield found
    for cue in find_scopes(text, "cause_of"):
        if found := build_relation_around(text, cue.start, cue.end):
            yield found.swap_sides()


RULE = Rule(
    "causes",
    compare,
    kind="cause",
    objections=("cause_unclear",),
    unclear={"cause_reversed": "cause_unclear", "cause_added": "cause_unclear"},
    sure=True,
    paraphrases=True,
    supersedes=("opposites", "replaced", "roles"),
)
