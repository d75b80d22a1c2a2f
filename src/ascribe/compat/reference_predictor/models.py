"""The models that a user names or passes in, and the conversion of their values to scores and labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ascribe.errors import InputError
from ascribe.inference.hub import ModelSource
from ascribe.inference.probabilities import compute_sigmoid, compute_softmax
from ascribe.inference.sequence_classifier import find_positive_label
from ascribe.protocols import PairModel, SentenceClassifier

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


BUILTIN = "builtin"


def resolve_pair_model(source: ModelSource, max_seq_len: int) -> PairModel:
    """Return the pair model.

    Args:
        source: a name on the hub, a folder, ``builtin`` or None, or an object that is a ``PairModel``.
        max_seq_len: tokens that it may read at once.

    Raises:
        InputError: the model cannot be loaded; the message says what to do.
        MissingExtraError: the model needs the extra ``hf``.
    """
    if source.model is None or source.model == BUILTIN:
        from ascribe.inference.pair_models import BuiltinPairModel

        _check_builtin(source)
        return BuiltinPairModel(max_seq_len)
    if isinstance(source.model, str):
        from ascribe.inference.pair_models import PairClassifier

        return PairClassifier(source, max_seq_len)
    found: PairModel = _require_methods(source, "labels", "logits")
    return found


def resolve_sentence_classifier(source: ModelSource, language: str) -> SentenceClassifier:
    """Return the sentence classifier for the same kinds of ``source``, with the same errors."""
    if source.model == BUILTIN:
        from ascribe.verify.checkable import RuleSentenceClassifier

        _check_builtin(source)
        return RuleSentenceClassifier(language)
    if isinstance(source.model, str):
        from ascribe.inference.sentence_models import load_sentence_classifier

        return load_sentence_classifier(source)
    found: SentenceClassifier = _require_methods(source, "classes", "probabilities")
    return found


def _check_builtin(source: ModelSource) -> None:
    """Check that no option is set that only a loaded model can use."""
    revision = source.parameter.removesuffix("model") + "revision"
    for name, value in ((revision, source.revision), (source.keywords_name, source.keywords)):
        if value:
            raise InputError(f"{name}: the built-in model does not support it; leave it out.")


def _require_methods(source: ModelSource, *names: str) -> Any:
    missing = [name for name in names if not hasattr(source.model, name)]
    if missing:
        raise InputError(
            f"{source.parameter}: a {type(source.model).__name__} has no '{missing[0]}'; give a name, a "
            f"folder, 'builtin', or an object with {' and '.join(names)}."
        )
    return source.model


DECIMALS = 6
"""Decimals of a score. Later decimals depend on the batch of a pair and must not decide a tie."""


def keep_values(values: Floats) -> Floats:
    """Return the values unchanged."""
    return values


ACTIVATIONS: Mapping[str, Callable[[Floats], Floats]] = {
    "sigmoid": compute_sigmoid,
    "softmax": compute_softmax,
    "none": keep_values,
}


NOT_GROUNDED = "not_grounded"
"""The default class: the label of a reference that reaches no minimum."""

UNLABELLED = "unlabelled"
"""The label of a reference if there is no minimum that it could have reached or missed."""


@dataclass(frozen=True, slots=True)
class Labelling:
    """The conversion of a model's values to scores and labels.

    Args:
        labels: the labels of the model.
        function_to_apply: ``sigmoid``, ``softmax`` or ``none``.
        minimums: label → minimum value, from either form of the parameter.
        label_2_score_map: predicted label → score.
        default_class: the label if no minimum is reached.

    Without minimums a single value says nothing about being grounded, so the label is then ``UNLABELLED``
    unless another default class than ``NOT_GROUNDED`` was chosen.

    Raises:
        InputError: the combination would make all scores equal, or a label is unknown.
    """

    labels: tuple[str, ...]
    function_to_apply: str = "sigmoid"
    minimums: Mapping[str, float] = field(default_factory=dict)
    label_2_score_map: Mapping[str, float] | None = None
    default_class: str = NOT_GROUNDED

    def __post_init__(self) -> None:
        (_check_single_value if len(self.labels) == 1 else _check_several_values)(self)

    def convert(self, logits: Floats) -> list[tuple[float, str]]:
        """Return the score and label of each row, in order.

        Raises:
            InputError: the model returned a value that is not a finite number.
        """
        values = ACTIVATIONS[self.function_to_apply](logits) if np.isfinite(logits).all() else logits
        if not np.isfinite(values).all():  # of an infinite value the activation would make a certain score
            raise InputError("model: it returned a value that is not a finite number; use another model.")
        convert_row = self._convert_single if len(self.labels) == 1 else self._convert_several
        return [convert_row(row) for row in np.round(values, DECIMALS)]

    def _convert_single(self, row: Floats) -> tuple[float, str]:
        score = float(row[0])
        reached = [(least, label) for label, least in self.minimums.items() if score >= least]
        return score, max(reached)[1] if reached else self._get_missed_label()

    def _get_missed_label(self) -> str:
        """Return the label of a value that reaches no minimum."""
        unjudged = not self.minimums and self.default_class == NOT_GROUNDED
        return UNLABELLED if unjudged else self.default_class

    def _convert_several(self, row: Floats) -> tuple[float, str]:
        values = dict(zip(self.labels, map(float, row), strict=True))
        named = {
            label: value
            for label, value in values.items()
            if not self.minimums or value >= self.minimums.get(label, float("inf"))
        }
        label = max(named, key=lambda name: named[name]) if named else self.default_class
        if self.label_2_score_map is not None:
            return float(self.label_2_score_map.get(label, 0.0)), label
        return values[find_positive_label(self.labels) or self.labels[0]], label


def _check_single_value(made: Labelling) -> None:
    if made.function_to_apply == "softmax":
        raise InputError(
            "function_to_apply: the softmax of this model's single value is always 1; use 'sigmoid' "
            "or 'none'."
        )
    if made.label_2_score_map is not None:
        raise InputError("label_2_score_map: this model returns one value and no labels; leave the map out.")
    if len(set(made.minimums.values())) < len(made.minimums):
        raise InputError("min_score_2_label_thresholds: two labels have the same minimum score.")


def _check_several_values(made: Labelling) -> None:
    known = ", ".join(made.labels)
    if made.label_2_score_map is None and find_positive_label(made.labels) is None:
        raise InputError(
            f"label_2_score_map: the model has the labels {known}, and none of them shows which value is "
            "the score; give a map from each of them to a score."
        )
    given = made.label_2_score_map
    missing = [label for label in made.labels if given is not None and label not in given]
    if missing:
        raise InputError(f"label_2_score_map: no score for {', '.join(missing)}; the model has {known}.")
    strange = [label for label in given or () if label not in (*made.labels, made.default_class)]
    if strange:
        raise InputError(f"label_2_score_map: the model has {known}, not {', '.join(strange)}.")
    strange = [label for label in made.minimums if label not in made.labels]
    if strange:
        raise InputError(f"min_score_2_label_thresholds: the model has {known}, not {', '.join(strange)}.")
