"""Units of measurement and currencies: their names, and the conversion between units.

Names and symbols come from the Unicode CLDR through Babel, in the language of the text and in English.
``pint`` converts: a CLDR identifier ("speed-mile-per-hour") becomes an expression that it understands
("mile/hour"). It is imported at the first conversion. Currencies are distinguished but never converted. A
currency is its word ("dollar"), with the code if the text gives it ("dollar:USD"), since a bare "dollar" may
be any of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

from ascribe.text.words import split_words
from ascribe.verify.quantities.number import Number

if TYPE_CHECKING:
    from babel import Locale


# --- Names of units ---

_NAME_LENGTHS: tuple[Literal["long", "short", "narrow"], ...] = ("long", "short", "narrow")
"""CLDR lengths of names. The shortest is last because only there does "m" stand for a minute."""

_LONGEST_SYMBOL = 3
"""Letters up to which a name is a symbol whose capitals matter: "kb" is a kilobit, "KB" is not."""


_PLAIN_POWER = re.compile(r"(?<=m)[23]$")
_RAISED_POWERS = {"2": "²", "3": "³"}
"""The power of a metre in plain digits, as in "5 m2", "3 km2"."""


@lru_cache(maxsize=1 << 14)
def find_unit(name: str, language: str) -> str:
    """Return the unit with this name or symbol; empty if there is none."""
    known, stems = _build_unit_names(language)
    name = _PLAIN_POWER.sub(lambda match: _RAISED_POWERS[match[0]], name.replace("° ", "°").replace("º", "°"))
    if name in known:
        return known[name]
    lowered = name.casefold()
    if lowered in known and not (len(name) <= _LONGEST_SYMBOL and known[lowered].startswith("digital")):
        return known[lowered]
    found = (
        split_words(name, language)
        if language != "en" and name.isalpha() and len(name) > _LONGEST_SYMBOL
        else []
    )
    return stems.get(found[0].stem, "") if len(found) == 1 else ""


@cache
def _build_unit_names(language: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return name or symbol → unit, in the language and in English, and stem → unit for single words."""
    found: dict[str, str] = {}
    locales = [locale for code in dict.fromkeys((language, "en", "en_GB")) if (locale := _load_locale(code))]
    for length, locale in product(_NAME_LENGTHS, locales):
        for unit, count in product(locale.unit_display_names, (1, 2, 5)):
            found.setdefault(_format_unit_name(unit, length, count, locale), _split_rate(unit))
    for prefix, name in product(("k", "M", "G", "T"), ("byte", "bytes")):
        found.setdefault(f"{prefix}{name}", found.get(f"{prefix}B", ""))  # "3700 kbytes"
    for name, unit in _list_further_units():
        found.setdefault(name, unit)
    for name, unit in [*found.items()]:
        if "-" in name:
            found.setdefault(name.replace("-", " "), unit)  # "acre feet" beside "acre-feet"
        found.setdefault(name.casefold() if len(name) > _LONGEST_SYMBOL else name, unit)
    long = {name: unit for name, unit in found.items() if name.isalpha() and len(name) > _LONGEST_SYMBOL}
    stems: dict[str, str] = {}
    for name, unit in long.items():
        stems.setdefault(split_words(name, language)[0].stem, unit)
    return found, stems


_SI_PREFIXES = {"": "", "m": "milli", "k": "kilo", "M": "mega", "G": "giga", "T": "tera"}


def _list_further_units() -> Iterator[tuple[str, str]]:
    """Yield the names and units that CLDR lacks, by its scheme: "MWh", "2,000 mAh", "100 Mbit/s"."""
    for prefix, word in _SI_PREFIXES.items():
        for symbol, base, kind in (("Wh", "watt", "energy"), ("Ah", "ampere", "electric")):
            unit = f"{kind}-{word}{base}-hour"
            yield from ((f"{prefix}{symbol}", unit), *((f"{word}{base}-hour{s}", unit) for s in ("", "s")))
        rate = f"digital-{word}bit/duration-second"
        if prefix not in ("", "m"):
            yield from ((f"{prefix}bps", rate), (f"{prefix}bit", f"digital-{word}bit"))
    yield from ((name, "duration-fortnight") for name in ("fortnight", "fortnights"))
    yield from ((name, "sound-decibel") for name in ("dB", "decibel", "decibels"))
    yield from ((name, "speed-revolution-per-minute") for name in ("rpm", "revolutions per minute"))


