"""Rows of features and labels → the combiner: weights, and the bars of the four levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ascribe.records import Strictness
from ascribe.verify.combiner import Combiner
from ascribe.verify.examination import FEATURES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]
    Flags = NDArray[np.bool_]

RIDGE = 1.0
"""Strength of the penalty on the squared weights, for a sample that weighs as much as it has rows."""

KEPT = 0.9
LET_THROUGH: dict[Strictness, float] = {"strict": 0.05, "paranoid": 0.01}
"""``loose`` keeps this share of the supported statements that no rule objects to. ``strict`` and ``paranoid``
let through at most these shares of the others. ``balanced`` is where kept less let through is most."""

STEPS = np.round(np.arange(0.05, 0.96, 0.01), 2)
"""Bars that are tried. Data that separates without a doubt gives no reason for a bar near 0 or 1."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What was found of each statement.

    Args:
        features: shape (statements, features).
        supported: what people say.
        objects: True where a rule objects.
        weights: how much each counts; they sum to the number of rows.
    """

    features: Matrix
    supported: Flags
    objects: Flags
    weights: Vector


def fit(rows: Rows) -> Combiner:
    """Weights by logistic regression with a ridge penalty, bars by ``KEPT`` and ``LET_THROUGH``."""
    means = np.average(rows.features, axis=0, weights=rows.weights)
    scales = np.sqrt(np.average((rows.features - means) ** 2, axis=0, weights=rows.weights))
    scales = np.where(scales > 1e-9, scales, 1.0)
    inputs = np.column_stack([(rows.features - means) / scales, np.ones(len(rows.features))])
    weights = _logistic(inputs, rows.supported, rows.weights)
    odds = inputs @ weights
    objection = _shift(odds[rows.objects], rows.supported[rows.objects], rows.weights[rows.objects])
    return Combiner(
        features=FEATURES,
        means=_rounded(means),
        scales=_rounded(scales),
        weights=_rounded(weights[:-1]),
        bias=round(float(weights[-1]), 6),
        supported=_bars(1.0 / (1.0 + np.exp(-odds)), rows),
        objection=round(objection, 6),
        fitted_on={},
    )


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


def _shift(odds: Vector, supported: Flags, weights: Vector) -> float:
    """What to add to the log odds so that their mean probability is the share of supported; 0 or less."""
    if not len(odds):
        return 0.0
    share = float(np.average(supported, weights=weights))
    low, high = -12.0, 0.0
    for _ in range(60):
        middle = (low + high) / 2
        mean = float(np.average(1.0 / (1.0 + np.exp(-(odds + middle))), weights=weights))
        low, high = (middle, high) if mean < share else (low, middle)
    return (low + high) / 2


def _bars(probability: Vector, rows: Rows) -> dict[Strictness, float]:
    """The probability from which on each level says supported; no level is below the one before it."""
    free = ~rows.objects
    kept = np.array([_share(probability, rows, rows.supported & free, step) for step in STEPS])
    let = np.array([_share(probability, rows, ~rows.supported, step) for step in STEPS])
    best = np.flatnonzero(kept - let >= (kept - let).max() - 1e-9)
    balanced = float(STEPS[best[len(best) // 2]])
    bars: dict[Strictness, float] = {
        "loose": min(balanced, float(STEPS[kept >= KEPT].max(initial=STEPS[0]))),
        "balanced": balanced,
    }
    for level, most in LET_THROUGH.items():
        bars[level] = max(*bars.values(), float(STEPS[let <= most].min(initial=STEPS[-1])))
    return bars


def _share(probability: Vector, rows: Rows, chosen: Flags, bar: float) -> float:
    """Weighted share of the chosen statements that reach the bar and that no rule objects to; 0 of none."""
    if not chosen.any():
        return 0.0
    said = (probability >= bar) & ~rows.objects
    return float(np.average(said[chosen], weights=rows.weights[chosen]))


def even_weights(kinds: Sequence[tuple[str, bool]]) -> Vector:
    """Every data set counts the same, and so does each label in it; they sum to the number of statements."""
    names = list(dict.fromkeys(kinds))
    counts = {kind: kinds.count(kind) for kind in names}
    raw = np.array([1.0 / counts[kind] for kind in kinds])
    total: Vector = raw * len(kinds) / raw.sum()
    return total


def _rounded(values: Vector) -> tuple[float, ...]:
    return tuple(round(float(value), 6) for value in values)
