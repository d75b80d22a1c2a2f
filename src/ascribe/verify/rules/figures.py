"""Figures: where the numbers of a text stand, and what they amount to.

Digits are read by the separators of the language (Unicode CLDR through Babel), words by ``text2num`` or by
``numerals``, and those of Chinese and Japanese by ``han_numerals``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import cache, lru_cache

from ascribe.verify.rules.amount import Number
from ascribe.verify.rules.calendar_dates import find_dates
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.han_numerals import find_numerals, power_behind
from ascribe.verify.rules.numerals import counted, has_words, percent_words, scales
from ascribe.verify.rules.parts import find_parts, with_half, with_percent

_GLUE = r"A-Za-z_\u00c0-\u024f\u0370-\u052f"
"""Letters that make digits part of an identifier ("BM25", "v2"); those of scripts without spaces do not."""

_AFTER = (
    r"%|‰|[$€£¥₹]|(?<=\s)(?:percent|per\s+cent|Prozent|pour\s+cent|por\s+ciento|por\s+cento|per\s+cento)\b"
)
"""Signs and words behind digits that say what kind of figure it is, in any language."""

_CLOCK = re.compile(
    r"(?<![\d:.])(?:(\d{1,2}):([0-5]\d)(?![\d:])(?:\s?([ap])\.?m\b\.?)?|(\d{1,2})\s?([ap])\.?m\b\.?)",
    re.IGNORECASE,
)
_SCALES = {
    "thousand": 3, "k": 3, "million": 6, "millions": 6, "m": 6, "mn": 6, "millionen": 6, "millones": 6,
    "milhões": 6, "milioni": 6, "billion": 9, "bn": 9, "milliarde": 9, "milliarden": 9, "milliard": 9,
    "milliards": 9, "bilhões": 9, "miliardi": 9, "trillion": 12,
}  # fmt: skip
"""Powers of ten of scale words that follow digits in any language, unless ``numerals`` says otherwise."""

_CODE = re.compile(r"(?<![A-Z])[A-Z]{3}\s?$")
"""The code of a currency before a figure: "EUR 5m"."""

_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)")
_LONG_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3}){2,}(?!\d)")
"""Two groups or more are one figure in any language, as ISO 80000-1 has it."""

_FRACTIONS = 4
"""Ordinals up to here are words for parts or time too ("a third", "a second"); they are compared as words."""

_WORD = re.compile(r"[^\W\d_]+")

WORD_LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pt")
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
    matches = _digits(language or "en").finditer(text) if has_digits else ()
    read = [number for match in matches if (number := _read(match, language)) is not None]
    words = find_numerals(text) if language in ("zh", "ja") else _spelled(text, language)
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
    scale = _scales(language or "en").get((match["scale"] or "").casefold(), 0)
    power, end = power_behind(match.string, match.end())
    scale += power
    if _is_unit(match):
        scale, end = 0, match.end("digits")
    kind = "ordinal" if ordinal else _kind(match)
    step = Decimal(1).scaleb(scale - decimals)
    return Number(match.start(), end, value.scaleb(scale), kind, max(0, decimals - scale), step)


@cache
def _scales(language: str) -> dict[str, int]:
    """Scale words in small letters → powers of ten."""
    return {word.casefold(): power for word, power in {**_SCALES, **scales(language)}.items()}


@cache
def _digits(language: str) -> re.Pattern[str]:
    """Digits with what belongs to them: a sign, a currency, a word for percent, a scale word."""
    words = sorted(_scales(language), key=len, reverse=True)
    scale = "|".join(re.escape(word).replace(r"\ ", r"\s") for word in words)
    after = "|".join([_AFTER, *percent_words(language)])
    return re.compile(
        rf"(?<![{_GLUE}\d.])(?P<before>[$€£¥₹]\s?)?(?P<sign>(?<![\w%)°])[-+−](?=\d))?"
        rf"(?P<digits>\d+(?:[.,'’\u00a0\u202f\u066b\u066c]\d+)*)(?P<after>\s?(?:{after}))?"
        rf"(?:[\s-]?(?P<scale>(?i:{scale}))(?!\w))?"
    )


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
    if not _fits(digits, decimal, group):
        decimal, group = group, decimal
    whole, *fraction = re.split(decimal, digits)
    whole = re.sub(r"\D", "", whole)
    part = re.sub(r"\D", "", "".join(fraction))
    return Decimal(f"{whole}.{part}" if part else whole), len(part)


def _grouped(text: str, language: str | None) -> str:
    """The text with hard spaces inside "4 500", unless the language is English; as long as before."""
    if " " not in text:
        return text
    spaced = _LONG_SPACED if (language or "en") == "en" else _SPACED
    return spaced.sub(lambda match: match[0].replace(" ", "\u00a0"), text)


def _fits(digits: str, decimal: str, group: str) -> bool:
    """True if the separators stand where they may: also by twos above a thousand, as in India."""
    whole = rf"\d+|\d{{1,3}}(?:{group}\d{{3}})+|\d{{1,2}}(?:{group}\d{{2}})+{group}\d{{3}}"
    return re.fullmatch(rf"(?:{whole})(?:{decimal}\d+)?", digits) is not None


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
    if has_words(code):
        return [Number(*found) for found in counted(text, code)]
    if code not in WORD_LANGUAGES:
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
