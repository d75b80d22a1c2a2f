"""Claims against source sentences by words and by meaning, in one matrix.

The score of a pair is the weighted mean of the lexical score and the cosine of the two vectors. Where the
sentence before, which often says what a sentence is about, brings it nearer, half of that counts. The
constants were chosen on training data, as those of ``lexical``.
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

WORDS = 0.4
"""Weight of the lexical score; the cosine has the rest. On training data the first sentence is right for 79 %
of written claims, 84 % of those of ``wice`` and 47 % of those of ``fool_me_twice``; with 0.5, and the
sentence alone, for 79, 83 and 41 %."""

BEFORE = 0.5
"""How much of the vector of the sentence before is added to that of a sentence."""

BEYOND = 0.5
"""How much counts what a sentence has of the claim that the best one lacks: a claim of two parts wants both.
On training data it finds one in a hundred more of the evidence among the first five, at 0.25 to 1 alike."""

MOST_ENCODED = 512
"""Sentences up to which all are encoded; of more, only the candidates are."""

CANDIDATES = 32
"""Sentences per claim that are encoded then: the best by words.

Of evidence that says the claim in other words (``fool_me_twice``, training data, among sentences of other
claims) the best 32 of 512 hold 93 %, of 2000 89 %; evidence in the claim's words (``wice``) is all there.
"""

ENCODER_LANGUAGES = frozenset({"en", None})
"""Languages that the encoder has learnt; None is a text too short to tell. Elsewhere words alone count."""


class HybridScores:
    """All claims against all sentences.

    Args:
        matrix: shape (claims, sentences), in [0, 1].
        lexical: the part by words.
    """

    def __init__(self, matrix: Matrix, lexical: LexicalScores) -> None:
        self._matrix = matrix
        self._lexical = lexical

    @property
    def matrix(self) -> Matrix:
        """Shape (claims, sentences), in [0, 1]."""
        return self._matrix

    def joint(self, claim: int, sentences: Sequence[int]) -> float:
        """The weighted share of the claim's words that these sentences have together."""
        return self._lexical.joint(claim, sentences)


class HybridScorer:
    """Scores by shared words and by the built-in encoder.

    Args:
        language: ISO 639-1 code for stems and stop words; None tells it from the evidence.
        encoder: another one than the built-in.
    """

    def __init__(self, language: str | None = None, *, encoder: Encoder | None = None) -> None:
        self.language = language
        self.encoder = encoder or Encoder()
        self._words = LexicalScorer(language)

    def score(self, claims: Sequence[str], evidence: Sequence[str]) -> HybridScores:
        """Scores of every claim against every sentence; a claim's row depends on no other claim.

        Raises:
            ModelFileError: a file of the model is missing or damaged.
        """
        lexical = self._words.score(claims, evidence)
        if resolve_language("\n".join(evidence[:LANGUAGE_SAMPLE]), self.language) not in ENCODER_LANGUAGES:
            return HybridScores(lexical.matrix, lexical)
        meaning = self._meaning(claims, evidence, lexical.matrix)
        both = WORDS * lexical.matrix + (1.0 - WORDS) * meaning
        return HybridScores(_add_coverage(both, lexical), lexical)

    def _meaning(self, claims: Sequence[str], evidence: Sequence[str], words: Matrix) -> Matrix:
        """Shape (claims, sentences): the cosines, or what stands for those that are not worked out."""
        if len(evidence) <= MOST_ENCODED:
            vectors = self.encoder.embed([*claims, *evidence]).astype(np.float64)
            held = vectors[len(claims) :]
            before = np.concatenate([np.zeros_like(held[:1]), held[:-1]])
            return _compute_context_cosines(vectors[: len(claims)], held, before)
        candidates = np.argsort(-words, axis=1, kind="stable")[:, :CANDIDATES]
        encoded = np.unique([candidates, np.maximum(candidates - 1, 0)])
        vectors = self.encoder.embed([*claims, *(evidence[place] for place in encoded)]).astype(np.float64)
        held = vectors[len(claims) :]
        meaning = np.empty(words.shape)
        for row, claim, own in zip(meaning, vectors, candidates, strict=False):
            alone = held[np.searchsorted(encoded, own)]
            before = np.where((own > 0)[:, None], held[np.searchsorted(encoded, np.maximum(own - 1, 0))], 0.0)
            found = _compute_context_cosines(claim[None], alone, before)[0]
            # No other sentence has more of the claim's words, so with the lowest cosine none outranks these.
            row[:] = found.min()
            row[own] = found
        return meaning


def _compute_context_cosines(claims: Matrix, held: Matrix, before: Matrix) -> Matrix:
    """Return the cosines with sentences, raised by half of what the vectors of those before them add."""
    summed = held + BEFORE * before
    lengths = np.linalg.norm(summed, axis=1, keepdims=True)
    together = np.divide(summed, lengths, out=np.zeros_like(summed), where=lengths > 0)
    alone = compute_cosines(claims, held)
    return alone + np.maximum(compute_cosines(claims, together) - alone, 0.0) / 2


def _add_coverage(matrix: Matrix, lexical: LexicalScores) -> Matrix:
    """The scores with what each sentence adds to the best one of its row, which stays the best."""
    if not matrix.size:
        return matrix
    for claim, row in enumerate(matrix):
        best = int(row.argmax())
        raised = row + BEYOND * lexical.beyond(claim, best)
        raised[best] = row[best]
        row[:] = np.minimum(raised, row[best])
        later = np.flatnonzero(row[:best] == row[best])
        row[later] = np.nextafter(row[best], 0.0)
    return matrix
