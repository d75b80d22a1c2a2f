"""Rows of features and labels → the combiner: weights, and the bars of the four levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ascribe.calibration.bars import bars
from ascribe.calibration.rows import Rows
from ascribe.verify.combiner import Combiner
from ascribe.verify.examination import FEATURES, SENSES

if TYPE_CHECKING:
    from ascribe.calibration.rows import Flags, Matrix, Vector

RIDGE = 1.0
"""Strength of the penalty on the squared weights, for a sample that weighs as much as it has rows."""

MOST = 12.0
"""Log odds that what the rules find adds at most: statements of one label only would ask for any number."""


def fit(rows: Rows) -> Combiner:
    """Weights by logistic regression with a ridge penalty, bars by ``bars``.

    No weight goes against the sense of its feature. Beside others like it a feature can get such a weight: it
    then mends the sample at hand, and misleads on texts of another kind.
    """
    means = np.average(rows.features, axis=0, weights=rows.weights)
    scales = np.sqrt(np.average((rows.features - means) ** 2, axis=0, weights=rows.weights))
    scales = np.where(scales > 1e-9, scales, 1.0)
    inputs = np.column_stack([(rows.features - means) / scales, np.ones(len(rows.features))])
    weights = _in_their_sense(inputs, rows.supported, rows.weights)
    odds = inputs @ weights
    confirmation = max(0.0, _shift(odds, rows, rows.confirmed))
    objection = min(0.0, _shift(odds, rows, rows.objects))
    judged = odds + confirmation * rows.confirmed + objection * rows.objects
    return Combiner(
        features=FEATURES,
        means=_rounded(means),
        scales=_rounded(scales),
        weights=_rounded(weights[:-1]),
        bias=round(float(weights[-1]), 6),
        supported=bars(1.0 / (1.0 + np.exp(-judged)), rows),
        confirmation=round(confirmation, 6),
        objection=round(objection, 6),
        fitted_on={},
    )


def _in_their_sense(inputs: Matrix, supported: Flags, weights: Vector) -> Vector:
    """Without the feature that goes most against its sense, and again, until none does."""
    senses = np.array([*SENSES, 0])
    used = np.ones(len(senses), dtype=bool)
    while True:
        found = np.zeros(len(senses))
        found[used] = _logistic(inputs[:, used], supported, weights)
        against = found * senses
        if against.min() >= 0.0:
            return found
        used[against.argmin()] = False


def _logistic(inputs: Matrix, supported: Flags, weights: Vector) -> Vector:
    """Newton's method; the last column is the constant, which the penalty leaves alone."""
    penalty = np.full(inputs.shape[1], RIDGE)
    penalty[-1] = 0.0
    found = np.zeros(inputs.shape[1])
    for _ in range(50):
        probability = 1.0 / (1.0 + np.exp(-np.clip(inputs @ found, -50, 50)))
        slope = inputs.T @ (weights * (supported - probability)) - penalty * found
        curve = weights * probability * (1.0 - probability)
        step = np.linalg.solve(inputs.T @ (inputs * curve[:, None]) + np.diag(penalty + 1e-9), slope)
        found = found + step
        if np.abs(step).max() < 1e-8:
            break
    return found


def _shift(odds: Vector, rows: Rows, chosen: Flags) -> float:
    """What to add to the log odds of those statements so that their mean is the share of supported ones."""
    if not chosen.any():
        return 0.0
    weights, own = rows.weights[chosen], odds[chosen]
    share = float(np.average(rows.supported[chosen], weights=weights))
    low, high = -MOST, MOST
    for _ in range(60):
        middle = (low + high) / 2
        mean = float(np.average(1.0 / (1.0 + np.exp(-(own + middle))), weights=weights))
        low, high = (middle, high) if mean < share else (low, middle)
    return (low + high) / 2


def _rounded(values: Vector) -> tuple[float, ...]:
    return tuple(round(float(value), 6) for value in values)
