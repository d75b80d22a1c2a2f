"""Shares of an amount, changes in percent, and times of day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations, permutations

from ascribe.verify.calculations.amounts import (
    WITHOUT_AMOUNT,
    Calculation,
    describe,
    quote,
)
from ascribe.verify.comparison import Text
from ascribe.verify.cues import find_clause_at, find_scopes
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.measures import Measure, find_measures
from ascribe.verify.quantities.number import Number
from ascribe.verify.quantities.operations import build_span, format_duration, format_value, join_measures
from ascribe.verify.quantities.units import convert_unit

_MOST_FIGURES = 4
"""Figures beyond which no share is looked for: a percentage has few digits, and any two figures give one."""

_MINUTES_OF_DAY = 24 * 60


def compute_shares(whole: int, claim: Text, evidence: Text, said: Sequence[Measure]) -> Iterator[Calculation]:
    """Yield what is left of a share, sums of shares, shares of one amount in another, and changes.

    Args:
        whole: 100 for percentages, 1 for fractions.
        claim: the text that may say something else of the rest.
        evidence: the text with the figures.
        said: its figures.
    """
    shares = [one for one in said if one.numbers[-1].kind in ("percent", "part")]
    values = [(_read_share(one.numbers[-1], whole), one) for one in shares]
    for value, measure in values:
        if _says_the_same(claim, measure, evidence):
            continue
        said_share = quote(evidence, measure)
        operand = said_share[:1].lower() + said_share[1:]
        formula = f"{whole} − {operand} = {format_value(whole - value)}"
        yield Calculation(whole - value, formula, build_span(measure))
    for (share, first), (other, second) in combinations(values, 2):
        yield describe(share + other, evidence, (first, second), "+")
        yield describe(abs(share - other), evidence, (first, second), "−")
    plain = [one for one in said if one.numbers[-1].kind not in (*WITHOUT_AMOUNT, "percent")]
    for one, two in permutations(plain, 2) if len(plain) <= _MOST_FIGURES else ():
        part, all_of = one.numbers[-1].value, two.numbers[-1].value
        if one.units != two.units or not all_of:
            continue
        if 0 < part < all_of:
            yield describe(whole * part / all_of, evidence, (one, two), "of")
        yield describe(whole * abs(part - all_of) / abs(all_of), evidence, (two, one), "→")


def _says_the_same(claim: Text, share: Measure, evidence: Text) -> bool:
    """Return True if the claim says of its share what the clause of that share says: no rest is meant.

    "Two thirds of the shops are abroad" is not what is left of "a third of the shops are abroad".
    """
    if bool(find_scopes(claim, "negation")) != bool(find_scopes(evidence, "negation")):
        return False
    figures = [(one.start, one.end) for one in find_measures(claim)]
    asked = (word for word in claim.content if not any(a <= word.start < b for a, b in figures))
    said = {
        get_meaning(word, evidence.language)
        for word in evidence.within(*find_clause_at(evidence, share.start))
    }
    return {get_meaning(word, claim.language) for word in asked} <= said


def _read_share(number: Number, whole: int) -> Decimal:
    return whole * (number.value if number.kind == "part" else number.value / 100)


def compute_gaps(asked: Measure, evidence: Text, said: Sequence[Measure]) -> Iterator[Calculation]:
    """Yield the time between two times of day, in the unit of the claim's figure."""
    times = [one for one in said if one.numbers[-1].kind == "clock"]
    for one, two in combinations(times, 2):
        minutes = (two.numbers[-1].value - one.numbers[-1].value) % _MINUTES_OF_DAY
        for unit in sorted(asked.units):
            value = convert_unit(minutes, "duration-minute", unit) if unit.startswith("duration-") else None
            if value is not None:
                formula = f"{join_measures(evidence, (one, two), '→')} = {format_duration(value, unit)}"
                yield Calculation(value, formula, build_span(one, two))


_MOST_YEARS = 3
"""Years of the evidence beyond which the time between two of them is not looked for."""


def compute_years_between(asked: Measure, evidence: Text) -> Iterator[Calculation]:
    """Yield the time between two years of the evidence, in the unit of the claim's figure."""
    dates = [one for one in find_dates(evidence.text, evidence.language) if one.year and one.span == 1]
    for one, two in combinations(dates, 2) if len(dates) <= _MOST_YEARS else ():
        for unit in sorted(asked.units & _YEAR_UNITS.keys()):
            value = Decimal(abs((two.year or 0) - (one.year or 0))) / _YEAR_UNITS[unit]
            formula = f"{one.year} → {two.year} = {format_duration(value, unit)}"
            yield Calculation(value, formula, (min(one.start, two.start), max(one.end, two.end)))


_YEAR_UNITS = {"duration-year": 1, "duration-decade": 10, "duration-century": 100}
"""Unit → its years."""


def compute_times(evidence: Text, said: Sequence[Measure]) -> Iterator[Calculation]:
    """Yield a time of day that is so long before or after another one, in minutes since midnight."""
    for time, length in permutations(said, 2):
        gap = _read_minutes(length) if time.numbers[-1].kind == "clock" else None
        if gap is not None:
            for sign, value in (("+", time.numbers[-1].value + gap), ("−", time.numbers[-1].value - gap)):
                formula = join_measures(evidence, (time, length), sign)
                yield Calculation(value, formula, build_span(time, length))


def _read_minutes(length: Measure) -> Decimal | None:
    total = length.total()
    units = [unit for unit in sorted(length.units) if unit.startswith("duration-")]
    return convert_unit(total.value, units[0], "duration-minute") if total and units else None
