"""Align a quote with a text that has changed since: the most similar places, and the words that changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from ascribe.text.character_classes import UNSPACED

_TOKEN = re.compile(
    rf"[{UNSPACED}]|[-+]?\d+(?:[.,:/]\d+)*%?|(?:(?![{UNSPACED}])[^\W\d_])+(?:'[^\W\d_]+)*|[^\w\s]|_"
)

_MIN_WINDOW_SCORE = 50.0
"""Least score of rapidfuzz, in [0, 100], at which a window is aligned word by word."""

_MAX_WINDOWS = 6
"""Most places that are aligned: more than one, so that two equally similar ones are noticed."""

_MIN_LETTER_SIMILARITY = 0.7
"""Least similarity of letters at which two words may be one word misread; never applied to figures."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or punctuation mark with its offsets and its weight."""

    text: str
    start: int
    end: int

    @property
    def weight(self) -> float:
        """The number of its letters and digits; one third for a punctuation mark."""
        return float(len(self.text)) if self.text[-1].isalnum() or len(self.text) > 1 else 1 / 3


@dataclass(frozen=True, slots=True)
class Alignment:
    """A span of the text and its similarity to the quote: weighted share of common words, in [0, 1]."""

    start: int
    end: int
    similarity: float


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The tokens of a quote with those of its context; ``first`` to ``last`` are the quote itself."""

    tokens: tuple[Token, ...]
    first: int
    last: int

    @property
    def weight(self) -> float:
        return sum(token.weight for token in self.tokens[self.first : self.last])


_Cell = tuple[float, int, int, float]
"""Score of a path, start and end of the window tokens aligned with the quote, and their common weight."""


@lru_cache(maxsize=8)
def tokenize(text: str) -> tuple[Token, ...]:
    """Split a text into words, numbers and punctuation marks."""
    return tuple(Token(match[0].casefold(), match.start(), match.end()) for match in _TOKEN.finditer(text))


def find_alignments(quote: str, text: str, prefix: str = "", suffix: str = "") -> list[Alignment]:
    """Return the best alignment at each candidate place, best first, and in text order among equals.

    The words of the context help to find the start and end of the quote; they do not count as part of it.
    """
    before, own, after = tokenize(prefix), tokenize(quote), tokenize(suffix)
    wanted = _Wanted((*before, *own, *after), len(before), len(before) + len(own))
    found = (_align(wanted, text, *window) for window in _find_windows(prefix + quote + suffix, text))
    ranked = sorted((aligned for aligned in found if aligned), key=lambda one: (-one.similarity, one.start))
    return list({aligned.start: aligned for aligned in reversed(ranked)}.values())[::-1]


def _find_windows(wanted: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the text that are most similar in letters, best first, with words around them."""
    from rapidfuzz.fuzz import partial_ratio_alignment

    margin = len(wanted) // 2
    for _ in range(_MAX_WINDOWS):
        found = partial_ratio_alignment(wanted, text, score_cutoff=_MIN_WINDOW_SCORE)
        if found is None:
            return
        start, end = found.dest_start, found.dest_end
        yield text.rfind(" ", 0, max(0, start - margin)) + 1, text.find(" ", end + margin) % (len(text) + 1)
        text = text[:start] + "\0" * (end - start) + text[end:]


def _align(wanted: _Wanted, text: str, low: int, high: int) -> Alignment | None:
    """Return the span of ``text[low:high]`` aligned with the quote where both have the most in common.

    All of ``wanted`` is aligned, with free ends in the window (Smith and Waterman's recurrence); a token that
    only one of the two contains costs its weight.
    """
    window = tokenize(text[low:high])
    row: list[_Cell] = [(0.0, -1, -1, 0.0)] * (len(window) + 1)
    for index, token in enumerate(wanted.tokens):
        row = _compute_next_row(row, token, window, is_quote=wanted.first <= index < wanted.last)
    _, start, end, common = max(row, key=lambda cell: cell[0])
    if start < 0:
        return None
    total = wanted.weight + sum(token.weight for token in window[start:end])
    return Alignment(low + window[start].start, low + window[end - 1].end, common / total)


def _compute_next_row(
    above: list[_Cell], token: Token, window: Sequence[Token], *, is_quote: bool
) -> list[_Cell]:
    """Compute the best paths that align the token with each token of the window, or with none."""
    lost = token.weight
    row: list[_Cell] = [(above[0][0] - lost, *above[0][1:])]
    for place, other in enumerate(window, 1):
        score, start, end, common = above[place - 1]
        both = lost + other.weight
        credit = _compute_word_similarity(token.text, other.text) * both
        score += 2 * credit - both
        if is_quote:
            start, end, common = (place - 1 if start < 0 else start), place, common + credit
        up, left = above[place], row[-1]
        best: _Cell = (score, start, end, common)
        if up[0] - lost > best[0]:
            best = (up[0] - lost, up[1], up[2], up[3])
        if left[0] - other.weight > best[0]:
            best = (left[0] - other.weight, left[1], left[2], left[3])
        row.append(best)
    return row


@lru_cache(maxsize=1 << 14)
def _compute_word_similarity(one: str, other: str) -> float:
    """Return 1 for the same word, the letter similarity for a misread one, 0 for others and for figures."""
    if one == other:
        return 1.0
    if abs(len(one) - len(other)) > 2 or min(len(one), len(other)) < 4 or not (one + other).isalpha():
        return 0.0
    ratio = SequenceMatcher(None, one, other, autojunk=False).ratio()
    return ratio if ratio >= _MIN_LETTER_SIMILARITY else 0.0


def find_changes(quote: str, found: str) -> tuple[tuple[str, str], ...]:
    """Return (words of the quote, words in their place) for each difference; one of the two may be empty.

    Capitalization and punctuation count as well, so the result is empty only if the texts are the same.
    """
    return tuple(_iterate_changes(quote, found))


def _iterate_changes(quote: str, found: str) -> Iterator[tuple[str, str]]:
    was = [quote[t.start : t.end] for t in tokenize(quote)]
    now = [found[t.start : t.end] for t in tokenize(found)]
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if tag != "equal":
            yield " ".join(was[i1:i2]), " ".join(now[j1:j2])
