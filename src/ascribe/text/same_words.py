"""Finds where a text has the words of a sentence, in any order: "dog bit the man" for "man bit the dog"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ascribe.text.words import Word, is_content_word, split_words

MIN_WORDS = 2
"""Fewest different content words whose order may tell something."""


def find_same_words(text: str, words: str, language: str | None = None) -> str:
    """Return the shortest stretch of a text that has every content word of the words; empty if none has.

    An article or another small word right before the stretch belongs to it.

    Args:
        text: a sentence of a source.
        words: a sentence of a reply.
        language: ISO 639-1 code; None means English.
    """
    wanted = {word.stem for word in split_words(words, language) if is_content_word(word, language)}
    found = split_words(text, language)
    place = _find_shortest(found, wanted) if len(wanted) >= MIN_WORDS else None
    if place is None:
        return ""
    first, last = place
    if first and not is_content_word(found[first - 1], language) and _is_beside(text, found, first):
        first -= 1
    return text[found[first].start : found[last].end]


def _find_shortest(found: Sequence[Word], wanted: Iterable[str]) -> tuple[int, int] | None:
    """Return the first and last word of the shortest stretch with every stem; None if one is missing."""
    lacking, held = set(wanted), Counter[str]()
    stems, first = frozenset(lacking), 0
    best: tuple[int, int] | None = None
    for last, word in enumerate(found):
        if word.stem in stems:
            held[word.stem] += 1
            lacking.discard(word.stem)
        while not lacking and (found[first].stem not in stems or held[found[first].stem] > 1):
            held[found[first].stem] -= found[first].stem in stems
            first += 1
        if not lacking and (best is None or last - first < best[1] - best[0]):
            best = first, last
    return best


def _is_beside(text: str, found: Sequence[Word], index: int) -> bool:
    return text[found[index - 1].end : found[index].start] == " "
