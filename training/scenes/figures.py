"""Formats of figures in passages: counts in words, wrong digits, dates, times, centuries and ranks."""

from __future__ import annotations

import datetime as dt
import random

from training.scenes.words import MONTHS, ORDINALS, SMALL, TENS


def in_words(count: int) -> str:
    """Spell ``count`` from 0 to 99 in words."""
    if count < 20:
        return SMALL[count]
    tens, ones = divmod(count, 10)
    return TENS[tens - 2] + (f"-{SMALL[ones]}" if ones else "")


def counted(rng: random.Random, count: int) -> str:
    """Format ``count`` in words or in digits."""
    return in_words(count) if count < 100 and rng.random() < 0.5 else f"{count:,}"


def other_than(rng: random.Random, value: int, low: int, high: int) -> int:
    """Draw a whole number between ``low`` and ``high`` that is not ``value``."""
    return rng.choice([number for number in range(low, high + 1) if number != value])


def mistaken(rng: random.Random, value: int) -> int:
    """Change one digit of ``value`` to another that is not zero."""
    digits = list(str(value))
    place = rng.randrange(len(digits))
    digits[place] = rng.choice([digit for digit in "123456789" if digit != digits[place]])
    return int("".join(digits))


def some_day(rng: random.Random, low: int = 1995, high: int = 2024) -> dt.date:
    """Draw a date in the years ``low`` to ``high``, with a day that every month has."""
    return dt.date(rng.randint(low, high), rng.randint(1, 12), rng.randint(1, 28))


def dated(rng: random.Random, day: dt.date) -> str:
    """Format ``day`` in one of four ways."""
    month = MONTHS[day.month - 1]
    forms = (f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}", day.isoformat())
    return rng.choice((*forms, f"{day.day} {month[:3]} {day.year}"))


def years_of(rng: random.Random, count: int, low: int, high: int) -> list[int]:
    """Draw ``count`` different years from ``low`` to before ``high``, in order."""
    return sorted(rng.sample(range(low, high), count))


def clock(minutes: int) -> str:
    """Format minutes after midnight as 24-hour time."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def twelve_hour(minutes: int) -> str:
    """Format minutes after midnight as 12-hour time."""
    hour, rest = divmod(minutes, 60)
    return f"{(hour - 1) % 12 + 1}:{rest:02d} {'a.m.' if hour < 12 else 'p.m.'}"


def century(year: int) -> str:
    """Return the number of the century of ``year``, such as ``19th``."""
    number = (year - 1) // 100 + 1
    return {21: "21st"}.get(number, f"{number}th")


def ordinal(number: int) -> str:
    """Spell ``number`` from 1 to 12 as a rank in words."""
    return ORDINALS[number - 1]
