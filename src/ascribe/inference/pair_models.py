"""Pair models, built-in or Hugging Face: (span of an answer, span of a document) → one value per label."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ascribe.inference.encoder import Encoder
from ascribe.inference.hub import ModelSource
from ascribe.inference.nli import ENTAILED, EntailmentModel
from ascribe.inference.probabilities import compute_softmax
from ascribe.inference.sequence_classifier import (
    WINDOW_SHARE,
    SequenceClassifier,
    find_positive_label,
    split_pieces,
)
from ascribe.inference.tokens import MAX_TOKENS, SPECIAL_TOKENS, replace_surrogates, split_windows, tokenize

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ascribe.inference.nli import Matrix
    from ascribe.inference.sequence_classifier import Floats

    Rows = Sequence[tuple[str, str]]
    Scores = NDArray[np.float64]


class PairClassifier:
    """A ``PairModel`` made from a sequence classification model.

    A model with a label for entailment reads the document first, the order in which NLI models are trained;
    any other model reads the answer first, as rerankers read the query first. The span of the answer is never
    cut: a document that does not fit beside it is split into windows, and the best window counts; an answer
    that is too long by itself is split into pieces, and the worst piece counts. "Best" means the highest
    value for a model with one value, the most entailed for one with such a label, else the most certain.

    Args:
        source: which model to load.
        max_seq_len: tokens of both texts that are read at once.
        entailing: the labels → the label for entailment, or None.
        answer_first: whether the model reads the answer first; None decides by the labels, as above.

    Raises:
        InputError: the model cannot be loaded.
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
        """Return the values of the pairs, shape (pairs, labels), in order."""
        if not pairs:
            return np.empty((0, len(self.labels)))
        texts, owners = self._pieces(pairs)
        found, of = self._reader.read(texts, "only_second" if self._answer_first else "only_first")
        strength = self._strength(found)
        best = self._best_windows(strength, of)
        worst: dict[int, int] = {}
        for owner, row in zip(owners, best, strict=True):
            if owner not in worst or strength[row] < strength[worst[owner]]:
                worst[owner] = row
        return np.asarray(found[[worst[place] for place in range(len(pairs))]])

    def _pieces(self, pairs: Sequence[tuple[str, str]]) -> tuple[list[tuple[str, str]], list[int]]:
        """Return the text pairs to read, in the model's order, and the index of the pair each belongs to."""
        tokenizer, most = self._reader.tokenizer, self._reader.limit
        room = most - tokenizer.num_special_tokens_to_add(pair=True) - most // WINDOW_SHARE
        texts, owners = [], []
        for place, (answer, document) in enumerate(pairs):
            for piece in split_pieces(tokenizer, replace_surrogates(answer), room):
                pair = (piece, replace_surrogates(document))
                texts.append(pair if self._answer_first else pair[::-1])
                owners.append(place)
        return texts, owners

    def _strength(self, rows: Floats) -> Floats:
        """Compute the value by which windows and pieces are compared."""
        if len(self.labels) == 1:
            return rows[:, 0]
        shares = compute_softmax(rows)
        if self._positive is None:
            return np.asarray(shares.max(axis=1))
        return np.asarray(shares[:, self.labels.index(self._positive)])

    @staticmethod
    def _best_windows(strength: Floats, owners: Sequence[int]) -> list[int]:
        """Return the row of each text's strongest window; of equal ones, the first."""
        best: dict[int, int] = {}
        for row, owner in enumerate(owners):
            if owner not in best or strength[row] > strength[best[owner]]:
                best[owner] = row
        return [best[owner] for owner in sorted(best)]


_MIN_SCORE = 1e-9
"""Scores are clamped this far from 0 and 1, so that their log odds are finite."""


class BuiltinPairModel:
    """The built-in models as a ``PairModel`` with one value. They were trained on English.

    The sigmoid of the value is the encoder's cosine, or 0 if negative, times the square root of the NLI
    model's probability of entailment. The NLI model alone finds the correct passage less often in short
    documents; the cosine alone finds it about as often, but mistakes a denial for support
    (``python -m benchmarks.reference_predictor FOLDER``).

    Args:
        max_seq_len: tokens of both texts that are read at once, at most 512. A longer document is read in
            overlapping windows, and the best one counts.
    """

    labels = ("grounded",)

    def __init__(self, max_seq_len: int = MAX_TOKENS) -> None:
        self._limit = min(max_seq_len, MAX_TOKENS)
        self._verifier, self._encoder = EntailmentModel(), Encoder()

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Return the values of the pairs, shape (pairs, 1), in order."""
        return self._log_odds(pairs, self._scores)

    def bounds(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Return upper bounds of ``logits``, shape (pairs, 1), without running the NLI model.

        No probability exceeds 1, so no score exceeds the cosine.
        """
        return self._log_odds(pairs, self._cosines)

    def _log_odds(self, pairs: Sequence[tuple[str, str]], scores: Callable[[Rows], Scores]) -> Matrix:
        """Return the log odds of the best window's score for each pair."""
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
        return split_windows(document, max(room, self._limit // WINDOW_SHARE))

    def _scores(self, rows: Rows) -> Scores:
        """Score (answer, window) rows, in [0, 1]."""
        entailed = self._verifier.probabilities([(window, answer) for answer, window in rows])[:, ENTAILED]
        return np.asarray(np.sqrt(entailed) * self._cosines(rows))

    def _cosines(self, rows: Rows) -> Scores:
        """Compute the encoder's cosines of the rows; negative ones become 0."""
        answers = self._encoder.embed([answer for answer, _ in rows])
        documents = self._encoder.embed([window for _, window in rows])
        cosines = np.einsum("ij,ij->i", answers, documents, dtype=np.float64)
        return np.asarray(np.clip(cosines, 0.0, 1.0))
