"""Two components for Ascribe: a scorer for texts full of misprints, and a policy that cites one sentence."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ascribe.protocols import Claim, Scores
    from ascribe.records.source_sentence import SourceSentence


class NgramScorer:
    """Scores by the runs of four letters that a sentence shares with the claim, rare ones more than others.

    A scanned "Tbe mi11 has 12 sai1s" has hardly a whole word of "The mill has 12 sails", but many such runs.

    Args:
        language: not needed; every scorer that has a name is made with it.
    """

    def __init__(self, language: str | None = None) -> None:
        self.language = language

    def score(self, claims: Sequence[str], evidence: Sequence[str]) -> NgramScores:
        """Scores of every claim against every sentence, in the order given."""
        held = [frozenset(ngrams(sentence)) for sentence in evidence]
        counts = Counter(gram for sentence in held for gram in sentence)
        weigh = [{g: math.log(2 + len(held) / (1 + counts[g])) for g in ngrams(claim)} for claim in claims]
        return NgramScores(weigh, held)


class NgramScores:
    """All claims against all sentences."""

    def __init__(self, weights: Sequence[dict[str, float]], held: Sequence[frozenset[str]]) -> None:
        self._weights, self._held = weights, held
        rows = [[self.joint(claim, [j]) for j in range(len(held))] for claim in range(len(weights))]
        self.matrix = np.array(rows).reshape(len(weights), len(held))

    def joint(self, claim: int, sentences: Sequence[int]) -> float:
        """Return the weighted share of the claim's runs that these sentences have together."""
        weights = self._weights[claim]
        found = frozenset().union(*(self._held[j] for j in sentences))
        shared = math.fsum(weight for gram, weight in weights.items() if gram in found)
        return min(1.0, shared / math.fsum(weights.values())) if weights else 0.0


def ngrams(text: str) -> list[str]:
    """Return the runs of four characters, in order, lowercased, with one blank between words."""
    plain = f" {' '.join(text.lower().split())} "
    return [plain[i : i + 4] for i in range(len(plain) - 3)] if plain.strip() else []


class OneSentence:
    """Cites the best sentence of each claim, the earlier of two equal ones, and never a second.

    Args:
        floor: least score; below it nothing is cited.
    """

    def __init__(self, floor: float = 0.2) -> None:
        self.thresholds = {"floor": floor}

    def cite(
        self, claims: Sequence[Claim], evidence: Sequence[SourceSentence], scores: Scores
    ) -> list[tuple[int, ...]]:
        """One tuple of indices per claim."""
        if not evidence:
            return [() for _ in claims]
        best = scores.matrix.argmax(axis=1)
        return [
            (int(j),) if row[j] >= self.thresholds["floor"] else ()
            for row, j in zip(scores.matrix, best, strict=True)
        ]
