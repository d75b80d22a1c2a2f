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


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The tokens of a quote among those that stood around it."""

    tokens: tuple[Token, ...]
    first: int
    last: int

    @property
    def weight(self) -> float:
        return sum(token.weight for token in self.tokens[self.first : self.last])


_Cell = tuple[float, int, int, float]
"""Score of a path, first and last + 1 token of the window that is set against the quote, common weight."""


@lru_cache(maxsize=8)
def tokens_of(text: str) -> tuple[Token, ...]:
    """The words, numbers and signs of a text in order."""
    return tuple(Token(match[0].casefold(), match.start(), match.end()) for match in _TOKEN.finditer(text))


def alignments(quote: str, text: str, prefix: str = "", suffix: str = "") -> list[Aligned]:
    """The best stretches, one for each place where they may be, best first; of equal ones the first first.

    Words that stood around the quote help to tell where it begins and ends; they do not count as its own.
    """
    before, own, after = tokens_of(prefix), tokens_of(quote), tokens_of(suffix)
    wanted = _Wanted((*before, *own, *after), len(before), len(before) + len(own))
    tokens = tokens_of(text)
    found = (_align(wanted, tokens[low:high]) for low, high in _windows(wanted.tokens, tokens))
    ranked = sorted((aligned for aligned in found if aligned), key=lambda one: (-one.similarity, one.start))
    return list({aligned.start: aligned for aligned in reversed(ranked)}.values())[::-1]


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


def _align(wanted: _Wanted, window: Sequence[Token]) -> Aligned | None:
    """The stretch of the window that is set against the quote where both have the most in common.

    All of ``wanted`` is aligned, with free ends in the window (Smith and Waterman's recurrence); what stands
    in one of the two only costs its weight.
    """
    row: list[_Cell] = [(0.0, -1, -1, 0.0)] * (len(window) + 1)
    for index, token in enumerate(wanted.tokens):
        row = _next_row(row, token, window, is_quote=wanted.first <= index < wanted.last)
    _, start, end, common = max(row, key=lambda cell: cell[0])
    if start < 0:
        return None
    total = wanted.weight + sum(token.weight for token in window[start:end])
    return Aligned(window[start].start, window[end - 1].end, common / total)


def _next_row(above: list[_Cell], token: Token, window: Sequence[Token], *, is_quote: bool) -> list[_Cell]:
    """The best paths that have set the token against each token of the window, or against none."""
    lost = token.weight
    row: list[_Cell] = [(above[0][0] - lost, *above[0][1:])]
    for place, other in enumerate(window, 1):
        score, start, end, common = above[place - 1]
        both = lost + other.weight
        credit = _likeness(token.text, other.text) * both
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
def _likeness(one: str, other: str) -> float:
    """1 for the same word, the likeness of its letters for a misread one, 0 for others and for figures."""
    if one == other:
        return 1.0
    if abs(len(one) - len(other)) > 2 or min(len(one), len(other)) < 4 or not (one + other).isalpha():
        return 0.0
    ratio = SequenceMatcher(None, one, other, autojunk=False).ratio()
    return ratio if ratio >= _ALIKE else 0.0
