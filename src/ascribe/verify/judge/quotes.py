"""A quote → its exact place in a source. Only what type-setting changes may differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ascribe.language.folding import fold
from ascribe.language.words import is_content, words
from ascribe.verify.judge.passages import Passage

_PLAIN = {**dict.fromkeys("–—―", "-"), "…": "..."}
"""Dashes and dots that ``fold`` keeps apart, because between figures they may mean something; a quote is only
looked up, and the rules read the source's own signs."""

Characters = tuple[str, tuple[tuple[int, int], ...]]
"""A plain text, and the stretch of the untouched text behind each of its characters."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a quote stands.

    Args:
        passage: its index among the passages.
        start: first code point in the source.
        end: one past the last.
        text: the source's own characters there.
    """

    passage: int
    start: int
    end: int
    text: str


def locate(quote: str, passages: Sequence[Passage], named: int) -> Place | None:
    """The first place of a quote: in the passage that was named, else in another one that was offered.

    Typographic variants, invisible characters, divided words, dashes and white space may differ, nothing
    else. A quote that begins or ends inside a word or number stands nowhere, nor does one that says nothing.

    Args:
        quote: as the judge wrote it.
        passages: those that it was shown.
        named: index of the one that it names; any other number names none.
    """
    rest = [i for i in range(len(passages)) if i != named]
    for index in ([named] if 0 <= named < len(passages) else []) + rest:
        passage = passages[index]
        span = _find(quote, passage)
        if span is not None:
            start, end = span
            return Place(index, passage.start + start, passage.start + end, passage.text[start:end])
    return None


def _find(quote: str, passage: Passage) -> tuple[int, int] | None:
    """Offsets in the passage's text."""
    asked = _plain(quote, passage.language)[0].strip()
    if not any(is_content(word, passage.language) for word in words(asked, passage.language)):
        return None
    text, spans = _plain(passage.text, passage.language)
    start = text.find(asked)
    while start >= 0:
        end = start + len(asked)
        if not _cuts(text, start) and not _cuts(text, end):
            return spans[start][0], spans[end - 1][1]
        start = text.find(asked, start + 1)
    return None


@lru_cache(maxsize=256)
def _plain(text: str, language: str | None) -> Characters:
    """The text folded, with one space for white space of any kind and length."""
    folded = fold(text, language)
    characters: list[str] = []
    spans: list[tuple[int, int]] = []
    for place, sign in enumerate(folded.text):
        if sign.isspace() and characters and characters[-1] == " ":
            continue
        for plain in " " if sign.isspace() else _PLAIN.get(sign, sign):
            characters.append(plain)
            spans.append(folded.original(place, place + 1))
    return "".join(characters), tuple(spans)


def _cuts(text: str, place: int) -> bool:
    """True if a word or a number goes on over that place. Scripts without capitals may have no spaces."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    return (before.isdigit() and after.isdigit()) or (_is_cased(before) and _is_cased(after))


def _is_cased(sign: str) -> bool:
    return sign.lower() != sign.upper()
