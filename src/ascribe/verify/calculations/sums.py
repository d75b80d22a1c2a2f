"""Sums and differences of figures of the evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from ascribe.verify.calculations.amounts import Amount, Calculation, describe, states_difference
from ascribe.verify.calculations.own_words import get_own_words, get_words_in
from ascribe.verify.comparison import Text
from ascribe.verify.cues import Span, find_clause_at, find_scopes
from ascribe.verify.quantities.measures import Measure, find_measures
from ascribe.verify.quantities.operations import find_sentence_at, has_word_after

_MOST_ADDENDS = 6
"""Largest number of figures that are added up; more than these are a table."""

_MANY = Decimal(10)
"""A larger count may come from counts of other things: 12 wolves are 17 wolves without 5 animals."""


def compute_sums(
    asked: Measure, amounts: Sequence[Amount], claim: Text, evidence: Text
) -> Iterator[Calculation]:
    """Yield differences, sums of two and of a whole sentence, and what the others leave of the largest.

    Of two, one must count the same. A figure that compares ("11 more births than deaths") is a difference
    alone, in the direction that the claim names.
    """
    compares = states_difference(asked, claim)
    large = bool(asked.units) or asked.numbers[-1].value > _MANY
    for one, two in combinations(amounts, 2):
        if not (one.is_same and two.is_same) and not (large and (one.is_same or two.is_same)):
            continue
        high, low = (one, two) if one.value >= two.value else (two, one)
        if not compares or _is_directed(high, low, asked, claim, evidence):
            yield describe(high.value - low.value, evidence, (high.measure, low.measure), "−")
        if not compares and not _are_alternatives(one, two, claim, evidence):
            yield describe(one.value + two.value, evidence, (one.measure, two.measure), "+")
    for group in () if compares else _group_by_sentence(amounts, evidence):
        if 2 < len(group) <= _MOST_ADDENDS and all(one.is_same for one in group):
            total = sum((one.value for one in group), start=Decimal(0))
            yield describe(total, evidence, [one.measure for one in group], "+")
            whole, *parts = sorted(group, key=lambda one: -one.value)
            rest = 2 * whole.value - total
            if rest > 0:
                yield describe(rest, evidence, [one.measure for one in (whole, *parts)], "−")


_FOR = re.compile(r"\s+for\s")


def _are_alternatives(one: Amount, two: Amount, claim: Text, evidence: Text) -> bool:
    """Return True for "4 euros for cars and 9 euros for vans", which nobody pays together.

    A claim that names both, or a total, may add them up.
    """
    measures = (one.measure, two.measure)
    if not all(_FOR.match(evidence.lowered, measure.end) for measure in measures):
        return False
    own, theirs = get_own_words(*measures, evidence)
    named = get_words_in(claim, (0, len(claim.text)))
    return not (named & (own - theirs) and named & (theirs - own)) and not find_scopes(claim, "total")


def _group_by_sentence(amounts: Sequence[Amount], evidence: Text) -> list[list[Amount]]:
    """Return all amounts, and those of each sentence if there are several."""
    groups: dict[Span, list[Amount]] = {}
    for one in amounts:
        groups.setdefault(find_sentence_at(evidence, one.measure.start), []).append(one)
    return [list(amounts), *groups.values()] if len(groups) > 1 else list(groups.values())


# --- The direction of a comparison ---


def _is_directed(high: Amount, low: Amount, asked: Measure, claim: Text, evidence: Text) -> bool:
    """Return True if the claim compares in that direction: it states one side, or names the other.

    "7.9 million, 4.5 million more" states the higher one; "195 euros more than with the Okuma" names the
    lower one after "than".
    """
    direction = _find_direction(asked, claim)
    if not direction:
        return False
    mine, other = (high, low) if direction > 0 else (low, high)
    stated = [one.numbers[-1] for one in find_measures(claim) if one != asked]
    has = [any(number.agrees_with(one.measure.numbers[-1]) for number in stated) for one in (mine, other)]
    if has[0] != has[1]:
        return has[0]
    start = _find_compared(asked, claim)
    if start is None:
        return False
    named = get_words_in(claim, (start, find_clause_at(claim, start)[1]))
    own, theirs = get_own_words(mine.measure, other.measure, evidence)
    return bool(named & (theirs - own)) and not named & (own - theirs)


_BESIDE = re.compile(r"\s*(?:above|below|over|under)\s+")
"""What may stand between a difference and the other thing: "0.4 million below the budget"."""


def _find_compared(asked: Measure, claim: Text) -> int | None:
    """Return where the words begin that name the other thing of a comparison; None if none does."""
    than = next((cue for cue in find_scopes(claim, "than") if cue.start >= asked.end), None)
    if than is not None:
        return than.end
    beside = _BESIDE.match(claim.lowered, asked.end)
    return beside.end() if beside else None


def _find_direction(asked: Measure, claim: Text) -> int:
    """Return 1 for "11 more births than deaths", -1 for "11 fewer", 0 if neither word is known."""
    ends = [asked.end, *(word.end for word in claim.words_after(asked.end, 1))]
    for group, direction in (("higher", 1), ("lower", -1)):
        if any(has_word_after(claim, end, group) for end in ends):
            return direction
    return 0
