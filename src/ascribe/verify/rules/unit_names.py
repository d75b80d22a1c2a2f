"""The names and symbols of units, from the Unicode CLDR through Babel, in the language and in English."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Literal

from ascribe.language.words import words

if TYPE_CHECKING:
    from babel import Locale

_LENGTHS: tuple[Literal["long", "short", "narrow"], ...] = ("long", "short", "narrow")
"""The shortest last: what "m" is in it, a minute, it is nowhere else."""

_SYMBOL = 3
"""Letters up to which a name is a symbol, whose capitals matter: "kb" is a kilobit, "KB" none."""


@lru_cache(maxsize=1 << 14)
def unit_of(name: str, language: str) -> str:
    """The unit of that name or symbol; empty if there is none."""
    known, stems = _names(language)
    name = name.replace("° ", "°").replace("º", "°")
    if name in known:
        return known[name]
    lowered = name.casefold()
    if lowered in known and not (len(name) <= _SYMBOL and known[lowered].startswith("digital")):
        return known[lowered]
    found = words(name, language) if language != "en" and name.isalpha() and len(name) > _SYMBOL else []
    return stems.get(found[0].stem, "") if len(found) == 1 else ""


@cache
def _names(language: str) -> tuple[dict[str, str], dict[str, str]]:
    """Name or symbol → unit, in the language and in English; and stem → unit for names of one word."""
    found: dict[str, str] = {}
    locales = [locale for code in dict.fromkeys((language, "en", "en_GB")) if (locale := _locale(code))]
    for length, locale in product(_LENGTHS, locales):
        for unit, count in product(locale.unit_display_names, (1, 2, 5)):
            found.setdefault(_name(unit, length, count, locale), _as_rate(unit))
    for name, unit in [*found.items()]:
        found.setdefault(name.casefold() if len(name) > _SYMBOL else name, unit)
    long = {name: unit for name, unit in found.items() if name.isalpha() and len(name) > _SYMBOL}
    stems: dict[str, str] = {}
    for name, unit in long.items():
        stems.setdefault(words(name, language)[0].stem, unit)
    return found, stems


@cache
def unit_order() -> dict[str, int]:
    """Unit → its place in the list of CLDR."""
    locale = _locale("en")
    return {unit: place for place, unit in enumerate(locale.unit_display_names if locale else ())}


def _as_rate(unit: str) -> str:
    """A rate that CLDR lists as one unit, as two: ``length-mile/duration-hour``."""
    parts = unit.partition("-")[2].split("-per-")
    known = [next((one for one in unit_order() if one.partition("-")[2] == part), "") for part in parts]
    return "/".join(known) if len(parts) > 1 and all(known) else unit


def _locale(code: str) -> Locale | None:
    from babel import Locale
    from babel.core import UnknownLocaleError

    try:
        return Locale.parse(code)
    except (UnknownLocaleError, ValueError):
        return None


def _name(unit: str, length: Literal["long", "short", "narrow"], count: int, locale: Locale) -> str:
    """The name or symbol of a unit without the figure."""
    from babel.units import format_unit

    return re.sub(r"\d+", "", format_unit(count, unit, length, locale=locale)).strip()
