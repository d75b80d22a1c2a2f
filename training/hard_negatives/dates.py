"""Dates: another year, month or day, another format, and the decade or century of a year."""
# ruff: noqa: ARG001, E501 - rules share one shape; a pattern reads better on one line

import random
import re
from collections.abc import Iterator

from training.hard_negatives.edits import Context, Edit, free_matches, may_weaken, replaced
from training.hard_negatives.ordinals import ordinal

MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_MONTH = "|".join(MONTHS)
_YEAR = re.compile(
    r"(?:(?<=\b[Ii]n )|(?<=\b[Oo]f )|(?<=\bsince )|(?<=\bSince )|(?<=\b[Ff]rom )|(?<=\bto )|(?<=, )|(?<=[a-z] )|(?<=\())"
    r"(?P<year>1[4-9]\d\d|20[0-2]\d)\b(?![-–/\w,]?[\d]|s\b|-| (?:people|feet|km|m|meters|metres|miles|men|copies|inhabitants|points|yards))"
)
_YEAR_BOUND = re.compile(
    r"\b(?:by|before|after|until|till|than|over|about|around|circa|c\.) $", re.IGNORECASE
)
_FULL = re.compile(
    rf"\b(?:(?P<month>{_MONTH}) (?P<day>\d\d?)(?:st|nd|rd|th)?,? (?P<year>\d{{4}})"
    rf"|(?P<day2>\d\d?)(?:st|nd|rd|th)?(?: of)? (?P<month2>{_MONTH}),? (?P<year2>\d{{4}}))\b,?"
)
_MONTH_YEAR = re.compile(
    rf"\b(?P<month>{_MONTH})(?= \d)|(?<=\d )(?P<month2>{_MONTH})\b|(?<=\bin )(?P<month3>{_MONTH})\b"
)
_DAY = re.compile(
    r"(?<=\b[A-Z])(?:anuary|ebruary|arch|pril|ay|une|uly|ugust|eptember|ctober|ovember|ecember) (?P<day>\d\d?)\b(?!–|-\d|:)"
)
_WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_WEEKDAY = re.compile(rf"\bon ({'|'.join(_WEEKDAYS)})\b")


def another_year(year: int, rng: random.Random) -> int:
    """Return a year before 2025 that differs by 1 to 30, or has two digits exchanged."""
    step = rng.choice((-30, -20, -12, -10, -7, -5, -3, -2, -1, 1, 2, 3, 4, 6, 9, 10, 20))
    text = str(year)
    mirrored = int(text[:2] + text[3] + text[2])
    if mirrored != year and mirrored <= 2024 and rng.random() < 0.25:
        return mirrored
    return year + step if year + step <= 2024 else year - abs(step)


