"""Differences that the claim names, of figures of the evidence that are about the claim's things.

"Visitors pay 15 crowns more than members" is the difference of 60 and 45 where the words of the evidence give
60 to the visitors and 45 to the members: in one sentence, in neighbouring ones or in the cells of a row. Of
several pairs of figures, those count that share most words with the claim, so that no figure agrees by
accident. The words do not show that the claim means this pair, so the result proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import permutations

from ascribe.verify.calculations.amounts import Calculation
from ascribe.verify.calculations.compared_amounts import find_compared_amounts, read_quantity
from ascribe.verify.calculations.difference_phrases import DifferencePhrase, find_difference_phrase
from ascribe.verify.calculations.sides import Pair, find_stated_figure, rank_pair
from ascribe.verify.comparison import Text
from ascribe.verify.quantities.number import is_fair_rounding
from ascribe.verify.quantities.operations import ClaimFigure, build_span, format_value, join_measures


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
) -> dict[Decimal, Pair]:
    """Return difference → the pair of amounts, of the pairs that fit the claim best."""
    ranked = list(_rank_pairs(asked, phrase, claim, evidence))
    most = max((rank for rank, _, _ in ranked), default=0)
    return {value: pair for rank, value, pair in ranked if rank == most}


def _rank_pairs(
    asked: ClaimFigure, phrase: DifferencePhrase, claim: Text, evidence: Text
) -> Iterator[tuple[int, Decimal, Pair]]:
    """Yield the rank, the difference and the pair of the amounts that fit the claim in its direction."""
    quantity = read_quantity(asked.measure, phrase.counted, claim)
    if quantity.is_unknown and phrase.kind == "compares":
        return  # "costs 400 more": amounts of many things have no unit
    amounts = find_compared_amounts(quantity, claim, evidence)
    stated = {one.measure.start: find_stated_figure(one, asked.measure, claim) for one in amounts}
    for mine, other in permutations(amounts, 2):
        value = (mine.value - other.value) * (phrase.sign or 1)
        pair = Pair(mine, other, stated[mine.measure.start], stated[other.measure.start])
        rank = rank_pair(pair, phrase, asked.measure, claim, evidence) if value > 0 else 0
        if rank:
            yield rank, value, pair