@cache
def get_unit_order() -> dict[str, int]:
    """Return unit → its position in the CLDR list."""
    locale = _load_locale("en")
    return {unit: place for place, unit in enumerate(locale.unit_display_names if locale else ())}


def _split_rate(unit: str) -> str:
    """Split a rate that CLDR lists as one unit into two: ``length-mile/duration-hour``."""
    parts = unit.partition("-")[2].split("-per-")
    known = [next((one for one in get_unit_order() if one.partition("-")[2] == part), "") for part in parts]
    return "/".join(known) if len(parts) > 1 and all(known) else unit


def _load_locale(code: str) -> Locale | None:
    from babel import Locale
    from babel.core import UnknownLocaleError

    try:
        return Locale.parse(code)
    except (UnknownLocaleError, ValueError):
        return None


def _format_unit_name(
    unit: str, length: Literal["long", "short", "narrow"], count: int, locale: Locale
) -> str:
    """Return the name or symbol of a unit without the figure."""
    from babel.units import format_unit

    return re.sub(r"\d+", "", format_unit(count, unit, length, locale=locale)).strip()


# --- Currencies ---

CURRENCY_SIGNS = {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "₹": "rupee"}
"""Currency sign → its word without a plural s."""

_CODE_BEFORE = re.compile(r"(?<![A-Za-z])([A-Z]{3})[ \u00a0]?$")
_CODE_AFTER = re.compile(r"[ \u00a0]?([A-Z]{3})(?![A-Za-z])")
_CURRENCY_NAME = re.compile(r"[ \u00a0-]([^\W\d_]+)(?:[ -]([^\W\d_]+))?")


def find_currency(text: str, number: Number) -> tuple[str, int, int]:
    """Return the currency of a figure and the span of both; the currency is empty if there is none."""
    if number.kind in CURRENCY_SIGNS:
        return CURRENCY_SIGNS[number.kind], number.start, number.end
    if number.kind:
        return "", number.start, number.end
    before = _CODE_BEFORE.search(text, max(0, number.start - 5), number.start)
    if before and (word := _load_currency_codes().get(before[1])):
        return word, before.start(1), number.end
    after = _CODE_AFTER.match(text, number.end)
    if after and (word := _load_currency_codes().get(after[1])):
        return word, number.start, after.end()
    return _find_named_currency(text, number)


def _find_named_currency(text: str, number: Number) -> tuple[str, int, int]:
    match = _CURRENCY_NAME.match(text, number.end)
    if match is None:
        return "", number.start, number.end
    first, second = (part.casefold() if part else "" for part in match.groups())
    whole = f"{first} {second}".removesuffix("s")
    if whole in _load_currency_names():
        return _load_currency_names()[whole], number.start, match.end()
    word = _load_currency_words().get(first, "")
    return (word, number.start, match.end(1)) if word else ("", number.start, number.end)


def is_same_currency(one: str, other: str) -> bool:
    """Return True if both are the same currency, or if one of two dollars does not say which one it is."""
    words = one.partition(":")[0], other.partition(":")[0]
    return one == other or (words[0] == words[1] and not (":" in one and ":" in other))


@cache
def _load_currency_codes() -> dict[str, str]:
    """Return code → word and code: USD → ``dollar:USD``."""
    from babel.numbers import get_currency_name, list_currencies

    names = {code: get_currency_name(code, locale="en") for code in list_currencies()}
    return {code: f"{name.split()[-1].casefold()}:{code}" for code, name in names.items()}


@cache
def _load_currency_names() -> dict[str, str]:
    """Return English name, in lower case and without a plural s, → word and code."""
    from babel.numbers import get_currency_name

    named = {
        get_currency_name(code, locale="en").casefold(): word for code, word in _load_currency_codes().items()
    }
    return {name.removesuffix("s"): word for name, word in named.items() if " " in name}


_OTHER_MEANINGS = frozenset(("dong", "dram", "gold", "kip", "mark", "real", "sol", "som", "won"))
"""Words of currencies that more often mean something else after a figure: "5 marks", "12 won"."""


