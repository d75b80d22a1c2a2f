"""What kind of answer a question asks for, and whether a sentence has anything of that kind. English only.

"How many crew had she?" asks for a number, "When …?" for a time, "Who …?" for a name. A sentence without one
seldom answers. It is one feature among others, because an answer may be "nobody" or "never".
"""

from __future__ import annotations

import re
from typing import Literal

AnswerType = Literal["number", "time", "person", "any"]

_QUESTIONS: tuple[tuple[AnswerType, re.Pattern[str]], ...] = (
    (
        "number",
        re.compile(
            r"\bhow (?:many|much|long|tall|high|wide|deep|old|big|large|fast|heavy|far|often)\b"
            r"|\bwhat (?:percentage|share|proportion|number)\b",
            re.IGNORECASE,
        ),
    ),
    ("time", re.compile(r"\bwhen\b|\b(?:which|what) (?:year|date|day|month|time)\b", re.IGNORECASE)),
    ("person", re.compile(r"\bwho(?:m|se)?\b", re.IGNORECASE)),
)
"""The first pattern that matches tells the type."""

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


def tells_of_other_year(question: str, window: str, sentence: str) -> bool:
    """Return True if the sentence dates what it tells, and not to a year that the question asks about.

    Years between two years of the sentence are included, as in "from 1909 to 1920".

    >>> tells_of_other_year("Who came in 1978?", "", "Last year 41,000 people came.")
    True
    """
    asked, told = set(_YEAR.findall(question)), _YEAR.findall(sentence)
    if asked <= set(_YEAR.findall(window)) | set(told) or not (told or _RELATIVE_YEAR.search(sentence)):
        return False
    return not (told and all(min(told) <= year <= max(told) for year in asked))
