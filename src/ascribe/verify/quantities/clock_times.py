"""Times of day, in digits and in English words: "15:30", "3 p.m.", "half past ten", "until noon"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from ascribe.verify.quantities.number import SMALL_NUMBERS, Number

_CLOCK = re.compile(
    r"(?<![\d:.])(?:(\d{1,2}):([0-5]\d)(?![\d:])(?:\s?([ap])\.?m\b\.?)?|(\d{1,2})\s?([ap])\.?m\b\.?)",
    re.IGNORECASE,
)
_HOURS = {
    **{str(hour): hour for hour in range(1, 13)}, **SMALL_NUMBERS, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_HOUR = "|".join(sorted(_HOURS, key=len, reverse=True))
_PART_OF_DAY = r"(?P<day>\s+(?:in the (?:morning|afternoon|evening)|at night|[ap]\.?m\b\.?))?"
_CLOCK_WORDS = re.compile(
    rf"\b(?:(?P<part>half|a quarter|quarter|five|ten|twenty)\s+(?P<way>past)|(?:a )?quarter\s+(?P<to>to))"
    rf"\s+(?P<hour>{_HOUR})\b{_PART_OF_DAY}"
    rf"|\b(?P<plain>{_HOUR})\s+o['’]clock\b{_PART_OF_DAY.replace('<day>', '<day2>')}",
    re.IGNORECASE,
)
"""A time of day in English words: "half past ten in the morning", "nine o'clock"."""

_MINUTES_PAST = {"half": 30, "a quarter": 15, "quarter": 15, "five": 5, "ten": 10, "twenty": 20}
HOURS_IN_WORDS = {"noon": 12, "midday": 12, "midnight": 24}
_NAMED_HOUR = re.compile(
    rf"\b(?:at|by|until|till|before|after|from|to|and|between|around)\s+({'|'.join(HOURS_IN_WORDS)})\b",
    re.IGNORECASE,
)


def may_name_hour(text: str) -> bool:
    """Return True if an English text names an hour by a word of its own: "until noon"."""
    return _NAMED_HOUR.search(text) is not None


def find_clock_words(text: str) -> Iterator[Number]:
    """Yield times of day in English words, in minutes since midnight; midnight is the end of a day."""
    for match in _CLOCK_WORDS.finditer(text):
        hour = _HOURS[(match["hour"] or match["plain"]).lower()]
        minutes = -15 if match["to"] else _MINUTES_PAST[match["part"].lower()] if match["way"] else 0
        day = (match["day"] or match["day2"] or "").strip().lower()
        if day:
            is_late = day.startswith("p") or "afternoon" in day or "evening" in day or "night" in day
            hour = hour % 12 + 12 * is_late
        yield Number(*match.span(), Decimal(60 * hour + minutes), "clock")
    for match in _NAMED_HOUR.finditer(text):
        yield Number(*match.span(1), Decimal(60 * HOURS_IN_WORDS[match[1].lower()]), "clock")


def find_clock_times(text: str) -> Iterator[Number]:
    """Yield times of day, in minutes since midnight."""
    for match in _CLOCK.finditer(text):
        hour, minute = int(match[1] or match[4]), int(match[2] or 0)
        half = (match[3] or match[5] or "").lower()
        if half:
            hour = hour % 12 + 12 * (half == "p")
        yield Number(*match.span(), Decimal(60 * hour + minute), "clock")


_HOUR_WORDS = {
    "de": re.compile(r"(?<![\d:.,])(\d{1,2})(?:[:.]([0-5]\d))?\s*Uhr\b"),
    "fr": re.compile(r"(?<![\d:.,])(\d{1,2})\s?(?:heures?\b|h(?![^\W\d]))(?:\s?([0-5]\d))?", re.IGNORECASE),
}


def find_hours(text: str, language: str) -> Iterator[Number]:
    """Yield the times of day that a word of the language follows, in minutes since midnight: "17 Uhr"."""
    pattern = _HOUR_WORDS.get(language)
    for match in pattern.finditer(text) if pattern else ():
        yield Number(*match.span(), Decimal(60 * int(match[1]) + int(match[2] or 0)), "clock")
