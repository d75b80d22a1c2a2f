"""Several quantifiers in one passage: "none of the hotels has a pool, but all have a garden".

A second quantifier often leaves out its thing, or has a pronoun instead: "all have", "most of them". It then
counts the thing of the one before. A claim with a quantifier is compared with the part of the passage that
has most of its other words, and with no other part: "all of the hotels have a garden" is said, "none of the
hotels has a garden" is not. The same holds for two adverbs: "never in winter, but often in summer".

Only English is covered. Where no part has more of the claim than the others, this rule returns nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from operator import attrgetter

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import REACH, Scope, Span, do_overlap, find_clause_at, find_scopes, may_have_cues
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import Number

_start = attrgetter("start")

_AMOUNTS = {
    "every": "all", "all": "all", "most_of": "most", "most": "most", "some_of": "some", "some": "some",
    "few_of": "few", "few": "few", "most_alone": "most", "not_one": "none", "none": "none",
    "share_none": "none", "never": "none", "not_every": "not all", "many": "many",
}  # fmt: skip
"""Group of cues → the amount that it names."""

_EXCLUSIVE = frozenset(
    frozenset(pair)
    for pair in (
        ("none", "all"), ("none", "most"), ("none", "some"), ("none", "few"), ("all", "few"), ("most", "few"),
        ("all", "not all"), ("none", "many"), ("few", "many"), ("none", "count"),
    )
)  # fmt: skip
"""Pairs of amounts that cannot both be true of the same things."""

_COUNT = "count"
_CUES = frozenset(_AMOUNTS)

_LEFT_OUT = re.compile(
    r"\s+(?:of\s+(?:them|these|those|which|whom)\b|(?:is|are|was|were|has|have|had|do|does|did|can|could|will|would|may"
    r"|might|must|should|also)\b)"
)
"""What follows a quantifier that leaves out its thing."""

_LEAST_AMOUNTS = 2


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of a text with one quantifier.

    Args:
        cue: the quantifier.
        amount: what it says: one of the values of ``_AMOUNTS``, or "count" for a figure.
        figure: the value of the figure; 0 for a word.
        span: the stretch.
        thing: the meaning of the word that it counts; empty for an adverb, and where it is left out.
        words: the meanings of the content words, in order.
        is_denied: whether the stretch has a negation beside the quantifier.
        is_adverb: whether the quantifier counts times instead of things: "never", "often".
    """

    cue: Scope
    amount: str
    figure: Decimal
    span: Span
    thing: str
    words: tuple[str, ...]
    is_denied: bool
    is_adverb: bool


