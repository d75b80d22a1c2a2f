"""Claims against source sentences by words and meaning, then by what the verifier reads in the best of them.

The dearest scorer: a pass of the verifier for each claim and candidate. It is for ranking evidence where
time allows; ``check`` lets the verifier read windows of the hybrid's candidates instead.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ascribe.neural.entailment import EntailmentModel
from ascribe.score.hybrid import UNDERSTOOD, HybridScorer, HybridScores

READ = 8
"""Candidates of a claim that the verifier reads."""

ENTAILED = 0.3
"""Weight of how entailed the claim is by the sentence alone; the hybrid score has the rest."""


class RerankedScorer:
    """Scores of ``hybrid``, with the best candidates of each claim read by the verifier.

    Args:
        language: ISO 639-1 code for stems and stop words; None tells it from the evidence.
    """

    def __init__(self, language: str | None = None) -> None:
        self.language = language
        self.hybrid = HybridScorer(language)
        self.model = EntailmentModel()

    def score(self, claims: Sequence[str], evidence: Sequence[str]) -> HybridScores:
        """Scores of every claim against every sentence; a claim's row depends on no other claim.

        Raises:
            ModelFileError: a file of the models is missing or damaged.
        """
        found = self.hybrid.score(claims, evidence)
        if self.language not in UNDERSTOOD or not found.matrix.size:
            return found
        best = np.argsort(-found.matrix, axis=1, kind="stable")[:, :READ]
        pairs = [(evidence[j], claim) for claim, row in zip(claims, best, strict=True) for j in row]
        entailed = np.zeros(found.matrix.shape)
        read = self.model.probabilities(pairs)[:, 0].reshape(best.shape)
        np.put_along_axis(entailed, best, read, axis=1)
        return HybridScores((1.0 - ENTAILED) * found.matrix + ENTAILED * entailed, found.lexical)