def changed_year(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield another year, except in bounds such as "by 1990", which a later year may satisfy."""
    for match in free_matches(_YEAR, sentence):
        if not _YEAR_BOUND.search(sentence[: match.start()]):
            new = str(another_year(int(match["year"]), rng))
            if new not in sentence:
                yield Edit(replaced(sentence, match, new, "year"), "contradicted", "year")


def changed_month(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield another month, if the word is part of a date."""
    for match in free_matches(_MONTH_YEAR, sentence):
        new = rng.choice([month for month in MONTHS if month not in sentence])
        if not re.search(r"(?:by|before|after|until|and|or|to) (?:\d+ )?$", sentence[: match.start()]):
            yield Edit(replaced(sentence, match, new), "contradicted", "month")


def changed_day(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield another day of the month or of the week."""
    for match in free_matches(_DAY, sentence):
        day = int(match["day"])
        if 1 <= day <= 28:
            new = rng.choice([d for d in range(1, 29) if d != day])
            yield Edit(replaced(sentence, match, str(new), "day"), "contradicted", "day")
    for match in free_matches(_WEEKDAY, sentence):
        new_day = rng.choice([d for d in _WEEKDAYS if d not in sentence])
        yield Edit(replaced(sentence, match, new_day, 1), "contradicted", "day")


def _parts(match: re.Match[str]) -> tuple[str, int, str]:
    """Return month, day and year of a full date."""
    return (
        match["month"] or match["month2"],
        int(match["day"] or match["day2"]),
        match["year"] or match["year2"],
    )


def other_format(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield the same full date in another format, or less exact.

    A comma after the date is kept if the sentence continues.
    """
    for match in free_matches(_FULL, sentence):
        month, day, year = _parts(match)
        if not 1 <= day <= 31 or sentence[: match.start()].endswith(("–", "-", "and ")):
            continue
        american = match["month"] is not None
        apposed = american and match[0].endswith(",")
        opens = len(sentence[: match.start()].split()) <= 1
        comma = "," if match[0].endswith(",") and (not apposed or opens) else ""
        if not american:
            comma = "," if match[0].endswith(",") else ""
        options = (
            [f"{day} {month} {year}", f"the {ordinal(day)} of {month} {year}"]
            if american
            else [f"{month} {day}, {year}"]
        )
        for new in options:
            if not new.startswith("the") or re.search(r"\b[Oo]n $", sentence[: match.start()]):
                yield Edit(replaced(sentence, match, new + comma), "entailed", "date format")
        on = re.search(r"\b([Oo])n $", sentence[: match.start()])
        if on and may_weaken(sentence):
            lead = "In" if on[1] == "O" else "in"
            for less in (f"{lead} {month} {year}", f"{lead} {year}"):
                rest = sentence[match.end() :]
                yield Edit(
                    sentence[: on.start()] + less + comma + rest, "entailed", "date less exact", firm=True
                )


_IN_YEAR = re.compile(
    r"\b(?P<prep>[Ii]n) (?P<year>1[4-9]\d\d|20[0-2]\d)(?=[.,;]|$| (?:and|by|with|as|for|to|at|when)\b)"
)


def around_year(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield the decade, century or a bound that the year meets (entailed) or misses (contradicted)."""
    matches = free_matches(_IN_YEAR, sentence)
    if len(matches) != 1 or not may_weaken(sentence):
        return
    match, year = matches[0], int(matches[0]["year"])
    if re.search(r"(?:early|late|mid|ly|again) $", sentence[: match.start()]):
        return
    far = rng.choice((3, 5, 10, 15))
    decade, century = year // 10 * 10, (year - 1) // 100 + 1
    true = [
        f"in the {decade}s",
        f"before {year + far}",
        f"after {year - far}",
        f"in the {ordinal(century)} century",
    ]
    false = [
        f"in the {decade + rng.choice((-20, -10, 10))}s",
        f"before {year - far + 1}",
        f"after {year + far}",
    ]
    false.append(f"in the {ordinal(century + (rng.choice((-1, 1)) if century < 20 else -1))} century")
    other = another_year(year, rng)
    if match.start() and sentence[match.end() :] == ".":
        true.append(f"in {year}, not in {other}")
        false.append(f"in {other}, not in {year}")
    for words, label in [(w, "entailed") for w in true] + [(w, "contradicted") for w in false]:
        text = words.capitalize() if match["prep"] == "In" else words
        yield Edit(
            replaced(sentence, match, text),
            "entailed" if label == "entailed" else "contradicted",
            "year bound",
            False,
        )


_SPAN = re.compile(r"\bfrom (?P<a>\d{4}) (?P<to>to|until|till|through) (?P<b>\d{4})\b")


def year_span(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield a span of years in other words, or with other years."""
    for match in free_matches(_SPAN, sentence):
        a, b = int(match["a"]), int(match["b"])
        for words in (f"between {a} and {b}", f"from {a} until {b}", f"in the years {a} to {b}"):
            yield Edit(replaced(sentence, match, words), "entailed", "year span")
        yield Edit(replaced(sentence, match, f"between {a - 8} and {b - 5}"), "contradicted", "year span")


RULES = (changed_year, changed_month, changed_day, other_format, around_year, year_span)
