"""Totals of rates: "160 euros a night" is 320 euros for two nights.

A rate is an amount with "per", "a" or "each" and a period or a thing. This operation shows no mistake: the
price of several may differ from the sum of single ones, so another figure has no result here.
"""

from __future__ import annotations

from collections.abc import Iterator

from ascribe.text.words import Word
from ascribe.verify.comparison import Text
from ascribe.verify.quantities.measures import Measure, find_measure_at, find_measures
from ascribe.verify.quantities.number import Number, is_fair_rounding
from ascribe.verify.quantities.operations import (
    ClaimFigure,
    DerivedValue,
    find_word_end_after,
    format_value,
    is_same_kind,
    join_measures,
)
from ascribe.verify.quantities.units import find_unit


def find_denominator(text: Text, measure: Measure) -> Word | None:
    """Return the word for what a rate is for each of, "night" in "160 euros a night"; None without one."""
    start = find_word_end_after(text, measure.end, "per")
    return next(iter(text.words_after(start, 1)), None) if start is not None else None


def compute_rate_total(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return a rate of the evidence times the claim's count of the same thing: "for two nights"."""
    if find_denominator(claim, asked.measure) is not None:
        return None
    for rate, each in _find_rates(asked, evidence):
        for count in find_measures(claim):
            if count == asked.measure or count.numbers[-1].kind or not _counts(claim, count, each):
                continue
            value = rate.numbers[-1].value * count.numbers[-1].value
            if is_fair_rounding(value, asked.number, asked.marked):
                times = claim.text[count.start : count.numbers[-1].end]
                formula = f"{join_measures(evidence, (rate,), '')} × {times} = {format_value(value)}"
                also = count.start, claim.words_after(count.numbers[-1].end, 1)[0].end
                return DerivedValue(
                    value, formula, (asked.start, asked.measure.end), (rate.start, each.end), also
                )
    return None


def has_other_period(number: Number, claim: Text, other: Number, evidence: Text) -> bool:
    """Return True if both figures are rates, each over a period of its own."""
    mine, theirs = (
        find_denominator(text, find_measure_at(text, figure))
        for text, figure in ((claim, number), (evidence, other))
    )
    if mine is None or theirs is None or mine.stem == theirs.stem:
        return False
    return all(_find_period(word, claim.language) for word in (mine, theirs))


def _find_rates(asked: ClaimFigure, evidence: Text) -> Iterator[tuple[Measure, Word]]:
    for measure in find_measures(evidence):
        each = find_denominator(evidence, measure) if is_same_kind(asked.measure, measure) else None
        if each is not None:
            yield measure, each


def _counts(claim: Text, count: Measure, each: Word) -> bool:
    """Return True if the figure counts what the rate is for each of."""
    return each.stem in {word.stem for word in claim.words_after(count.numbers[-1].end, 1)}


def _find_period(word: Word, language: str | None) -> str:
    unit = find_unit(word.form, language or "en")
    return unit if unit.startswith("duration-") else ""
