"""Frequencies: how many times in a period, as in "twice daily", "four times a year" and "every other week".

Only English is covered.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Span, do_overlap
from ascribe.verify.quantities.calendar_dates import SMALL_COUNTS

TIMES_A_YEAR = {
    "minute": Fraction(60 * 24 * 365), "hour": Fraction(24 * 365), "day": Fraction(365),
    "night": Fraction(365), "week": Fraction(52),
    "fortnight": Fraction(26), "month": Fraction(12), "quarter": Fraction(4), "year": Fraction(1),
    "decade": Fraction(1, 10), "century": Fraction(1, 100),
}  # fmt: skip
"""Period → how many of them a year has; a year of 52 weeks, so that a fortnight has two."""

_ADVERBS: dict[str, tuple[int | Fraction, str]] = {
    "hourly": (1, "hour"), "daily": (1, "day"), "nightly": (1, "night"), "weekly": (1, "week"),
    "fortnightly": (1, "fortnight"), "monthly": (1, "month"), "quarterly": (1, "quarter"),
    "yearly": (1, "year"), "annually": (1, "year"), "annual": (1, "year"),
    "half-yearly": (2, "year"), "semi-annually": (2, "year"), "semiannually": (2, "year"),
    "biennially": (Fraction(1, 2), "year"), "biennial": (Fraction(1, 2), "year"),
}  # fmt: skip
"""Adverb of frequency → how often, in which period; "biweekly" and "biannual" have two meanings each and are
left out."""

_COUNTS = {
    **{word: count for word, count in SMALL_COUNTS.items() if word not in ("a", "an")},
    "once": 1, "twice": 2, "thrice": 3, "other": 2, "second": 2, "third": 3, "fourth": 4, "fifth": 5,
}  # fmt: skip
COUNT = rf"\d{{1,3}}|{'|'.join(_COUNTS)}"
DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_PERIODS = rf"(?P<period>{'|'.join(TIMES_A_YEAR)}|centurie|{DAYS})s?"

_PATTERNS = (
    re.compile(
        rf"(?<![\w.,-])(?:(?P<times>once|twice|thrice|(?:{COUNT})(?=\s+times))(?:\s+times)?\s+)?"
        rf"(?P<adverb>{'|'.join(sorted(_ADVERBS, key=len, reverse=True))})(?![\w-])"
    ),
    re.compile(
        rf"(?<![\w.,])(?P<times>{COUNT})(?:\s+times|\s+(?!times\b)(?P<thing>[^\W\d_]+s))?\s+"
        rf"(?:an?|(?:in\s+)?(?:per|each|every)(?:\s+(?P<each>{COUNT}))?|in\s+(?:a|one))\s+{_PERIODS}\b"
    ),
    re.compile(
        rf"\b(?:(?:once\s+)?(?:every|each)\s+(?:(?P<each>{COUNT})\s+)?|on\s+(?P<alternate>alternate)\s+){_PERIODS}\b"
    ),
)
"""Adverbs, "twice daily"; "twice a month", "four meetings a year", "once per 30 days"; "every three months",
"once every two years", "on alternate days"."""


@dataclass(frozen=True, slots=True)
class Frequency:
    """How many times in a period, where the text says so.

    Args:
        often: times in the period.
        period: the name of a period, such as "day".
        span: where it is.
        thing: stem of what is counted, if anything is: "day" for "five days a week".
    """

    often: Fraction
    period: str
    span: Span
    thing: str = ""

    @property
    def times(self) -> Fraction:
        """Return how many times in a year."""
        return self.often * TIMES_A_YEAR[self.period]


@find_once
def find_frequencies(text: Text) -> tuple[Frequency, ...]:
    """Return the frequencies of a text in order; none if it is not English."""
    return tuple(sorted(_read_frequencies(text), key=_get_end)) if text.is_english else ()


def _get_end(one: Frequency) -> int:
    return one.span[1]


def find_frequency_at(text: Text, start: int, end: int) -> Frequency | None:
    """Return the first frequency that lies in a stretch, or partly does; None if there is none."""
    found = find_frequencies(text)
    place = bisect_right(found, start, key=_get_end)
    return found[place] if place < len(found) and found[place].span[0] < end else None


def find_counted_period(period: str, text: Text) -> Frequency | None:
    """Return the frequency that counts a period in a longer one: "five days a week" for "day"."""
    return next((one for one in find_frequencies(text) if one.thing == period), None)


def _read_frequencies(text: Text) -> Iterator[Frequency]:
    """Yield the frequencies; "every two years" is none of its own in "twice every two years"."""
    adverbs, counted, every = _PATTERNS
    taken: list[Span] = []
    for match in adverbs.finditer(text.lowered):
        often, period = _ADVERBS[match["adverb"]]
        yield Frequency(_read_count(match["times"] or "one") * often, period, match.span())
    for match in counted.finditer(text.lowered):
        often = _read_count(match["times"]) / _read_count(match["each"] or "one")
        thing = text.words_after(match.start("thing"), 1)[0].stem if match["thing"] else ""
        taken.append(match.span())
        yield Frequency(often, _read_period(match), match.span(), thing)
    for match in every.finditer(text.lowered):
        if any(do_overlap(match.span(), other) for other in taken):
            continue
        each = "two" if match["alternate"] else match["each"] or "one"
        yield Frequency(1 / _read_count(each), _read_period(match), match.span())


def _read_period(match: re.Match[str]) -> str:
    """Return the period; a day of the week comes once a week."""
    period = "century" if match["period"] == "centurie" else match["period"]
    return period if period in TIMES_A_YEAR else "week"


def _read_count(word: str) -> Fraction:
    return Fraction(int(word) if word.isdigit() else _COUNTS[word]) or Fraction(1)