def compare_quantified_parts(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each quantifier of the claim, if the evidence has several of one thing."""
    if not claim.is_english or not may_have_cues(_CUES, evidence):
        return []
    said = _get_parts(evidence)
    asked = _get_parts(claim) if len(said) >= _LEAST_AMOUNTS else ()
    return [found for one in asked if (found := _compare_part(one, said, claim, evidence)) is not None]


def _compare_part(asked: _Part, said: tuple[_Part, ...], claim: Text, evidence: Text) -> Comparison | None:
    near = [] if asked.is_denied else _list_parts_of(asked, said)
    best = _find_best_part(asked, near)
    if best is None or best.is_denied:
        return None
    is_whole = _is_said_in_order(asked, best) if asked.thing else _is_said_in(asked, near)
    place, there = (asked.span if is_whole else asked.cue.place), best.cue.place
    if asked.amount == best.amount:
        if asked.figure != best.figure:
            return None
        formula = f"{evidence.quote_clause(best.span)} = {claim.quote_clause(asked.span)}"
        return Comparison("quantified_parts", "agree", "", place, there, formula)
    if frozenset((asked.amount, best.amount)) in _EXCLUSIVE:
        return Comparison("quantified_parts", "clash", "quantifier_mismatch", place, there)
    return Comparison("quantified_parts", "missing", "quantifier_widened", place, there)


def _find_best_part(asked: _Part, near: list[_Part]) -> _Part | None:
    """Return the part that fits the claim better than all parts with another amount; None if there is none.

    A part that has no other words than the claim fits best, then the one that has most of the claim's words:
    of "never seen in July but often in October", "often" fits "often seen in October".
    """
    if len({one.amount for one in near}) < _LEAST_AMOUNTS or all(one.figure for one in near):
        return None
    wanted = frozenset(asked.words) - {asked.thing}
    shares = [len(wanted.intersection(one.words)) for one in near]
    others = [len(frozenset(one.words) - wanted - {asked.thing}) for one in near]
    fits = [(share > 0 and not other, share, -other) for share, other in zip(shares, others, strict=True)]
    best = [one for one, fit in zip(near, fits, strict=True) if fit == max(fits)]
    return best[0] if any(shares) and len({one.amount for one in best}) == 1 else None


def _is_said_in_order(asked: _Part, said: _Part) -> bool:
    """Return True if the part has all words of the claim but the thing, in the same order."""
    there = iter(said.words)
    return all(word in there for word in asked.words if word != asked.thing)


def _is_said_in(asked: _Part, near: list[_Part]) -> bool:
    """Return True if the parts together have all words of the claim."""
    return frozenset(asked.words) <= frozenset(word for one in near for word in one.words)


def _list_parts_of(asked: _Part, said: tuple[_Part, ...]) -> list[_Part]:
    """Return the parts that count the claim's thing, or leave it out behind one that does.

    An adverb counts nothing, and neither does a quantifier of the claim that leaves its thing out.
    """
    if not asked.thing:
        return [one for one in said if not one.thing and one.is_adverb == asked.is_adverb]
    found, before = [], ""
    for one in said:
        left_out = not one.thing or (one.thing in asked.words and before)
        before = before if left_out else one.thing
        if before == asked.thing and not one.is_adverb:
            found.append(one)
    return found


@find_once
def _get_parts(text: Text) -> tuple[_Part, ...]:
    return tuple(_find_parts(text))


def _find_parts(text: Text) -> Iterator[_Part]:
    """Yield the stretches of the text: clauses, divided where one has several quantifiers."""
    counts = {one.start: one for one in find_figures(text) if _is_count(one, text)}
    cues = _drop_objects(_find_quantifiers(text, counts.values()), text)
    adverbs = {one.start for one in find_scopes(text, "frequency_adverb")}
    negations = find_scopes(text, "negation")
    for before, (cue, behind) in zip([None, *cues], pairwise([*cues, None]), strict=False):
        if cue is None:
            continue
        first, last = find_clause_at(text, cue.start)
        first = max(first, before.end) if before is not None else first
        last = min(last, behind.start) if behind is not None else last
        inside = [word for word in text.within(first, last) if not cue.start <= word.start < cue.end]
        is_adverb = cue.start in adverbs
        has_thing = not is_adverb and cue.words and not _LEFT_OUT.match(text.lowered, cue.end)
        counted = cue.words[0] if has_thing else None
        words = tuple(get_meaning(word, text.language) for word in inside)
        denials = negations[slice(*(bisect_left(negations, at, key=_start) for at in (first, last)))]
        yield _Part(
            cue,
            _AMOUNTS.get(cue.group, _COUNT),
            counts[cue.start].value if cue.group == _COUNT else Decimal(0),
            (first, last),
            get_meaning(counted, text.language) if counted else "",
            words,
            any(not do_overlap((one.start, one.end), (cue.start, cue.end)) for one in denials),
            is_adverb,
        )


_JOINT = re.compile(r"[,;:()—–]|\b(?:and|but|or|while|whereas|although|though|yet|nor)\b")


def _drop_objects(cues: list[Scope], text: Text) -> list[Scope]:
    """Return the quantifiers without those of an object: "no" in "most of the houses have no garden".

    Such a one stands behind another, in the same clause and without a joint between them.
    """
    kept: list[Scope] = []
    before: Scope | None = None
    for cue in cues:
        is_apart = (
            before is None
            or find_clause_at(text, before.start) != find_clause_at(text, cue.start)
            or _JOINT.search(text.lowered, before.end, cue.start) is not None
        )
        if is_apart:
            kept.append(cue)
        before = cue
    return kept


def _find_quantifiers(text: Text, counts: Iterable[Number]) -> list[Scope]:
    """Return the quantifiers in order; of those that overlap only the longest: "not all", but no "all".

    A figure that counts something is one, too: "three have a shower".
    """
    found = [cue for group in _AMOUNTS for cue in find_scopes(text, group)]
    found += [_build_count(text, figure) for figure in counts]
    kept: list[Scope] = []
    taken: set[int] = set()
    for cue in sorted(found, key=lambda cue: (cue.start - cue.end, cue.start)):
        if taken.isdisjoint(place := range(cue.start, cue.end)):
            kept.append(cue)
            taken.update(place)
    return sorted(kept, key=_start)


def _is_count(figure: Number, text: Text) -> bool:
    """Return True for a figure that begins its clause."""
    if figure.kind or not figure.value:
        return False
    return _OPENING.search(text.lowered, max(0, figure.start - _LONGEST_OPENING), figure.start) is not None


_OPENING = re.compile(
    r"(?:\A|[\n.,;:]\s*|\b(?:and|but|while|whereas|although|though|yet)\s+)"
    r"(?:(?:only|just|about|around|nearly|almost|some|over|at\s+least)\s+)?$"
)
_LONGEST_OPENING = 30


def _build_count(text: Text, figure: Number) -> Scope:
    """Return a figure with the words behind it in its clause."""
    last = find_clause_at(text, figure.start)[1]
    return Scope(_COUNT, figure.start, figure.end, tuple(text.within(figure.end, last))[:REACH])


QUANTIFIED_PARTS = Rule(
    "quantified_parts",
    compare_quantified_parts,
    kind="quantifier",
    vetoes=("quantifier_widened",),
    opposes="clash",
    unclear={"quantifier_mismatch": "quantifier_unclear", "quantifier_widened": "quantifier_unclear"},
    paraphrases=True,
    supersedes=("quantifiers", "negation", "complements", "duals", "replaced", "qualifiers", "arrangement"),
)
