"""Extraction of the figures of a text, in digits, in words and as fractions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ascribe.verify.comparison import Text
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.digits import (
    find_clock_times,
    find_digit_numbers,
    join_digit_groups,
)
from ascribe.verify.quantities.fractions import (
    extend_with_half,
    find_fractions,
    may_be_fraction_word,
)
from ascribe.verify.quantities.number import Number
from ascribe.verify.quantities.number_words import (
    WORD_LANGUAGES,
    build_word_reader,
    can_read_number_words,
    find_word_numbers,
    is_number_word,
    split_lowercase_words,
)

_DIGIT = re.compile(r"\d")


@lru_cache(maxsize=8192)
def find_figures(text: Text) -> tuple[Number, ...]:
    """Return the figures outside dates, in order."""
    language = text.language or "en"
    if not any(_may_start_figure(token, language) for token in text.tokens):
        return ()
    found = find_numbers(text.text, text.language)
    dates = find_dates(text.text, text.language) if found else ()
    return tuple(n for n in found if not any(d.start < n.end and n.start < d.end for d in dates))


@lru_cache(maxsize=4096)
def find_numbers(text: str, language: str | None = None) -> tuple[Number, ...]:
    """Return the figures in order, in digits or in words; skip digits inside identifiers."""
    code = language or "en"
    kinds = _find_kinds(text, code)
    if not kinds:
        return ()
    text = join_digit_groups(text, code)
    found = _drop_overlapping(_find_candidates(text, code, kinds))
    return tuple(
        sorted((extend_with_half(number, text, language) for number in found), key=lambda n: n.start)
    )


@lru_cache(maxsize=1 << 16)
def _may_start_figure(token: str, language: str) -> bool:
    """Return True if a text with this token may contain a figure.

    In languages whose number words are read without ``text2num``, any token may.
    """
    if language not in WORD_LANGUAGES and can_read_number_words(language):
        return True
    if token.isalpha():
        return bool(_find_kinds_of_word(token, language))
    return token[0].isalnum() or token[0] in "_/⁄"


def _find_kinds(text: str, language: str) -> set[str]:
    """Return the kinds of figures that the text may have: digits, words, parts. Most sentences have none."""
    words = split_lowercase_words(text)
    kinds = {kind for word in words for kind in _find_kinds_of_word(word, language)}
    if "/" in text or "⁄" in text:
        kinds.add("parts")
    if language not in WORD_LANGUAGES and can_read_number_words(language):
        kinds.add("words")
    if _DIGIT.search(text):
        kinds.add("digits")
    return kinds


@lru_cache(maxsize=1 << 16)
def _find_kinds_of_word(word: str, language: str) -> tuple[str, ...]:
    is_number = language in WORD_LANGUAGES and is_number_word(word, language)
    return ("words",) * is_number + ("parts",) * may_be_fraction_word(word, language)


def _find_candidates(text: str, language: str, kinds: set[str]) -> Iterator[Number]:
    """Yield the figures of all readers; if two overlap, the one that comes first here is right."""
    if "digits" in kinds:
        yield from find_clock_times(text)
    if "parts" in kinds:
        yield from find_fractions(text, language, build_word_reader(language))
    if "digits" in kinds:
        yield from find_digit_numbers(text, language)
    if "words" in kinds:
        yield from find_word_numbers(text, language)


def _drop_overlapping(numbers: Iterable[Number]) -> list[Number]:
    """Return the figures that overlap no earlier one in the list."""
    taken: set[int] = set()
    kept = []
    for number in numbers:
        place = range(number.start, number.end)
        if taken.isdisjoint(place):
            kept.append(number)
            taken.update(place)
    return kept
