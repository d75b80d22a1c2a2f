"""Hybrid scorer: claims against source sentences by shared words and by meaning.

The score of a pair is the weighted mean of the lexical score and the cosine of the two vectors. The preceding
sentence often names the subject of a sentence; if adding its vector increases the cosine, half of the
increase counts. Like those of ``lexical``, the constants were chosen on training data.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ascribe.inference.encoder import Encoder
from ascribe.score.embedding import compute_cosines
from ascribe.score.lexical import LANGUAGE_SAMPLE, LexicalScorer, LexicalScores
from ascribe.text.language_detection import resolve_language

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

LEXICAL_WEIGHT = 0.4
"""Weight of the lexical score; the cosine has the rest. On training data, the top sentence is correct for
79 % of the written claims, 84 % of ``wice`` and 47 % of ``fool_me_twice``; with a weight of 0.5 and without
the preceding sentence, for 79, 83 and 41 %."""

PRECEDING_WEIGHT = 0.5
"""Weight with which the vector of the preceding sentence is added to that of a sentence."""

MARGINAL_COVERAGE_WEIGHT = 0.5
"""Weight of marginal coverage: rewards sentences that cover what the top sentence misses. On training data,
any value from 0.25 to 1 brings one percentage point more of the evidence into the first five."""

MOST_ENCODED = 512
"""Up to this number of sentences, all are encoded; beyond it, only the candidates are."""

CANDIDATES = 32
"""Sentences per claim that are encoded in that case: those with the best lexical scores.

For evidence that paraphrases the claim (``fool_me_twice``, training data, mixed with sentences of other
claims), the best 32 of 512 sentences contain 93 % of it, the best 32 of 2000 contain 89 %; for evidence in
the claim's own words (``wice``), they contain all of it.
"""

PRECEDED = 12
"""Of those candidates, the number whose preceding sentences are encoded as well: the best ones so far.

On training data (``benchmarks/candidates.py``: ``fool_me_twice`` among 600 sentences, ``wice`` among 2000),
the correct sentence is first, and among the first five, as often as with all 32, for a third less to encode.
"""

ENCODER_LANGUAGES = frozenset({"en", None})
"""Languages of the encoder; None is a text too short to detect. For others, only words count."""


class HybridScores:
    """Scores of all claims against all sentences.

    Args:
        matrix: shape (claims, sentences), in [0, 1].
        lexical: the lexical scores.
    """

    def __init__(self, matrix: Matrix, lexical: LexicalScores) -> None:
        self._matrix = matrix
        self._lexical = lexical

    @property
    def matrix(self) -> Matrix:
        """Shape (claims, sentences), in [0, 1]."""
        return self._matrix

    def joint(self, claim: int, sentences: Sequence[int]) -> float:
        """Return the weighted share of the claim's words that these sentences contain together."""
        return self._lexical.joint(claim, sentences)


class HybridScorer:
    """Scorer that combines shared words with the built-in encoder.

    Args:
        language: ISO 639-1 code for stems and stop words; None detects it from the evidence.
        encoder: encoder to use instead of the built-in one.
    """

    def __init__(self, language: str | None = None, *, encoder: Encoder | None = None) -> None:
        self.language = language
        self.encoder = encoder or Encoder()
        self._words = LexicalScorer(language)

    def score(self, claims: Sequence[str], evidence: Sequence[str]) -> HybridScores:
        """Score every claim against every sentence; a claim's row does not depend on other claims.

        Raises:
            ModelFileError: a file of the model is missing or damaged.
        """
        lexical = self._words.score(claims, evidence)
        language = resolve_language("\n".join(evidence[:LANGUAGE_SAMPLE]), self.language)
        if not claims or language not in ENCODER_LANGUAGES:
            return HybridScores(lexical.matrix, lexical)
        meaning = self._compute_meaning(claims, evidence, lexical.matrix)
        both = LEXICAL_WEIGHT * lexical.matrix + (1.0 - LEXICAL_WEIGHT) * meaning
        return HybridScores(_add_coverage(both, lexical), lexical)

    def _compute_meaning(self, claims: Sequence[str], evidence: Sequence[str], words: Matrix) -> Matrix:
        """Return the cosines, shape (claims, sentences), with a low value for pairs that are not encoded."""
        if len(evidence) > MOST_ENCODED:
            return self._compute_candidate_meaning(claims, evidence, words)
        vectors = self.encoder.embed([*claims, *evidence]).astype(np.float64)
        held = vectors[len(claims) :]
        before = np.concatenate([np.zeros_like(held[:1]), held[:-1]])
        return _compute_context_cosines(vectors[: len(claims)], held, before)

    def _compute_candidate_meaning(
        self, claims: Sequence[str], evidence: Sequence[str], words: Matrix
    ) -> Matrix:
        """Encode each claim's candidates, then what precedes the best of them."""
        asked = self.encoder.embed(claims).astype(np.float64)
        candidates = np.argsort(-words, axis=1, kind="stable")[:, :CANDIDATES]
        held = self._embed_at(evidence, candidates)
        cosines = np.stack(
            [compute_cosines(claim[None], own)[0] for claim, own in zip(asked, held, strict=True)]
        )
        both = LEXICAL_WEIGHT * np.take_along_axis(words, candidates, 1) + (1.0 - LEXICAL_WEIGHT) * cosines
        best = np.argsort(-both, axis=1, kind="stable")[:, :PRECEDED]
        places = np.take_along_axis(candidates, best, 1)
        before = self._embed_at(evidence, np.maximum(places - 1, 0)) * (places > 0)[:, :, None]
        meaning = np.empty(words.shape)
        for claim, row in enumerate(meaning):
            found, own = cosines[claim], held[claim, best[claim]]
            found[best[claim]] = _compute_context_cosines(asked[claim, None], own, before[claim])[0]
            # No other sentence has a higher lexical score, so with the lowest cosine none outranks these.
            row[:] = found.min()
            row[candidates[claim]] = found
        return meaning

    def _embed_at(self, evidence: Sequence[str], places: NDArray[np.intp]) -> Matrix:
        """Encode the sentences at these places, each once; shape (claims, places, 384)."""
        distinct, position = np.unique(places, return_inverse=True)
        vectors = self.encoder.embed([evidence[place] for place in distinct]).astype(np.float64)
        return vectors[position.reshape(places.shape)]


def _compute_context_cosines(claims: Matrix, held: Matrix, before: Matrix) -> Matrix:
    """Return the cosines with the sentences, raised by half of what the preceding sentences add."""
    summed = held + PRECEDING_WEIGHT * before
    lengths = np.linalg.norm(summed, axis=1, keepdims=True)
    together = np.divide(summed, lengths, out=np.zeros_like(summed), where=lengths > 0)
    alone = compute_cosines(claims, held)
    return alone + np.maximum(compute_cosines(claims, together) - alone, 0.0) / 2


def _add_coverage(matrix: Matrix, lexical: LexicalScores) -> Matrix:
    """Add each sentence's marginal coverage to its score; the top sentence of a row stays on top."""
    if not matrix.size:
        return matrix
    for claim, row in enumerate(matrix):
        best = int(row.argmax())
        raised = row + MARGINAL_COVERAGE_WEIGHT * lexical.marginal_coverage(claim, best)
        raised[best] = row[best]
        row[:] = np.minimum(raised, row[best])
        later = np.flatnonzero(row[:best] == row[best])
        row[later] = np.nextafter(row[best], 0.0)
    return matrix