@cache
def _load_currency_words() -> dict[str, str]:
    """Return English word, singular or plural, of a currency that a country uses now → the singular.

    "Crown" stands for the Scandinavian and Czech ones, as English texts call them.
    """
    from babel import Locale
    from babel.numbers import get_currency_name, get_territory_currencies

    territories = (str(name) for name in Locale("en").territories if len(str(name)) == 2)
    codes = {code for territory in territories for code in get_territory_currencies(territory) or ()}
    words = {"crown": "crown", "crowns": "crown"}
    for code in sorted(codes):
        one, many = (get_currency_name(code, n, locale="en").split()[-1].casefold() for n in (1, 2))
        words |= {one: one, many: one, one.removesuffix("s"): one}
    return {word: one for word, one in words.items() if one not in _OTHER_MEANINGS}


# --- Conversion ---

_POWER = re.compile(r"^(square|cubic)[-_](.+)$")

_CALENDAR_UNITS = frozenset(f"duration-{name}" for name in ("century", "decade", "year", "quarter", "month"))
"""Periods whose length in days varies: they convert only into one another."""


def get_category(unit: str) -> str:
    """Return what CLDR says a unit measures: "length", "mass/area" for kilograms per square metre."""
    return "/".join(part.partition("-")[0] for part in unit.split("/"))


def are_convertible(one: str, other: str) -> bool:
    """Return True if two different units measure the same kind of thing, so that a conversion may exist.

    Currencies never convert.
    """
    if one == other or "-" not in one or get_category(one) != get_category(other):
        return False
    return not any(
        (a in _CALENDAR_UNITS) != (b in _CALENDAR_UNITS)
        for a, b in zip(*_split_rates(one, other), strict=True)
    )


def _split_rates(one: str, other: str) -> tuple[list[str], list[str]]:
    return one.split("/"), other.split("/")


def convert_unit(value: Decimal, unit: str, to: str) -> Decimal | None:
    """Return the value in another unit, to 15 digits; None if the units do not match or pint lacks one."""
    line = _compute_line(unit, to)
    if line is None:
        return None
    exact = Fraction(value) * line[0] + line[1]
    with localcontext(prec=15):
        return (Decimal(exact.numerator) / Decimal(exact.denominator)).normalize()


def has_offset(unit: str, to: str) -> bool:
    """Return True if 0 of one unit is not 0 of the other, as with degrees of temperature."""
    line = _compute_line(unit, to)
    return line is not None and line[1] != 0


@lru_cache(maxsize=4096)
def _compute_line(unit: str, to: str) -> tuple[Fraction, Fraction] | None:
    """Return factor and offset from one unit to the other; None if there is no conversion."""
    here, there = _express_in_root_units(unit), _express_in_root_units(to)
    if here is None or there is None or here[2] != there[2]:
        return None
    return here[0] / there[0], (here[1] - there[1]) / there[0]


@cache
def _express_in_root_units(unit: str) -> tuple[Fraction, Fraction, frozenset[Any]] | None:
    """Return factor, offset and dimension of a unit in pint's root units; None if pint lacks the unit."""
    for expression in _build_expressions(unit):
        try:
            parsed = _load_registry().parse_units(expression)
            nought, one = (_load_registry().Quantity(Fraction(n), parsed).to_root_units() for n in (0, 1))
        # pint raises its own errors for unknown names, but any error for non-linear units such as the decibel
        except Exception:  # noqa: S112
            continue
        offset = Fraction(nought.magnitude)
        return Fraction(one.magnitude) - offset, offset, frozenset(parsed.dimensionality.items())
    return None


_PINT_NAMES = {"duration-quarter": "quarter_of_year", "duration-decade": "decade_of_years"}
"""Unit → its name for ``pint`` where that differs: there a quarter is a mass, and a decade a ratio of ten."""


def _build_expressions(unit: str) -> list[str]:
    """Return the names that pint may use for a unit: ``gallon_imperial``, then ``imperial_gallon``."""
    names = [_PINT_NAMES.get(part, part.partition("-")[2]) for part in unit.split("/")]
    parts = [_POWER.sub(_format_power, part) for name in names for part in name.split("-per-")]
    turned = [re.sub(r"^(\w+)-(\w+)$", r"\2_\1", part) for part in parts]
    return ["/".join(part.replace("-", "_") for part in these) for these in (parts, turned)]


def _format_power(match: re.Match[str]) -> str:
    return f"{match[2]}**{2 if match[1] == 'square' else 3}"


@cache
def _load_registry() -> Any:
    import pint

    registry: Any = pint.UnitRegistry(non_int_type=Fraction)
    registry.define("quarter_of_year = 3 * month")
    registry.define("decade_of_years = 10 * year")
    return registry
