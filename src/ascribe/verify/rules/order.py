"""Order in time: "A before B" is "B after A", and not "A after B".

If the claim has such a word, the evidence must have both sides in the same order; the steps of a list come
one after the other. Only English is covered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_scopes, is_one_denied
from ascribe.verify.grammar.relations import (
    Bag,
    Relation,
    build_bag,
    build_relation_around,
    build_relation_before,
    compare_sides,
)
from ascribe.verify.quantities.measures import find_measures

_FIRST_THEN = "before"
_THEN_FIRST = "after"
_AND_THEN = "later"
_AND_BEFORE = "earlier"


def compare_order(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word of order in the claim."""
    if not claim.is_english:
        return []
    said = get_time_relations(evidence)
    return [
        found for one in get_time_relations(claim) if (found := _compare_order(one, said, claim, evidence))
    ]


def _compare_order(
    asked: Relation, said: tuple[Relation, ...], claim: Text, evidence: Text
) -> Comparison | None:
    for other in said:
        finding = compare_sides(asked, other)
        if finding == "same":
            return Comparison(
                "order", "agree", "", asked.place, other.place, _format_order(asked, other, claim, evidence)
            )
        if finding == "reversed" and is_one_denied(claim, evidence):
            return Comparison("order", "missing", "order_unclear", asked.place, other.place)
        if finding == "reversed":
            return Comparison("order", "clash", "order_reversed", asked.place, other.place)
    if _is_later(asked, claim):
        turned = _find_turned_step(asked, evidence)
        return turned and Comparison("order", "missing", "order_unclear", asked.place, turned)
    if _is_length(asked, claim):
        return None
    same = next((other for other in said if _have_same_neighbours(asked, other, claim, evidence)), None)
    if same is not None:
        return Comparison("order", "agree", "", asked.place, same.place)
    return Comparison("order", "missing", "order_unclear", asked.place)


_LEAST_SHARE = 0.5
"""Share of the words of a step from which on an item may be that step."""


def _find_turned_step(asked: Relation, evidence: Text) -> Span | None:
    """Return the item with the later step of the claim if it precedes the one with the earlier step.

    "First remove the filter, then switch it off" turns "1. Switch it off. 2. Remove the filter." round.
    """
    one = asked.remove_shared()
    sentences = [match.span() for match in _ITEM.finditer(evidence.text)]
    bags = [build_bag(evidence, span) for span in sentences[:_MOST_STEPS]]
    first, second = (_find_step(side, bags) for side in (one.first, one.second))
    return sentences[second] if first is not None and second is not None and second < first else None


def _find_step(side: Bag, bags: Sequence[Bag]) -> int | None:
    """Return which item has most words of a side of the claim; None if none has enough."""
    shares = [len(side & bag) / max(len(side), 1) for bag in bags]
    best = max(shares, default=0.0)
    return shares.index(best) if best >= _LEAST_SHARE else None


_ITEM = re.compile(r"(?m)^[ \t]*(?:(?:-|\d{1,3}[.)])[ \t]|[^:\n]{1,100}:[ \t])[^\n]+")
"""An item of a list or behind a lead; other sentences may tell what came first at last."""

_MOST_STEPS = 24
"""Items that are compared with the two steps of a claim."""


def _is_length(asked: Relation, claim: Text) -> bool:
    """Return True for "after five years", which says how long, and not what came first."""
    behind = (one for one in find_measures(claim) if one.start >= asked.place[1])
    first = next(behind, None)
    if first is None or claim.text[asked.place[1] : first.start].strip():
        return False
    return not first.numbers[-1].kind and not first.numbers[-1].decimals


def _have_same_neighbours(asked: Relation, said: Relation, claim: Text, evidence: Text) -> bool:
    """Return True if both have the same word of order between the same two words: "home after midnight".

    Then the order is the same. Whether both say so of the same thing is for other rules.
    """
    if claim.lowered[slice(*asked.place)] != evidence.lowered[slice(*said.place)]:
        return False
    mine, theirs = _find_neighbours(asked, claim), _find_neighbours(said, evidence)
    return all(mine) and mine == theirs


def _find_neighbours(one: Relation, text: Text) -> tuple[str, str]:
    """Return the stems of the content words right before and right behind a word of order."""
    before, behind = text.within(one.span[0], one.place[0]), text.within(one.place[1], one.span[1])
    return (before[-1].stem if before else "", behind[0].stem if behind else "")


def _is_later(one: Relation, text: Text) -> bool:
    """Return True for a word such as "then", which a claim may add if the sentences have that order."""
    return any((cue.start, cue.end) == one.place for cue in find_scopes(text, _AND_THEN))


def _format_order(asked: Relation, said: Relation, claim: Text, evidence: Text) -> str:
    """Return a formula with both words of order if they differ; empty otherwise."""
    mine, theirs = claim.lowered[slice(*asked.place)], evidence.lowered[slice(*said.place)]
    return "" if mine == theirs else f"A {theirs} B = B {mine} A"


@find_once
def get_time_relations(text: Text) -> tuple[Relation, ...]:
    """Return what comes first and what comes second, for each word of order with two sides."""
    return tuple(_find_time_relations(text))


def _find_time_relations(text: Text) -> Iterator[Relation]:
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
    for cue in find_scopes(text, _AND_BEFORE):
        if found := build_relation_before(text, cue.start, cue.end):
            yield found.swap_sides()


ORDER = Rule(
    "order",
    compare_order,
    kind="order",
    opposes="place",
    unclear={"order_reversed": "order_unclear"},
    sure=True,
    paraphrases=True,
    supersedes=("opposites", "replaced", "roles"),
)
