"""Dates in figures, as ``2024. 3. 15.`` and ``15. 3. 2024``: which of their stops may end a sentence."""

from __future__ import annotations

import re

_DAY = r"(?:[12]\d|3[01]|0?[1-9])"
_MONTH = r"(?:1[0-2]|0?[1-9])"
_YEAR = r"(?:\d{4}|(?<=['’‘])\d{2})"
_DATE = re.compile(
    rf"(?<![\d.])(?:{_YEAR}\.(?P<gap>\s?){_MONTH}\.(?P=gap){_DAY}"
    rf"|{_YEAR}\.\s{_MONTH}\.{_DAY}(?=\.)"  # a line ended behind the year
    rf"|{_DAY}\.(?P<between>\s?){_MONTH}\.(?P=between)\d{{4}})(?!\d)"
)
_YEAR_FIRST_END = re.compile(rf"(?<![\d.])(?:{_YEAR}\.\s?{_MONTH}(?:\.\s?{_DAY})?|{_MONTH}\.\s{_DAY})\Z")
_DAY_FIRST_END = re.compile(rf"(?<![\d.]){_DAY}\.\s?{_MONTH}\Z")
_LONGEST = 14
"""Characters of a date."""

_VERB_LAST = frozenset(["ko", "ja", "zh"])
"""Languages that write the year first and end a sentence with a word: a date never does."""
_DAY_FIRST = frozenset(["de", "cs", "pl", "ru", "tr"])
"""Languages that write the day first; their words that open a sentence are known."""


def is_inside_date(text: str, mark: int, unit: int) -> bool:
    """True for a stop with more of its date behind it. ``unit`` is where the sentence starts."""
    start = max(unit, mark - _LONGEST)
    return any(date.start() < mark < date.end() for date in _DATE.finditer(text, start, mark + _LONGEST))


def is_end_of_date(text: str, mark: int, unit: int, language: str, *, opens: bool) -> bool:
    """True for the last stop of a date where it ends no sentence.

    ``opens``: the next word opens sentences.
    """
    start = max(unit, mark - _LONGEST)
    if language in _VERB_LAST:
        return _YEAR_FIRST_END.search(text, start, mark) is not None
    return language in _DAY_FIRST and not opens and _DAY_FIRST_END.search(text, start, mark) is not None
