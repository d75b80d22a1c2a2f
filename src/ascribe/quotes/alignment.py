"""The stretch of a text that is most like a quote, word by word, when the text was edited."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from ascribe.language.scripts import UNSPACED

_TOKEN = re.compile(
    rf"[{UNSPACED}]|[-+]?\d+(?:[.,:/]\d+)*%?|(?:(?![{UNSPACED}])[^\W\d_])+(?:'[^\W\d_]+)*|[^\w\s]|_"
)

_COMMON = 60
"""A word that a text has more often says nothing about where in it a quote stands."""

_WINDOWS = 6
"""Places that are aligned: those where the most words stand as in the quote."""

_ALIKE = 0.7
"""From this likeness of letters on, two words may be one word read twice; figures never are."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or sign with its place and its weight: its letters; a sign weighs little."""

    text: str
    start: int
    end: int

    @property
    def weight(self) -> float:
        """Letters and digits count one each; a sign by itself a third."""
        return float(len(self.text)) if self.text[-1].isalnum() or len(self.text) > 1 else 1 / 3


@dataclass(frozen=True, slots=True)
class Aligned:
    """A stretch of the text, and how like the quote it is: weight of the words in common, in [0, 1]."""

    start: int
    end: int
    similarity: float


@lru_cache(maxsize=8)
def tokens_of(text: str) -> tuple[Token, ...]:
    """The words, numbers and signs of a text in order."""
    return tuple(Token(match[0].casefold(), match.start(), match.end()) for match in _TOKEN.finditer(text))


def alignments(quote: str, text: str) -> list[Aligned]:
    """The best stretches, one for each place where they may be, best first; earlier ones first among equals."""
    wanted, tokens = tokens_of(quote), tokens_of(text)
    found = {
        aligned.start: aligned
        for low, high in _windows(wanted, tokens)
        if (aligned := _align(wanted, tokens[low:high])) is not None
    }
    return sorted(found.values(), key=lambda aligned: (-aligned.similarity, aligned.start))


def _windows(wanted: Sequence[Token], tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Stretches of tokens in which words of the quote stand about as far apart as in the quote."""
    width = max(4, len(wanted) // 2)
    votes: Counter[int] = Counter()
    places = _places(tokens)
    for index, token in enumerate(wanted):
        spots = places.get(token.text, ())
        if len(spots) <= _COMMON:
            for spot in spots:
                votes[(spot - index) // width] += len(token.text)
                votes[(spot - index) // width + 1] += len(token.text)
    best = sorted(votes, key=lambda place: (-votes[place], place))[:_WINDOWS]
    for place in best:
        low = max(0, (place - 1) * width - width)
        yield low, (place + 1) * width + len(wanted) + width


@lru_cache(maxsize=8)
def _places(tokens: tuple[Token, ...]) -> dict[str, list[int]]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    for index, token in enumerate(tokens):
        places[token.text].append(index)
    return dict(places)


def _align(wanted: Sequence[Token], window: Sequence[Token]) -> Aligned | None:
    """The stretch of the window with the most weight in common, less what stands in one of the two only.

    Semi-global alignment (Smith and Waterman's recurrence, with the whole quote and free ends in the text).
    """
    width = len(window)
    row: list[tuple[float, int, float]] = [(0.0, place, 0.0) for place in range(width + 1)]
    for token in wanted:
        lost = token.weight
        above, row = row, [(row[0][0] - lost, 0, 0.0)]
        for place, other in enumerate(window, 1):
            credit = _likeness(token.text, other.text) * (lost + other.weight)
            diagonal, left, up = above[place - 1], row[place - 1], above[place]
            gap = lost + other.weight - credit
            row.append(
                max(
                    (diagonal[0] + credit - gap, diagonal[1], diagonal[2] + credit),
                    (up[0] - lost, up[1], up[2]),
                    (left[0] - other.weight, left[1], left[2]),
                    key=lambda cell: cell[0],
                )
            )
    end = max(range(width + 1), key=lambda place: row[place][0])
    _, start, common = row[end]
    if start >= end:
        return None
    total = sum(t.weight for t in wanted) + sum(t.weight for t in window[start:end])
    return Aligned(window[start].start, window[end - 1].end, common / total)


@lru_cache(maxsize=1 << 14)
def _likeness(one: str, other: str) -> float:
    """1 for the same word, the likeness of its letters for a misread one, 0 for others and for figures."""
    if one == other:
        return 1.0
    if abs(len(one) - len(other)) > 2 or min(len(one), len(other)) < 4 or not (one + other).isalpha():
        return 0.0
    ratio = SequenceMatcher(None, one, other, autojunk=False).ratio()
    return ratio if ratio >= _ALIKE else 0.0
