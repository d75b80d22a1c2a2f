"""Models loaded for tier ``hf``: an entailment model for pairs, and a claim detector for single sentences."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from ascribe.errors import InputError
from ascribe.inference.cache import LRUCache, get_or_load, hash_texts
from ascribe.inference.hub import ModelSource, compute_folder_digest, find_model_folder
from ascribe.inference.pair_models import PairClassifier
from ascribe.inference.sentence_models import load_sentence_classifier
from ascribe.inference.sequence_classifier import MEANINGS, map_labels
from ascribe.protocols import Claim

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


PROBABILITY_DECIMALS = 4
"""Decimals of a probability. Later ones vary with the batch that a pair is read in."""

CACHE_SIZE = 20_000
"""Pairs whose probabilities are cached."""


class HuggingFaceNLIModel:
    """A cross-encoder, NLI or text-classification model that scores how far evidence entails a claim.

    Several outputs become probabilities by softmax; a single output becomes the probability of entailment by
    the sigmoid. The claim is never truncated: see ``PairClassifier``. If the evidence is read in windows, the
    most entailed window counts, for contradiction too. A pair is read once while it is cached; threads take
    turns, because a tokenizer is not thread-safe.

    Args:
        source: the model to load.
        max_seq_len: tokens of the evidence and the claim that are read at once.
        names: label → the name to use for it, if its own is not understood.
        claim_first: whether the model reads the claim first; None means claim first if there is one output,
            as rerankers read the question first, else evidence first.

    Raises:
        InputError: the model is not available, or its labels are not understood.
        MissingExtraError: the extra ``hf`` is not installed.
    """

    def __init__(
        self, source: ModelSource, max_seq_len: int, names: Mapping[str, str], claim_first: bool | None = None
    ) -> None:
        def find_entailment_label(labels: Sequence[str]) -> str | None:
            said = map_labels(source, labels, names)
            return labels[said.index("entailment")] if len(labels) > 1 else None

        self._source = source
        self._pairs = PairClassifier(source, max_seq_len, find_entailment_label, claim_first)
        self.labels = self._pairs.labels
        self.meanings = map_labels(source, self.labels, names)
        self.versions = {
            "hf.model": str(source.model),
            "hf.files": compute_folder_digest(find_model_folder(source)),
            "hf.labels": ", ".join(
                f"{label}: {said}" for label, said in zip(self.labels, self.meanings, strict=True)
            ),
        }
        self._memory: LRUCache[Matrix] = LRUCache(CACHE_SIZE)
        self._lock = Lock()

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Return an array of shape (pairs, 3) for pairs (evidence, claim), rounded to four decimals.

        Raises:
            InputError: the model cannot be loaded, or returns a value that is not a finite number.
        """
        if not pairs:
            return np.empty((0, len(MEANINGS)))
        keys = [hash_texts(evidence, claim) for evidence, claim in pairs]
        return np.stack(self._memory.all(keys, lambda new: self._read([pairs[n] for n in new])))

    def _read(self, pairs: Sequence[tuple[str, str]]) -> list[Matrix]:
        with self._lock:
            logits = self._pairs.logits([(claim, evidence) for evidence, claim in pairs])
        if not np.isfinite(logits).all():
            raise InputError(
                f"{self._source.shown} returned a value that is not a finite number; use another model."
            )
        shares = _compute_probabilities(logits).round(PROBABILITY_DECIMALS)
        found = np.zeros((len(pairs), len(MEANINGS)))
        if len(self.meanings) == 1:
            found[:, MEANINGS.index("neutral")] = (1.0 - shares[:, 0]).round(PROBABILITY_DECIMALS)
        for column, meaning in zip(shares.T, self.meanings, strict=True):
            found[:, MEANINGS.index(meaning)] += column
        return [row.copy() for row in found]  # a view would keep the whole array in memory


def _compute_probabilities(logits: Matrix) -> Matrix:
    """Return the softmax of each row, or the sigmoid if there is one value."""
    if logits.shape[1] == 1:
        shares: Matrix = 1.0 / (1.0 + np.exp(-np.clip(logits, -500.0, 500.0)))
        return shares
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    spread: Matrix = powers / powers.sum(axis=1, keepdims=True)
    return spread


@dataclass(frozen=True, slots=True)
class ClaimDetector:
    """A SetFit model, or any text-classification model, that finds the sentences that need verification.

    Args:
        model: a folder or a name on the hub.
        needs: classes of sentences that are checked; all others are ``not_checkable``.
        revision: revision of the model on the hub.
        token: access token for the hub; None uses the one that the hub's own library finds.
        device: device to run on; None chooses the best one available.
        batch_size: sentences per pass.
        model_kwargs: arguments for the library that loads the model; ``allow_pickled_head=True`` is the
            consent to load the head of a SetFit model, which is a pickle and can run code.

    Raises:
        InputError: when a check begins, if the model is not available or lacks one of these classes.
    """

    model: str | os.PathLike[str]
    needs: Sequence[str] = ("needs_verification",)
    revision: str | None = None
    token: str | None = field(default=None, repr=False)
    device: str | None = None
    batch_size: int = 32
    model_kwargs: Mapping[str, Any] = field(default_factory=dict)

    def load(self) -> LoadedClaimDetector:
        """Load the model, once per process."""
        source = ModelSource(
            "model",
            os.fspath(self.model),
            self.revision,
            self.token,
            self.device,
            self.batch_size,
            dict(self.model_kwargs),
        )
        return get_or_load(repr((source, tuple(self.needs))), lambda: LoadedClaimDetector(source, self.needs))


class LoadedClaimDetector:
    """Separates claims that need verification from those that do not. Threads take turns."""

    def __init__(self, source: ModelSource, needs: Sequence[str]) -> None:
        self._classifier = load_sentence_classifier(source)
        self._needs, self._lock = tuple(needs), Lock()
        known = self._classifier.classes
        strange = [name for name in self._needs if name not in known]
        if strange or not self._needs:
            wrong = ", ".join(strange) or "none"
            raise InputError(
                f"needs: choose from the classes of {source.shown} ({', '.join(known)}); got {wrong}."
            )
        self.version = f"{source.model} {compute_folder_digest(find_model_folder(source))}"

    def find_other_classes(self, claims: Sequence[Claim]) -> list[str | None]:
        """Return the class of each claim that needs no verification, None for the others."""
        with self._lock:
            rows = self._classifier.probabilities(claims)
        names = [self._classifier.classes[row.argmax()] for row in rows]
        return [None if name in self._needs else name for name in names]
