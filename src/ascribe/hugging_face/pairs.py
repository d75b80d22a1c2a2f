"""Cross-encoders and NLI models: (stretch of an answer, stretch of a document) → one value for each label."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ascribe.hugging_face.labels import positive_label
from ascribe.hugging_face.reading import SequenceClassifier
from ascribe.hugging_face.source import ModelSource
from ascribe.hugging_face.windows import SHARE, pieces, readable

if TYPE_CHECKING:
    from ascribe.hugging_face.reading import Floats


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
        entailing: Callable[[Sequence[str]], str | None] = positive_label,
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
        room = most - tokenizer.num_special_tokens_to_add(pair=True) - most // SHARE
        asked, owners = [], []
        for place, (answer, document) in enumerate(pairs):
            for piece in pieces(tokenizer, readable(answer), room):
                pair = (piece, readable(document))
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
