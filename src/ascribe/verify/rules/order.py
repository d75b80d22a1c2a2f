"""Order in time: "A before B" is "B after A", and not "A after B".

Only English is covered. If the claim has such a word, the evidence must have both sides in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import find_scopes
from ascribe.verify.relations import (
    Relation,
    build_relation_around,
    build_relation_before,
    compare_sides,
)

_FIRST_THEN = "before"
_THEN_FIRST = "after"
_AND_THEN = "later"


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word of order in the claim."""
    if (claim.language or "en") != "en":
        return []
    said = _get_relations(evidence)
    return [found for one in _get_relations(claim) if (found := _compare(one, said, claim, evidence))]


def _compare(asked: Relation, said: tuple[Relation, ...], claim: Text, evidence: Text) -> Comparison | None:
    for other in said:
        finding = compare_sides(asked, other)
        if finding == "same":
            return Comparison(
                "order", "agree", "", asked.place, other.place, _format_formula(asked, other, claim, evidence)
            )
        if finding == "reversed":
            return Comparison("order", "clash", "order_reversed", asked.place, other.place)
    if _is_later(asked, claim):
        return None
    return Comparison("order", "missing", "order_unclear", asked.place)


def _is_later(one: Relation, text: Text) -> bool:
    """Return True for a word such as "then", which a claim may add if the sentences have that order."""
    return any((cue.start, cue.end) == one.place for cue in find_scopes(text, _AND_THEN))


def _format_formula(asked: Relation, said: Relation, claim: Text, evidence: Text) -> str:
    """Return a formula with both words of order if they differ; empty otherwise."""
    mine, theirs = claim.lowered[slice(*asked.place)], evidence.lowered[slice(*said.place)]
    return "" if mine == theirs else f"A {theirs} B = B {mine} A"


@lru_cache(maxsize=8192)
def _get_relations(text: Text) -> tuple[Relation, ...]:
    return tuple(_find_relations(text))


def _find_relations(text: Text) -> Iterator[Relation]:
    """Yield what comes first and what comes second, for each cue."""
    for cue in find_scopes(text, _FIRST_THEN):
        if found := build_relation_around(text, cue.start, cue.end):
            yield found
    for cue in find_scopes(text, _THEN_FIRST):
        if found := build_relation_around(text, cue.start, cue.end):
            yield found.swap_sides()
    for cue in find_scopes(text, _AND_THEN):
        if found := build_relation_before(text, cue.start, cue.end):
            yield found


RULE = Rule(
    "order",
    compare,
    kind="order",
    unclear={"order_reversed": "order_unclear"},
    sure=True,
    paraphrases=True,
    supersedes=("opposites", "replaced", "roles"),
)
