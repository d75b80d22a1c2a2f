"""The words of a text, with their stems and exact offsets, for any script.

Text between spaces is cut into words by one pattern. Scripts that write no spaces (Chinese, Japanese,
Thai and others) and Hangul, whose particles are glued to the word, give overlapping pairs of characters
instead: pairs need no dictionary and match wherever the same characters stand together.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from ascribe.language.folding import fold
from ascribe.language.scripts import HANGUL, INVISIBLE, MARKS, RAISED, UNSPACED
from ascribe.language.small_words import small_words
from ascribe.language.stems import stem

_LETTER = rf"[^\W\d_{RAISED}]"
_REST = rf"(?:[^\W_{RAISED}]+|[{MARKS}{INVISIBLE}]+)*"
_NUMBER = r"(?:(?<![\w)\].,%])[-+−])?(?:\d+(?:[.,:]\d+|['’\u00a0\u202f\u2009]\d{3}(?!\d))*|(?<!\w)\.\d+)"
_CHUNK = re.compile(
    rf"(?<![\w.])(?:{_LETTER}\.){{2,}}(?:{_LETTER}(?![\w{MARKS}]))?"
    rf"|{_LETTER}{_REST}(?:(?<=\d)(?:\.\d+)+)?(?:['’ʼ＇](?i:s|t|ll|re|ve|d|m)\b)?"
    rf"|{_NUMBER}"
)
_ASCII_CHUNK = re.compile(
    r"(?<![\w.])(?:[A-Za-z]\.){2,}(?:[A-Za-z](?!\w))?"
    r"|[A-Za-z][A-Za-z0-9]*(?:(?<=\d)(?:\.\d+)+)?(?:'(?i:s|t|ll|re|ve|d|m)\b)?"
    r"|(?:(?<![\w)\].,%])[-+])?(?:\d+(?:[.,:]\d+|'\d{3}(?!\d))*|(?<!\w)\.\d+)",
    re.ASCII,
)
"""The same for ASCII text, where it finds the same in half the time."""

_RUN = re.compile(rf"[{UNSPACED}{HANGUL}](?:[{UNSPACED}{HANGUL}{MARKS}{INVISIBLE}])*")
_CLUSTER = re.compile(
    rf"(?:[\u1100-\u115f\ua960-\ua97f][\u1160-\u11a7\ud7b0-\ud7c6]*[\u11a8-\u11ff\ud7cb-\ud7fb]*|.)"
    rf"[{MARKS}{INVISIBLE}]*",
    re.DOTALL,
)
_HIDDEN = re.compile(f"[{INVISIBLE}]+")
_HIDDEN_END = re.compile(rf"[{INVISIBLE}]+\Z")
_NOTE = re.compile(r"([a-zß-öø-ÿ]{4,})(\d{1,2})")
"""A word with the number of a note that stood raised in print ("grew12"), which counts as two words."""

_PLAIN = {ord(c): "'" for c in "’ʼ＇‘"} | {ord("−"): "-"}
_HIRAGANA = re.compile("[\u3041-\u309f]{1,2}")


class Word(NamedTuple):
    """One word: its normal form, its stem, and where it stands in the untouched text.

    Args:
        form: NFKC, case-folded, without invisible characters; accents and number separators are kept.
        stem: the Snowball stem without accents; of a number, its digits with a decimal point.
        start: first code point.
        end: one past the last.
    """

    form: str
    stem: str
    start: int
    end: int


def words(text: str, language: str | None = None) -> list[Word]:
    """The words in order. Where characters are taken in pairs, neighbouring words overlap by one.

    Hyphenated words and identifiers come in parts, a possessive 's is dropped, a number keeps its sign and
    separators. ``language`` is an ISO 639-1 code; None stems as English.
    """
    folded = fold(text, language)
    found: list[Word] = []
    for match in _chunk(folded.text).finditer(folded.text):
        at = match.start()
        for form, bare, start, end in analyse(match[0], language):
            found.append(Word(form, bare, at + start, at + end))
    if folded.spans is None:
        return found
    return [Word(form, bare, *folded.original(start, end)) for form, bare, start, end in found]


def chunks(text: str, language: str | None = None) -> list[str]:
    """The stretches that ``analyse`` cuts into words, in order: the fast way when offsets do not matter."""
    plain = fold(text, language).text
    return _chunk(plain).findall(plain)


def stems(text: str, language: str | None = None) -> frozenset[str]:
    """The stems of the words: in half the time where their places do not matter."""
    return frozenset(word.stem for chunk in chunks(text, language) for word in analyse(chunk, language))


def _chunk(text: str) -> re.Pattern[str]:
    """The faster pattern where it will do."""
    return _ASCII_CHUNK if text.isascii() else _CHUNK


@lru_cache(maxsize=1 << 16)
def analyse(chunk: str, language: str | None = None) -> tuple[Word, ...]:
    """The words of one chunk; offsets count from its first character."""
    if chunk.isascii() and chunk.isalpha():  # most words: nothing to fold, no part to leave out
        form = chunk.lower()
        return (Word(form, stem(form, language or "en"), 0, len(chunk)),)
    if _RUN.search(chunk) is None:
        return _one_word(chunk, language)
    return tuple(_mixed(chunk, language))


def normalise(text: str, language: str | None = None) -> str:
    """Folded, NFKC, case-folded, without invisible characters."""
    text = fold(text, language).text
    if text.isascii():
        return text.lower()
    visible = _HIDDEN.sub("", text)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())
    return _HIDDEN.sub("", folded).translate(_PLAIN)


def is_content(word: Word, language: str | None = None) -> bool:
    """Whether the word says something of its own: no stop word, no lone letter, no grammatical kana pair."""
    return _form_is_content(word.form, language or "en")


@cache
def stop_words(language: str) -> frozenset[str]:
    """Forms of the closed-class words of a language; empty for a language without a list."""
    return frozenset(normalise(word) for word in small_words(language))


@lru_cache(maxsize=1 << 16)
def _form_is_content(form: str, language: str) -> bool:
    stops = stop_words(language)
    if form in stops or _HIRAGANA.fullmatch(form):
        return False
    if len(form) == 1:
        return form.isdigit() or _RUN.fullmatch(form) is not None
    return not (_RUN.fullmatch(form) and all(character in stops for character in form))


def _mixed(chunk: str, language: str | None) -> Iterator[Word]:
    """Runs of characters without spaces as pairs, whatever stands between them as words."""
    position = 0
    for run in _RUN.finditer(chunk):
        yield from _shifted(words(chunk[position : run.start()], language), position)
        yield from _pairs(run.group(), run.start())
        position = run.end()
    yield from _shifted(words(chunk[position:], language), position)


def _shifted(found: Iterable[Word], offset: int) -> Iterator[Word]:
    return (Word(form, bare, start + offset, end + offset) for form, bare, start, end in found)


def _pairs(run: str, offset: int) -> Iterator[Word]:
    spans = [match.span() for match in _CLUSTER.finditer(run)]
    ends = [end for _, end in spans[1:]] or [spans[0][1]]
    for (start, _), end in zip(spans, ends, strict=False):
        form = normalise(run[start:end])
        yield Word(form, form, offset + start, offset + end)


def _one_word(chunk: str, language: str | None) -> tuple[Word, ...]:
    shown = _HIDDEN_END.sub("", chunk)
    if shown[-2:].casefold() in ("'s", "’s", "ʼs", "＇s"):
        shown = shown[:-2]
    note = _NOTE.fullmatch(shown)
    parts = note.groups() if note else (shown,)
    return tuple(_words_in_row(parts, language))


def _words_in_row(parts: Iterable[str], language: str | None) -> Iterator[Word]:
    place = 0
    for part in parts:
        if form := normalise(part, language):
            yield Word(form, stem(form, language or "en"), place, place + len(part))
        place += len(part)
