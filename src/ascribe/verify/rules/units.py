"""Units: "5 lb" is not "5 kg", and "16 towns" are not "16 sites".

A figure that the evidence has as well must stand there with the same unit or count the same thing, where both
name one. Names and symbols of units come from the Unicode CLDR through Babel. Nothing is converted.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Literal

from ascribe.language.words import Word, is_content, stop_words
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.amount import Number
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.opposites import meaning

if TYPE_CHECKING:
    from babel import Locale

_UNIT = re.compile(r"[ \u00a0\u202f-]?([°º]?\s?[^\W\d_]+(?:/[^\W\d_]+)?[²³]?)(?: ([^\W\d_]+))?")

_LENGTHS: tuple[Literal["long", "short"], ...] = ("long", "short")

_RATE = re.compile(r"\s?[^\W\d_]+\s(?:per|a|an|each|every)\s([^\W\d_]+)")

_SIGNS = {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "₹": "rupee", "percent": "percent"}
"""Signs that are units, and the words for them, without a plural s."""

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
    """True if both have the same unit and rate, or one counts nothing, or both count the same thing."""
    rates = _rate(claim, number), _rate(evidence, other)
    if "" not in rates and rates[0] != rates[1]:
        return False
    mine, theirs = units_of(claim, number), units_of(evidence, other)
    if mine and theirs:
        return bool(mine & theirs)
    counted, there = mine | _counted(claim, number), theirs | _counted(evidence, other)
    return not counted or not there or bool(counted & there)


def _rate(text: Text, number: Number) -> str:
    """The word behind "per" or "a" after the thing counted: "5 km per day"; empty if there is none."""
    match = _RATE.match(text.text, number.end)
    return text.words_after(match.start(1), 1)[0].stem if match else ""


@lru_cache(maxsize=8192)
def units_of(text: Text, number: Number) -> frozenset[str]:
    """What the unit of a figure may be: a name of CLDR or the word for a sign; empty if it has none.

    "5 pounds" gives two, ``mass-pound`` and ``pound``. A small word is none: "12 in the morning".
    """
    if number.kind in _SIGNS:
        return frozenset({_SIGNS[number.kind]})
    match = _UNIT.match(text.text, number.end)
    if match is None:
        return frozenset()
    first, second = (re.sub(r"\s", "", part or "") for part in match.groups())
    if len(first) > 1 and first in stop_words(text.language or "en"):
        return frozenset()
    known, whole = _units(text.language or "en"), f"{first} {second}"
    written = [form for form in (whole, whole.casefold(), first, first.casefold()) if form in known]
    currency = {first.casefold().removesuffix("s")} & set(_SIGNS.values())
    return frozenset([*currency, *(known[form] for form in written[:1])])


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
