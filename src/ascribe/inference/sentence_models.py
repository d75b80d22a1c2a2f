"""Sentence classifiers made from text-classification and SetFit models of Hugging Face."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ascribe.errors import InputError
from ascribe.inference.hub import (
    ModelSource,
    find_model_folder,
    hide_progress,
    import_library,
    select_device,
)
from ascribe.inference.probabilities import compute_softmax
from ascribe.inference.sequence_classifier import SequenceClassifier
from ascribe.inference.tokens import replace_surrogates
from ascribe.protocols import Claim, SentenceClassifier

if TYPE_CHECKING:
    from ascribe.inference.sequence_classifier import Floats

PICKLED_HEAD = "model_head.pkl"
CONSENT = "allow_pickled_head"
SETFIT_CONFIG = "config_setfit.json"

_MAX_TOKENS = 512


def load_sentence_classifier(source: ModelSource) -> SentenceClassifier:
    """Load a model as a ``SentenceClassifier``; a model with a pickled head is loaded as a SetFit model.

    Raises:
        InputError: the model cannot be loaded, or its head is a pickle and loading it was not allowed.
        MissingExtraError: the extra ``hf`` is not installed.
    """
    keywords = dict(source.keywords)
    consent = keywords.pop(CONSENT, False)
    folder = find_model_folder(source)
    if not (folder / PICKLED_HEAD).is_file():
        return TextClassifier(source, keywords)
    if consent is not True:
        raise InputError(
            f"{source.shown}: its head {PICKLED_HEAD} is a pickle, which can run any code when loaded; if "
            f'you trust its origin, give {source.keywords_name}={{"{CONSENT}": True}}, or use "builtin".'
        )
    return SetFitClassifier(source, folder, keywords)


class TextClassifier:
    """A sequence classification model applied to single sentences.

    Several values become probabilities by softmax. A single value becomes the probability of its label by the
    sigmoid; the other class is named ``not_`` plus that label. A sentence that is too long for the model is
    read in windows, and their mean counts.
    """

    def __init__(self, source: ModelSource, keywords: dict[str, Any]) -> None:
        self._reader = SequenceClassifier(source, _MAX_TOKENS, keywords)
        labels = self._reader.labels
        self.classes = (f"not_{labels[0]}", labels[0]) if len(labels) == 1 else labels

    def probabilities(self, claims: Sequence[Claim]) -> Floats:
        """Return the class probabilities, shape (claims, classes), in order."""
        sums = np.zeros((len(claims), len(self.classes)))
        if not claims:
            return sums
        rows, owners = self._reader.read(
            [replace_surrogates(claim.text) for claim in claims], "longest_first"
        )
        if len(self._reader.labels) == 1:
            rows = np.hstack([np.zeros_like(rows), rows])  # the softmax of (0, x) is the sigmoid of x
        np.add.at(sums, owners, compute_softmax(rows))
        return np.asarray(sums / sums.sum(axis=1, keepdims=True))


class SetFitClassifier:
    """A SetFit model: a sentence encoder and a scikit-learn head on its vectors.

    The package ``setfit`` is not needed: the folder has the format of sentence-transformers, plus the head.
    """

    def __init__(self, source: ModelSource, folder: Path, keywords: dict[str, Any]) -> None:
        self._source, self._folder, self._keywords = source, folder, keywords
        self._settings = _read_settings(folder)
        self._head = _load_head(source, folder)
        names = self._settings.get("labels")
        numbers = self._head.classes_.tolist()
        self.classes = tuple(str(names[n] if names and isinstance(n, int) else n) for n in numbers)

    @cached_property
    def _encoder(self) -> Any:
        models = import_library("sentence_transformers", self._source)
        options = {"device": select_device(self._source), "local_files_only": True, **self._keywords}
        try:
            with hide_progress(import_library("transformers", self._source)):
                return models.SentenceTransformer(str(self._folder), **options)
        except (OSError, ValueError, TypeError) as error:
            raise InputError(f"{self._source.shown} cannot be loaded ({error}).") from error

    def probabilities(self, claims: Sequence[Claim]) -> Floats:
        """Return the class probabilities, shape (claims, classes), in order."""
        if not claims:
            return np.zeros((0, len(self.classes)))
        vectors = self._encoder.encode(
            [replace_surrogates(claim.text) for claim in claims],
            batch_size=self._source.batch_size,
            normalize_embeddings=bool(self._settings.get("normalize_embeddings")),
            show_progress_bar=False,
        )
        return np.asarray(self._head.predict_proba(vectors), dtype=np.float64)


def _read_settings(folder: Path) -> dict[str, Any]:
    file = folder / SETFIT_CONFIG
    settings: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return settings


def _load_head(source: ModelSource, folder: Path) -> Any:
    """Load the pickled head. The caller must have checked that the user allowed it."""
    head = import_library("joblib", source).load(folder / PICKLED_HEAD)
    if not (hasattr(head, "predict_proba") and hasattr(head, "classes_")):
        raise InputError(
            f"{source.shown}: its head is a {type(head).__name__}, which gives no class probabilities; use "
            'a scikit-learn head, or "builtin".'
        )
    return head
