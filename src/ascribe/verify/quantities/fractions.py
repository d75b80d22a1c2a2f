"""Fractions, dozens, halves and odds: "two thirds of", "a dozen", "an hour and a half", "one in ten people".

``amounts.json`` lists their words by language. "The third house" and "the last quarter" are no fractions: a
fraction needs a whole, the word "by" before it, or a plural.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache

from ascribe.verify.lexicon import Prefilter
from ascribe.verify.quantities.number import SMALL_NUMBERS, Number, get_amount_words
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


# --- Odds ---

_ODDS = re.compile(
    rf"(?<![\w.,])(?P<part>[1-9]|{'|'.join(SMALL_NUMBERS)}) (?:in|out of) (?:every )?"
    r"(?P<whole>\d{1,3}(?:,\d{3})+|\d{1,3}|\d{5,9}|five|six|seven|eight|nine|ten|twenty|a hundred|a thousand)"
    r"(?= (?!minutes|hours|days|weeks|months|years|seconds)(?:people|men|women|children|\w+s|of)\b|[;,.)]|$)",
    re.IGNORECASE,
)
"""A share as odds: "1 in 10 people", "three out of five users"."""

_ODDS_OF_ONE = re.compile(
    r"(?<![\w.,])(?P<part>one|1) [^\W\d_]+ (?:in|out of) (?:every )?"
    rf"(?P<whole>\d{{1,3}}(?:,\d{{3}})+|\d{{1,3}}|{'|'.join(SMALL_NUMBERS)}|ten|twenty|a hundred"
    r"|a thousand)\b(?! [^\W\d_]+s\b)",
    re.IGNORECASE,
)
"""The same with the noun inside: "one person in a hundred"."""

_WHOLES = {**SMALL_NUMBERS, "ten": 10, "twenty": 20, "a hundred": 100, "a thousand": 1000}


def find_odds(text: str) -> Iterator[Number]:
    """Yield the shares of people or things that are written as odds, in English."""
    for match in (*_ODDS.finditer(text), *_ODDS_OF_ONE.finditer(text)):
        part, whole = (
            Decimal(_WHOLES.get(match[name].lower(), match[name].replace(",", "")))
            for name in ("part", "whole")
        )
        if part < whole:
            yield Number(match.start(), match.end("whole"), part / whole, "part")
