"""Units: "5 lb" is not "5 kg", and "16 towns" are not "16 sites".

A figure that the evidence has as well must stand there with the same unit or count the same thing, where both
name one. Names and symbols of units come from the Unicode CLDR through Babel. Nothing is converted.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Literal

from ascribe.language.words import Word, is_content
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.figures import Number, figures
from ascribe.verify.rules.opposites import meaning

if TYPE_CHECKING:
    from babel import Locale

_UNIT = re.compile(r"[ \u00a0\u202f-]?([°º]?\s?[^\W\d_]+(?:/[^\W\d_]+)?[²³]?)(?: ([^\W\d_]+))?")

_LENGTHS: tuple[Literal["long", "short"], ...] = ("long", "short")

_RATE = re.compile(r"\s?[^\W\d_]+\s(?:per|a|an|each|every)\s([^\W\d_]+)")

_SIGNS = {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "₹": "rupee", "percent": "percent"}
"""Signs that are units, and how the words for them begin."""

_NEAR = 3
"""Content words after a figure among which the thing counted may stand: "14 bright new rooms"."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each figure that the evidence has with other units only."""
    said = figures(evidence)
    found = []
    for number in figures(claim):
        homes = [other for other in said if number.agrees_with(other)]
        if homes and not any(_fits(number, other, claim, evidence) for other in homes):
            there = (homes[0].start, homes[0].end)
            found.append(Comparison("units", "missing", "unit_unclear", (number.start, number.end), there))
    return found


def _fits(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    """True if both have the same unit and rate, or one has none, or both count the same thing."""
    rates = _rate(claim, number), _rate(evidence, other)
    if "" not in rates and rates[0] != rates[1]:
        return False
    mine, theirs = _written(claim, number), _written(evidence, other)
    if not mine or not theirs or mine[0].casefold() == theirs[0].casefold():
        return True
    if mine[0] in _SIGNS.values() and theirs[0] in _SIGNS.values():
        return False
    units = _unit(mine, claim.language), _unit(theirs, evidence.language)
    if None not in units:
        return units[0] == units[1]
    counted, there = _counted(claim, number), _counted(evidence, other)
    return not counted or not there or bool(counted & there)


def _rate(text: Text, number: Number) -> str:
    """The word behind "per" or "a" after the thing counted: "5 km per day"; empty if there is none."""
    match = _RATE.match(text.text, number.end)
    return text.words_after(match.start(1), 1)[0].stem if match else ""


@lru_cache(maxsize=8192)
def _written(text: Text, number: Number) -> tuple[str, ...]:
    """What stands right behind a figure: two words and the first of them, or one; empty if nothing does."""
    if number.kind in _SIGNS:
        return (_SIGNS[number.kind],)
    match = _UNIT.match(text.text, number.end)
    if match is None:
        return ()
    currency = next((name for name in _SIGNS.values() if match[1].casefold().startswith(name)), None)
    if currency:
        return (currency,)
    first, second = (re.sub(r"\s", "", part or "") for part in match.groups())
    return (f"{first} {second}", first) if second else (first,)


def _unit(written: tuple[str, ...], language: str | None) -> str | None:
    """The unit as CLDR calls it (``mass-kilogram``); None if it is no known one."""
    known = _units(language or "en")
    forms = [form for one in written for form in (one, one.casefold())]
    return next((known[form] for form in forms if form in known), None)


def _counted(text: Text, number: Number) -> frozenset[str]:
    """What the figure may count: the next content words, if one follows at once."""
    words = text.words_after(number.end, _NEAR + 1)
    if not words or text.text[number.end : words[0].start].strip(" \u00a0\u202f-"):
        return frozenset()
    if not is_content(words[0], text.language):
        return frozenset()
    return frozenset(meaning(word, text.language) for word in words if _is_thing(word, text))


def _is_thing(word: Word, text: Text) -> bool:
    return is_content(word, text.language) and not word.form[0].isdigit()


@cache
def _units(language: str) -> dict[str, str]:
    """Name or symbol → unit, in the language and in English."""
    from babel import Locale
    from babel.core import UnknownLocaleError

    found: dict[str, str] = {}
    for code in dict.fromkeys((language, "en", "en_GB")):
        try:
            locale = Locale.parse(code)
        except (UnknownLocaleError, ValueError):
            continue
        for name, length, count in product(locale.unit_display_names, _LENGTHS, (1, 2)):
            found.setdefault(_name(name, length, count, locale), name)
    return found


def _name(name: str, length: Literal["long", "short"], count: int, locale: Locale) -> str:
    """The name or symbol of a unit without the figure."""
    from babel.units import format_unit

    return re.sub(r"\d+", "", format_unit(count, name, length, locale=locale)).strip()
