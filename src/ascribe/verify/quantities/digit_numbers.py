"""Figures in digits, with their separators, signs and scale words: "4,500", "EUR 5m", "2 × 10⁻⁵", "1e-5".

The language determines the separators, which come from the Unicode CLDR through Babel.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import cache

from ascribe.text.character_classes import RAISED
from ascribe.verify.quantities.han_numerals import find_power_after
from ascribe.verify.quantities.number import Number
from ascribe.verify.quantities.number_words import (
    get_percent_patterns,
    get_scale_words,
)
from ascribe.verify.quantities.units import CURRENCY_SIGNS, find_currency, find_unit

_IDENTIFIER_LETTERS = r"A-Za-z_\u00c0-\u024f\u0370-\u052f"
"""Letters that make adjacent digits part of an identifier ("BM25", "v2"); letters of scripts without spaces
do not."""

_SUFFIXES = (
    r"%|‰|[$€£¥₹]|(?<=\s)(?:percent|per\s+cent|Prozent|pour\s+cent|por\s+ciento|por\s+cento|per\s+cento)\b"
)
"""Signs and words after digits that tell the kind of figure, in any language."""

_SCALES = {
    "thousand": 3, "k": 3, "million": 6, "millions": 6, "m": 6, "mn": 6, "millionen": 6, "millones": 6,
    "milhões": 6, "milioni": 6, "billion": 9, "bn": 9, "milliarde": 9, "milliarden": 9, "milliard": 9,
    "milliards": 9, "bilhões": 9, "miliardi": 9, "trillion": 12,
}  # fmt: skip
"""Powers of ten of scale words after digits, in any language; the scale words of ``numerals.json`` take
precedence."""

_CURRENCY_CODE = re.compile(r"(?<![A-Z])[A-Z]{3}\s?$")
"""A currency code before a figure: "EUR 5m"."""

_SPACED_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)")
_LONG_SPACED_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3}){2,}(?!\d)")
"""Two groups of three digits or more make one figure in any language, as in ISO 80000-1."""

_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_IDENTIFIER_LETTER = re.compile(f"[{_IDENTIFIER_LETTERS}]")
_GLUED = re.compile(r"[^\W\d_]{2,}(?![\w-])")
"""Letters right behind digits that may be a unit: "10mg", "32bit"."""

_NO_DIGITS = re.compile(r"\D+")
_POWER = re.compile(
    rf"(?<![\d.,])(?:(?P<factor>\d+(?:[.,]\d+)?)\s?[×x·*]\s?)?(?<![A-Za-z_])10"
    rf"(?:\^\{{?(?P<plain>[-+]?\d{{1,3}})\}}?|(?P<raised>[⁻⁺]?[{RAISED}]{{1,3}}))(?![\w{RAISED}])"
    rf"|(?<![\w.,])(?P<mantissa>\d+(?:\.\d+)?)[eE](?P<exponent>[-+]?\d{{1,3}})(?![\w.,]\d|\w)"
)
"""A power of ten, with a factor or without: "2 × 10⁻⁵", "10^{-5}", "1e-5"."""

_PLAIN_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")


def find_powers(text: str) -> Iterator[Number]:
    """Yield the figures written with a power of ten."""
    for match in _POWER.finditer(text):
        factor = Decimal((match["factor"] or match["mantissa"] or "1").replace(",", "."))
        written = match["plain"] or match["exponent"] or match["raised"].translate(_PLAIN_DIGITS)
        decimals = max(0, -int(factor.as_tuple().exponent))
        power = int(written)
        step = Decimal(1).scaleb(power - decimals)
        yield Number(*match.span(), factor.scaleb(power), "", max(0, decimals - power), step)


def find_digit_numbers(text: str, language: str) -> Iterator[Number]:
    """Yield the figures in digits; skip digits inside identifiers."""
    for match in _build_digit_pattern(language).finditer(text):
        number = _parse_number(match, language)
        if number is not None:
            yield number


def join_digit_groups(text: str, language: str) -> str:
    """Replace the spaces inside "4 500" by no-break spaces, so that all offsets stay the same.

    In English this needs at least two groups: see ``_LONG_SPACED_GROUPS``.
    """
    if " " not in text:
        return text
    spaced = _LONG_SPACED_GROUPS if language == "en" else _SPACED_GROUPS
    return spaced.sub(lambda match: match[0].replace(" ", "\u00a0"), text)


def _parse_number(match: re.Match[str], language: str) -> Number | None:
    end = match.end("digits")
    ordinal = _ORDINAL.match(match.string, end)
    if not match["scale"] and not ordinal and _IDENTIFIER_LETTER.match(match.string, end):
        glued = _GLUED.match(match.string, end)
        if glued is None or not find_unit(glued[0], language):
            return None
    value, decimals = _parse_value(match["digits"], language)
    if match["sign"] in ("-", "−"):
        value = -value
    scale = get_scales(language).get((match["scale"] or "").casefold(), 0)
    power, last = find_power_after(match.string, match.end())
    scale += power
    if _is_unit(match):
        scale, last = 0, end
    kind = "ordinal" if ordinal else _get_kind(match)
    step = Decimal(1).scaleb(scale - decimals)
    return Number(match.start(), last, value.scaleb(scale), kind, max(0, decimals - scale), step)


@cache
def get_scales(language: str) -> dict[str, int]:
    """Return case-folded scale word → power of ten."""
    return {word.casefold(): power for word, power in {**_SCALES, **get_scale_words(language)}.items()}


@cache
def _build_digit_pattern(language: str) -> re.Pattern[str]:
    """Build the pattern of digits with their sign, currency, word for percent and scale word."""
    words = sorted(get_scales(language), key=len, reverse=True)
    scale = "|".join(re.escape(word).replace(r"\ ", r"\s") for word in words)
    after = "|".join([_SUFFIXES, *get_percent_patterns(language)])
    return re.compile(
        rf"(?<![{_IDENTIFIER_LETTERS}\d.])(?P<before>[$€£¥₹]\s?)?(?P<sign>(?<![\w%)°])[-+−](?=\d))?"
        rf"(?P<digits>\d+(?:[.,'’\u00a0\u202f\u066b\u066c]\d+)*)(?P<after>\s?(?:{after}))?"
        rf"(?:[\s-]?(?P<scale>(?i:{scale}))(?!\w))?"
    )


def _is_unit(match: re.Match[str]) -> bool:
    """Return True for the "m" of "35 m", which is a unit and not a scale word.

    An "m" for million needs a currency before the figure, and a "k" for thousand must touch its figure.
    """
    scale = (match["scale"] or "").casefold()
    if scale not in ("m", "k"):
        return False
    touches = match.end("digits") == match.start("scale")
    has_currency = match["before"] or _CURRENCY_CODE.search(
        match.string, max(0, match.start() - 5), match.start()
    )
    return not has_currency and not (scale == "k" and touches)


def _get_kind(match: re.Match[str]) -> str:
    before, after = (match["before"] or "").strip(), (match["after"] or "").strip()
    if before:
        return before
    return after if after in tuple("$€£¥₹") else "percent" if after else ""


def _parse_value(digits: str, language: str) -> tuple[Decimal, int]:
    """Return the value and the number of decimals.

    If the figure breaks the conventions of the language, the two separators swap their roles.
    """
    if digits.isdigit():
        return Decimal(digits), 0
    decimal, group = _get_separators(language)
    if not _build_grouping_pattern(decimal, group).fullmatch(digits):
        decimal, group = group, decimal
    whole, *fraction = re.split(decimal, digits)
    whole = _NO_DIGITS.sub("", whole)
    part = _NO_DIGITS.sub("", "".join(fraction))
    return Decimal(f"{whole}.{part}" if part else whole), len(part)


@cache
def _build_grouping_pattern(decimal: str, group: str) -> re.Pattern[str]:
    """Build the pattern of well-grouped digits, including groups of two above a thousand, as in India."""
    whole = rf"\d+|\d{{1,3}}(?:{group}\d{{3}})+|\d{{1,2}}(?:{group}\d{{2}})+{group}\d{{3}}"
    return re.compile(rf"(?:{whole})(?:{decimal}\d+)?")


_THREE_DECIMALS = Decimal("0.001")


def group_thousands(number: Number, text: str) -> Number:
    """Return the thousand of "1.250 Euro" in a text whose language is not known.

    Nobody writes money with three decimals, and whoever puts the currency behind it groups with points.
    """
    if number.step != _THREE_DECIMALS or not 1 <= abs(number.value) < 1000:
        return number
    _, start, end = find_currency(text, number)
    is_behind = end > number.end or text[number.end - 1] in CURRENCY_SIGNS
    if not is_behind or start < number.start or "," in text[number.start : number.end]:
        return number
    return replace(number, value=number.value.scaleb(3), decimals=0, step=Decimal(1))


@cache
def _get_separators(language: str) -> tuple[str, str]:
    """Return two character classes: the decimal separators and the grouping separators of the language."""
    from babel import Locale
    from babel.core import UnknownLocaleError

    try:
        point = Locale.parse(language).number_symbols["latn"]["decimal"]
    except (UnknownLocaleError, ValueError, KeyError):
        point = "."
    spaces = "'’\u00a0\u202f\u066c"
    return (r"[,\u066b]", rf"[.{spaces}]") if point == "," else (r"[.\u066b]", rf"[,{spaces}]")
