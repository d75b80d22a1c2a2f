"""Figures in words: "twelve thousand", "the fifth", 三千二百, "two thirds of", "a dozen".

``text2num`` reads seven languages; Chinese and Japanese numerals are read by place. ``numerals.json`` lists
the words of other languages, and the words after digits, by ISO 639-1 code:

- ``scales``: power of ten → words after digits that multiply by it ("3,2 Mrd.", "45 mil", "4 लाख"); an
  underscore is a space;
- ``percent``: patterns of words for percent after digits;
- ``words``: value → number words, in the languages that ``text2num`` does not read;
- ``and``: the "and" that may be attached to the front of a number word.

Figures in words are not read in languages without an entry. ``amounts.json`` lists the words of fractions and
dozens by language. "The third house" and "the last quarter" are not fractions: a fraction needs a whole, the
word "by" before it, or a plural.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from ascribe.verify.lexicon import Prefilter
from ascribe.verify.quantities.number import Number, get_amount_words
from ascribe.verify.quantities.units import find_unit

_FRACTION = re.compile(r"(?<![\w/.,])(\d{1,2})/([2-9]|1[0-9]|20)(?=\s+of\b)")
_WORD_BEFORE = re.compile(r"(\w+)[\s-]+$")
_HALF = Decimal("0.5")

_REACH = 24
"""Characters before a fraction in which its count and the word "by" are looked for."""

_NEVER = "(?!)"
"""A pattern that matches nothing, for what a language has no words for."""

WordReader = Callable[[str], Decimal | None]
"""Reads one word or run of digits as a figure: "two" → 2; None if it is not a figure."""


@dataclass(frozen=True, slots=True)
class _FractionPatterns:
    """The words that ``amounts.json`` lists for one language, as patterns."""

    names: dict[str, Decimal]
    plural: frozenset[str]
    one: frozenset[str]
    part: re.Pattern[str]
    of: re.Pattern[str]
    by: re.Pattern[str]
    half_a: re.Pattern[str]
    and_half: re.Pattern[str]
    dozen: re.Pattern[str]
    half_dozen: re.Pattern[str]
    percent: re.Pattern[str]
    any: Prefilter
    per: re.Pattern[str]
    of_a: re.Pattern[str]
    one_and_half: re.Pattern[str]
    minus: re.Pattern[str]
    fixed: dict[str, tuple[int, str]]


def find_fractions(text: str, language: str | None, count: WordReader) -> list[Number]:
    """Return fractions and dozens; if two overlap, the first one in the list takes precedence."""
    words = _build_patterns(language or "en")
    if words is None:
        return []
    dozens = [Number(*match.span(), Decimal(6)) for match in words.half_dozen.finditer(text)]
    dozens.extend(_parse_dozen(match, words, count) for match in words.dozen.finditer(text))
    halves = [
        *_find_one_and_half(text, words, language or "en"),
        *(Number(*m.span(), _HALF, "", 1, _HALF) for m in words.half_a.finditer(text)),
    ]
    written = [
        Number(*m.span(), Decimal(m[1]) / Decimal(m[2]), "part")
        for m in _FRACTION.finditer(text)
        if int(m[1]) < int(m[2])
    ]
    return [*dozens, *halves, *_find_word_fractions(text, words, count, language or "en"), *written]


def _find_one_and_half(text: str, words: _FractionPatterns, language: str) -> Iterator[Number]:
    """Yield "an hour and a half" and "a fortnight", whose unit stands inside the figure."""
    for written, (value, _) in words.fixed.items():
        for match in re.finditer(rf"\b{written}\b", text, re.IGNORECASE):
            yield Number(*match.span(), Decimal(value))
    for match in words.one_and_half.finditer(text):
        if find_unit(match["unit"], language):
            yield Number(*match.span(), 1 + _HALF, "", 1, _HALF)


def find_unit_inside(text: str, number: Number, language: str | None) -> str:
    """Return the unit inside a figure, as in "an hour and a half"; empty if there is none."""
    words = _build_patterns(language or "en")
    if words and (fixed := words.fixed.get(text[number.start : number.end].lower())):
        return fixed[1]
    match = words.one_and_half.match(text, number.start) if words and number.decimals == 1 else None
    return find_unit(match["unit"], language or "en") if match and match.end() == number.end else ""


def may_be_fraction_word(word: str, language: str) -> bool:
    """Return True if a lower-case word may belong to a fraction or a dozen.

    A text without such a word has none, except for "2/3".
    """
    words = _build_patterns(language)
    return words is not None and bool(words.any.match_word(word))


def _find_word_fractions(
    text: str, words: _FractionPatterns, count: WordReader, language: str
) -> Iterator[Number]:
    """Yield the fractions of a whole, and as plain figures those of a unit: "a quarter of an hour"."""
    for match in words.part.finditer(text):
        name = match[0].lower()
        times, start, counted = _find_multiplier(match, words, count)
        of_a = words.of_a.match(text, match.end())
        if of_a is not None and find_unit(of_a["unit"], language):
            value = times / words.names[name]
            end = len(text[: of_a.end()].rstrip())
            yield Number(start, end, value, "", 2, min(Decimal("0.01"), value))
            continue
        has_by = words.by.search(text, max(0, start - _REACH), start) is not None
        is_plural = name in words.plural and counted and times > 1
        is_part = is_plural or has_by or words.of.match(text, match.end())
        if is_part and times < words.names[name]:
            yield Number(start, match.end(), times / words.names[name], "part")


def _parse_dozen(match: re.Match[str], words: _FractionPatterns, count: WordReader) -> Number:
    times, start, _ = _find_multiplier(match, words, count)
    return Number(start, match.end(), 12 * times)


def _find_multiplier(
    match: re.Match[str], words: _FractionPatterns, count: WordReader
) -> tuple[Decimal, int, bool]:
    """Return how many parts or dozens there are, where the count begins, and whether a figure gives it."""
    before = _WORD_BEFORE.search(match.string, max(0, match.start() - _REACH), match.start())
    if before is None:
        return Decimal(1), match.start(), False
    if before[1].lower() in words.one:
        return Decimal(1), before.start(), False
    value = Decimal(before[1]) if before[1].isdecimal() else count(before[1].lower())
    return (value, before.start(), True) if value else (Decimal(1), match.start(), False)


def extend_with_half(number: Number, text: str, language: str | None) -> Number:
    """Return the figure extended by a half after it ("two and a half", "2½"), or the same figure."""
    words = _build_patterns(language or "en")
    sign = text[number.end : number.end + 1]
    part = unicodedata.numeric(sign, 0) if sign and unicodedata.category(sign) == "No" else 0
    match = words.and_half.match(text, number.end) if words else None
    if not (0 < part < 1 or match):
        return number
    end = match.end() if match else number.end + 1
    return Number(number.start, end, number.value + (_HALF if match else Decimal(str(part))), "", 1, _HALF)


def apply_minus(number: Number, text: str, language: str | None) -> Number:
    """Return the figure as a negative one if the word "minus" is right before it, or the same figure."""
    words = _build_patterns(language or "en")
    match = words.minus.search(text, max(0, number.start - _REACH), number.start) if words else None
    if match is None or number.value <= 0 or number.kind:
        return number
    return replace(number, start=match.start(), value=-number.value)


def extend_with_percent(number: Number, text: str, language: str | None) -> Number:
    """Return the figure in words extended by a word for percent after it, or the same figure."""
    words = _build_patterns(language or "en")
    match = words.percent.match(text, number.end) if words else None
    return Number(number.start, match.end(), number.value, "percent") if match else number


def match_per(text: str, start: int, language: str | None) -> re.Match[str] | None:
    """Match "per" or a similar word at this position if another word follows."""
    words = _build_patterns(language or "en")
    return words.per.match(text, start) if words else None


@cache
def _build_patterns(language: str) -> _FractionPatterns | None:
    data = get_amount_words(language)
    if not data:
        return None
    names = {word: Decimal(of) for of, listed in data["parts"].items() for word in listed.split()}
    said = [
        *names,
        data["dozen"],
        *data["half_a"],
        *data["half_dozen"],
        *map(_get_last, data.get("fixed", ())),
    ]
    return _FractionPatterns(
        names=names,
        plural=frozenset(data["plural"].split()),
        one=frozenset(data["one"].split()),
        part=_compile_pattern(rf"\b(?:{'|'.join(sorted(names, key=len, reverse=True))})\b"),
        of=_compile_pattern(rf"\s+(?:{'|'.join(data['of'])})"),
        by=_compile_pattern(rf"\b(?:{'|'.join(data['by'])})\s*$"),
        half_a=_compile_pattern(rf"\b(?:{'|'.join(data['half_a'])})(?:(?<=['’])|(?=\s+[^\W\d_]))"),
        and_half=_compile_pattern(rf"\s+(?:{'|'.join(data['and_half'])})\b"),
        dozen=_compile_pattern(rf"\b{data['dozen']}\b"),
        half_dozen=_compile_pattern(rf"\b(?:{'|'.join(data['half_dozen'])})\b"),
        percent=_compile_pattern(rf"\s+(?:{'|'.join(data['percent'])})\b"),
        any=Prefilter({"part": [rf"\b{one}" for one in said]}),
        per=_compile_pattern(rf"\s(?:{'|'.join(data['per'])})(?:\s|(?<=['’]))(?=[^\W\d_])"),
        of_a=_compile_pattern(rf"(?:{'|'.join(data.get('of_a', [_NEVER]))})(?=(?P<unit>[^\W\d_]+))"),
        one_and_half=_compile_pattern(rf"\b(?:{'|'.join(data.get('one_and_half', [_NEVER]))})"),
        fixed={written: (value, unit) for written, (value, unit) in data.get("fixed", {}).items()},
        minus=_compile_pattern(rf"(?<![\w.,])(?:{'|'.join(data.get('minus', [_NEVER]))})\s+$"),
    )


def _get_last(written: str) -> str:
    return written.rsplit(maxsplit=1)[-1]


def _compile_pattern(regex: str) -> re.Pattern[str]:
    return re.compile(regex, re.IGNORECASE)


_LAST_FRACTION_ORDINAL = 4
"""Ordinals up to this one are also words for parts or time ("a third", "a second") and are compared as
words."""

_PRONOUN = "ones"
"""A word that ``text2num`` takes for a figure: "the red ones"."""

_WORD = re.compile(r"[^\W\d_]+")

WORD_LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pt")
"""Languages that ``text2num`` reads."""

_HAN_LANGUAGES = ("zh", "ja")

_PIECE = re.compile(r"\w+|\W+")


class _Token:
    """A piece of text with the interface that ``text_to_num`` expects."""

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


def can_read_number_words(language: str) -> bool:
    """Return True if figures in words, or in numerals, can be read in the language."""
    return language in (*WORD_LANGUAGES, *_HAN_LANGUAGES) or has_listed_words(language)


def find_word_numbers(text: str, language: str) -> list[Number]:
    """Return the figures in words; skip ordinals that may be fractions or seconds."""
    if language in _HAN_LANGUAGES:
        return find_han_numbers(text)
    if has_listed_words(language):
        return [Number(*found) for found in find_listed_numbers(text, language)]
    found = _find_by_text2num(text, language) if language in WORD_LANGUAGES else ()
    return [number if number.kind else extend_with_percent(number, text, language) for number in found]


def _find_by_text2num(text: str, language: str) -> Iterator[Number]:
    """Yield the figures that ``text2num`` finds."""
    from text_to_num import find_numbers as find

    tokens = [_Token(match) for match in _PIECE.finditer(text)]
    for one in find(tokens, language, 0.0):
        if language == "en" and tokens[one.end - 1].text_lowercase() == _PRONOUN:
            continue
        if one.is_ordinal and (one.value <= _LAST_FRACTION_ORDINAL or language != "en"):
            continue
        place = tokens[one.start].start, tokens[one.end - 1].end
        yield Number(*place, Decimal(str(one.value)).normalize(), "ordinal" if one.is_ordinal else "")


def split_lowercase_words(text: str) -> list[str]:
    """Split the text into lower-case words, without digits."""
    return _WORD.findall(text.lower())


@cache
def build_word_reader(language: str) -> Callable[[str], Decimal | None]:
    """Build a function that reads one word as a figure and returns None for any other word."""

    def count(word: str) -> Decimal | None:
        found = find_word_numbers(word, language)
        return found[0].value if found else None

    return count


@lru_cache(maxsize=1 << 16)
def is_number_word(word: str, language: str) -> bool:
    """Return True if the word is a figure, alone or with others; most sentences have none."""
    from text_to_num import find_numbers as find

    return any(True for _ in find([_Token(match) for match in _WORD.finditer(word)], language, 0.0))


# --- Number words of numerals.json ---

_LISTED_WORD = re.compile(r"[^\W\d_][\w\u0900-\u0963]*")
_WORD_GAP = re.compile(r"[\s-]+")

_HUNDRED, _THOUSAND = 100, 1000


@dataclass(frozen=True, slots=True)
class _NumberWord:
    """A number word, and whether an "and" is attached to its front."""

    start: int
    end: int
    value: int
    follows: bool


@cache
def get_scale_words(language: str) -> dict[str, int]:
    """Return scale word in lower case → the power of ten that it multiplies the digits before it by."""
    row = _load_numerals().get(language, {}).get("scales", {})
    return {word.replace("_", " "): int(power) for power, words in row.items() for word in words.split()}


@cache
def get_percent_patterns(language: str) -> tuple[str, ...]:
    """Return the patterns of words for percent."""
    return tuple(_load_numerals().get(language, {}).get("percent", ()))


def has_listed_words(language: str) -> bool:
    """Return True if ``numerals.json`` lists the number words of the language."""
    return bool(_get_listed_words(language))


def find_listed_numbers(text: str, language: str) -> Iterator[tuple[int, int, Decimal]]:
    """Yield the spans and values of figures in words.

    "One" alone is skipped, since it is an article or a pronoun too.
    """
    row: list[_NumberWord] = []
    for one in _find_listed_words(text, language):
        if row and not (_are_adjacent(text, row[-1], one) and _continues_number(row, one, language)):
            yield from _combine_words(row)
            row = []
        row.append(one)
    yield from _combine_words(row)


def _find_listed_words(text: str, language: str) -> Iterator[_NumberWord]:
    words, glued = _get_listed_words(language), _load_numerals().get(language, {}).get("and", "")
    for match in _LISTED_WORD.finditer(text):
        word = match[0].lower()
        if word in words:
            yield _NumberWord(*match.span(), words[word], follows=False)
        elif glued and word.removeprefix(glued) in words:
            yield _NumberWord(
                match.start() + len(glued), match.end(), words[word.removeprefix(glued)], follows=True
            )


def _are_adjacent(text: str, before: _NumberWord, one: _NumberWord) -> bool:
    between = text[before.end : one.start - one.follows]
    return _WORD_GAP.fullmatch(between) is not None


def _continues_number(row: list[_NumberWord], one: _NumberWord, language: str) -> bool:
    """Return True if the next word continues the figure: it multiplies, or fills a place that is empty."""
    last = row[-1].value
    if one.value >= _THOUSAND:
        return one.value < min((c.value for c in row if c.value >= _THOUSAND), default=one.value + 1)
    if last >= _THOUSAND or (one.value == _HUNDRED and last < 10):
        return True
    if last < 10:  # "five ten" for fifteen and "five and twenty", where "and" is attached to the word
        return "and" in _load_numerals()[language] and one.value < _HUNDRED and one.value % 10 == 0
    return one.value < (_HUNDRED if last % _HUNDRED == 0 else 10 if last % 10 == 0 and last > 10 else 1)


def _combine_words(row: list[_NumberWord]) -> Iterator[tuple[int, int, Decimal]]:
    total = part = 0
    for one in row:
        if one.value >= _THOUSAND:
            total, part = total + max(1, part) * one.value, 0
        elif one.value == _HUNDRED:
            part = max(1, part) * _HUNDRED
        else:
            part += one.value
    if total + part > 1:
        yield row[0].start, row[-1].end, Decimal(total + part)


@cache
def _get_listed_words(language: str) -> dict[str, int]:
    row = _load_numerals().get(language, {}).get("words", {})
    return {word: int(value) for value, words in row.items() for word in words.split()}


@cache
def _load_numerals() -> dict[str, dict[str, Any]]:
    text = files("ascribe.verify.rules").joinpath("numerals.json").read_text(encoding="utf-8")
    data: dict[str, dict[str, Any]] = json.loads(unicodedata.normalize("NFC", text))
    return data


# --- Chinese and Japanese numerals ---

_HAN_PLACES = {"十": 10, "百": 100, "千": 1000}
_HAN_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_HAN_DIGITS = "零一二三四五六七八九"
_HAN_SIGNS = "〇零一二两三四五六七八九十百千万萬亿億"
_HAN_POINT = rf"点[{_HAN_SIGNS[:12]}]+(?![{_HAN_SIGNS}分])"
_HAN_NUMERAL = re.compile(rf"(?<!第)[{_HAN_SIGNS}]+(?:{_HAN_POINT})?(?![些部般般直定])")
"""Chinese numerals; ``find_han_numbers`` skips 一 alone, since it is part of many words."""

_HAN_PERCENT = re.compile(rf"百分之(?:(?P<signs>[{_HAN_SIGNS}]+(?:{_HAN_POINT})?)|(?P<digits>\d+(?:\.\d+)?))")

_HAN_POWER_AFTER = re.compile(r"(?:万[亿億]|[十百千]?[万萬亿億])")
"""Powers of ten after digits: 3200万, 5千万, 2万亿."""


def find_han_numbers(text: str) -> list[Number]:
    """Return the percentages in Chinese numerals, then the other figures above one."""
    percents = [_parse_han_percent(match) for match in _HAN_PERCENT.finditer(text)]
    taken = {place for number in percents for place in range(number.start, number.end)}
    plain = [
        _parse_han_number(m[0], m.start(), m.end())
        for m in _HAN_NUMERAL.finditer(text)
        if m.start() not in taken
    ]
    return [*percents, *(number for number in plain if number.value > 1)]


def _parse_han_percent(match: re.Match[str]) -> Number:
    if match["digits"]:
        decimals = len(match["digits"].partition(".")[2])
        step = Decimal(1).scaleb(-decimals)
        return Number(*match.span(), Decimal(match["digits"]), "percent", decimals, step)
    return _parse_han_number(match["signs"], match.start(), match.end(), "percent")


def _parse_han_number(signs: str, start: int, end: int, kind: str = "") -> Number:
    whole, _, part = signs.partition("点")
    digits = str(_parse_han_value(part)).rjust(len(part), "0") if part else ""
    value = Decimal(f"{_parse_han_value(whole)}.{digits}" if digits else _parse_han_value(whole))
    return Number(start, end, value, kind, len(digits), Decimal(1).scaleb(-len(digits)))


def _parse_han_value(signs: str) -> int:
    """Return the value by place: 三千二百 is 3200. A row of plain digits is read as digits."""
    plain = signs.replace("〇", "零").replace("两", "二")
    if all(sign in _HAN_DIGITS for sign in plain):
        return int("".join(str(_HAN_DIGITS.index(sign)) for sign in plain))
    total = part = digit = 0
    for sign in plain:
        if sign in _HAN_MYRIADS:
            total, part, digit = total + max(1, part + digit) * _HAN_MYRIADS[sign], 0, 0
        elif sign in _HAN_PLACES:
            part, digit = part + max(1, digit) * _HAN_PLACES[sign], 0
        else:
            digit = _HAN_DIGITS.index(sign)
    return total + part + digit


def find_power_after(text: str, place: int) -> tuple[int, int]:
    """Return the power of ten of the signs at this position, and their end; 0 if there are none."""
    match = _HAN_POWER_AFTER.match(text, place)
    if match is None:
        return 0, place
    powers = {"十": 1, "百": 2, "千": 3, "万": 4, "萬": 4, "亿": 8, "億": 8}
    return sum(powers[sign] for sign in match[0]), match.end()
