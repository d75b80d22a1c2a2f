"""A cross-encoder of the caller's, of whatever kind → how likely each passage answers a question."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

import numpy as np

from ascribe.errors import InputError
from ascribe.hugging_face.digest import digest
from ascribe.hugging_face.labels import label_names, positive_label
from ascribe.hugging_face.loading import folder_of
from ascribe.hugging_face.meanings import meanings
from ascribe.hugging_face.opened import opened
from ascribe.hugging_face.pairs import PairClassifier
from ascribe.hugging_face.source import ModelSource
from ascribe.records import Answer
from ascribe.stages import PairModel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

    Read = Callable[[list[tuple[str, str]]], Any]

BUILTIN = "builtin"

MOST_TOKENS = 512
"""Tokens of question and passage that a loaded model reads at once, if it can; more in windows."""

DECIMALS = 4
"""Of the values of a loaded model. Later ones differ with the batch that a pair was read in."""

_SHARES = ("Sigmoid", "Softmax")
"""Activations of a ``CrossEncoder`` after which its values are probabilities; with others they are logits."""

_FAR = 500.0
"""Log odds beyond which nothing changes, and before which no exponential overflows."""


class Predicting(Protocol):
    """What ``CrossEncoder`` of sentence-transformers is, as far as it is needed here."""

    def predict(self, pairs: list[tuple[str, str]], /) -> Any:
        """One number for each pair, in order; or one for each label of its configuration."""
        ...


Rerank: TypeAlias = str | os.PathLike[str] | PairModel | Predicting
"""Who orders passages: ``builtin``, a model on the Hugging Face hub, a folder with one, or an object."""


@dataclass(frozen=True, slots=True)
class Scored:
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
    read: Read
    labels: tuple[str, ...] = ("score",)
    passage_first: bool = False
    activated: bool = False
    versions: Mapping[str, str] = field(default_factory=dict)

    def scores(self, question: str, passages: Sequence[str]) -> list[Scored]:
        """The score of each passage, in order: of a single value its sigmoid, else the label's share.

        Raises:
            InputError: it gives something else than finite numbers, one for each label of each pair.
        """
        if not passages:
            return []
        pairs = [(text, question) if self.passage_first else (question, text) for text in passages]
        values, column = self._values(pairs), answering(self.name, self.labels)
        order = values[:, column] if self.activated else _log_odds(values, column)
        shares = order if self.activated else 1.0 / (1.0 + np.exp(-order.clip(-_FAR, _FAR)))
        return [Scored(*both) for both in zip(order.tolist(), shares.tolist(), strict=True)]

    def noted(self, answer: Answer) -> Answer:
        """The answer with this reranker in its settings."""
        settings = answer.settings
        components = {**settings.components, "rerank": self.name}
        versions = {**settings.versions, **self.versions}
        return replace(answer, settings=replace(settings, components=components, versions=versions))

    def _values(self, pairs: list[tuple[str, str]]) -> Floats:
        """Shape (pairs, labels)."""
        given = self.read(pairs)
        try:
            values = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise _refused(self.name, f"gave a {type(given).__name__} that holds no numbers") from error
        rows = values[:, None] if values.ndim == 1 else values
        if rows.shape != (len(pairs), len(self.labels)):
            raise _refused(self.name, f"gave numbers of shape {values.shape} for {len(pairs)} pairs")
        if not np.isfinite(rows).all():
            raise _refused(self.name, "gave a value that is not a finite number")
        if self.activated and not ((rows >= 0.0) & (rows <= 1.0)).all():
            raise _refused(self.name, "gave a value outside [0, 1] although it gives probabilities")
        return rows


def _log_odds(values: Floats, column: int) -> Floats:
    """Of one value itself; of several, against all others together."""
    if values.shape[1] == 1:
        return values[:, 0]
    found: Floats = values[:, column] - np.logaddexp.reduce(np.delete(values, column, axis=1), axis=1)
    return found


def answering(name: str, labels: Sequence[str]) -> int:
    """The place of the value that says that the passage answers: the only one, or that for support.

    Raises:
        InputError: no label says so plainly.
    """
    if len(labels) == 1:
        return 0
    try:
        return meanings(ModelSource("rerank", name), labels, {}).index("entailment")
    except InputError as error:
        raise _refused(name, f"has the labels {', '.join(labels)}, of which none says it plainly") from error


def _refused(name: str, fault: str) -> InputError:
    return InputError(
        f"rerank: {name} {fault}; it must say of each pair how well the passage answers, in one number, or "
        "in several of which one has a label such as 'yes' or 'entailment'."
    )


def reranker_of(asked: Rerank | None) -> Reranker | None:
    """The reranker of that name or folder, or that object; None for the built-in way.

    Raises:
        InputError: it is none of these, or the model cannot be had.
        MissingExtraError: a model by name needs the extra ``hf``.
    """
    if asked is None or asked == BUILTIN:
        return None
    if isinstance(asked, str | os.PathLike):
        model = os.fspath(asked)
        return opened(f"rerank {model}", lambda: _loaded(ModelSource("rerank", model)))
    if isinstance(asked, type):
        raise InputError(f"rerank must be an object, got the class {asked.__name__}; make one of it.")
    name, given = type(asked).__name__, cast("Any", asked)
    if hasattr(given, "logits") and hasattr(given, "labels"):
        return Reranker(name, given.logits, tuple(given.labels))
    if hasattr(given, "predict"):
        return _predicting(name, given)
    raise InputError(
        f"rerank must be 'builtin', the name or folder of a cross-encoder, or an object with predict(pairs), "
        f"got {name}."
    )


def _predicting(name: str, model: Any) -> Reranker:
    """A ``CrossEncoder`` or what behaves like one: without several labels it gives one number a pair."""
    config = getattr(model, "config", None)
    several = config is not None and getattr(model, "num_labels", 1) > 1
    labels = label_names(config) if several else ("score",)
    activation = type(getattr(model, "activation_fn", None)).__name__
    return Reranker(name, model.predict, labels, positive_label(labels) is not None, activation in _SHARES)


def _loaded(source: ModelSource) -> Reranker:
    """A model by name or folder; see ``PairClassifier`` for what it reads first, and for its windows."""
    if not source.model.strip():
        raise InputError("rerank is empty; give 'builtin', or the name or folder of a cross-encoder.")
    labels = PairClassifier(source, MOST_TOKENS).labels
    spoken = labels[answering(source.model, labels)] if len(labels) > 1 else None
    model = PairClassifier(
        source, MOST_TOKENS, lambda _: spoken, answer_first=spoken is None or positive_label(labels) is None
    )
    lock = Lock()

    def read(pairs: list[tuple[str, str]]) -> Floats:
        with lock:  # a tokenizer serves one thread at a time
            return model.logits(pairs).round(DECIMALS)

    versions = {"rerank.model": source.model, "rerank.files": digest(folder_of(source))}
    return Reranker(source.model, read, labels, versions=versions)
