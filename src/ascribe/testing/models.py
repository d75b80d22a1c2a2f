"""Contract checks for the models that components take as objects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ascribe.protocols import PairModel, SentenceClassifier
from ascribe.testing.samples import CLAIMS, SOURCES, claims


def check_pair_model(model: PairModel) -> None:
    """Check that logits are finite, in order, and independent of the other pairs in the batch.

    The pairs include empty and very long texts.

    Raises:
        AssertionError: the model breaks this contract.
    """
    pairs = [(claim, " ".join(source)) for claim in CLAIMS for source in SOURCES]
    pairs += [(CLAIMS[0], ""), ("", SOURCES[0][0]), (CLAIMS[0], " ".join([*SOURCES[0], *SOURCES[1]] * 40))]
    labels = tuple(model.labels)
    assert labels, "no labels"
    assert len(set(labels)) == len(labels), "a label occurs twice"
    _check_rows(model.logits, pairs, len(labels))


def check_sentence_classifier(classifier: SentenceClassifier) -> None:
    """Check that probabilities are valid, in order, and independent of the other claims in the batch.

    Raises:
        AssertionError: the classifier breaks this contract.
    """
    classes = tuple(classifier.classes)
    assert len(set(classes)) == len(classes) > 1, "a class occurs twice, or there are fewer than two"
    rows = _check_rows(classifier.probabilities, claims(), len(classes))
    assert ((rows >= 0.0) & (rows <= 1.0)).all(), "a probability is not in [0, 1]"
    assert (abs(rows.sum(axis=1) - 1.0) < 1e-6).all(), "the probabilities of a claim do not sum to 1"


def _check_rows(predict: Callable[[Any], Any], given: Sequence[Any], width: int) -> Any:
    """Check the rows of a batch against those of each item alone; return the rows of the batch."""
    rows = predict(given)
    assert rows.shape == (len(given), width), f"rows have shape {rows.shape}, not {(len(given), width)}"
    assert (abs(rows) < float("inf")).all(), "a value is not a finite number"
    for one, row in zip(given, rows, strict=True):
        assert abs(predict([one])[0] - row).max() < 1e-4, f"{one!r} gets different values alone"
    assert predict([]).shape == (0, width), "an empty batch gives rows, or rows of another width"
    return rows
