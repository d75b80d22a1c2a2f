"""Figures: where the numbers of a text stand, and what they amount to.

Digits are read by the separators of the language (Unicode CLDR through Babel), words by ``text2num``, and the
numerals of Chinese and Japanese by their places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import cache, lru_cache

from ascribe.verify.rules.amount import Number
from ascribe.verify.rules.calendar_dates import find_dates
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.parts import find_parts, with_half, with_percent

_GLUE = r"A-Za-z_\u00c0-\u024f\u0370-\u052f"
"""Letters that make digits part of an identifier ("BM25", "v2"); those of scripts without spaces do not."""

_DIGITS = re.compile(
    rf"(?<![{_GLUE}\d.])(?P<before>[$€£¥₹]\s?)?(?P<sign>(?<![\w%)°])[-+−](?=\d))?"
    r"(?P<digits>\d+(?:[.,'’\u00a0\u202f\u066b\u066c]\d+)*)"
    r"(?P<after>\s?(?:%|‰|[$€£¥₹])|\s(?:percent|per\s+cent|Prozent|pour\s+cent|por\s+ciento|por\s+cento|per\s+cento)\b)?"
    r"(?:[\s-]?(?P<scale>thousand|million|billion|trillion|Millionen|Million|Milliarden?|millions?|milliards?|millones|bilhões|milhões|miliardi|milioni|mn|bn|m|k)\b)?(?P<myriad>[万萬亿億])?",
)
_CLOCK = re.compile(
    r"(?<![\d:.])(?:(\d{1,2}):([0-5]\d)(?![\d:])(?:\s?([ap])\.?m\b\.?)?|(\d{1,2})\s?([ap])\.?m\b\.?)",
    re.IGNORECASE,
)
_SCALES = {
    "thousand": 3, "k": 3, "million": 6, "millions": 6, "m": 6, "mn": 6, "millionen": 6, "millones": 6,
    "milhões": 6, "milioni": 6, "billion": 9, "bn": 9, "milliarde": 9, "milliarden": 9, "milliard": 9,
    "milliards": 9, "bilhões": 9, "miliardi": 9, "trillion": 12, "万": 4, "萬": 4, "亿": 8, "億": 8,
}  # fmt: skip
"""Powers of ten of the scale words that follow digits; "Milliarde" and "billion" are both 10⁹."""

_CODE = re.compile(r"(?<![A-Z])[A-Z]{3}\s?$")
"""The code of a currency before a figure: "EUR 5m"."""

_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)")

_FRACTIONS = 4
"""Ordinals up to here are words for parts or time too ("a third", "a second"); they are compared as words."""

_PLACES = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_NUMERAL = re.compile(r"(?<!第)[〇零一二两三四五六七八九十百千万萬亿億]{1,}(?![些部般般直定])")
"""Numerals; a lone one is skipped where it is read, since it is part of many words."""

_WORD = re.compile(r"[^\W\d_]+")

_WORD_LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pt")
"""Those that ``text2num`` reads."""


_DIGIT = re.compile(r"\d")


@lru_cache(maxsize=8192)
def figures(text: Text) -> tuple[Number, ...]:
    """Figures outside dates, in order."""
    found, dates = find_numbers(text.text, text.language), find_dates(text.text, text.language)
    return tuple(n for n in found if not any(d.start < n.end and n.start < d.end for d in dates))


@lru_cache(maxsize=4096)
def find_numbers(text: str, language: str | None = None) -> tuple[Number, ...]:
    """Figures in order, written in digits or in words; digits inside identifiers are left out."""
    text = _grouped(text, language)
    has_digits = _DIGIT.search(text) is not None
    clocks = [_clock(match) for match in _CLOCK.finditer(text)] if has_digits else []
    matches = _DIGITS.finditer(text) if has_digits else ()
    read = [number for match in matches if (number := _read(match, language)) is not None]
    words = _numerals(text) if language in ("zh", "ja") else _spelled(text, language)
    found = _apart([*clocks, *find_parts(text, language, _one_word(language)), *read, *words])
    return tuple(sorted((with_half(number, text, language) for number in found), key=lambda n: n.start))


def _apart(numbers: Iterable[Number]) -> list[Number]:
    """Those that share no character with one before them in that list."""
    taken: set[int] = set()
    kept = []
    for number in numbers:
        place = range(number.start, number.end)
        if taken.isdisjoint(place):
            kept.append(number)
            taken.update(place)
    return kept


@cache
def _one_word(language: str | None) -> Callable[[str], Decimal | None]:
    """What reads one word as a figure in that language."""

    def count(word: str) -> Decimal | None:
        found = _spelled(word, language)
        return found[0].value if found else None

    return count


def _clock(match: re.Match[str]) -> Number:
    """A time of day, in minutes."""
    hour, minute, half = int(match[1] or match[4]), int(match[2] or 0), (match[3] or match[5] or "").lower()
    if half:
        hour = hour % 12 + 12 * (half == "p")
    return Number(*match.span(), Decimal(60 * hour + minute), "clock")


def _read(match: re.Match[str], language: str | None) -> Number | None:
    following = match.string[match.end("digits") : match.end("digits") + 2]
    ordinal = re.match(r"(?:st|nd|rd|th)\b", match.string[match.end("digits") : match.end("digits") + 3])
    if re.match(rf"[{_GLUE}]", following) and not match["scale"] and not ordinal:
        return None
    value, decimals = _value(match["digits"], language)
    if match["sign"] in ("-", "−"):
        value = -value
    scale = _SCALES.get((match["scale"] or match["myriad"] or "").casefold(), 0)
    end = match.end()
    if _is_unit(match):
        scale, end = 0, match.end("digits")
    kind = "ordinal" if ordinal else _kind(match)
    step = Decimal(1).scaleb(scale - decimals)
    return Number(match.start(), end, value.scaleb(scale), kind, max(0, decimals - scale), step)


def _is_unit(match: re.Match[str]) -> bool:
    """True for the m of "35 m": a million needs a currency before it, and a k must touch its figure."""
    scale = (match["scale"] or "").casefold()
    touches = match.end("digits") == match.start("scale")
    has_currency = match["before"] or _CODE.search(match.string, max(0, match.start() - 5), match.start())
    return scale in ("m", "k") and not has_currency and not (scale == "k" and touches)


def _kind(match: re.Match[str]) -> str:
    before, after = (match["before"] or "").strip(), (match["after"] or "").strip()
    if before:
        return before
    return after if after in tuple("$€£¥₹") else "percent" if after else ""


def _value(digits: str, language: str | None) -> tuple[Decimal, int]:
    """Value and number of decimals; a figure that breaks the language's habits is read by the other ones."""
    decimal, group = _separators(language or "en")
    if not re.fullmatch(rf"\d{{1,3}}(?:{group}\d{{3}})*(?:{decimal}\d+)?|\d+(?:{decimal}\d+)?", digits):
        decimal, group = group, decimal
    whole, *fraction = re.split(decimal, digits)
    whole = re.sub(r"\D", "", whole)
    part = re.sub(r"\D", "", "".join(fraction))
    return Decimal(f"{whole}.{part}" if part else whole), len(part)


