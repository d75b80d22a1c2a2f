"""Dates given from another date: "it opened in 1984 and burned down three years later" gives 1987.

The date counted from is the nearest one before such words. Years are added to years, days and weeks to whole
dates only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from ascribe.verify.rules.calendar_dates import Date, find_dates
from ascribe.verify.rules.comparison import Text

COUNTS = {
    word: count
    for count, words in enumerate(
        (
            "",
            "a an one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        )
    )
    for word in words.split()
}
"""Small numbers in words, as they stand before a unit of time."""

_UNITS = {"day": 1, "week": 7}
_YEARS = {"year": 1, "decade": 10, "century": 100}

_AFTER = re.compile(
    rf"\b(?P<count>\d+|{'|'.join(COUNTS)})\s+(?P<unit>day|week|year|decade|century)s?\s+"
    r"(?P<way>later|afterwards?|after\s+that|earlier|before\s+that)\b"
)
_NEXT = re.compile(r"\bthe\s+(?P<way>following|next|previous|preceding)\s+(?P<unit>day|week|year)\b")
_BACK = ("earlier", "before", "previous", "preceding")


@lru_cache(maxsize=8192)
def relative_dates(text: Text) -> tuple[tuple[Date, str], ...]:
    """Each date that follows from another one, where its words stand, with a formula."""
    return tuple(_read(text))


def has_relative(text: Text) -> bool:
    """True if words count time from something said before: then another date may be as true."""
    return bool(_AFTER.search(text.lowered) or _NEXT.search(text.lowered))


def _read(text: Text) -> Iterator[tuple[Date, str]]:
    for pattern in (_AFTER, _NEXT):
        for match in pattern.finditer(text.lowered):
            known = [one for one in find_dates(text.text, text.language) if one.end <= match.start()]
            found = _moved(known[-1], match) if known else None
            if found is not None:
                yield found, f"{text.text[known[-1].start : known[-1].end]} and {match[0]}"


def _moved(base: Date, match: re.Match[str]) -> Date | None:
    count = match.groupdict().get("count") or "one"
    amount = int(count) if count.isdigit() else COUNTS[count]
    amount = -amount if match["way"].startswith(_BACK) else amount
    if match["unit"] in _YEARS:
        return Date(*match.span(), base.year + amount * _YEARS[match["unit"]]) if base.year else None
    if base.year is None or base.month is None or base.day is None:
        return None
    try:
        moved = date(base.year, base.month, base.day) + timedelta(days=amount * _UNITS[match["unit"]])
    except (ValueError, OverflowError):
        return None
    return Date(*match.span(), moved.year, moved.month, moved.day)
