"""Figures: where the numbers of a text stand, and what they amount to.

Those in digits are read by ``digits``, those in words by ``spelled``, parts and dozens by ``parts``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ascribe.verify.rules.amount import Number
from ascribe.verify.rules.calendar_dates import find_dates
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.digits import grouped, read_clocks, read_digits
from ascribe.verify.rules.parts import find_parts, may_be_part, with_half
from ascribe.verify.rules.spelled import (
    WORD_LANGUAGES,
    is_number_word,
    may_have_words,
    read_words,
    small_words,
    word_reader,
)

_DIGIT = re.compile(r"\d")


@lru_cache(maxsize=8192)
def figures(text: Text) -> tuple[Number, ...]:
    """Figures outside dates, in order."""
    language = text.language or "en"
    if not any(_calls_for_figures(token, language) for token in text.tokens):
        return ()
    found = find_numbers(text.text, text.language)
    dates = find_dates(text.text, text.language) if found else ()
    return tuple(n for n in found if not any(d.start < n.end and n.start < d.end for d in dates))


@lru_cache(maxsize=4096)
def find_numbers(text: str, language: str | None = None) -> tuple[Number, ...]:
    """Figures in order, written in digits or in words; digits inside identifiers are left out."""
    code = language or "en"
    kinds = _kinds(text, code)
    if not kinds:
        return ()
    text = grouped(text, code)
    found = _apart(_read(text, code, kinds))
    return tuple(sorted((with_half(number, text, language) for number in found), key=lambda n: n.start))


@lru_cache(maxsize=1 << 16)
def _calls_for_figures(token: str, language: str) -> bool:
    """True for what a text without figures has not; in most languages a word for one, or a digit."""
    if language not in WORD_LANGUAGES and may_have_words(language):
        return True
    if token.isalpha():
        return bool(_kinds_of(token, language))
    return token[0].isalnum() or token[0] in "_/⁄"


def _kinds(text: str, language: str) -> set[str]:
    """What the text may have: digits, words for figures, parts. Most sentences have none of them."""
    words = small_words(text)
    kinds = {kind for word in words for kind in _kinds_of(word, language)}
    if "/" in text or "⁄" in text:
        kinds.add("parts")
    if language not in WORD_LANGUAGES and may_have_words(language):
        kinds.add("words")
    if _DIGIT.search(text):
        kinds.add("digits")
    return kinds


@lru_cache(maxsize=1 << 16)
def _kinds_of(word: str, language: str) -> tuple[str, ...]:
    is_number = language in WORD_LANGUAGES and is_number_word(word, language)
    return ("words",) * is_number + ("parts",) * may_be_part(word, language)


def _read(text: str, language: str, kinds: set[str]) -> Iterator[Number]:
    """What the readers find; of two that share a place the first one is right."""
    if "digits" in kinds:
        yield from read_clocks(text)
    if "parts" in kinds:
        yield from find_parts(text, language, word_reader(language))
    if "digits" in kinds:
        yield from read_digits(text, language)
    if "words" in kinds:
        yield from read_words(text, language)


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
