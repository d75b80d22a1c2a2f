"""Exchanged values: two figures or dates that have changed places in the claim.

"A has 30 days and B 90" is not "A has 90 days and B 30", and "7 to 4" is not "4 to 7".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.verify.comparison import Comparison, Text, find_once
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import Number
from ascribe.verify.quantities.operations import find_sentence_at
from ascribe.verify.rules.bound_values import Value, find_date_values, find_figure_values

_SCORE = re.compile(r"\s?(?:to|[-–:])\s?")
"""What joins the two figures of a score: "7 to 4", "3–1"."""


def find_turned_pairs(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for each score of the claim that the evidence has the other way round: "4 to 7"."""
    said = [(a, b) for a, b in pairwise(find_figures(evidence)) if _is_score(a, b, evidence)]
    for one, two in pairwise(find_figures(claim)) if said else ():
        if one.value == two.value or not _is_score(one, two, claim):
            continue
        same = any(one.agrees_with(a) and two.agrees_with(b) for a, b in said)
        turned = next((pair for pair in said if one.agrees_with(pair[1]) and two.agrees_with(pair[0])), None)
        if turned and not same:
            there = turned[0].start, turned[1].end
            yield Comparison("binding", "missing", "misplaced", (one.start, two.end), there)


def _is_score(one: Number, two: Number, text: Text) -> bool:
    before = text.lowered[max(0, one.start - len("from ")) : one.start]
    return _SCORE.fullmatch(text.text, one.end, two.start) is not None and before != "from "


def find_exchanged_values(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for two values that have changed places: "30 days for A, 90 for B" turned round."""
    if CELL_SEPARATOR in evidence.text:
        return
    known = _find_single_stems(claim) & _find_single_stems(evidence)
    for values in (find_figure_values, find_date_values):
        found = ((value, _find_home(value, values(evidence))) for value in values(claim)[:_MOST_VALUES])
        for (one, home), (two, other) in pairwise((value, home) for value, home in found if home is not None):
            if _are_apart(home, other, evidence):
                continue
            mine = _list_owned_words(one, two, known, claim)
            if _are_exchanged(mine, _list_owned_words(home, other, known, evidence)):
                there = min(home.start, other.start), max(home.end, other.end)
                yield Comparison("binding", "missing", "misplaced", (one.start, two.end), there)


_MOST_VALUES = 12
"""Values of a claim that are compared with their neighbours."""


def _find_home(value: Value, said: Iterable[Value]) -> Value | None:
    return next((one for one in said if value.is_same(one)), None)


_Owned = tuple[frozenset[str], frozenset[str]]
"""The words that belong to each of two values."""


def _are_exchanged(mine: tuple[_Owned, _Owned], theirs: tuple[_Owned, _Owned]) -> bool:
    """Return True if each value of the claim has a word of the other one, and none of its own.

    Words belong to a value behind them or before them; every way that a sentence may be meant must show it.
    """
    pairs = [(one, other) for one, other in zip(mine, theirs, strict=True) if all((*one, *other))]
    return bool(pairs) and all(
        one[0] & other[1] and one[1] & other[0] and not (one[0] & other[0] or one[1] & other[1])
        for one, other in pairs
    )


def _are_apart(one: Value, two: Value, text: Text) -> bool:
    """Return True for two values that are in different sentences, or the same one."""
    first, last = sorted((one, two), key=lambda value: value.start)
    return first.end > last.start or "\n" in text.text[first.end : last.start]


@find_once
def _find_single_stems(text: Text) -> frozenset[str]:
    """Return the stems of the content words that occur once and are no figures."""
    counts = Counter(word.stem for word in text.content if not word.form[0].isdigit())
    return frozenset(stem for stem, times in counts.items() if times == 1)


def _list_owned_words(one: Value, two: Value, known: frozenset[str], text: Text) -> tuple[_Owned, _Owned]:
    """Return the known words of both values, if words belong to the value behind them, and before them."""
    first, last = sorted((one, two), key=lambda value: value.start)
    start, end = find_sentence_at(text, first.start)
    stretches = ((start, first.start), (first.end, last.start), (last.end, end))
    before, between, behind = (
        frozenset(word.stem for word in text.within(*stretch)) & known for stretch in stretches
    )
    ways = ((before, between), (between, behind))
    return ways if first is one else (ways[0][::-1], ways[1][::-1])
