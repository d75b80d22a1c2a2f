"""Search hits, and rerankers that order them by the probability that a passage answers.

Any cross-encoder will do: by name, from a folder, or an object.
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
"""Tokens of question and passage that a loaded model reads at once, if it can; more in windows."""

DECIMALS = 4
"""Of the values of a loaded model. Later ones differ with the batch that a pair was read in."""

_PROBABILITY_ACTIVATIONS = ("Sigmoid", "Softmax")
"""Activations of a ``CrossEncoder`` after which its values are probabilities; with others they are logits."""

_MAX_LOG_ODDS = 500.0
"""Log odds beyond which nothing changes, and before which no exponential overflows."""


class PairPredictor(Protocol):
    """What ``CrossEncoder`` of sentence-transformers is, as far as it is needed here."""

    def predict(self, pairs: list[tuple[str, str]], /) -> Any:
        """One number for each pair, in order; or one for each label of its configuration."""
        ...


Rerank: TypeAlias = str | os.PathLike[str] | PairModel | PairPredictor
"""Who orders passages: ``builtin``, a model on the Hugging Face hub, a folder with one, or an object."""


@dataclass(frozen=True, slots=True)
class RelevanceScore:
    """How well a passage answers: a number to order by, and the probability in [0, 1]."""

    order: float
    share: float


@dataclass(frozen=True, slots=True)
class Reranker:
    """A cross-encoder that is asked how likely passages answer a question.

    Args:
        name: how errors and settings call it.
        read: (question, passage) pairs → its values, one row for each.
        labels: the names of its values.
        passage_first: True if the passage stands first in a pair.
        activated: True if its values are probabilities already.
        versions: what it was, for the settings of an answer.
    """

    name: str
    read: ReadPairs
    labels: tuple[str, ...] = ("score",)
    passage_first: bool = False
    activated: bool = False
    versions: Mapping[str, str] = field(default_factory=dict)

    def scores(self, question: str, passages: Sequence[str]) -> list[RelevanceScore]:
        """The score of each passage, in order: of a single value its sigmoid, else the label's share.

        Raises:
            InputError: it gives something else than finite numbers, one for each label of each pair.
        """
        if not passages:
            return []
        pairs = [(text, question) if self.passage_first else (question, text) for text in passages]
        values, column = self._read_values(pairs), find_answer_column(self.name, self.labels)
        order = values[:, column] if self.activated else _compute_log_odds(values, column)
        shares = order if self.activated else 1.0 / (1.0 + np.exp(-order.clip(-_MAX_LOG_ODDS, _MAX_LOG_ODDS)))
        return [RelevanceScore(*both) for both in zip(order.tolist(), shares.tolist(), strict=True)]

    def record_settings(self, answer: Answer) -> Answer:
        """The answer with this reranker in its settings."""
        settings = answer.settings
        components = {**settings.components, "rerank": self.name}
        versions = {**settings.versions, **self.versions}
        return replace(answer, settings=replace(settings, components=components, versions=versions))

    def _read_values(self, pairs: list[tuple[str, str]]) -> Floats:
        """Shape (pairs, labels)."""
        given = self.read(pairs)
        try:
            values = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise _build_model_error(
                self.name, f"gave a {type(given).__name__} that holds no numbers"
            ) from error
        rows = values[:, None] if values.ndim == 1 else values
        if rows.shape != (len(pairs), len(self.labels)):
            raise _build_model_error(
                self.name, f"gave numbers of shape {values.shape} for {len(pairs)} pairs"
            )
        if not np.isfinite(rows).all():
            raise _build_model_error(self.name, "gave a value that is not a finite number")
        if self.activated and not ((rows >= 0.0) & (rows <= 1.0)).all():
            raise _build_model_error(self.name, "gave a value outside [0, 1] although it gives probabilities")
        return rows


def _compute_log_odds(values: Floats, column: int) -> Floats:
    """Of one value itself; of several, against all others together."""
    if values.shape[1] == 1:
        return values[:, 0]
    found: Floats = values[:, column] - np.logaddexp.reduce(np.delete(values, column, axis=1), axis=1)
    return found


def find_answer_column(name: str, labels: Sequence[str]) -> int:
    """The place of the value that says that the passage answers: the only one, or that for support.

    Raises:
        InputError: no label says so plainly.
    """
    if len(labels) == 1:
        return 0
    try:
        return map_labels(ModelSource("rerank", name), labels, {}).index("entailment")
    except InputError as error:
        raise _build_model_error(
            name, f"has the labels {', '.join(labels)}, of which none says it plainly"
        ) from error


def _build_model_error(name: str, fault: str) -> InputError:
    return InputError(
        f"rerank: {name} {fault}; it must say of each pair how well the passage answers, in one number, or "
        "in several of which one has a label such as 'yes' or 'entailment'."
    )


def resolve_reranker(asked: Rerank | None) -> Reranker | None:
    """The reranker of that name or folder, or that object; None for the built-in way.

    Raises:
        InputError: it is none of these, or the model cannot be had.
        MissingExtraError: a model by name needs the extra ``hf``.
    """
    if asked is None or asked == BUILTIN:
        return None
    if isinstance(asked, str | os.PathLike):
        model = os.fspath(asked)
        return get_or_load(f"rerank {model}", lambda: _load_reranker(ModelSource("rerank", model)))
    if isinstance(asked, type):
        raise InputError(f"rerank must be an object, got the class {asked.__name__}; make one of it.")
    name, given = type(asked).__name__, cast("Any", asked)
    if hasattr(given, "logits") and hasattr(given, "labels"):
        return Reranker(name, given.logits, tuple(given.labels))
    if hasattr(given, "predict"):
        return _wrap_predictor(name, given)
    raise InputError(
        f"rerank must be 'builtin', the name or folder of a cross-encoder, or an object with predict(pairs), "
        f"got {name}."
    )


def _wrap_predictor(name: str, model: Any) -> Reranker:
    """A ``CrossEncoder`` or what behaves like one: without several labels it gives one number a pair."""
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
    """A model by name or folder; see ``PairClassifier`` for what it reads first, and for its windows."""
    if not source.model.strip():
        raise InputError("rerank is empty; give 'builtin', or the name or folder of a cross-encoder.")
    labels = PairClassifier(source, MAX_TOKENS).labels
    spoken = labels[find_answer_column(source.model, labels)] if len(labels) > 1 else None
    model = PairClassifier(
        source,
        MAX_TOKENS,
        lambda _: spoken,
        answer_first=spoken is None or find_positive_label(labels) is None,
    )
    lock = Lock()

    def read(pairs: list[tuple[str, str]]) -> Floats:
        with lock:  # a tokenizer serves one thread at a time
            return model.logits(pairs).round(DECIMALS)

    versions = {
        "rerank.model": source.model,
        "rerank.files": compute_folder_digest(find_model_folder(source)),
    }
    return Reranker(source.model, read, labels, versions=versions)


FIRST_SCORE = "first_score"
"""Key of a chunk's metadata: what it scored by words and meaning, where a reranker ordered it."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that a search brought, with what was found out about it.

    Args:
        row: of the passage.
        passage: itself.
        score: how well it fits, in [0, 1].
        coverage: share of the question's words that it has, each as much as it tells.
        shares: the same of each of its sentences, with half of what the one before adds, shape (sentences,).
        likeness: of its sentences to the question in meaning, shape (sentences,); 0 where that is not known.
    """

    row: int
    passage: Passage
    score: float
    coverage: float
    shares: tuple[float, ...]
    likeness: tuple[float, ...]

    @property
    def retrieved(self) -> RetrievedChunk:
        """As a record."""
        return RetrievedChunk(self.passage.chunk, self.score, "reranked")

    @property
    def offered(self) -> RetrievedPassage:
        """As a generator takes it."""
        sentences = tuple(self.passage.sentences)
        return RetrievedPassage(
            self.passage.chunk, sentences, self.score, self.coverage, self.shares, self.likeness
        )


def rerank_hits(question: str, found: Sequence[Hit], reranker: Reranker) -> list[Hit]:
    """All of them, in the order of the reranker and with its scores; equal ones keep their order.

    The score by words and meaning stays in the metadata of the chunk, as ``first_score``.

    Raises:
        InputError: the reranker gives something else than a finite number for each.
    """
    scored = reranker.scores(question, [one.passage.chunk.text for one in found])
    order = sorted(range(len(found)), key=lambda place: -scored[place].order)
    return [_replace_score(found[place], scored[place].share) for place in order]


def _replace_score(found: Hit, score: float) -> Hit:
    chunk = found.passage.chunk
    noted = replace(chunk, metadata={**chunk.metadata, FIRST_SCORE: found.score})
    return replace(found, passage=replace(found.passage, chunk=noted), score=score)
