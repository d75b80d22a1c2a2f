"""Search hits, and rerankers that order them by the probability that a passage answers.

Any cross-encoder will do: given by name, by folder, or as an object.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

import numpy as np

from ascribe.errors import InputError
from ascribe.inference.cache import get_or_load
from ascribe.inference.hub import ModelSource, compute_folder_digest, find_model_folder
from ascribe.inference.pair_models import PairClassifier
from ascribe.inference.probabilities import compute_sigmoid
from ascribe.inference.sequence_classifier import find_positive_label, list_labels, map_labels
from ascribe.library.chunking import Passage
from ascribe.protocols import PairModel, RetrievedPassage
from ascribe.records import Answer, RetrievedChunk

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    ReadPairs = Callable[[list[tuple[str, str]]], Any]


BUILTIN = "builtin"

MAX_TOKENS = 512
"""Most tokens of question and passage that a loaded model reads at once; longer pairs are read in windows."""

DECIMALS = 4
"""Decimals kept of the values of a loaded model: further ones depend on the batch of a pair."""

_PROBABILITY_ACTIVATIONS = ("Sigmoid", "Softmax")
"""Activations of a ``CrossEncoder`` that return probabilities; with any other one its values are logits."""


class PairPredictor(Protocol):
    """The part of the ``CrossEncoder`` interface of sentence-transformers that a reranker needs."""

    def predict(self, pairs: list[tuple[str, str]], /) -> Any:
        """Return one number for each pair, in order, or one for each label of the model's configuration."""
        ...


Rerank: TypeAlias = str | os.PathLike[str] | PairModel | PairPredictor
"""What orders passages: ``builtin``, a model on the Hugging Face hub, a folder with one, or an object."""


@dataclass(frozen=True, slots=True)
class RelevanceScore:
    """How well a passage answers: a number to order by, and the probability in [0, 1]."""

    order: float
    share: float


@dataclass(frozen=True, slots=True)
class Reranker:
    """A cross-encoder that scores how likely passages answer a question.

    Args:
        name: its name in errors and settings.
        read: (question, passage) pairs → the model's values, one row for each pair.
        labels: the names of the values.
        passage_first: True if the passage comes first in a pair.
        activated: True if the values are probabilities already.
        versions: the model's version, for the settings of an answer.
    """

    name: str
    read: ReadPairs
    labels: tuple[str, ...] = ("score",)
    passage_first: bool = False
    activated: bool = False
    versions: Mapping[str, str] = field(default_factory=dict)

    def scores(self, question: str, passages: Sequence[str]) -> list[RelevanceScore]:
        """Score each passage, in order: a single value by its sigmoid, several by the share of the label.

        Raises:
            InputError: the model does not return finite numbers, one for each label of each pair.
        """
        if not passages:
            return []
        pairs = [(text, question) if self.passage_first else (question, text) for text in passages]
        values, column = self._read_values(pairs), find_answer_column(self.name, self.labels)
        order = values[:, column] if self.activated else _compute_log_odds(values, column)
        shares = order if self.activated else compute_sigmoid(order)
        return [RelevanceScore(*both) for both in zip(order.tolist(), shares.tolist(), strict=True)]

    def record_settings(self, answer: Answer) -> Answer:
        """Return the answer with this reranker in its settings."""
        settings = answer.settings
        components = {**settings.components, "rerank": self.name}
        versions = {**settings.versions, **self.versions}
        return replace(answer, settings=replace(settings, components=components, versions=versions))

    def _read_values(self, pairs: list[tuple[str, str]]) -> Floats:
        """Return the values of the model, shape (pairs, labels)."""
        given = self.read(pairs)
        try:
            values = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise _build_model_error(
                self.name, f"returned a {type(given).__name__} that does not contain numbers"
            ) from error
        rows = values[:, None] if values.ndim == 1 else values
        if rows.shape != (len(pairs), len(self.labels)):
            raise _build_model_error(
                self.name, f"returned numbers of shape {values.shape} for {len(pairs)} pairs"
            )
        if not np.isfinite(rows).all():
            raise _build_model_error(self.name, "returned a value that is not a finite number")
        if self.activated and not ((rows >= 0.0) & (rows <= 1.0)).all():
            raise _build_model_error(
                self.name, "returned a value outside [0, 1] where probabilities are expected"
            )
        return rows


def _compute_log_odds(values: Floats, column: int) -> Floats:
    """Return the log odds of one column against all others; a single value is returned as it is."""
    if values.shape[1] == 1:
        return values[:, 0]
    found: Floats = values[:, column] - np.logaddexp.reduce(np.delete(values, column, axis=1), axis=1)
    return found


def find_answer_column(name: str, labels: Sequence[str]) -> int:
    """Return the index of the value that means "answers": the only one, or that of the supporting label.

    Raises:
        InputError: no label clearly means it.
    """
    if len(labels) == 1:
        return 0
    try:
        return map_labels(ModelSource("rerank", name), labels, {}).index("entailment")
    except InputError as error:
        raise _build_model_error(
            name, f"has the labels {', '.join(labels)}, none of which clearly means that a passage answers"
        ) from error


