"""A loaded model as a model of entailment: (evidence, claim) → entailed, contradicted, neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from ascribe.errors import InputError
from ascribe.hugging_face.digest import digest
from ascribe.hugging_face.loading import folder_of
from ascribe.hugging_face.meanings import MEANINGS, meanings
from ascribe.hugging_face.pairs import PairClassifier
from ascribe.hugging_face.source import ModelSource
from ascribe.neural.memory import Memory, key

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

DECIMALS = 4
"""Of a probability. Later ones differ with the batch that a pair was read in."""

REMEMBERED = 20_000
"""Pairs of which the probabilities are kept."""


class PairEntailment:
    """A cross-encoder, NLI or text-classification model that says how far evidence entails a claim.

    Several values become shares by softmax, a single one is by the sigmoid the probability of entailment.
    The claim is never cut: see ``PairClassifier``. Of evidence that is read in windows the most entailed one
    counts, for contradiction too. A pair is read once while it is remembered; threads wait for one another,
    because a tokenizer serves one at a time.

    Args:
        source: which model.
        max_seq_len: tokens of both that are read at once.
        names: label → a name that is understood, instead of its own.
        claim_first: which one the model reads first; None reads the claim first if there is one value, as
            rerankers read the question, else the evidence.

    Raises:
        InputError: it cannot be had, or its labels are not understood.
        MissingExtraError: the extra ``hf`` is not installed.
    """

    def __init__(
        self, source: ModelSource, max_seq_len: int, names: Mapping[str, str], claim_first: bool | None = None
    ) -> None:
        def entailing(labels: Sequence[str]) -> str | None:
            said = meanings(source, labels, names)
            return labels[said.index("entailment")] if len(labels) > 1 else None

        self._source = source
        self._pairs = PairClassifier(source, max_seq_len, entailing, claim_first)
        self.labels = self._pairs.labels
        self.meanings = meanings(source, self.labels, names)
        self.versions = {
            "hf.model": str(source.model),
            "hf.files": digest(folder_of(source)),
            "hf.labels": ", ".join(
                f"{label}: {said}" for label, said in zip(self.labels, self.meanings, strict=True)
            ),
        }
        self._memory: Memory[Matrix] = Memory(REMEMBERED)
        self._lock = Lock()

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Shape (pairs, 3) for pairs (evidence, claim), to four decimals.

        Raises:
            InputError: the model cannot be loaded, or gives something that is no finite number.
        """
        if not pairs:
            return np.empty((0, len(MEANINGS)))
        keys = [key(evidence, claim) for evidence, claim in pairs]
        return np.stack(self._memory.all(keys, lambda new: self._read([pairs[n] for n in new])))

    def _read(self, pairs: Sequence[tuple[str, str]]) -> list[Matrix]:
        with self._lock:
            logits = self._pairs.logits([(claim, evidence) for evidence, claim in pairs])
        if not np.isfinite(logits).all():
            raise InputError(
                f"{self._source.shown} gave a value that is not a finite number; use another one."
            )
        shares = _shares(logits).round(DECIMALS)
        found = np.zeros((len(pairs), len(MEANINGS)))
        if len(self.meanings) == 1:
            found[:, MEANINGS.index("neutral")] = (1.0 - shares[:, 0]).round(DECIMALS)
        for column, meaning in zip(shares.T, self.meanings, strict=True):
            found[:, MEANINGS.index(meaning)] += column
        return [row.copy() for row in found]  # a view would keep all of them


def _shares(logits: Matrix) -> Matrix:
    """The softmax of each row; of a single value the sigmoid."""
    if logits.shape[1] == 1:
        shares: Matrix = 1.0 / (1.0 + np.exp(-np.clip(logits, -500.0, 500.0)))
        return shares
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    spread: Matrix = powers / powers.sum(axis=1, keepdims=True)
    return spread
