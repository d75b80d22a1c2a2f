"""Pair models, built in or of Hugging Face: (stretch of an answer, stretch of a document) to one value for
each label."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ascribe.inference.encoder import Encoder
from ascribe.inference.hub import ModelSource
from ascribe.inference.nli import ENTAILED, EntailmentModel
from ascribe.inference.sequence_classifier import (
    WINDOW_SHARE,
    SequenceClassifier,
    find_positive_label,
    replace_surrogates,
    split_pieces,
)
from ascribe.inference.tokens import MAX_TOKENS, SPECIAL_TOKENS, split_windows, tokenize

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ascribe.inference.nli import Matrix
    from ascribe.inference.sequence_classifier import Floats

    Rows = Sequence[tuple[str, str]]
    Scores = NDArray[np.float64]


class PairClassifier:
    """A model for sequence classification as a ``PairModel``.

    A model with a label for entailment reads the document first, as NLI models learn it; any other reads the
    answer first, as rerankers read the question. The stretch of the answer is never cut: a document that does
    not fit beside it is read in windows, of which the best one counts, and an answer that is too long by
    itself is read in pieces, of which the worst one counts. Best is the highest value of a model with one,
    the most entailed, or else the most certain.

    Args:
        source: which model.
        max_seq_len: tokens of both that are read at once.
        entailing: the labels → the one for entailment, or None.
        answer_first: which one the model reads first; None leaves it to the label, as said above.

    Raises:
        InputError: it cannot be had.
        MissingExtraError: the extra ``hf`` is not installed.
    """

    def __init__(
        self,
        source: ModelSource,
        max_seq_len: int,
        entailing: Callable[[Sequence[str]], str | None] = find_positive_label,
        answer_first: bool | None = None,
    ) -> None:
        self._reader = SequenceClassifier(source, max_seq_len)
        self.labels = self._reader.labels
        self._positive = entailing(self.labels)
        self._answer_first = self._positive is None if answer_first is None else answer_first

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        """Shape (pairs, labels), in order."""
        if not pairs:
            return np.empty((0, len(self.labels)))
        asked, owners = self._pieces(pairs)
        found, of = self._reader.read(asked, "only_second" if self._answer_first else "only_first")
        strength = self._strength(found)
        best = self._best_windows(strength, of)
        worst: dict[int, int] = {}
        for owner, row in zip(owners, best, strict=True):
            if owner not in worst or strength[row] < strength[worst[owner]]:
                worst[owner] = row
        return np.asarray(found[[worst[place] for place in range(len(pairs))]])

    def _pieces(self, pairs: Sequence[tuple[str, str]]) -> tuple[list[tuple[str, str]], list[int]]:
        """What is read, in the order that the model wants, and for each the place of its pair."""
        tokenizer, most = self._reader.tokenizer, self._reader.limit
        room = most - tokenizer.num_special_tokens_to_add(pair=True) - most // WINDOW_SHARE
        asked, owners = [], []
        for place, (answer, document) in enumerate(pairs):
            for piece in split_pieces(tokenizer, replace_surrogates(answer), room):
                pair = (piece, replace_surrogates(document))
                asked.append(pair if self._answer_first else pair[::-1])
                owners.append(place)
        return asked, owners

    def _strength(self, rows: Floats) -> Floats:
        """By which windows and pieces are compared."""
        if len(self.labels) == 1:
            return rows[:, 0]
        powers = np.exp(rows - rows.max(axis=1, keepdims=True))
        shares = powers / powers.sum(axis=1, keepdims=True)
        if self._positive is None:
            return np.asarray(shares.max(axis=1))
        return np.asarray(shares[:, self.labels.index(self._positive)])

    @staticmethod
    def _best_windows(strength: Floats, owners: Sequence[int]) -> list[int]:
        """For each text the row of its strongest window; the first of equal ones."""
        best: dict[int, int] = {}
        for row, owner in enumerate(owners):
            if owner not in best or strength[row] > strength[best[owner]]:
                best[owner] = row
        return [best[owner] for owner in sorted(best)]


DOCUMENT_SHARE = 4
"""One part in so many of the tokens read at once is left for the document, however long the answer's are."""

_MIN_SCORE = 1e-9
"""Nearest to 0 and 1 that a score comes, so that its log odds are finite."""


class BuiltinPairModel:
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

    def __init__(self, max_seq_len: int = MAX_TOKENS) -> None:
        self._limit = min(max_seq_len, MAX_TOKENS)
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
        shares = np.clip(np.array(best)[:, None], _MIN_SCORE, 1.0 - _MIN_SCORE)
        return np.asarray(np.log(shares) - np.log1p(-shares))

    def _windows(self, answer: str, document: str) -> list[str]:
        room = self._limit - SPECIAL_TOKENS - len(tokenize(answer))
        return split_windows(document, max(room, self._limit // DOCUMENT_SHARE))

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
