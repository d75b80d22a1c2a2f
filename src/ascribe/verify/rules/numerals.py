"""Numerals of a language, from ``numerals.json``: words for figures, and words behind figures in digits.

The file maps an ISO 639-1 code to

- ``scales``: power of ten → words behind digits that multiply by it ("3,2 Mrd.", "45 mil", "4 लाख"); an
  underscore stands for a space;
- ``percent``: patterns of words for percent behind digits;
- ``words``: value → words for figures, in the languages that ``text2num`` does not read;
- ``and``: what may be glued to the front of a word for a figure.

Other languages have none of these, and such words are no figures there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any
from unicodedata import normalize

_WORD = re.compile(r"[^\W\d_][\w\u0900-\u0963]*")
_GAP = re.compile(r"[\s-]+")

_HUNDRED, _THOUSAND = 100, 1000


@dataclass(frozen=True, slots=True)
class _Counted:
    """A word for a figure, and whether an "and" is glued to it."""

    start: int
    end: int
    value: int
    follows: bool


@cache
def scales(language: str) -> dict[str, int]:
    """Word in small letters → the power of ten that it multiplies the digits before it by."""
    row = _data().get(language, {}).get("scales", {})
    return {word.replace("_", " "): int(power) for power, words in row.items() for word in words.split()}


@cache
def percent_words(language: str) -> tuple[str, ...]:
    """Patterns of words for percent."""
    return tuple(_data().get(language, {}).get("percent", ()))


def has_words(language: str) -> bool:
    """True if the file knows the words for figures of the language."""
    return bool(_words(language))


def counted(text: str, language: str) -> Iterator[tuple[int, int, Decimal]]:
    """Where figures in words stand, and their values. One alone is none: it is an article or pronoun too."""
    row: list[_Counted] = []
    for one in _known(text, language):
        if row and not (_touch(text, row[-1], one) and _fits(row, one, language)):
            yield from _figure(row)
            row = []
        row.append(one)
    yield from _figure(row)


def _known(text: str, language: str) -> Iterator[_Counted]:
    words, glued = _words(language), _data().get(language, {}).get("and", "")
    for match in _WORD.finditer(text):
        word = match[0].lower()
        if word in words:
            yield _Counted(*match.span(), words[word], follows=False)
        elif glued and word.removeprefix(glued) in words:
            yield _Counted(
                match.start() + len(glued), match.end(), words[word.removeprefix(glued)], follows=True
            )


def _touch(text: str, before: _Counted, one: _Counted) -> bool:
    between = text[before.end : one.start - one.follows]
    return _GAP.fullmatch(between) is not None


def _fits(row: list[_Counted], one: _Counted, language: str) -> bool:
    """True if the next word goes on with the figure: it multiplies, or fills a place that is still empty."""
    last = row[-1].value
    if one.value >= _THOUSAND:
        return one.value < min((c.value for c in row if c.value >= _THOUSAND), default=one.value + 1)
    if last >= _THOUSAND or (one.value == _HUNDRED and last < 10):
        return True
    if last < 10:  # "five ten" for fifteen and "five and twenty", where "and" is glued on
        return "and" in _data()[language] and one.value < _HUNDRED and one.value % 10 == 0
    return one.value < (_HUNDRED if last % _HUNDRED == 0 else 10 if last % 10 == 0 and last > 10 else 1)


def _figure(row: list[_Counted]) -> Iterator[tuple[int, int, Decimal]]:
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
def _words(language: str) -> dict[str, int]:
    row = _data().get(language, {}).get("words", {})
    return {word: int(value) for value, words in row.items() for word in words.split()}


@cache
def _data() -> dict[str, dict[str, Any]]:
    text = files("ascribe.verify.rules").joinpath("numerals.json").read_text(encoding="utf-8")
    data: dict[str, dict[str, Any]] = json.loads(normalize("NFC", text))
    return data
