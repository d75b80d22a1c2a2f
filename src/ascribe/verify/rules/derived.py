"""Derived figures: those that follow from figures of the evidence by an operation that the claim names.

The operations are sums, differences, ratios, changes, shares, means, rates, durations, and counts of listed
names. The comparison carries the formula ("40 → 50 is +25 %"). A figure that differs from the result is a
clash with a reason of its own; one that differs only a little is missing, since it may be rounded.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from ascribe.verify.comparison import Comparison, Finding, Rule, Text, find_once
from ascribe.verify.cues import may_have_cues
from ascribe.verify.quantities.aggregates import compute_mean, compute_total, count_items, count_listed
from ascribe.verify.quantities.changes import (
    compute_change,
    compute_difference,
    compute_multiplications,
    compute_ratios,
)
from ascribe.verify.quantities.durations import compute_duration
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import is_label_number
from ascribe.verify.quantities.number import (
    Mark,
    Number,
    compute_exactly,
    find_mark,
    is_fair_fraction,
    is_fair_rounding,
    round_to_step,
)
from ascribe.verify.quantities.operations import DerivedValue, Operation, read_claim_figure
from ascribe.verify.quantities.parts import (
    compute_fraction,
    compute_remainder,
    compute_rest,
    compute_share,
    compute_share_of_which,
)
from ascribe.verify.quantities.rates import compute_rate_total
from ascribe.verify.rules.repeated_amounts import compute_other_period

_FIGURE_OPERATIONS: tuple[tuple[Operation, frozenset[str]], ...] = (
    (compute_change, frozenset(("rise", "fall", "than"))),
    (compute_difference, frozenset(("than",))),
    (compute_share, frozenset()),
    (compute_share_of_which, frozenset()),
    (compute_remainder, frozenset(("negation",))),
    (compute_rest, frozenset()),
    (compute_fraction, frozenset()),
    (compute_total, frozenset(("total",))),
    (compute_mean, frozenset(("average",))),
)
_OTHER_OPERATIONS: tuple[tuple[Operation, frozenset[str]], ...] = (
    (compute_rate_total, frozenset()),
    (compute_other_period, frozenset()),
    (compute_duration, frozenset(("lasting",))),
    (count_listed, frozenset()),
    (count_items, frozenset()),
)
"""Operations by priority, each with the groups of cues that name it; an empty set needs no cue. The first
operation that returns a value is used."""

_LEAST_OPERANDS = 2
"""Figures that the evidence must have for an operation on figures."""

_MOST_OPERANDS = 100
"""Figures beyond which the evidence is a list of numbers, where an operation on some of them would agree with
a figure by accident; the time would grow with their square."""

_LEAST_DEVIATION = Decimal("0.1")
"""Share of the result by which a figure must miss it to be wrong rather than rough; whole counts are
exact."""


@compute_exactly
def derive(number: Number, claim: Text, evidence: Text) -> Comparison | None:
    """Compare a figure with the result of the operation that the claim names; None if it names none."""
    if is_label_number(number, claim):
        return None
    derived = _compute_derived(claim, number, evidence)
    return _compare_result(derived, number, find_mark(claim, number)[0]) if derived else None


@find_once
def _compute_derived(claim: Text, number: Number, evidence: Text) -> DerivedValue | None:
    """Return the value of the first operation that has one."""
    figures = len(find_figures(evidence))
    if figures > _MOST_OPERANDS:
        return None
    has_operands = figures >= _LEAST_OPERANDS
    operations = (*_FIGURE_OPERATIONS, *_OTHER_OPERATIONS) if has_operands else _OTHER_OPERATIONS
    asked = read_claim_figure(number, claim)
    named = (operation for operation, cues in operations if not cues or may_have_cues(cues, claim))
    results = (operation(asked, claim, evidence) for operation in named)
    return next((derived for derived in results if derived is not None), None)


@compute_exactly
def compare_derived_figures(claim: Text, evidence: Text) -> list[Comparison]:
    """Return comparisons of what has no figure of its own.

    These are multipliers such as "doubled" or "twice as deep as", and words such as "the mean" beside a
    figure.
    """
    if not 0 < len(find_figures(evidence)) <= _MOST_OPERANDS:
        return []
    found = [*compute_multiplications(claim, evidence), *compute_ratios(claim, evidence)]
    compared = [_compare_multiplier(derived, times, claim) for derived, times in found]
    for number in find_figures(claim):
        derived = _compute_derived(claim, number, evidence)
        if (
            derived
            and derived.also
            and _compare_result(derived, number, find_mark(claim, number)[0]).finding == "agree"
        ):
            compared.append(_build_derived_comparison(replace(derived, place=derived.also), "agree"))
    return compared


def _compare_multiplier(derived: DerivedValue, times: Decimal, claim: Text) -> Comparison:
    """Compare a factor of the claim with the one in the evidence, which must be equal.

    Only words such as "nearly" or "more than" allow another result, by up to a tenth.
    """
    start, end = derived.place
    marked, begin = find_mark(claim, Number(start, end, times))
    off = derived.value - times
    near = abs(off) <= _LEAST_DEVIATION * times
    sides = {"": off == 0, "exactly": off == 0, "over": 0 < off < 1, "about": near}
    fits = sides.get(marked, near and off < 0)
    finding: Finding = "agree" if fits else "missing" if near or marked else "clash"
    return _build_derived_comparison(replace(derived, place=(begin, end)), finding)


def _compare_result(derived: DerivedValue, number: Number, marked: Mark) -> Comparison:
    """Return an agreement with the fairly rounded result, else a clash, or missing if it is close."""
    if _is_result(derived.value, number, marked):
        return _build_derived_comparison(derived, "agree")
    exact = derived.value % 1 == 0 and number.value % 1 == 0 and not marked and abs(derived.value) < 1000
    off = abs(derived.value - number.value)
    if off > _LEAST_DEVIATION * abs(derived.value) or (exact and off >= 1):
        return _build_derived_comparison(derived, "clash")
    return _build_derived_comparison(derived, "missing")


def _is_result(value: Decimal, number: Number, marked: Mark) -> bool:
    if number.kind == "part":
        if marked in ("over", "under"):
            return is_fair_fraction(100 * value, number.value, marked)
        return value == number.value or (bool(marked) and abs(value - number.value) <= number.value / 20)
    if number.kind == "percent" and not marked:
        return round_to_step(value, number.step) == number.value
    return is_fair_rounding(value, number, marked)


def _build_derived_comparison(derived: DerivedValue, finding: Finding) -> Comparison:
    reason = {"agree": "", "clash": "derivation_mismatch", "missing": "number_not_found"}[finding]
    return Comparison("derived", finding, reason, derived.place, derived.operands, derived.formula)


DERIVED = Rule(
    "derived",
    compare_derived_figures,
    kind="number",
    exact="number_not_found",
    unclear={"derivation_mismatch": "number_not_found"},
    binds=True,
    paraphrases=True,
)
