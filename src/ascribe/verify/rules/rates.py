"""Rates: what something is for each of: "120 euros a year", "40 litres per minute", "4 beds per room".

A claim that has the figure of a rate and leaves out what it is for each of is not confirmed: "it saves 120
euros"; nor is one that makes a rate of a figure of which the evidence says no such thing. Other words for the
same rate agree: "120 euros each year". The words are data: the groups ``per`` and ``PERIODS`` of
``figure_words.json``. This rule never returns a clash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.frequencies import Frequency, find_frequency_at
from ascribe.verify.quantities.measures import find_measure_at
from ascribe.verify.quantities.number import Number
from ascribe.verify.rules.figure_words import build_figure_pattern, join_figure_words

PERIODS = (
    "year", "month", "week", "day", "night", "hour", "minute", "second",
    "person", "kilo", "litre", "pound", "barrel", "gallon", "tonne", "share",
)  # fmt: skip
"""Groups of the words for what a rate is for each of: a stretch of time, a person, an amount."""

_TIMES = frozenset(("year", "month", "week", "day", "night", "hour", "minute", "second"))

_LONGEST_GAP = 40
"""Characters between a figure and the words of its rate: "120 million euros in interest a year"."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A figure, what it is for each of, and the span of the words that say so.

    Args:
        number: the figure.
        each: a group of words, or the stem of another word; "2 day" where it comes twice in a day.
        span: the words: "per minute", "annually".
    """

    number: Number
    each: str
    span: Span


def compare_rates(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each figure that is a rate in one of the two texts."""
    asked = find_figures(claim)
    if not asked or claim.code != evidence.code:
        return []
    said = _find_rates(evidence)
    found = [_compare_rate(number, said, claim, evidence) for number in (asked if said else ())]
    found += [_compare_added(rate, evidence) for rate in _find_rates(claim)]
    return [one for one in found if one is not None]


def _compare_added(rate: Rate, evidence: Text) -> Comparison | None:
    """Return missing for a rate of which the evidence has the figure alone, and no such period."""
    if rate.each not in _TIMES or _names_each(rate.each, evidence):
        return None
    homes = [one for one in find_figures(evidence) if rate.number.agrees_with(one)]
    if not homes or any(one.number in homes for one in _find_rates(evidence)):
        return None
    place = rate.number.start, rate.span[1]
    return Comparison("rates", "missing", "unit_unclear", place, (homes[0].start, homes[0].end))


def _compare_rate(number: Number, said: tuple[Rate, ...], claim: Text, evidence: Text) -> Comparison | None:
    rates = [rate for rate in said if number.agrees_with(rate.number)]
    homes = [one for one in find_figures(evidence) if number.agrees_with(one)]
    if not rates or len(rates) < len(homes):
        return None  # the evidence has the figure without a rate too
    mine = find_rate(number, claim)
    mine = mine or _find_rate_before(number, rates[0].each, claim)
    if mine is not None:
        same = next((rate for rate in rates if rate.each == mine.each), None)
        if same is not None:
            return _build_agreement(mine, same, claim, evidence)
        if not any(rate.each[0].isdigit() for rate in (*rates, mine)):
            return None
        return Comparison("rates", "missing", "unit_unclear", mine.span, rates[0].span)
    if any(_names_each(rate.each, claim) for rate in rates):
        return None
    there = rates[0].number.start, rates[0].span[1]
    return Comparison("rates", "missing", "unit_unclear", (number.start, number.end), there)


def _find_rate_before(number: Number, each: str, claim: Text) -> Rate | None:
    """Return the rate of a figure that the words before it give: "each year it saves", "spart jährlich"."""
    first, _ = find_clause_at(claim, number.start)
    pattern = _build_pattern_before(claim.code, each) if each in PERIODS else None
    match = pattern.search(claim.lowered, first, number.start) if pattern else None
    return Rate(number, each, match.span()) if match else None


def _names_each(each: str, claim: Text) -> bool:
    """Return True if the claim has a word for what the rate is for each of: "the yearly fee is 50 euros"."""
    patterns = (build_figure_pattern(claim.code, group) for group in (each, f"{each}_adverbs"))
    return each in claim.stems or any(one and one.search(claim.lowered) for one in patterns)


def _build_agreement(mine: Rate, there: Rate, claim: Text, evidence: Text) -> Comparison | None:
    words = [text.lowered[slice(*rate.span)] for text, rate in ((evidence, there), (claim, mine))]
    if words[0] == words[1]:
        return None
    return Comparison("rates", "agree", "", mine.span, there.span, " = ".join(words))


