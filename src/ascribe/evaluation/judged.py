"""Labels and predictions → the figures of verification."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ascribe.evaluation import metrics
from ascribe.evaluation.bootstrap import Figure, Resampling
from ascribe.evaluation.predictors import Prediction, Predictor

Resample = Callable[[Sequence[str]], Resampling]
"""The source documents of the items → how intervals over them are made."""

ONE_CLASS = "all items have the same label"
NO_POSITIVE = "no item is labelled supported"
NONE_SAID = "nothing was called supported"
NO_THRESHOLD = "no threshold ships for this row"
NO_PROBABILITY = "these scores do not claim to be probabilities"
NONE_DECIDED = "nothing was decided"


def figures(
    predictor: Predictor, labels: Sequence[bool], predictions: Sequence[Prediction], resampling: Resampling
) -> dict[str, Figure]:
    """The figures of one predictor over the items of a file."""
    truth = np.array(labels, dtype=bool)
    scores = np.array([prediction.probability for prediction in predictions])
    decided = np.array([prediction.decided for prediction in predictions], dtype=bool)
    return {
        "auroc": resampling.figure(metrics.auroc(truth, scores), ONE_CLASS),
        **_at_threshold(truth, predictions, resampling),
        **_calibration(predictor, truth, scores, decided, resampling),
        "undecided": resampling.figure(metrics.ratio(~decided, np.ones(len(decided)))),
    }


def _at_threshold(
    truth: metrics.Flags, predictions: Sequence[Prediction], resampling: Resampling
) -> dict[str, Figure]:
    if any(prediction.supported is None for prediction in predictions):
        return dict.fromkeys(
            ("balanced_accuracy", "precision", "recall", "f1"), Figure(None, reason=NO_THRESHOLD)
        )
    said = np.array([prediction.supported for prediction in predictions], dtype=bool)
    return {
        "balanced_accuracy": resampling.figure(metrics.balanced_accuracy(truth, said), ONE_CLASS),
        "precision": resampling.figure(metrics.precision(truth, said), NONE_SAID),
        "recall": resampling.figure(metrics.recall(truth, said), NO_POSITIVE),
        "f1": resampling.figure(metrics.f1(truth, said), NO_POSITIVE),
    }


def _calibration(
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
