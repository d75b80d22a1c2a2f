"""Calculations that may give a figure of the claim: "the rest is 400,000", "15 crowns more than".

One operation on figures of the evidence, or on one of them and another figure of the claim. The figures must
have the unit of the claim's figure, or count what it counts. That such a calculation exists does not show
that the claim means it, so it proves nothing; it only shows that the figure need not be made up. Among many
figures some calculation gives almost any value, so there none is looked for, but for a difference that the
claim names.

``amounts`` reads the figures, ``sums`` has sums and differences, ``multiples`` has products, quotients,
ratios and rates, and ``shares`` has shares, changes in percent and times of day or years. ``possible`` asks
without units and things, for values that contradict nothing. ``differences`` has those that the claim names:
it matches what ``difference_phrases`` reads in the claim and ``compared_amounts`` in the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from ascribe.verify.calculations.amounts import Calculation, find_operands, read_amounts
from ascribe.verify.calculations.differences import find_named_difference
from ascribe.verify.calculations.multiples import compute_multiples, compute_rates, compute_ratios
from ascribe.verify.calculations.shares import (
    compute_gaps,
    compute_shares,
    compute_times,
    compute_years_between,
)
from ascribe.verify.calculations.sums import compute_sums
from ascribe.verify.comparison import Text
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import Measure, is_label_number
from ascribe.verify.quantities.number import (
    Mark,
    Number,
    compute_exactly,
    get_amount_words,
    is_fair_fraction,
    is_fair_rounding,
    round_to_step,
)
from ascribe.verify.quantities.operations import ClaimFigure, format_value

MAX_FIGURES = 8
"""Figures of the evidence beyond which no calculation is looked for."""

_ORDINAL_WORD = re.compile(r"\w+")

_PAIRS = {"both": 2, "couple": 2, "pair": 2}
"""English words that count two."""


@compute_exactly
def find_calculation(asked: ClaimFigure, claim: Text, evidence: Text) -> Calculation | None:
    """Return a calculation that gives the figure, fairly rounded; None if there is none."""
    number = asked.measure.total()
    if number is None or number.kind == "ordinal" or is_label_number(asked.number, claim):
        return None
    named = find_named_difference(asked, claim, evidence)
    if named is not None:
        return named
    said = find_operands(evidence)
    if len(said) > MAX_FIGURES:
        return None
    found = chain(_compute_counts(number, evidence), _compute_all(asked.measure, claim, evidence, said))
    return next((one for one in found if _fits(one, number, asked.marked)), None)


def _fits(found: Calculation, number: Number, marked: Mark) -> bool:
    if number.kind == "percent" and not marked:
        return round_to_step(found.value, number.step) == number.value
    if number.kind == "part":
        return found.value == number.value or is_fair_fraction(100 * found.value, number.value, marked)
    return is_fair_rounding(found.value, number, marked)


def _compute_all(
    asked: Measure, claim: Text, evidence: Text, said: Sequence[Measure]
) -> Iterator[Calculation]:
    """Yield all calculations, in the unit of the claim's figure."""
    kind = asked.numbers[-1].kind
    if kind == "clock":
        yield from compute_times(evidence, said)
    elif kind in ("percent", "part"):
        yield from compute_shares(100 if kind == "percent" else 1, claim, evidence, said)
    if kind in ("clock", "part"):
        return
    amounts = read_amounts(asked, claim, evidence, said)
    yield from compute_sums(asked, amounts, claim, evidence)
    yield from compute_multiples(asked, amounts, claim, evidence, said)
    yield from compute_ratios(asked, claim, evidence, said)
    yield from compute_rates(asked, claim, evidence, said)
    yield from compute_gaps(asked, evidence, said)
    yield from compute_years_between(asked, evidence)


def _compute_counts(number: Number, evidence: Text) -> Iterator[Calculation]:
    """Yield what an ordinal counts, with itself and without, and what "twice" and "both" count."""
    if number.kind:
        return
    for other in find_figures(evidence):
        if other.kind == "ordinal":
            shown = _ORDINAL_WORD.match(evidence.text, other.start)
            place = shown.span() if shown else (other.start, other.end)
            for value in (other.value, other.value - 1):
                yield Calculation(value, f"{evidence.text[slice(*place)]}: {format_value(value)}", place)
    words = {**get_amount_words(evidence.code).get("fold", {}), **_PAIRS}
    for word, count in words.items():
        start = evidence.lowered.find(word) if word in evidence.tokens else -1
        if start >= 0 and isinstance(count, int):
            yield Calculation(number.value * 0 + count, f"{word}: {count}", (start, start + len(word)))
