"""Numbers: a claim's figure must occur in the evidence with the same kind (percent, currency or plain).

Digits are read by the separators of the language (Unicode CLDR through Babel), words by ``text2num``.
A figure agrees with one that rounds to it at the decimals it shows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import cache, lru_cache

from ascribe.language.words import is_content
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.dates import find_dates
from ascribe.verify.rules.scope import find_scopes

_GLUE = r"A-Za-z_\u00c0-\u024f\u0370-\u052f"
"""Letters that make digits part of an identifier ("BM25", "v2"); those of scripts without spaces do not."""

_DIGITS = re.compile(
    rf"(?<![{_GLUE}\d.])(?P<before>[$€£¥₹]\s?)?(?P<sign>(?<![\w%)°])[-+−](?=\d))?"
    r"(?P<digits>\d+(?:[.,'’\u00a0\u202f\u066b\u066c]\d+)*)"
    r"(?P<after>\s?(?:%|‰|[$€£¥₹])|\s(?:percent|per\s+cent|Prozent|pour\s+cent|por\s+ciento|por\s+cento|per\s+cento)\b)?"
    r"(?:[\s-]?(?P<scale>thousand|million|billion|trillion|Millionen|Million|Milliarden?|millions?|milliards?|millones|bilhões|milhões|miliardi|milioni|mn|bn|m|k)\b)?",
)
_CLOCK = re.compile(
    r"(?<![\d:.])(?:(\d{1,2}):([0-5]\d)(?![\d:])(?:\s?([ap])\.?m\b\.?)?|(\d{1,2})\s?([ap])\.?m\b\.?)",
    re.IGNORECASE,
)
_SCALES = {
    "thousand": 3, "k": 3, "million": 6, "millions": 6, "m": 6, "mn": 6, "millionen": 6, "millones": 6,
    "milhões": 6, "milioni": 6, "billion": 9, "bn": 9, "milliarde": 9, "milliarden": 9, "milliard": 9,
    "milliards": 9, "bilhões": 9, "miliardi": 9, "trillion": 12,
}  # fmt: skip
"""Powers of ten of the scale words that follow digits; "Milliarde" and "billion" are both 10⁹."""

_WORD_LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pt")
"""Those that ``text2num`` reads."""

_LARGEST = Decimal(10) ** 18
"""Figures above this are not rounded; decimals hold 28 digits."""

_FEW = 12
"""Figures of a passage that are added up at most: a table has hundreds of pairs."""


@dataclass(frozen=True, slots=True)
class Number:
    """A figure and where it stands.

    Args:
        start: first character.
        end: one past the last.
        value: as the language reads it.
        kind: ``percent``, ``clock`` (minutes of the day), a currency sign, or empty.
        decimals: decimals shown, after the scale word.
    """

    start: int
    end: int
    value: Decimal
    kind: str = ""
    decimals: int = 0

    def agrees_with(self, other: Number) -> bool:
        """True if the kind fits and the other value is this one, or rounds to it at the decimals shown."""
        if self.kind != other.kind and ((self.kind and other.kind) or "clock" in (self.kind, other.kind)):
            return False
        if self.value == other.value:
            return True
        step = Decimal(1).scaleb(-self.decimals)
        return other.decimals > self.decimals > 0 and _rounded(other.value, step) == self.value


def _rounded(value: Decimal, step: Decimal) -> Decimal:
    try:
        return value.quantize(step, rounding=ROUND_HALF_UP)
    except InvalidOperation:  # more digits than the context holds: nothing to round
        return value


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each figure of the claim that is not part of a date."""
    said = figures(evidence)
    asked = [number for number in figures(claim) if not _may_be_article(number, claim.text)]
    dates = find_dates(evidence.text, evidence.language)
    years = [Number(d.start, d.end, Decimal(d.year)) for d in dates if d.year is not None]
    free = [n for n in said if not any(number.agrees_with(n) for number in asked)]
    return [_compare(number, claim, evidence, [*said, *years], free) for number in asked]


def _compare(
    number: Number, claim: Text, evidence: Text, said: list[Number], free: list[Number]
) -> Comparison:
    """Agree with any figure; clash with one that stands in the same place and is free for it."""
    place = (number.start, number.end)
    for other in said:
        if number.agrees_with(other) and not _other_version(number, other, claim, evidence):
            return Comparison("numbers", "agree", "", place, (other.start, other.end))
    fair = [other for other in said if _rounds(other.value, number.value)]
    if fair:
        place_there = (fair[0].start, fair[0].end)
        if find_scopes(claim, "about"):
            return Comparison("numbers", "agree", "", place, place_there)
        return Comparison("numbers", "missing", "number_not_found", place, place_there)
    if _is_derived(number.value, [other.value for other in said]):
        return Comparison("numbers", "missing", "number_not_found", place)
    alike = [other for other in free if number.kind == other.kind]
    for other in alike:
        if _same_place(number, other, claim, evidence) or (number.kind and len(alike) == 1):
            return Comparison("numbers", "clash", "number_mismatch", place, (other.start, other.end))
    return Comparison("numbers", "missing", "number_not_found", place)


