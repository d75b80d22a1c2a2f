"""Values of the slots of a written scene: each slot is drawn once, and slots of one kind differ."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import date, timedelta

from num2words import num2words

from training.scenes import words
from training.scenes.people import Person, firms, people

_MOST = 9
"""Maximum number of values of one kind in a scene."""

_NAME = re.compile(r"([a-z]+)(\d)(?:\.([a-z]+))?")
_SUM = re.compile(r"([a-z]+\d|\d+)([+\-*])([a-z]+\d|\d+)")
_LISTS: dict[str, list[str]] = {
    "town": words.TOWNS,
    "place": words.PLACES,
    "job": words.JOBS,
    "team": words.TEAMS,
    "event": words.EVENTS,
    "building": words.BUILDINGS,
    "landmark": words.LANDMARKS,
    "site": words.SITES,
    "software": words.SOFTWARE,
    "device": words.DEVICES,
    "drug": words.DRUGS,
    "illness": words.ILLNESSES,
    "subject": words.SUBJECTS,
    "food": words.FOODS,
    "goods": words.GOODS,
    "wares": words.WARES,
    "month": words.MONTHS,
    "weekday": words.DAYS,
    "ordinal": words.ORDINALS,
}
_SIZES = {
    "small": (2, 9),
    "n": (12, 980),
    "percent": (3, 97),
    "year": (1890, 2024),
    "clock": (6 * 12, 20 * 12),
}
"""Lowest and highest value of each figure; a clock counts steps of five minutes."""

_FIRST_DAY, _DAYS = date(1995, 1, 1), 11_000


class Slots:
    """Values by name, drawn on first use.

    Args:
        rng: the source of chance.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._lists: dict[str, list[str]] = {}
        self._numbers: dict[str, list[int]] = {}
        self._people: list[Person] = []

    def value(self, asked: str) -> str:
        """Return the text of a slot such as ``town1``, ``person2.last``, ``n1+n2`` or ``small1 words``.

        Raises:
            ValueError: there is no such slot.
        """
        name, _, form = asked.partition(" ")
        if reckoned := _SUM.fullmatch(name):
            return _shown(self._sum(*reckoned.groups()), form)
        match = _NAME.fullmatch(name)
        if match is None:
            raise _no_slot(asked)
        kind, place, part = match[1], int(match[2]) - 1, match[3] or ""
        if kind in ("person", "woman", "man"):
            return self._person(kind, place, part)
        if kind in _SIZES or kind in ("big", "date"):
            return self._figure(kind, place, part or form)
        return self._word(kind, place)

    def _word(self, kind: str, place: int) -> str:
        if kind not in self._lists:
            if kind != "firm" and kind not in _LISTS:
                raise _no_slot(kind)
            values = firms(self._rng, _MOST) if kind == "firm" else list(_LISTS[kind])
            self._lists[kind] = self._rng.sample(values, min(_MOST, len(values)))
        return self._lists[kind][place]

    def _person(self, kind: str, place: int, part: str) -> str:
        """Return part of a person's name; ``woman1`` and ``person1`` are different people."""
        if not self._people:
            lasts = self._rng.sample(words.SURNAMES, 3 * _MOST)
            either, women, men = (people(self._rng, _MOST, sex) for sex in ("", "f", "m"))
            named = zip([*either, *women, *men], lasts, strict=True)
            self._people = [replace(one, last=last) for one, last in named]
        one = self._people[_MOST * ("person", "woman", "man").index(kind) + place]
        return str(getattr(one, part or "full"))

    def _number(self, kind: str, place: int) -> int:
        """Return a number that increases with ``place``."""
        if kind not in self._numbers:
            self._numbers[kind] = sorted(self._draw(kind))
        return self._numbers[kind][place]

    def _draw(self, kind: str) -> list[int]:
        count = 4 if kind == "small" else _MOST - 1
        if kind == "big":
            return self._rng.sample([100 * n for n in (*range(11, 100), *range(100, 9900, 7))], count)
        if kind == "date":
            return self._rng.sample(range(_DAYS), count)
        low, high = _SIZES[kind]
        spread = self._rng.choice((0.2, 1.0)) if kind in ("n", "year") else 1.0
        width = max(count + 1, int((high - low) * spread))
        start = self._rng.randint(low, high - width)
        return self._rng.sample(range(start, start + width), count)

    def _figure(self, kind: str, place: int, form: str) -> str:
        number = self._number(kind, place)
        if kind == "date":
            return _day(_FIRST_DAY + timedelta(days=number), form)
        if kind == "clock":
            hour, minute = divmod(number * 5, 60)
            return f"{(hour - 1) % 12 + 1}:{minute:02} {'a.m.' if hour < 12 else 'p.m.'}"
        return _shown(number, form or ("grouped" if kind == "big" else ""))

    def _sum(self, left: str, sign: str, right: str) -> int:
        a, b = self._operand(left), self._operand(right)
        return a + b if sign == "+" else a - b if sign == "-" else a * b

    def _operand(self, part: str) -> int:
        return int(part) if part.isdigit() else self._number(part[:-1], int(part[-1]) - 1)


def _no_slot(asked: str) -> ValueError:
    return ValueError(f"{{{asked}}}: no such slot; training/scenes/written/README.md lists them.")


def _shown(number: int, form: str) -> str:
    if form == "words":
        return str(num2words(number))
    if form == "ordinal":
        return str(num2words(number, to="ordinal"))
    return f"{number:,}" if form == "grouped" else str(number)


def _day(day: date, form: str) -> str:
    forms = {
        "": f"{day.day} {day:%B} {day.year}",
        "us": f"{day:%B} {day.day}, {day.year}",
        "iso": day.isoformat(),
        "month": f"{day:%B}",
        "year": str(day.year),
        "weekday": f"{day:%A}",
    }
    return forms[form]