def _build_model_error(name: str, fault: str) -> InputError:
    return InputError(
        f"rerank: {name} {fault}; it must score how well the passage of each pair answers, by one number, or "
        "by several, one of them with a label such as 'yes' or 'entailment'."
    )


def resolve_reranker(rerank: Rerank | None) -> Reranker | None:
    """Return the reranker with that name or folder, or one around that object; None for the built-in order.

    Raises:
        InputError: the argument is none of these, or the model cannot be loaded.
        MissingExtraError: a model by name needs the extra ``hf``.
    """
    if rerank is None or rerank == BUILTIN:
        return None
    if isinstance(rerank, str | os.PathLike):
        model = os.fspath(rerank)
        return get_or_load(f"rerank {model}", lambda: _load_reranker(ModelSource("rerank", model)))
    if isinstance(rerank, type):
        raise InputError(f"rerank must be an object, got the class {rerank.__name__}; pass an instance.")
    name, given = type(rerank).__name__, cast("Any", rerank)
    if hasattr(given, "logits") and hasattr(given, "labels"):
        return Reranker(name, given.logits, tuple(given.labels))
    if hasattr(given, "predict"):
        return _wrap_predictor(name, given)
    raise InputError(
        f"rerank must be 'builtin', the name or folder of a cross-encoder, or an object with predict(pairs), "
        f"got {name}."
    )


def _wrap_predictor(name: str, model: Any) -> Reranker:
    """Wrap a ``CrossEncoder`` or an object like it; without several labels it returns one number per pair."""
    config = getattr(model, "config", None)
    several = config is not None and getattr(model, "num_labels", 1) > 1
    labels = list_labels(config) if several else ("score",)
    activation = type(getattr(model, "activation_fn", None)).__name__
    return Reranker(
        name,
        model.predict,
        labels,
        find_positive_label(labels) is not None,
        activation in _PROBABILITY_ACTIVATIONS,
    )


def _load_reranker(source: ModelSource) -> Reranker:
    """Load a model by name or folder; see ``PairClassifier`` for the order of its input and its windows."""
    if not source.model.strip():
        raise InputError("rerank is empty; give 'builtin', or the name or folder of a cross-encoder.")
    labels = PairClassifier(source, MAX_TOKENS).labels
    answer_label = labels[find_answer_column(source.model, labels)] if len(labels) > 1 else None
    model = PairClassifier(
        source,
        MAX_TOKENS,
        lambda _: answer_label,
        answer_first=answer_label is None or find_positive_label(labels) is None,
    )
    lock = Lock()

    def read(pairs: list[tuple[str, str]]) -> Floats:
        with lock:  # a tokenizer is not thread-safe
            return model.logits(pairs).round(DECIMALS)

    versions = {
        "rerank.model": source.model,
        "rerank.files": compute_folder_digest(find_model_folder(source)),
    }
    return Reranker(source.model, read, labels, versions=versions)


# --- Search hits ---

FIRST_SCORE = "first_score"
"""Metadata key of a chunk: its score by words and meaning before a reranker ordered it."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that a search found, with its scores.

    Args:
        row: row of the passage.
        passage: the passage.
        score: how well it fits, in [0, 1].
        coverage: weighted share of the question's words that it contains.
        shares: the same for each of its sentences, plus half of what the previous one adds, shape
            (sentences,).
        likeness: similarity in meaning of each sentence to the question, shape (sentences,); 0 if unknown.
    """

    row: int
    passage: Passage
    score: float
    coverage: float
    shares: tuple[float, ...]
    likeness: tuple[float, ...]

    @property
    def retrieved(self) -> RetrievedChunk:
        """The hit as a record."""
        return RetrievedChunk(self.passage.chunk, self.score, "reranked")

    @property
    def offered(self) -> RetrievedPassage:
        """The hit as a generator receives it."""
        sentences = tuple(self.passage.sentences)
        return RetrievedPassage(
            self.passage.chunk, sentences, self.score, self.coverage, self.shares, self.likeness
        )


def rerank_hits(question: str, found: Sequence[Hit], reranker: Reranker) -> list[Hit]:
    """Return all hits in the order of the reranker, with its scores; ties keep their order.

    The score by words and meaning stays in the metadata of the chunk, as ``first_score``.

    Raises:
        InputError: the reranker does not return a finite number for each hit.
    """
    scored = reranker.scores(question, [one.passage.chunk.text for one in found])
    order = sorted(range(len(found)), key=lambda place: -scored[place].order)
    return [_replace_score(found[place], scored[place].share) for place in order]


def _replace_score(found: Hit, score: float) -> Hit:
    chunk = found.passage.chunk
    noted = replace(chunk, metadata={**chunk.metadata, FIRST_SCORE: found.score})
    return replace(found, passage=replace(found.passage, chunk=noted), score=score)
