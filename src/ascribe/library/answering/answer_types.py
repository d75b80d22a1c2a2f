"""What kind of answer a question asks for, and whether a sentence has anything of that kind. English only.

"How many crew had she?" asks for a number, "When …?" for a time, "Who …?" for a name. A sentence without one
seldom answers. It is one feature among others, because an answer may be "nobody" or "never".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

AnswerType = Literal["number", "time", "person", "any"]

_QUESTIONS: tuple[tuple[AnswerType, re.Pattern[str]], ...] = (
    (
        "number",
        re.compile(
            r"\bhow (?:many|much|long|tall|high|wide|deep|old|big|large|fast|heavy|far|often)\b"
            r"|\bwhat (?:percentage|percent|per cent|share|proportion|number)\b",
            re.IGNORECASE,
        ),
    ),
    ("time", re.compile(r"\bwhen\b|\b(?:which|what) (?:year|date|day|month|time)\b", re.IGNORECASE)),
    ("person", re.compile(r"(?<!\bthat )\bwho(?:m|se)?\b", re.IGNORECASE)),
)
"""The first pattern that matches tells the type. "How is it that who comes late pays?" asks for no person."""

_NUMBERS = (
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|half|third"
    r"|quarter|once|twice|both|single|first|second|double)\b"
)
_TIMES = (
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday"
    r"|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter|morning|evening|night"
    r"|noon|midnight|days?|weeks?|months?|years?|hours?|minutes?|century|when|after|before|until|since|during"
    r"|daily|later|earlier|o'clock|am|pm|soon|weekend)\b"
)
_ANSWERS: dict[AnswerType, re.Pattern[str]] = {
    "number": re.compile(_NUMBERS, re.IGNORECASE),
    "time": re.compile(f"{_NUMBERS}|{_TIMES}", re.IGNORECASE),
    "person": re.compile(r"(?<!^)(?<![.!?] )\b[A-Z][a-z]|^[A-Z][a-z]+ [A-Z]"),
    "any": re.compile(""),
}


def find_answer_type(question: str) -> AnswerType:
    """Return the type of answer that the question asks for.

    >>> find_answer_type("How many sails has the mill?"), find_answer_type("Why was it built?")
    ('number', 'any')
    """
    return next((kind for kind, pattern in _QUESTIONS if pattern.search(question)), "any")


def has_answer_type(question: str, sentence: str) -> bool:
    """Return True if the sentence has a word of the type that the question asks for.

    >>> has_answer_type("How many crew had she?", "The crew slept in the bow.")
    False
    """
    return _ANSWERS[find_answer_type(question)].search(sentence) is not None


_YEAR = re.compile(r"\b(?:1\d|20)\d\d\b")
_RELATIVE_YEAR = re.compile(r"\b(?:last|this|next|the (?:previous|following)) year\b", re.IGNORECASE)

_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer"
    r"|autumn|winter)"
)
_BEFORE_YEAR = rf"(?:(?:about|around|early|mid|late|the|year|start|beginning|end|of|\d{{1,2}}|{_MONTH})\s+)*"
_PERIODS = re.compile(
    rf"\b(?:before|after|until|till|since|by|from|between|to|through)\s+(?:the\s+\w+\s+of\s+)?{_BEFORE_YEAR}"
    rf"{_YEAR.pattern}(?:\s*(?:and|to|–|-)\s*{_BEFORE_YEAR}{_YEAR.pattern})?"
    rf"|{_YEAR.pattern}['’]?s\b",
    re.IGNORECASE,
)
"""Years that bound the time asked about, and decades: what happened "after 1940" is dated to another year."""

_DATED_NAME = re.compile(rf"\b[A-Z]\w*\s+of\s+{_YEAR.pattern}")
"""A name with a year: "the Act of 1998"."""

_TOLD_YEAR = rf"\s+{_BEFORE_YEAR}({_YEAR.pattern})"
_OPEN_START = re.compile(rf"\b(?:until|till|before|by|up to){_TOLD_YEAR}", re.IGNORECASE)
_OPEN_END = re.compile(rf"\b(?:since|after|from){_TOLD_YEAR}", re.IGNORECASE)
"""Years at which a period ends or begins whose other end the sentence does not tell."""


def tells_of_other_year(question: str, window: str, sentence: str) -> bool:
    """Return True if the sentence dates what it tells, and not to a year that the question asks about.

    Years of a period that the sentence tells of are included, as in "from 1909 to 1920" or "until 1902".
    A year that only bounds what is asked for ("after 1940"), or is part of a name, is not asked about.

    >>> tells_of_other_year("Who came in 1978?", "", "Last year 41,000 people came.")
    True
    >>> tells_of_other_year("What happened after 1940?", "", "The mill burnt down in 1950.")
    False
    """
    exact = _DATED_NAME.sub("", _PERIODS.sub("", question))
    asked, told = set(_YEAR.findall(exact)), _YEAR.findall(sentence)
    if asked <= set(_YEAR.findall(window)) | set(told) or not (told or _RELATIVE_YEAR.search(sentence)):
        return False
    return not (told and all(_includes(sentence, told, year) for year in asked))


def _includes(sentence: str, told: Sequence[str], year: str) -> bool:
    """Return True if the year is in the period from the first to the last that the sentence tells of."""
    first, last = min(told), max(told)
    is_after = first <= year or first in _OPEN_START.findall(sentence)
    return is_after and (year <= last or last in _OPEN_END.findall(sentence))
