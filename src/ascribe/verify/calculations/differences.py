"""Differences that the claim names, of figures of the evidence that are about the claim's things.

"Visitors pay 15 crowns more than members" is the difference of 60 and 45 where the words of the evidence give
60 to the visitors and 45 to the members: in one sentence, in neighbouring ones or in the cells of a row. Of
several pairs of figures, those count that share most words with the claim, so that no figure agrees by
accident. The words do not show that the claim means this pair, so the result proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import permutations

from ascribe.verify.calculations.amounts import Calculation
from ascribe.verify.calculations.compared_amounts import (
    ComparedAmount,
    find_compared_amounts,
    is_time,
    read_quantity,
)
from ascribe.verify.calculations.difference_phrases import (
    DifferencePhrase,
    PhraseKind,
    find_difference_phrase,
)
from ascribe.verify.calculations.lines import find_line_number
from ascribe.verify.calculations.own_words import get_own_words, get_words_in
from ascribe.verify.comparison import Text
from ascribe.verify.cues import Span
from ascribe.verify.quantities.measures import Measure, find_measures
from ascribe.verify.quantities.number import is_fair_rounding
from ascribe.verify.quantities.operations import (
    ClaimFigure,
    build_span,
    find_sentence_at,
    format_value,
    has_word_before,
    join_measures,
)


def names_difference(asked: ClaimFigure, claim: Text) -> bool:
    """Return True if words of the claim make the figure a difference."""
    return find_difference_phrase(asked, claim) is not None


def find_named_difference(asked: ClaimFigure, claim: Text, evidence: Text) -> Calculation | None:
    """Return the difference that the claim names, if figures about its things give it; else None."""
    phrase = find_difference_phrase(asked, claim)
    best = _select_pairs(asked, phrase, claim, evidence) if phrase else {}
    if phrase is None or len(best) != 1:  # pairs that fit equally well tell nothing
        return None
    ((value, pair),) = best.items()
    if not is_fair_rounding(value, asked.number, asked.marked):
        return None
    high, low = sorted((pair.mine, pair.other), key=lambda one: -one.value)
    formula = f"{join_measures(evidence, (high.measure, low.measure), '−')} = {format_value(value)}"
    return Calculation(value, formula, build_span(high.measure, low.measure))


def _select_pairs(
    asked: ClaimFigure, phrase: DifferencePhrase, claim: Text, evidence: Text
) -> dict[Decimal, _Pair]:
    """Return difference → the pair of amounts, of the pairs that fit the claim best."""
    ranked = list(_rank_pairs(asked, phrase, claim, evidence))
    most = max((rank for rank, _, _ in ranked), default=0)
    return {value: pair for rank, value, pair in ranked if rank == most}


def _rank_pairs(
    asked: ClaimFigure, phrase: DifferencePhrase, claim: Text, evidence: Text
) -> Iterator[tuple[int, Decimal, _Pair]]:
    """Yield the rank, the difference and the pair of the amounts that fit the claim in its direction."""
    quantity = read_quantity(asked.measure, phrase.counted, claim)
    if quantity.is_unknown and phrase.kind == "compares":
        return  # "costs 400 more": amounts of many things have no unit
    amounts = find_compared_amounts(quantity, claim, evidence)
    stated = {one.measure.start: _find_stated_figure(one, asked.measure, claim) for one in amounts}
    for mine, other in permutations(amounts, 2):
        value = (mine.value - other.value) * (phrase.sign or 1)
        pair = _Pair(mine, other, stated[mine.measure.start], stated[other.measure.start])
        rank = _rank_pair(pair, phrase, asked.measure, claim, evidence) if value > 0 else 0
        if rank:
            yield rank, value, pair


# --- Sides of a difference ---

_STATED = 3
"""Words that a side counts for whose figure the claim states."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """The figure of what the claim is about and that of the other side, and both as the claim states them."""

    mine: ComparedAmount
    other: ComparedAmount
    mine_stated: Measure | None
    other_stated: Measure | None


@dataclass(frozen=True, slots=True)
class _Words:
    """Words of the claim and of the evidence that tell the two sides apart.

    Args:
        subject: those of the claim but for ``named``.
        named: those with which the claim names the other side.
        mine: words of the evidence that belong to the figure of the claim's side alone.
        theirs: those that belong to the other figure alone.
        shared: those that belong to both.
    """

    subject: frozenset[str]
    named: frozenset[str]
    mine: frozenset[str]
    theirs: frozenset[str]
    shared: frozenset[str]

    @property
    def are_turned(self) -> bool:
        """Return True if the claim names the figures the other way round."""
        against, fitting = len(self.named & self.mine), len(self.named & self.theirs)
        if against or fitting:
            return against >= fitting
        return len(self.subject & self.theirs) > len(self.subject & self.mine)

    def count(self) -> int:
        """Return how many words of the claim fit the two figures."""
        fitting = (self.named & self.theirs) | (self.subject & self.mine)
        return len(fitting | (self.shared & (self.subject | self.named)))


def _rank_pair(pair: _Pair, phrase: DifferencePhrase, asked: Measure, claim: Text, evidence: Text) -> int:
    """Return how many words of the claim make the two figures its two sides, or 0."""
    stated = pair.mine_stated, pair.other_stated
    words = _read_words(pair, phrase, asked, claim, evidence)
    bonus = _STATED * sum(one is not None for one in stated)
    rank = _RANKS[phrase.kind](_Case(pair, phrase, asked, claim, evidence, words, stated))
    return rank + bonus if rank else 0


@dataclass(frozen=True, slots=True)
class _Case:
    """A pair with all that its rank depends on; ``stated`` has its figures as the claim states them."""

    pair: _Pair
    phrase: DifferencePhrase
    asked: Measure
    claim: Text
    evidence: Text
    words: _Words
    stated: tuple[Measure | None, Measure | None]

    @property
    def are_near(self) -> bool:
        """Return True for two figures in one sentence or in neighbouring ones."""
        lines = (
            find_line_number(self.evidence, one.measure.start) for one in (self.pair.mine, self.pair.other)
        )
        first, second = lines
        return abs(first - second) <= 1


def _find_stated_figure(one: ComparedAmount, asked: Measure, claim: Text) -> Measure | None:
    """Return the figure of the claim that is that one of the evidence; None if the claim lacks it."""
    number = one.measure.numbers[-1]
    others = (own for own in find_measures(claim) if own.start != asked.start)
    return next((own for own in others if own.numbers[-1].agrees_with(number)), None)


def _read_words(pair: _Pair, phrase: DifferencePhrase, asked: Measure, claim: Text, evidence: Text) -> _Words:
    named = get_words_in(claim, phrase.other) if phrase.other else frozenset()
    spans = _cut_out(
        claim, [phrase.place, (asked.start, asked.end), *([phrase.other] if phrase.other else [])]
    )
    subject = get_words_in(claim, *spans) - named
    own, theirs = get_own_words(pair.mine.measure, pair.other.measure, evidence)
    return _Words(subject, named, own - theirs, theirs - own, own & theirs)


def _cut_out(claim: Text, spans: list[Span]) -> list[Span]:
    """Return what is left of the claim without those spans."""
    rest, start = [], 0
    for first, last in sorted(spans):
        rest.append((start, first))
        start = max(start, last)
    return [*rest, (start, len(claim.text) + 1)]


# --- The kinds of phrases ---


def _rank_comparison(case: _Case) -> int:
    """Rank a comparison: the words behind "than" are those of the other figure, or the claim states one.

    Where the evidence has none of those words, the words of the claim's side must tell the figures apart.
    """
    words, (mine, other) = case.words, case.stated
    behind = case.phrase.other
    if other is not None and not (behind and behind[0] <= other.start < behind[1]):
        return 0
    if words.are_turned:
        return 0
    if words.named & words.theirs:
        return words.count()
    everywhere = get_words_in(case.evidence, (0, len(case.evidence.text)))
    if (words.named - words.shared) & everywhere and mine is None:
        return 0
    is_told_apart = bool(words.subject & words.mine) or mine is not None
    return words.count() + 1 if is_told_apart and case.are_near else 0


def _rank_lead(case: _Case) -> int:
    """Rank a lead, or a gap whose direction the claim does not tell: both sides are named or stated."""
    words, (mine, other) = case.words, case.stated
    if case.phrase.sign:
        return _rank_comparison(case)
    both = bool(words.subject & words.mine or mine) and bool(words.subject & words.theirs or other)
    return words.count() + 1 if both else 0


def _rank_change(case: _Case) -> int:
    """Rank a change: the claim states a figure ("to 23.90"), or both are near, the later one last."""
    text = case.claim
    one, two = case.pair.other.measure, case.pair.mine.measure
    if not (case.are_near and _is_later(two, one, case.evidence)):
        return 0
    given = _find_given(case.phrase, text)
    if given is not None:
        behind, place = given
        return case.words.count() + 1 if case.stated[behind] is place else 0
    spans = (find_sentence_at(case.evidence, measure.start) for measure in (one, two))
    shared = get_words_in(case.evidence, *spans) & case.words.subject
    return len(shared)


def _is_later(two: Measure, one: Measure, evidence: Text) -> bool:
    """Return True if the first of these figures is the later one: by its year, or else by its place.

    A figure in brackets right behind another one is the earlier one: "23.90 (21.30)".
    """
    after, before = (_find_year_before(measure, evidence) for measure in (two, one))
    if after and before:
        return before < after
    first, last = sorted((one, two), key=lambda measure: measure.start)
    if _BRACKET.fullmatch(evidence.text, first.end, last.start) is not None:
        return last is one
    return first is one or has_word_before(evidence, one.start, "base")


_BRACKET = re.compile(r"[^\S\n]*\((?:\d{4}: )?")
_YEAR_BEFORE = re.compile(r"\b(?P<year>[12]\d{3})\b[:\s(|-]{1,3}$")
_REACH = 12


def _find_year_before(measure: Measure, evidence: Text) -> int | None:
    """Return the year right before a figure: "2021: 14 kg"."""
    found = _YEAR_BEFORE.search(evidence.text, max(0, measure.start - _REACH), measure.start)
    return int(found["year"]) if found else None


def _find_given(phrase: DifferencePhrase, claim: Text) -> tuple[int, Measure] | None:
    """Return the figure that a change ends or begins with, and 0 for "to" or 1 for "from"; or None."""
    for measure in find_measures(claim):
        if measure.start < phrase.place[1] or is_time(measure):
            continue
        for place, group in enumerate(("to", "from")):
            if has_word_before(claim, measure.start, group):
                return place, measure
    return None


def _rank_exception(case: _Case) -> int:
    """Rank "all but 15 of the 118": the claim states the whole, and the sentence counts the others of it."""
    part = case.pair.other.measure
    if case.stated[0] is None or case.stated[1] is not None or not case.are_near:
        return 0
    end = find_sentence_at(case.evidence, part.start)[1]
    told = get_words_in(case.evidence, (part.end, end))
    asked = get_words_in(case.claim, (case.phrase.place[1], len(case.claim.text) + 1))
    return case.words.count() + 1 if asked & told else 0


_RANKS: dict[PhraseKind, Callable[[_Case], int]] = {
    "compares": _rank_comparison,
    "leads": _rank_lead,
    "changes": _rank_change,
    "leaves_out": _rank_exception,
}
