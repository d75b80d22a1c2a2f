"""Fit the combiner: a training set of features and labels to weights, and to the thresholds of the four
levels.

A claim that the rules object to needs the threshold of the level above (``Combiner.bar``). So ``strict`` is
found without such claims, then ``paranoid``, and then ``strict`` rises until its promise holds with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ascribe.records import Strictness
from ascribe.verify.combiner import Combiner
from ascribe.verify.features import FEATURE_SIGNS, FEATURES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]
    Flags = NDArray[np.bool_]
    Whole = NDArray[np.int64]


RIDGE = 1.0
"""Strength of the penalty on the squared weights, for a sample that weighs as much as it has rows."""

MAX_LOG_ODDS_SHIFT = 12.0
"""Log odds that what the rules find adds at most: statements of one label only would ask for any number."""


def fit_combiner(rows: TrainingSet) -> Combiner:
    """Weights by logistic regression with a ridge penalty, bars by ``fit_thresholds``.

    No weight goes against the sense of its feature. Beside others like it a feature can get such a weight: it
    then mends the sample at hand, and misleads on texts of another kind.
    """
    means = np.average(rows.features, axis=0, weights=rows.weights)
    scales = np.sqrt(np.average((rows.features - means) ** 2, axis=0, weights=rows.weights))
    scales = np.where(scales > 1e-9, scales, 1.0)
    inputs = np.column_stack([(rows.features - means) / scales, np.ones(len(rows.features))])
    weights = _fit_with_signs(inputs, rows.supported, rows.weights)
    odds = inputs @ weights
    confirmation = max(0.0, _find_log_odds_shift(odds, rows, rows.confirmed))
    objection = min(0.0, _find_log_odds_shift(odds, rows, rows.objects))
    judged = odds + confirmation * rows.confirmed + objection * rows.objects
    return Combiner(
        features=FEATURES,
        means=_round_values(means),
        scales=_round_values(scales),
        weights=_round_values(weights[:-1]),
        bias=round(float(weights[-1]), 6),
        supported=fit_thresholds(1.0 / (1.0 + np.exp(-judged)), rows),
        confirmation=round(confirmation, 6),
        objection=round(objection, 6),
        fitted_on={},
    )


def _fit_with_signs(inputs: Matrix, supported: Flags, weights: Vector) -> Vector:
    """Without the feature that goes most against its sense, and again, until none does."""
    senses = np.array([*FEATURE_SIGNS, 0])
    used = np.ones(len(senses), dtype=bool)
    while True:
        found = np.zeros(len(senses))
        found[used] = _fit_logistic(inputs[:, used], supported, weights)
        against = found * senses
        if against.min() >= 0.0:
            return found
        used[against.argmin()] = False


def _fit_logistic(inputs: Matrix, supported: Flags, weights: Vector) -> Vector:
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


def _find_log_odds_shift(odds: Vector, rows: TrainingSet, chosen: Flags) -> float:
    """What to add to the log odds of those statements so that their mean is the share of supported ones."""
    if not chosen.any():
        return 0.0
    weights, own = rows.weights[chosen], odds[chosen]
    share = float(np.average(rows.supported[chosen], weights=weights))
    low, high = -MAX_LOG_ODDS_SHIFT, MAX_LOG_ODDS_SHIFT
    for _ in range(60):
        middle = (low + high) / 2
        mean = float(np.average(1.0 / (1.0 + np.exp(-(own + middle))), weights=weights))
        low, high = (middle, high) if mean < share else (low, middle)
    return (low + high) / 2


def _round_values(values: Vector) -> tuple[float, ...]:
    return tuple(round(float(value), 6) for value in values)


MIN_RECALL = 0.9
MAX_FALSE_POSITIVE_RATE: dict[Strictness, float] = {"strict": 0.05, "paranoid": 0.01}
"""``loose`` keeps this share of the supported statements that no rule objects to. ``strict`` and ``paranoid``
let through at most these shares of the others. ``balanced`` is where kept less let through is most, or
nearly: of steps that differ by less than ``TOLERANCE`` the highest, as a false ✓ costs more trust than an
    open question."""

TOLERANCE = 0.02

CANDIDATE_THRESHOLDS = np.round(np.arange(0.05, 0.96, 0.01), 2)
"""Bars that are tried. Data that separates without a doubt gives no reason for a bar near 0 or 1."""


def predict_supported(probability: Vector, rows: TrainingSet, bar: float, objected: float = np.inf) -> Flags:
    """Which statements are called supported, as ``model_table.decide`` has it.

    Args:
        probability: of each statement.
        rows: the statements; one that a rule contradicts is supported by no probability.
        bar: what a statement needs.
        objected: what it needs if a rule objects.
    """
    reached: Flags = probability >= np.where(rows.objects, objected, bar)
    return reached & ~rows.vetoed


@dataclass(frozen=True, slots=True)
class _ThresholdTrial:
    """What each of ``CANDIDATE_THRESHOLDS`` does as a bar, in shares.

    Args:
        kept: of the supported statements without an objection those that are called supported.
        let: of the others those that are.
    """

    kept: Vector
    let: Vector


def fit_thresholds(probability: Vector, rows: TrainingSet) -> dict[Strictness, float]:
    """The probability from which on each level says supported; no level is below the one before it."""
    trial = _try_thresholds(probability, rows)
    balanced = _find_balanced(trial)
    loose = min(
        balanced, float(CANDIDATE_THRESHOLDS[trial.kept >= MIN_RECALL].max(initial=CANDIDATE_THRESHOLDS[0]))
    )
    strict = _find_lowest(
        (balanced <= CANDIDATE_THRESHOLDS) & (trial.let <= MAX_FALSE_POSITIVE_RATE["strict"])
    )
    paranoid = _find_lowest(
        (strict <= CANDIDATE_THRESHOLDS) & (trial.let <= MAX_FALSE_POSITIVE_RATE["paranoid"])
    )
    objected = _try_thresholds(probability, rows, paranoid)
    strict = _find_lowest(
        (strict <= CANDIDATE_THRESHOLDS) & (objected.let <= MAX_FALSE_POSITIVE_RATE["strict"])
    )
    return {"loose": loose, "balanced": balanced, "strict": strict, "paranoid": max(strict, paranoid)}


def _find_balanced(trial: _ThresholdTrial) -> float:
    """The highest step at which kept less let through is nearly as much as it can be."""
    gain = trial.kept - trial.let
    return float(CANDIDATE_THRESHOLDS[np.flatnonzero(gain >= gain.max() - TOLERANCE)[-1]])


def _find_lowest(allowed: Flags) -> float:
    """The lowest allowed step; else the last."""
    return float(CANDIDATE_THRESHOLDS[allowed].min(initial=CANDIDATE_THRESHOLDS[-1]))


def _try_thresholds(probability: Vector, rows: TrainingSet, objected: float = np.inf) -> _ThresholdTrial:
    """With the statements that a rule objects to at that bar."""
    found = [predict_supported(probability, rows, step, objected) for step in CANDIDATE_THRESHOLDS]
    free = rows.supported & ~rows.objects
    return _ThresholdTrial(_compute_shares(found, free, rows), _compute_shares(found, ~rows.supported, rows))


def _compute_shares(found: Sequence[Flags], chosen: Flags, rows: TrainingSet) -> Vector:
    """Of each finding the weighted share among the chosen statements; 0 of none."""
    if not chosen.any():
        return np.zeros(len(found))
    return np.array([np.average(flags[chosen], weights=rows.weights[chosen]) for flags in found])


FULL_WEIGHT_COUNT = 50
"""Statements of one label from which on a file counts in full: a dozen would be too noisy for that."""


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """What was found of each statement.

    Args:
        features: shape (statements, features).
        supported: what people say.
        objects: True where a rule objects or contradicts.
        vetoed: True where a rule contradicts, or sources do: no probability is enough.
        confirmed: True where the rules confirm all of it.
        weights: how much each counts; they sum to the number of rows.
    """

    features: Matrix
    supported: Flags
    objects: Flags
    vetoed: Flags
    confirmed: Flags
    weights: Vector

    def select(self, chosen: Flags | Whole) -> TrainingSet:
        """Those that are flagged, or those at these places."""
        return TrainingSet(
            self.features[chosen],
            self.supported[chosen],
            self.objects[chosen],
            self.vetoed[chosen],
            self.confirmed[chosen],
            self.weights[chosen],
        )


def compute_even_weights(kinds: Sequence[tuple[str, bool]], counts: Sequence[float] | None = None) -> Vector:
    """Every file counts the same, and so does each label in it; they sum to the number of statements.

    A label of a file with fewer than ``FULL_WEIGHT_COUNT`` statements counts less, by how many it has.

    Args:
        kinds: file and label of each statement.
        counts: how much the file of each statement counts; None counts all the same.
    """
    sizes = Counter(kinds)
    raw = np.array([min(sizes[kind], FULL_WEIGHT_COUNT) / sizes[kind] for kind in kinds])
    if counts is not None:
        raw = raw * np.array(counts)
    total: Vector = raw * len(kinds) / raw.sum()
    return total
