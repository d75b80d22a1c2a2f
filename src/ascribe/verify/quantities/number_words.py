"""Figures in words: "twelve thousand", "the fifth".

``text2num`` reads seven languages, and ``han_numerals`` Chinese and Japanese. ``numerals.json`` lists the
words of other languages, and the words after digits, by ISO 639-1 code:

- ``scales``: power of ten → words after digits that multiply by it ("3,2 Mrd.", "45 mil", "4 लाख"); an
  underscore is a space;
- ``ranges``: what precedes the first figure of a range or change, which may be empty, and what is between
  both figures: in "von 10 auf 12 Millionen" they share the scale word;
- ``time_spans``: the same for the two ends of a span of time;
- ``changes``: the same for the earlier and the later value of what changes, and ``changes_back`` where the
  later one comes first;
- ``percent``: patterns of words for percent after digits;
- ``words``: value → number words, in the languages that ``text2num`` does not read;
- ``and``: the "and" that may be attached to the front of a number word.

Figures in words are not read in languages without an entry.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from ascribe.verify.quantities.fractions import extend_with_percent
from ascribe.verify.quantities.han_numerals import find_han_numbers
from ascribe.verify.quantities.number import Number

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
def get_range_words(language: str, group: str) -> tuple[tuple[str, str], ...]:
    """Return the patterns before the first and between both values of a range, of any way to write one.

    The group is ``ranges``, ``time_spans``, ``changes`` or ``changes_back``.
    """
    return tuple((opening, joint) for opening, joint in _load_numerals().get(language, {}).get(group, ()))


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
