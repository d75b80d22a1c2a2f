"""Figures in words: "twelve thousand", "the fifth", by ``text2num``, ``numerals`` or ``han_numerals``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache, lru_cache

from ascribe.verify.rules.amount import Number
from ascribe.verify.rules.han_numerals import find_numerals
from ascribe.verify.rules.numerals import counted, has_words
from ascribe.verify.rules.parts import with_percent

_FRACTIONS = 4
"""Ordinals up to here are words for parts or time too ("a third", "a second"); they are compared as words."""

_WORD = re.compile(r"[^\W\d_]+")

WORD_LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pt")
"""Those that ``text2num`` reads."""

_HAN = ("zh", "ja")

_PIECE = re.compile(r"\w+|\W+")


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


def may_have_words(language: str) -> bool:
    """True for a language whose figures in words are read, or whose numerals."""
    return language in (*WORD_LANGUAGES, *_HAN) or has_words(language)


def read_words(text: str, language: str) -> list[Number]:
    """Figures in words; ordinals that may be fractions or seconds are left out."""
    if language in _HAN:
        return find_numerals(text)
    if has_words(language):
        return [Number(*found) for found in counted(text, language)]
    found = _numbers(text, language) if language in WORD_LANGUAGES else ()
    return [number if number.kind else with_percent(number, text, language) for number in found]


def _numbers(text: str, language: str) -> Iterator[Number]:
    """What ``text2num`` finds."""
    from text_to_num import find_numbers as find

    tokens = [_Token(match) for match in _PIECE.finditer(text)]
    for one in find(tokens, language, 0.0):
        if one.is_ordinal and (one.value <= _FRACTIONS or language != "en"):
            continue
        place = tokens[one.start].start, tokens[one.end - 1].end
        yield Number(*place, Decimal(str(one.value)).normalize(), "ordinal" if one.is_ordinal else "")


def small_words(text: str) -> list[str]:
    """The words of a text in small letters, without digits."""
    return _WORD.findall(text.lower())


@cache
def word_reader(language: str) -> Callable[[str], Decimal | None]:
    """What reads one word as a figure in that language; it gives None for any other word."""

    def count(word: str) -> Decimal | None:
        found = read_words(word, language)
        return found[0].value if found else None

    return count


@lru_cache(maxsize=1 << 16)
def is_number_word(word: str, language: str) -> bool:
    """True for a word that is a figure by itself or with others: most sentences have none."""
    from text_to_num import find_numbers as find

    return any(True for _ in find([_Token(match) for match in _WORD.finditer(word)], language, 0.0))
