"""Embedding scorer: claims against source sentences by the cosine of their vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ascribe.inference.encoder import Encoder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


class EmbeddingScores:
    """Scores of all claims against all sentences.

    Args:
        matrix: shape (claims, sentences), in [0, 1].
    """

    def __init__(self, matrix: Matrix) -> None:
        self._matrix = matrix

    @property
    def matrix(self) -> Matrix:
        """Shape (claims, sentences): the cosine, in [0, 1]; 1 for a sentence that repeats the claim."""
        return self._matrix

    def joint(self, claim: int, sentences: Sequence[int]) -> float:
        """Return the highest score among these sentences.

        A vector does not show which part of a claim a sentence covers, so further sentences add nothing.
        """
        return float(self._matrix[claim, list(sentences)].max(initial=0.0))


class EmbeddingScorer:
    """Scorer that uses the built-in encoder, which was trained on English only.

    Args:
        language: language of the texts; the model does not use it.
        encoder: encoder to use instead of the built-in one.
    """

    def __init__(self, language: str | None = None, *, encoder: Encoder | None = None) -> None:
        self.language = language
        self.encoder = encoder or Encoder()

    def score(self, claims: Sequence[str], evidence: Sequence[str]) -> EmbeddingScores:
        """Score every claim against every sentence; a claim's row does not depend on other claims.

        Raises:
            ModelFileError: a file of the model is missing or damaged.
        """
        vectors = self.encoder.embed([*claims, *evidence]).astype(np.float64)
        return EmbeddingScores(compute_cosines(vectors[: len(claims)], vectors[len(claims) :]))


def compute_cosines(claims: Matrix, evidence: Matrix) -> Matrix:
    """Return the cosines of rows of length 1, shape (claims, sentences); negative ones become 0."""
    # Summed in a fixed order: the rounding of a matrix product depends on the number of claims.
    products: Matrix = np.einsum("ij,kj->ik", claims, evidence, optimize=False)
    return products.clip(0.0, 1.0)