def _grouped(text: str, language: str | None) -> str:
    """The text with hard spaces inside "4 500", where the language groups thousands so; as long as before."""
    if " " not in text or not _has_spaces(language or "en"):
        return text
    return _SPACED.sub(lambda match: match[0].replace(" ", "\u00a0"), text)


@cache
def _has_spaces(language: str) -> bool:
    from babel import Locale
    from babel.core import UnknownLocaleError

    try:
        return Locale.parse(language).number_symbols["latn"]["group"] in ("\u00a0", "\u202f", " ")
    except (UnknownLocaleError, ValueError, KeyError):
        return False


@cache
def _separators(language: str) -> tuple[str, str]:
    """Two character classes: the decimal separators of the language, and what groups its thousands."""
    from babel import Locale
    from babel.core import UnknownLocaleError

    try:
        point = Locale.parse(language).number_symbols["latn"]["decimal"]
    except (UnknownLocaleError, ValueError, KeyError):
        point = "."
    spaces = "'’\u00a0\u202f\u066c"
    return (r"[,\u066b]", rf"[.{spaces}]") if point == "," else (r"[.\u066b]", rf"[,{spaces}]")


def _numerals(text: str) -> list[Number]:
    """Figures in Chinese numerals of more than one sign, or one above one."""
    return [
        Number(*match.span(), Decimal(value))
        for match in _NUMERAL.finditer(text)
        if (value := _numeral(match[0])) > 1
    ]


def _numeral(signs: str) -> int:
    """The value by places: 三千二百 is 3200. A row of plain digits is read as digits."""
    digits = "零一二三四五六七八九"
    plain = signs.replace("〇", "零").replace("两", "二")
    if all(sign in digits for sign in plain):
        return int("".join(str(digits.index(sign)) for sign in plain))
    total = part = digit = 0
    for sign in plain:
        if sign in _MYRIADS:
            total, part, digit = total + max(1, part + digit) * _MYRIADS[sign], 0, 0
        elif sign in _PLACES:
            part, digit = part + max(1, digit) * _PLACES[sign], 0
        else:
            digit = digits.index(sign)
    return total + part + digit


class _Token:
    """A piece of text as ``text_to_num`` wants it."""

    __slots__ = ("end", "piece", "start")

    def __init__(self, match: re.Match[str]) -> None:
        self.piece = match[0]
        self.start, self.end = match.span()

    def text(self) -> str:
        return self.piece

    def text_lowercase(self) -> str:
        return self.piece.lower()

    def nt_separated(self, _previous: _Token) -> bool:
        return False

    def not_a_number_part(self) -> bool:
        return self.piece[0].isdigit()


def _spelled(text: str, language: str | None) -> list[Number]:
    """Figures in words; ordinals that may be fractions or seconds are left out."""
    code = language or "en"
    if code not in _WORD_LANGUAGES:
        return []
    if not any(_is_number_word(word, code) for word in _WORD.findall(text.lower())):
        return []
    from text_to_num import find_numbers as find

    tokens = [_Token(match) for match in re.finditer(r"\w+|\W+", text)]
    found = [
        Number(
            tokens[o.start].start,
            tokens[o.end - 1].end,
            Decimal(str(o.value)).normalize(),
            "ordinal" if o.is_ordinal else "",
        )
        for o in find(tokens, code, 0.0)
        if not (o.is_ordinal and (o.value <= _FRACTIONS or code != "en"))
    ]
    return [number if number.kind else with_percent(number, text, language) for number in found]


@lru_cache(maxsize=1 << 16)
def _is_number_word(word: str, language: str) -> bool:
    """True for a word that is a figure by itself or with others: most sentences have none."""
    from text_to_num import find_numbers as find

    return any(True for _ in find([_Token(match) for match in _WORD.finditer(word)], language, 0.0))
