"""Frequencies: "quarterly" is "four times a year", and "every other week" is "once a fortnight".

Each frequency is read as the number of times in a year. Only English is covered. A frequency that
the evidence does not have is left to the rules on figures, opposites and quantifiers, unless only its period
differs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, do_overlap
from ascribe.verify.quantities.calendar_dates import SMALL_COUNTS

_TIMES_A_YEAR = {
    "hour": Fraction(24 * 365), "day": Fraction(365), "night": Fraction(365), "week": Fraction(52),
    "fortnight": Fraction(26), "month": Fraction(12), "quarter": Fraction(4), "year": Fraction(1),
    "decade": Fraction(1, 10), "century": Fraction(1, 100),
}  # fmt: skip
"""Period → how many of them a year has; a year of 52 weeks, so that a fortnight has two."""

_ADVERBS = {
    "hourly": _TIMES_A_YEAR["hour"], "daily": _TIMES_A_YEAR["day"], "nightly": _TIMES_A_YEAR["day"],
    "weekly": _TIMES_A_YEAR["week"], "fortnightly": _TIMES_A_YEAR["fortnight"],
    "monthly": _TIMES_A_YEAR["month"], "quarterly": _TIMES_A_YEAR["quarter"],
    "yearly": Fraction(1), "annually": Fraction(1), "annual": Fraction(1),
    "half-yearly": Fraction(2), "semi-annually": Fraction(2), "semiannually": Fraction(2),
    "biennially": Fraction(1, 2), "biennial": Fraction(1, 2),
}  # fmt: skip
"""Adverbs of frequency; "biweekly" and "biannual" have two meanings each and are left out."""

_COUNTS = {
    **{word: count for word, count in SMALL_COUNTS.items() if word not in ("a", "an")},
    "once": 1, "twice": 2, "thrice": 3, "other": 2, "second": 2, "third": 3, "fourth": 4, "fifth": 5,
}  # fmt: skip
_COUNT = rf"\d{{1,3}}|{'|'.join(_COUNTS)}"
_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_PERIODS = rf"(?P<period>{'|'.join(_TIMES_A_YEAR)}|centurie|{_DAYS})s?"

_PATTERNS = (
    re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(_ADVERBS, key=len, reverse=True))})(?![\w-])"),
    re.compile(
        rf"(?<![\w.,])(?P<times>{_COUNT})(?:\s+times|\s+(?!times\b)(?P<thing>[^\W\d_]+s))?\s+"
        rf"(?:an?|(?:in\s+)?(?:per|each|every)(?:\s+(?P<each>{_COUNT}))?|in\s+(?:a|one))\s+{_PERIODS}\b"
    ),
    re.compile(rf"\b(?:once\s+)?every\s+(?:(?P<each>{_COUNT})\s+)?{_PERIODS}\b"),
)
"""Adverbs; "twice a month", "four meetings a year", "once per 30 days"; "every three months", "once every two
years"."""


@dataclass(frozen=True, slots=True)
class _Frequency:
    """How many times in a year, where the text says so.

    Args:
        times: times in a year.
        span: where it is.
        count: how many times in its own period, if the text counts them.
        thing: stem of what is counted, if anything is.
    """

    times: Fraction
    span: Span
    count: Fraction = Fraction(0)
    thing: str = ""


def compare_frequencies(claim: Text, evidence: Text) -> list[Comparison]:
    """Return an agreement for each frequency of the claim that the evidence has in other words.

    What the claim counts, the evidence must name: eight pilots a week are not eight nurses a week. A
    frequency is missing if each text has one, of the same number of times in another period.
    """
    said = _find_frequencies(evidence)
    asked = (one for one in _find_frequencies(claim) if not one.thing or one.thing in evidence.stems)
    found = []
    for one in asked if said else ():
        same = next((other for other in said if other.times == one.times), None)
        if same is not None:
            mine, theirs = claim.text[slice(*one.span)], evidence.text[slice(*same.span)]
            formula = f"{theirs} = {mine}" if mine.casefold() != theirs.casefold() else ""
            found.append(Comparison("frequencies", "agree", "", one.span, same.span, formula))
    return found or _find_other_period(claim, evidence)


def _find_other_period(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for "twice a year" where the evidence says "twice every two years"."""
    asked, said = _find_frequencies(claim), _find_frequencies(evidence)
    if len(asked) != 1 or len(said) != 1 or asked[0].thing or said[0].thing:
        return []
    if not asked[0].count or asked[0].count != said[0].count or asked[0].times == said[0].times:
        return []
    return [Comparison("frequencies", "missing", "number_not_found", asked[0].span, said[0].span)]


@find_once
def _find_frequencies(text: Text) -> tuple[_Frequency, ...]:
    if not text.is_english:
        return ()
    return tuple(_read_frequencies(text))


def _read_frequencies(text: Text) -> Iterator[_Frequency]:
    """Yield the frequencies; "every two years" is none of its own in "twice every two years"."""
    adverbs, counted, every = _PATTERNS
    taken: list[Span] = []
    for match in adverbs.finditer(text.lowered):
        yield _Frequency(_ADVERBS[match[0]], match.span())
    for match in counted.finditer(text.lowered):
        count = _read_count(match["times"])
        times = count * _read_period(match) / _read_count(match["each"] or "one")
        thing = text.words_after(match.start("thing"), 1)[0].stem if match["thing"] else ""
        taken.append(match.span())
        yield _Frequency(times, match.span(), count, thing)
    for match in every.finditer(text.lowered):
        if any(do_overlap(match.span(), other) for other in taken):
            continue
        yield _Frequency(_read_period(match) / _read_count(match["each"] or "one"), match.span())


def _read_period(match: re.Match[str]) -> Fraction:
    """Return how many of the period a year has; a day of the week comes once a week."""
    period = "century" if match["period"] == "centurie" else match["period"]
    return _TIMES_A_YEAR.get(period, _TIMES_A_YEAR["week"])


def _read_count(word: str) -> Fraction:
    return Fraction(int(word) if word.isdigit() else _COUNTS[word]) or Fraction(1)


FREQUENCIES = Rule(
    "frequencies",
    compare_frequencies,
    kind="number",
    paraphrases=True,
    supersedes=("opposites", "quantifiers", "numbers", "units", "replaced", "order"),
)
