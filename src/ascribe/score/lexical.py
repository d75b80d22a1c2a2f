"""Claims against source sentences by the words they share.

The score of a pair is the weighted share of the claim's content words that the sentence has, with a bonus
for words that stand side by side in both, and a little for what the sentence before adds. A word weighs
more the fewer sentences have it. A sentence that repeats the claim scores 1. The constants here and in
``terms`` were chosen on training data by how often the first sentence is right, and by how many of the
right ones are among the first five; ``benchmarks/attribution.py`` measures the result on other data.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ascribe.language.detect import language_of
from ascribe.language.words import words
from ascribe.score.postings import Postings
from ascribe.score.terms import Terms, claim_terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]

PAIR_BONUS = 0.2
"""Share of the weight of two neighbouring words that is added where the sentence has them side by side."""

BEFORE = 0.15
"""How much of what the sentence before adds counts, times the sentence's own score."""

SAMPLE = 100
"""Sentences from which the language of the evidence is told."""


class LexicalScores:
    """All claims against all sentences.

    Args:
        matrix: shape (claims, sentences), in [0, 1].
        terms: the weighted words of each claim.
    """

    def __init__(self, matrix: Matrix, terms: Sequence[Terms]) -> None:
        self._matrix = matrix
        self._terms = terms

    @property
    def matrix(self) -> Matrix:
        """Shape (claims, sentences), in [0, 1]; 1 for a sentence that repeats the claim."""
        return self._matrix

    def joint(self, claim: int, sentences: Sequence[int]) -> float:
        """The weighted share of the claim's content words that these sentences have together, in [0, 1].

        A word that only has a relative there counts in part. More sentences never give less.
        """
        terms = self._terms[claim]
        chosen = list(sentences)
        if not chosen or not terms.stems:
            return 0.0
        held = terms.credit[:, chosen[0]] if len(chosen) == 1 else terms.credit[:, chosen].max(axis=1)
        found = terms.weights * held
        return min(1.0, float(found.sum() / terms.weights.sum()))

    def beyond(self, claim: int, sentence: int) -> Vector:
        """What each sentence has of the claim's content that this one lacks, as a share of all of it."""
        terms = self._terms[claim]
        if not terms.stems:
            return np.zeros(self._matrix.shape[1])
        shares = terms.weights[:, None] * terms.credit
        added = np.maximum(0.0, shares - shares[:, sentence : sentence + 1]).sum(axis=0)
        found: Vector = added / terms.weights.sum()
        return found


class LexicalScorer:
    """Scores by shared words, in any language, without a model.

    Args:
        language: ISO 639-1 code for stems and stop words; None tells it from the evidence.
    """

    def __init__(self, language: str | None = None) -> None:
        self.language = language

    def score(self, claims: Sequence[str], evidence: Sequence[str]) -> LexicalScores:
        """Scores of every claim against every sentence; a claim's row depends on no other claim."""
        language = language_of("\n".join(evidence[:SAMPLE]), self.language)
        postings = Postings(evidence, language)
        matrix = np.zeros((len(claims), len(evidence)))
        terms = []
        for row, claim in zip(matrix, claims, strict=True):
            found = words(claim, language)
            terms.append(claim_terms(found, language, postings))
            row[:] = _row([word.stem for word in found], terms[-1], postings)
        return LexicalScores(matrix, terms)


def _row(claim: Sequence[str], terms: Terms, postings: Postings) -> Vector:
    """One claim, as stems in order, against all sentences."""
    if not terms.stems:
        return np.zeros(postings.sentences)
    weight_of = dict(zip(terms.stems, terms.weights.tolist(), strict=True))
    shares = terms.weights[:, None] * terms.credit
    found = shares.sum(axis=0)  # one sum per sentence, in the order of the words: the same in any batch
    whole = float(terms.weights.sum())
    for first, second in dict.fromkeys(pairwise(claim)):
        bonus = PAIR_BONUS * (weight_of.get(first, 0.0) + weight_of.get(second, 0.0))
        if bonus:
            found[postings.holding_pair(first, second)] += bonus
            whole += bonus
    score: Vector = found / whole
    added = np.maximum(0.0, shares[:, :-1] - shares[:, 1:]).sum(axis=0) / whole
    score[1:] += BEFORE * score[1:] * added
    return score.clip(0.0, 1.0)