def _other_version(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    """True for "version 2.1" beside "version 2.10": such a figure is a name, not an amount."""
    mine, theirs = claim.text[number.start : number.end], evidence.text[other.start : other.end]
    if number.decimals == other.decimals or number.value != other.value or not _names_one(number, claim):
        return False
    return mine.rstrip("0") == theirs.rstrip("0") and _names_one(other, evidence)


def _names_one(number: Number, text: Text) -> bool:
    """True if a content word stands right before the figure and none right behind it."""
    before = next((w for w in reversed(text.content) if w.end <= number.start), None)
    touches = before is not None and text.text[before.end : number.start] in (" ", "\u00a0")
    behind = text.words_after(number.end, 1)
    return touches and not (behind and is_content(behind[0], text.language))


def _rounds(exact: Decimal, shown: Decimal) -> bool:
    """True if a figure rounds to the other at the digits that one shows: 14,600 to 15,000."""
    if shown == shown.to_integral_value() and shown % 10 == 0 and shown and exact != shown:
        step = Decimal(1).scaleb(_exponent(shown.normalize()))
        return abs(exact) < _LARGEST and _rounded(exact / step, Decimal(1)) * step == shown
    return False


def _exponent(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _is_derived(value: Decimal, said: list[Decimal]) -> bool:
    """True if the value is a sum or difference of two figures said: then nothing clashes."""
    few = said[:_FEW]
    return any(value in (a + b, abs(a - b)) for i, a in enumerate(few) for b in few[i + 1 :])


def _may_be_article(number: Number, text: str) -> bool:
    """True for one in a word, which in most languages is an article or a pronoun as well."""
    return number.value == 1 and text[number.start : number.end].isalpha()


def _same_place(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    """True if both figures count the same thing, or neither counts any and the words around are shared."""
    counted, there = claim.counted(number.end), evidence.counted(other.end)
    if not number.kind and counted != there:
        return False
    near = claim.around(number.start, number.end) & evidence.around(other.start, other.end)
    return bool(near) or (bool(counted) and counted == there)


@lru_cache(maxsize=8192)
def figures(text: Text) -> tuple[Number, ...]:
    """Figures outside dates, in order."""
    taken = {i for date in find_dates(text.text, text.language) for i in range(date.start, date.end)}
    found = find_numbers(text.text, text.language)
    return tuple(n for n in found if taken.isdisjoint(range(n.start, n.end)))


@lru_cache(maxsize=4096)
def find_numbers(text: str, language: str | None = None) -> tuple[Number, ...]:
    """Figures in order, written in digits or in words; digits inside identifiers are left out."""
    clocks = [_clock(match) for match in _CLOCK.finditer(text)]
    taken = {i for number in clocks for i in range(number.start, number.end)}
    read = [number for match in _DIGITS.finditer(text) if (number := _read(match, language)) is not None]
    digits = [*clocks, *(n for n in read if taken.isdisjoint(range(n.start, n.end)))]
    taken.update(i for number in digits for i in range(number.start, number.end))
    spelled = [n for n in _spelled(text, language) if taken.isdisjoint(range(n.start, n.end))]
    return tuple(sorted([*digits, *spelled], key=lambda number: number.start))


def _clock(match: re.Match[str]) -> Number:
    """A time of day, in minutes."""
    hour, minute, half = int(match[1] or match[4]), int(match[2] or 0), (match[3] or match[5] or "").lower()
    if half:
        hour = hour % 12 + 12 * (half == "p")
    return Number(*match.span(), Decimal(60 * hour + minute), "clock")


def _read(match: re.Match[str], language: str | None) -> Number | None:
    following = match.string[match.end("digits") : match.end("digits") + 2]
    glued = re.match(rf"[{_GLUE}]|-\w", following)
    if glued and not match["scale"]:
        return None
    value, decimals = _value(match["digits"], language)
    if match["sign"] in ("-", "−"):
        value = -value
    scale = _SCALES.get((match["scale"] or "").casefold(), 0)
    end = match.end()
    if _is_unit(match):
        scale, end = 0, match.end("digits")
    return Number(match.start(), end, value.scaleb(scale), _kind(match), max(0, decimals - scale))


def _is_unit(match: re.Match[str]) -> bool:
    """True for the m of "35 m": a million needs a currency before it, and a k must touch its figure."""
    scale = (match["scale"] or "").casefold()
    touches = match.end("digits") == match.start("scale")
    return scale in ("m", "k") and not match["before"] and not (scale == "k" and touches)


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
    """Figures in words; ordinals are left out."""
    code = language or "en"
    if code not in _WORD_LANGUAGES:
        return []
    from text_to_num import find_numbers as find

    tokens = [_Token(match) for match in re.finditer(r"\w+|\W+", text)]
    return [
        Number(tokens[o.start].start, tokens[o.end - 1].end, Decimal(str(o.value)).normalize())
        for o in find(tokens, code, 0.0)
        if not o.is_ordinal
    ]