def find_rate(number: Number, text: Text) -> Rate | None:
    """Return the rate that a figure is; None if it is none."""
    return next((rate for rate in _find_rates(text) if rate.number == number), None)


@find_once
def _find_rates(text: Text) -> tuple[Rate, ...]:
    found = ((number, _read_rate(number, text)) for number in find_figures(text))
    return tuple(Rate(number, *rate) for number, rate in found if rate is not None)


def _read_rate(number: Number, text: Text) -> tuple[str, Span] | None:
    """Return what a figure is for each of, and the span of the words; None if it is no rate."""
    if number.kind in ("clock", "ordinal", "part"):
        return None
    end = find_measure_at(text, number).end
    pattern = _build_rate_pattern(text.code)
    match = pattern.match(text.lowered, end) or pattern.match(text.lowered, number.end)
    if match is None:
        return _read_interval(number, text, end) or _read_other_rate(text, end)
    group = next(group for group in PERIODS if match[group] or match[f"{group}_adverbs"])
    span = match.span("rate")
    repeated = find_frequency_at(text, *span)
    if repeated is None or repeated.thing or repeated.often == 1:
        return group, span
    return _name_repetition(repeated)


def _name_repetition(often: Frequency) -> tuple[str, Span]:
    each = often.period if often.often == 1 else f"{often.often} {often.period}"
    return each, often.span


_OF_THING = re.compile(r"(?:\s+of(?:\s+[^\W\d_]+){1,2})?\s+")


def _read_interval(number: Number, text: Text, end: int) -> tuple[str, Span] | None:
    """Return the frequency behind an amount: "5 mg of Veral every 12 hours", "50 euros every two years"."""
    often = find_frequency_at(text, end, end + _LONGEST_GAP)
    if often is not None and often.thing and often.span[0] == number.start and number.value != often.often:
        once = replace(often, often=often.often / Fraction(number.value or 1), span=(end, often.span[1]))
        return _name_repetition(once)
    if often is None or often.thing or _OF_THING.fullmatch(text.text, end, often.span[0]) is None:
        return None
    return _name_repetition(often)


def _read_other_rate(text: Text, end: int) -> tuple[str, Span] | None:
    """Return the thing of "4 beds per room", of which the rate is for each."""
    pattern = _build_other_pattern(text.code)
    match = pattern.match(text.lowered, end)
    word = next(iter(text.words_after(match.end(), 1)), None) if match else None
    return (word.stem, (match.start("rate"), word.end)) if match and word else None


@cache
def _build_rate_pattern(language: str) -> re.Pattern[str]:
    """Return the pattern of a rate behind a figure with its unit: "euros in interest a year"."""
    nouns, adverbs = (
        "|".join(f"(?P<{group}>{join_figure_words(language, group)})" for group in groups)
        for groups in (PERIODS, [f"{group}_adverbs" for group in PERIODS])
    )
    per, moments = (join_figure_words(language, group) for group in ("per", "moments"))
    rate = rf"(?P<rate>(?:{per})\s*(?:{nouns})|{adverbs})"
    return _build_pattern(language, rf"{rate}(?![\w-])(?!\s*\d)(?!\s+(?:{moments})(?!\w))")


@cache
def _build_pattern_before(language: str, group: str) -> re.Pattern[str]:
    each, nouns, adverbs = (join_figure_words(language, one) for one in ("each", group, f"{group}_adverbs"))
    return re.compile(rf"(?<![\w-])(?:(?:{each})\s+(?:{nouns})|{adverbs})(?![\w-])")


@cache
def _build_other_pattern(language: str) -> re.Pattern[str]:
    return _build_pattern(
        language, rf"(?P<rate>(?:{join_figure_words(language, 'per_thing')})\s+)(?=[^\W\d_])"
    )


def _build_pattern(language: str, rate: str) -> re.Pattern[str]:
    """Return a pattern for what stands between a figure and its rate, in one clause, and the rate."""
    gap = (
        rf"(?:(?!(?<!\w)(?:{join_figure_words(language, 'stops')})(?!\w))[^,.;:()\d\n]){{0,{_LONGEST_GAP}}}?"
    )
    return re.compile(rf"{gap}(?<![\w-])(?:{rate})")


RATES = Rule(
    "rates",
    compare_rates,
    kind="unit",
    vetoes=("unit_unclear",),
    paraphrases=True,
    supersedes=("quantifiers", "quantified_parts", "frequencies", "replaced", "prepositions", "frames"),
)
