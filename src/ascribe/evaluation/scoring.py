"""Verification: compare predictions on whether claims are supported with their labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ascribe.evaluation import metrics
from ascribe.evaluation.items import VerificationItem
from ascribe.evaluation.metrics import Figure, Resampling
from ascribe.evaluation.predictors import Prediction, Predictor, SkippedRow
from ascribe.evaluation.results import Row, Table

Resample = Callable[[Sequence[str]], Resampling]
"""The source documents of the items → the bootstrap over them."""

ONE_CLASS = "all items have the same label"
NO_POSITIVE = "no item is labelled supported"
NONE_SUPPORTED = "nothing was called supported"
NO_THRESHOLD = "no threshold ships for this row"
NO_PROBABILITY = "these scores are not probabilities"
NONE_DECIDED = "nothing was decided"


def compute_figures(
    predictor: Predictor, labels: Sequence[bool], predictions: Sequence[Prediction], resampling: Resampling
) -> dict[str, Figure]:
    """Compute the figures of one predictor over the items of a file."""
    truth = np.array(labels, dtype=bool)
    scores = np.array([prediction.probability for prediction in predictions])
    decided = np.array([prediction.decided for prediction in predictions], dtype=bool)
    return {
        "auroc": resampling.figure(metrics.auroc(truth, scores), ONE_CLASS),
        **_compute_threshold_figures(truth, predictions, resampling),
        **_compute_calibration_figures(predictor, truth, scores, decided, resampling),
        "undecided": resampling.figure(metrics.ratio(~decided, np.ones(len(decided)))),
    }


def _compute_threshold_figures(
    truth: metrics.Flags, predictions: Sequence[Prediction], resampling: Resampling
) -> dict[str, Figure]:
    if any(prediction.supported is None for prediction in predictions):
        return dict.fromkeys(
            ("balanced_accuracy", "precision", "recall", "f1"), Figure(None, reason=NO_THRESHOLD)
        )
    said = np.array([prediction.supported for prediction in predictions], dtype=bool)
    return {
        "balanced_accuracy": resampling.figure(metrics.balanced_accuracy(truth, said), ONE_CLASS),
        "precision": resampling.figure(metrics.precision(truth, said), NONE_SUPPORTED),
        "recall": resampling.figure(metrics.recall(truth, said), NO_POSITIVE),
        "f1": resampling.figure(metrics.f1(truth, said), NO_POSITIVE),
    }


def _compute_calibration_figures(
    predictor: Predictor,
    truth: metrics.Flags,
    scores: metrics.Vector,
    decided: metrics.Flags,
    resampling: Resampling,
) -> dict[str, Figure]:
    if not predictor.is_probability:
        return dict.fromkeys(("calibration_error", "brier"), Figure(None, reason=NO_PROBABILITY))
    return {
        "calibration_error": resampling.figure(
            metrics.calibration_error(truth, scores, decided), NONE_DECIDED
        ),
        "brier": resampling.figure(metrics.brier(truth, scores, decided), NONE_DECIDED),
    }


class VerificationEvaluator:
    """Collects the prediction of each system for each item.

    Args:
        predictors: the system first, then the baselines.
    """

    def __init__(self, predictors: Sequence[Predictor | SkippedRow]) -> None:
        self._predictors = list(predictors)
        self._said: dict[str, list[Prediction]] = {predictor.name: [] for predictor in predictors}
        self._labels: list[bool] = []
        self._clusters: list[str] = []

    def add(self, item: VerificationItem) -> None:
        """Predict one item with every system."""
        for predictor in self._predictors:
            if not isinstance(predictor, SkippedRow):
                self._said[predictor.name] += predictor.predict([item.statement])
        self._labels.append(item.label)
        self._clusters.append(item.cluster)

    def tables(self, file: str, resample: Resample) -> list[Table]:
        """Return the table of the evaluated items."""
        resampling = resample(self._clusters)
        rows = [
            Row(predictor.name, not_run=predictor.reason)
            if isinstance(predictor, SkippedRow)
            else Row(
                predictor.name,
                compute_figures(predictor, self._labels, self._said[predictor.name], resampling),
            )
            for predictor in self._predictors
        ]
        facts = {"positive": sum(self._labels)}
        count, documents = len(self._labels), len(set(self._clusters))
        return [Table("verification", "verification", file, count, documents, facts, tuple(rows))]
