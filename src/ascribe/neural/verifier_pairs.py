"""(Stretch of an answer, stretch of a document) → how far the document is about the answer and entails it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ascribe.neural.encoder import Encoder
from ascribe.neural.entailment import ENTAILED, EntailmentModel
from ascribe.neural.tokens import LIMIT, SIGNS, text_windows, token_ids

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ascribe.neural.entailment import Matrix

    Rows = Sequence[tuple[str, str]]
    Scores = NDArray[np.float64]

SHARE = 4
"""One part in so many of the tokens read at once is left for the document, however long the answer's are."""

_LEAST = 1e-9
"""Nearest to 0 and 1 that a score comes, so that its log odds are finite."""


class VerifierPairs:
    """The built-in models as a ``PairModel`` with one value. They have learnt English.

    The sigmoid of the value is the cosine of the encoder, 0 if negative, times the root of the verifier's
    probability of the class entailed. The verifier alone finds the right passage less often; the cosine alone
    finds it a little more often and takes a denial for support
    (``python -m benchmarks.reference_predictor FOLDER``).

    Args:
        max_seq_len: tokens of both that are read at once, 512 at most. What is longer on the document's side
            is read in windows that overlap, and the best one counts.
    """

    labels = ("grounded",)

    def __init__(self, max_seq_len: int = LIMIT) -> None:
        self._limit = min(max_seq_len, LIMIT)
        self._verifier, self._encoder = EntailmentModel(), Encoder()

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Shape (pairs, 1), in order."""
        return self._log_odds(pairs, self._scores)

    def bounds(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Shape (pairs, 1): values that those of ``logits`` do not exceed, without the verifier.

        No probability is above 1, so no score is above the cosine.
        """
        return self._log_odds(pairs, self._cosines)

    def _log_odds(self, pairs: Sequence[tuple[str, str]], scores: Callable[[Rows], Scores]) -> Matrix:
        """Of the best window of each pair."""
        if not pairs:
            return np.empty((0, 1))
        windows = [self._windows(*pair) for pair in pairs]
        rows = [(answer, part) for (answer, _), parts in zip(pairs, windows, strict=True) for part in parts]
        ends = np.cumsum([len(parts) for parts in windows])
        best = [part.max() for part in np.split(scores(rows), ends[:-1])]
        shares = np.clip(np.array(best)[:, None], _LEAST, 1.0 - _LEAST)
        return np.asarray(np.log(shares) - np.log1p(-shares))

    def _windows(self, answer: str, document: str) -> list[str]:
        room = self._limit - SIGNS - len(token_ids(answer))
        return text_windows(document, max(room, self._limit // SHARE))

    def _scores(self, rows: Rows) -> Scores:
        """In [0, 1], for (answer, window)."""
        entailed = self._verifier.probabilities([(window, answer) for answer, window in rows])[:, ENTAILED]
        return np.asarray(np.sqrt(entailed) * self._cosines(rows))

    def _cosines(self, rows: Rows) -> Scores:
        """The same of the encoder alone, 0 if negative."""
        answers = self._encoder.embed([answer for answer, _ in rows])
        documents = self._encoder.embed([window for _, window in rows])
        cosines = np.einsum("ij,ij->i", answers, documents, dtype=np.float64)
        return np.asarray(np.clip(cosines, 0.0, 1.0))
