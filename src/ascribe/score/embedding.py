"""Claims against source sentences by what they mean: the cosine of their vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ascribe.inference.encoder import Encoder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


class EmbeddingScores:
    """All claims against all sentences.

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
        """The greatest score among these sentences.

        A vector does not tell which part of the claim a sentence covers, so others add nothing to the best.
        """
        return float(self._matrix[claim, list(sentences)].max(initial=0.0))


class EmbeddingScorer:
    """Scores by the built-in encoder, which has learnt English only.

    Args:
        language: of the texts; the model does not ask for it.
        encoder: another one than the built-in.
    """

    def __init__(self, language: str | None = None, *, encoder: Encoder | None = None) -> None:
        self.language = language
        self.encoder = encoder or Encoder()

    def score(self, claims: Sequence[str], evidence: Sequence[str]) -> EmbeddingScores:
        """Scores of every claim against every sentence; a claim's row depends on no other claim.

        Raises:
            ModelFileError: a file of the model is missing or damaged.
        """
        vectors = self.encoder.embed([*claims, *evidence]).astype(np.float64)
        return EmbeddingScores(compute_cosines(vectors[: len(claims)], vectors[len(claims) :]))


def compute_cosines(claims: Matrix, evidence: Matrix) -> Matrix:
    """Shape (claims, sentences) of rows of length 1; what points away from the claim has 0."""
    # Summed in a fixed order: a product of matrices would round otherwise for other numbers of claims.
    products: Matrix = np.einsum("ij,kj->ik", claims, evidence, optimize=False)
    return products.clip(0.0, 1.0)
