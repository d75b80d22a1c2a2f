"""Derived figures: what is not in the evidence but follows from its figures by an operation the claim names.

Sums, differences, ratios, changes, shares, means, counts of what is listed and spans of years. The comparison
carries the formula ("40 → 50 is +25 %"). A figure that the named operation does not give is a clash with a
reason of its own; one that is only a little off is missing, since it may be rounded.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from ascribe.verify.comparison import Comparison, Finding, Text
from ascribe.verify.cues import may_have_cues
from ascribe.verify.quantities.aggregates import (
    compute_duration,
    compute_mean,
    compute_remainder,
    compute_share,
    compute_total,
    count_listed,
)
from ascribe.verify.quantities.changes import (
    compute_change,
    compute_difference,
    compute_multiplications,
    compute_ratios,
)
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import find_measure_at
from ascribe.verify.quantities.number import Mark, Number, find_mark, is_fair_rounding, round_to_step
from ascribe.verify.quantities.operations import ClaimFigure, DerivedValue, Operation

_OVER_FIGURES: tuple[tuple[Operation, frozenset[str]], ...] = (
    (compute_change, frozenset(("rise", "fall"))),
    (compute_difference, frozenset(("than",))),
    (compute_share, frozenset()),
    (compute_remainder, frozenset(("negation",))),
    (compute_total, frozenset(("total",))),
    (compute_mean, frozenset(("average",))),
)
_OVER_OTHERS: tuple[tuple[Operation, frozenset[str]], ...] = (
    (compute_duration, frozenset(("lasting",))),
    (count_listed, frozenset()),
)
"""Operations in the order in which they are asked, each with the cues of which a claim has one that names it.
The first that has something to say does."""

_OPERANDS = 2
"""Figures that the evidence must have for an operation on figures."""

_FAR = Decimal("0.1")
"""Share by which a figure must miss the result to be a wrong one, not a rough one; whole counts are exact."""


def derive(number: Number, claim: Text, evidence: Text) -> Comparison | None:
    """What an operation that the claim names says about one of its figures; None if none is named."""
    derived = _compute_derived(number, claim, evidence)
    return _compare_result(derived, number, find_mark(claim, number)[0]) if derived else None


@lru_cache(maxsize=8192)
def _compute_derived(number: Number, claim: Text, evidence: Text) -> DerivedValue | None:
    """What the first operation gives that has something to say."""
    has_operands = len(find_figures(evidence)) >= _OPERANDS
    operations = (*_OVER_FIGURES, *_OVER_OTHERS) if has_operands else _OVER_OTHERS
    marked, start = find_mark(claim, number)
    asked = ClaimFigure(find_measure_at(claim, number), marked, start)
    named = (operation for operation, cues in operations if not cues or may_have_cues(cues, claim))
    results = (operation(asked, claim, evidence) for operation in named)
    return next((derived for derived in results if derived is not None), None)


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each "doubled" or "twice as deep as", which have no figure, and for "the mean"."""
    if len(find_figures(evidence)) < _OPERANDS:
        return []
    found = [*compute_multiplications(claim, evidence), *compute_ratios(claim, evidence)]
    compared = [_compare_multiplier(derived, times, claim) for derived, times in found]
    for number in find_figures(claim):
        derived = _compute_derived(number, claim, evidence)
        if (
            derived
            and derived.also
            and _compare_result(derived, number, find_mark(claim, number)[0]).finding == "agree"
        ):
            compared.append(_build_comparison(replace(derived, place=derived.also), "agree"))
    return compared


def _compare_multiplier(derived: DerivedValue, times: Decimal, claim: Text) -> Comparison:
    """Twice is twice: only words such as "nearly" or "more than" let another result pass, up to a tenth."""
    start, end = derived.place
    marked, begin = find_mark(claim, Number(start, end, times))
    off = derived.value - times
    near = abs(off) <= _FAR * times
    sides = {"": off == 0, "exactly": off == 0, "over": 0 < off < 1, "about": near}
    fits = sides.get(marked, near and off < 0)
    finding: Finding = "agree" if fits else "missing" if near or marked else "clash"
    return _build_comparison(replace(derived, place=(begin, end)), finding)


def _compare_result(derived: DerivedValue, number: Number, marked: Mark) -> Comparison:
    """Agree with the result, fairly rounded; clash with another one."""
    if _is_result(derived.value, number, marked):
        return _build_comparison(derived, "agree")
    exact = derived.value % 1 == 0 and number.value % 1 == 0 and not marked and abs(derived.value) < 1000
    off = abs(derived.value - number.value)
    if off > _FAR * abs(derived.value) or (exact and off >= 1):
        return _build_comparison(derived, "clash")
    return _build_comparison(derived, "missing")


def _is_result(value: Decimal, number: Number, marked: Mark) -> bool:
    if number.kind == "part":
        return value == number.value or (bool(marked) and abs(value - number.value) <= number.value / 20)
    if number.kind == "percent" and not marked:
        return round_to_step(value, number.step) == number.value
    return is_fair_rounding(value, number, marked)


def _build_comparison(derived: DerivedValue, finding: Finding) -> Comparison:
    reason = {"agree": "", "clash": "derivation_mismatch", "missing": "number_not_found"}[finding]
    return Comparison("derived", finding, reason, derived.place, derived.operands, derived.formula)
