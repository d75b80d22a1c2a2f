"""Where each word of the evidence stands: built once per call, asked once per word of a claim."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ascribe.language.words import analyse, chunks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Positions = NDArray[np.int64]

_PREFIX = 4
"""Letters that two stems must share before they are compared further."""


class Postings:
    """The words of all sentences as one array of numbers, with a gap after each sentence.

    Args:
        evidence: the sentences.
        language: ISO 639-1 code for the stems, or None for English.
    """

    def __init__(self, evidence: Sequence[str], language: str | None) -> None:
        self.sentences = len(evidence)
        self.vocabulary: dict[str, int] = {}
        self._words, self._sentence_of = self._flatten(evidence, language)
        self._order = np.argsort(self._words, kind="stable")
        self._bounds = np.searchsorted(self._words[self._order], np.arange(len(self.vocabulary) + 1))

    def _flatten(self, evidence: Sequence[str], language: str | None) -> tuple[Positions, Positions]:
        """The number of the word and of the sentence at each position; word -1 is the gap."""
        known: dict[str, list[int]] = {}
        numbers: list[int] = []
        sentence_of: list[int] = []
        for place, sentence in enumerate(evidence):
            for chunk in chunks(sentence, language):
                if chunk not in known:
                    known[chunk] = self._number(chunk, language)
                numbers += known[chunk]
            numbers.append(-1)
            sentence_of += [place] * (len(numbers) - len(sentence_of))
        return np.array(numbers, dtype=np.int64), np.array(sentence_of, dtype=np.int64)

    def _number(self, chunk: str, language: str | None) -> list[int]:
        known = self.vocabulary
        return [known.setdefault(word.stem, len(known)) for word in analyse(chunk, language)]

    def holding(self, stem: str) -> Positions:
        """The sentences that hold the stem, ascending, none twice."""
        number = self.vocabulary.get(stem)
        if number is None:
            return np.empty(0, dtype=np.int64)
        return self._distinct(self._at(number))

    def holding_pair(self, first: str, second: str) -> Positions:
        """The sentences where the second stem follows the first at once, ascending, none twice."""
        a, b = self.vocabulary.get(first), self.vocabulary.get(second)
        if a is None or b is None:
            return np.empty(0, dtype=np.int64)
        at_a, at_b = self._at(a), self._at(b)
        if len(at_a) <= len(at_b):  # the gap after the last sentence keeps this inside the array
            return self._distinct(at_a[self._words[at_a + 1] == b])
        return self._distinct(at_b[self._words[at_b - 1] == a])

    def relatives(self, stem: str) -> list[tuple[str, float]]:
        """Other stems with the same beginning, and the share of the longer one that is the same.

        Numbers and identifiers have none.
        """
        if not stem.isalpha():
            return []
        others = (other for other in self._by_prefix.get(stem[:_PREFIX], ()) if other != stem)
        return [(other, _common_prefix(stem, other) / max(len(stem), len(other))) for other in others]

    @cached_property
    def _by_prefix(self) -> dict[str, list[str]]:
        index: dict[str, list[str]] = defaultdict(list)
        for stem in self.vocabulary:
            if len(stem) >= _PREFIX and stem.isalpha():
                index[stem[:_PREFIX]].append(stem)
        return index

    def _at(self, number: int) -> Positions:
        return self._order[self._bounds[number] : self._bounds[number + 1]]

    def _distinct(self, positions: Positions) -> Positions:
        sentences = self._sentence_of[positions]
        if len(sentences) < 2:
            return sentences
        keep = np.empty(len(sentences), dtype=bool)
        keep[0] = True
        np.not_equal(sentences[1:], sentences[:-1], out=keep[1:])
        return sentences[keep]


def _common_prefix(one: str, other: str) -> int:
    for length, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return length
    return min(len(one), len(other))
