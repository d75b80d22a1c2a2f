"""Derived figures: what is not in the evidence but follows from its figures by an operation the claim names.

Sums, differences, ratios, changes, shares, means, counts of what is listed and spans of years. The comparison
carries the formula ("40 → 50 is +25 %"). A figure that the named operation does not give is a clash with a
reason of its own; one that is only a little off is missing, since it may be rounded.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from ascribe.verify.rules.amount import Number, to_step
from ascribe.verify.rules.changes import changed, multiplied
from ascribe.verify.rules.comparison import Comparison, Finding, Text
from ascribe.verify.rules.contrasts import differs, multiplies
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.measures import measure_at
from ascribe.verify.rules.operations import Asked, Derived, Operation
from ascribe.verify.rules.rounding import Mark, is_fair, mark
from ascribe.verify.rules.scope import may_have
from ascribe.verify.rules.shares import rest, share
from ascribe.verify.rules.spans import lasted
from ascribe.verify.rules.totals import count, mean, total

_OVER_FIGURES: tuple[tuple[Operation, frozenset[str]], ...] = (
    (changed, frozenset(("rise", "fall"))),
    (differs, frozenset(("than",))),
    (share, frozenset()),
    (rest, frozenset(("negation",))),
    (total, frozenset(("total",))),
    (mean, frozenset(("average",))),
)
_OVER_OTHERS: tuple[tuple[Operation, frozenset[str]], ...] = (
    (lasted, frozenset(("lasting",))),
    (count, frozenset()),
)
"""Operations in the order in which they are asked, each with the cues of which a claim has one that names it.
The first that has something to say does."""

_OPERANDS = 2
"""Figures that the evidence must have for an operation on figures."""

_FAR = Decimal("0.1")
"""Share by which a figure must miss the result to be a wrong one, not a rough one; whole counts are exact."""


def derive(number: Number, claim: Text, evidence: Text) -> Comparison | None:
    """What an operation that the claim names says about one of its figures; None if none is named."""
    derived = _derived(number, claim, evidence)
    return _judge(derived, number, mark(claim, number)[0]) if derived else None


@lru_cache(maxsize=8192)
def _derived(number: Number, claim: Text, evidence: Text) -> Derived | None:
    """What the first operation gives that has something to say."""
    has_operands = len(figures(evidence)) >= _OPERANDS
    operations = (*_OVER_FIGURES, *_OVER_OTHERS) if has_operands else _OVER_OTHERS
    marked, start = mark(claim, number)
    asked = Asked(measure_at(claim, number), marked, start)
    named = (operation for operation, cues in operations if not cues or may_have(cues, claim))
    results = (operation(asked, claim, evidence) for operation in named)
    return next((derived for derived in results if derived is not None), None)


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each "doubled" or "twice as deep as", which have no figure, and for "the mean"."""
    if len(figures(evidence)) < _OPERANDS:
        return []
    found = [*multiplied(claim, evidence), *multiplies(claim, evidence)]
    compared = [_times(derived, times, claim) for derived, times in found]
    for number in figures(claim):
        derived = _derived(number, claim, evidence)
        if derived and derived.also and _judge(derived, number, mark(claim, number)[0]).finding == "agree":
            compared.append(_comparison(replace(derived, place=derived.also), "agree"))
    return compared


def _times(derived: Derived, times: Decimal, claim: Text) -> Comparison:
    """Twice is twice: only words such as "nearly" or "more than" let another result pass, up to a tenth."""
    start, end = derived.place
    marked, begin = mark(claim, Number(start, end, times))
    off = derived.value - times
    near = abs(off) <= _FAR * times
    sides = {"": off == 0, "exactly": off == 0, "over": 0 < off < 1, "about": near}
    fits = sides.get(marked, near and off < 0)
    finding: Finding = "agree" if fits else "missing" if near or marked else "clash"
    return _comparison(replace(derived, place=(begin, end)), finding)


def _judge(derived: Derived, number: Number, marked: Mark) -> Comparison:
    """Agree with the result, fairly rounded; clash with another one."""
    if _is_result(derived.value, number, marked):
        return _comparison(derived, "agree")
    exact = derived.value % 1 == 0 and number.value % 1 == 0 and not marked and abs(derived.value) < 1000
    off = abs(derived.value - number.value)
    if off > _FAR * abs(derived.value) or (exact and off >= 1):
        return _comparison(derived, "clash")
    return _comparison(derived, "missing")


def _is_result(value: Decimal, number: Number, marked: Mark) -> bool:
    if number.kind == "part":
        return value == number.value or (bool(marked) and abs(value - number.value) <= number.value / 20)
    if number.kind == "percent" and not marked:
        return to_step(value, number.step) == number.value
    return is_fair(value, number, marked)


def _comparison(derived: Derived, finding: Finding) -> Comparison:
    reason = {"agree": "", "clash": "derivation_mismatch", "missing": "number_not_found"}[finding]
    return Comparison("derived", finding, reason, derived.place, derived.operands, derived.formula)
