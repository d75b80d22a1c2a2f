"""Fit the combiner: weights, and the thresholds of the four levels, from features and labels.

A claim with a rule objection needs the threshold of the level above (``Combiner.get_threshold``). So
``strict`` is fitted without such claims, then ``paranoid``, and then ``strict`` rises until its limit holds
with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ascribe.inference.probabilities import compute_sigmoid
from ascribe.records import Strictness
from ascribe.verify.combiner import FEATURE_SIGNS, FEATURES, Combiner

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]
    Flags = NDArray[np.bool_]
    Whole = NDArray[np.int64]


RIDGE = 1.0
"""Strength of the penalty on squared weights, if the sample weights sum to the number of rows."""

MAX_LOG_ODDS_SHIFT = 12.0
"""Maximum log odds that the rules add; statements of one label only would allow any number."""


def fit_combiner(rows: TrainingSet, tier: str = "builtin") -> Combiner:
    """Fit weights by logistic regression with a ridge penalty, and thresholds by ``fit_thresholds``.

    No weight contradicts the sign of its feature. Beside correlated features, one can get such a weight: it
    then fits the sample and misleads on other kinds of text.
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
        tier=tier,
        features=FEATURES,
        means=_round_values(means),
        scales=_round_values(scales),
        weights=_round_values(weights[:-1]),
        bias=round(float(weights[-1]), 6),
        supported=fit_thresholds(compute_sigmoid(judged), rows),
        confirmation=round(confirmation, 6),
        objection=round(objection, 6),
        fitted_on={},
    )


def _fit_with_signs(inputs: Matrix, supported: Flags, weights: Vector) -> Vector:
    """Fit, and drop the feature that contradicts its sign most, until none does."""
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
    """Fit by Newton's method; the last column is the constant, which has no penalty."""
    penalty = np.full(inputs.shape[1], RIDGE)
    penalty[-1] = 0.0
    found = np.zeros(inputs.shape[1])
    for _ in range(50):
        probability = compute_sigmoid(inputs @ found)
        slope = inputs.T @ (weights * (supported - probability)) - penalty * found
        curve = weights * probability * (1.0 - probability)
        step = np.linalg.solve(inputs.T @ (inputs * curve[:, None]) + np.diag(penalty + 1e-9), slope)
        found = found + step
        if np.abs(step).max() < 1e-8:
            break
    return found


def _find_log_odds_shift(odds: Vector, rows: TrainingSet, chosen: Flags) -> float:
    """Find the shift of the log odds that makes the mean probability of the chosen statements correct.

    Correct means equal to the share of the chosen statements that are supported.
    """
    if not chosen.any():
        return 0.0
    weights, own = rows.weights[chosen], odds[chosen]
    share = float(np.average(rows.supported[chosen], weights=weights))
    low, high = -MAX_LOG_ODDS_SHIFT, MAX_LOG_ODDS_SHIFT
    for _ in range(60):
        middle = (low + high) / 2
        mean = float(np.average(compute_sigmoid(own + middle), weights=weights))
        low, high = (middle, high) if mean < share else (low, middle)
    return (low + high) / 2


def _round_values(values: Vector) -> tuple[float, ...]:
    return tuple(round(float(value), 6) for value in values)


MIN_RECALL = 0.9
MAX_FALSE_POSITIVE_RATE: dict[Strictness, float] = {"strict": 0.05, "paranoid": 0.01}
"""``loose`` has at least the recall ``MIN_RECALL`` on supported statements without a rule objection.

``strict`` and ``paranoid`` have at most these false-positive rates. ``balanced`` is the lowest threshold
whose gain is within ``EQUAL_GAIN`` of the greatest; the gain is the recall minus ``FALSE_SUPPORT_COST`` times
the false-positive rate.
"""

FALSE_SUPPORT_COST = 3.0
"""True sentences that are left open for the sake of one false ✓, which costs more trust than they do.

``python -m benchmarks.trial`` prints how many ✓ are true on whole replies. A cost of 2 gave more ✓, and fewer
of them were true.
"""

EQUAL_GAIN = 0.01
"""Gains that differ by less are the same: it is the standard error of a share of 2,300 statements, as many as
each label has."""

CANDIDATE_THRESHOLDS = np.round(np.arange(0.05, 0.96, 0.01), 2)
"""Thresholds to try. Even perfectly separable data does not justify a threshold near 0 or 1."""


def predict_supported(
    probability: Vector, rows: TrainingSet, threshold: float, objected: float = np.inf
) -> Flags:
    """Predict which statements are called supported, as in tier ``builtin``.

    Args:
        probability: probability of each statement.
        rows: the statements; no probability is enough for a statement that a rule contradicts.
        threshold: least probability of a supported statement.
        objected: threshold of a statement with a rule objection.
    """
    reached: Flags = probability >= np.where(rows.objects, objected, threshold)
    return reached & ~rows.vetoed


@dataclass(frozen=True, slots=True)
class _ThresholdTrial:
    """The effect of each of ``CANDIDATE_THRESHOLDS``.

    Args:
        recall: share of the supported statements without an objection that are called supported.
        false_positive_rate: share of the other statements that are called supported.
    """

    recall: Vector
    false_positive_rate: Vector


def fit_thresholds(probability: Vector, rows: TrainingSet) -> dict[Strictness, float]:
    """Fit the threshold of each level; no level is below the one before it."""
    trial = _try_thresholds(probability, rows)
    balanced = _find_balanced(trial)
    loose = min(
        balanced, float(CANDIDATE_THRESHOLDS[trial.recall >= MIN_RECALL].max(initial=CANDIDATE_THRESHOLDS[0]))
    )
    strict = _find_lowest(
        (balanced <= CANDIDATE_THRESHOLDS) & (trial.false_positive_rate <= MAX_FALSE_POSITIVE_RATE["strict"])
    )
    paranoid = _find_lowest(
        (strict <= CANDIDATE_THRESHOLDS) & (trial.false_positive_rate <= MAX_FALSE_POSITIVE_RATE["paranoid"])
    )
    objected = _try_thresholds(probability, rows, paranoid)
    strict = _find_lowest(
        (strict <= CANDIDATE_THRESHOLDS) & (objected.false_positive_rate <= MAX_FALSE_POSITIVE_RATE["strict"])
    )
    return {"loose": loose, "balanced": balanced, "strict": strict, "paranoid": max(strict, paranoid)}


def _find_balanced(trial: _ThresholdTrial) -> float:
    """Find the lowest threshold whose gain is as good as the greatest; see ``FALSE_SUPPORT_COST``."""
    gain = trial.recall - FALSE_SUPPORT_COST * trial.false_positive_rate
    return _find_lowest(gain >= gain.max() - EQUAL_GAIN)


def _find_lowest(allowed: Flags) -> float:
    """Find the lowest allowed threshold; the highest candidate if none is allowed."""
    return float(CANDIDATE_THRESHOLDS[allowed].min(initial=CANDIDATE_THRESHOLDS[-1]))


def _try_thresholds(probability: Vector, rows: TrainingSet, objected: float = np.inf) -> _ThresholdTrial:
    """Try all candidates; statements with a rule objection need the threshold ``objected``."""
    found = [predict_supported(probability, rows, step, objected) for step in CANDIDATE_THRESHOLDS]
    free = rows.supported & ~rows.objects
    return _ThresholdTrial(_compute_shares(found, free, rows), _compute_shares(found, ~rows.supported, rows))


def _compute_shares(found: Sequence[Flags], chosen: Flags, rows: TrainingSet) -> Vector:
    """Compute the weighted share of each set of flags among the chosen statements; 0 without any."""
    if not chosen.any():
        return np.zeros(len(found))
    return np.array([np.average(flags[chosen], weights=rows.weights[chosen]) for flags in found])


FULL_WEIGHT_COUNT = 50
"""Statements of one label that a file needs for full weight, as a dozen would be too noisy."""


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """Features and labels of statements.

    Args:
        features: shape (statements, features).
        supported: labels by people.
        objects: True if a rule objects or contradicts.
        vetoed: True if a rule or a source contradicts, so that no probability is enough.
        confirmed: True if the rules confirm the whole statement.
        weights: weight of each statement; they sum to the number of rows.
    """

    features: Matrix
    supported: Flags
    objects: Flags
    vetoed: Flags
    confirmed: Flags
    weights: Vector

    def select(self, chosen: Flags | Whole) -> TrainingSet:
        """Return the statements with these flags or indices."""
        return TrainingSet(
            self.features[chosen],
            self.supported[chosen],
            self.objects[chosen],
            self.vetoed[chosen],
            self.confirmed[chosen],
            self.weights[chosen],
        )


def compute_even_weights(kinds: Sequence[tuple[str, bool]], counts: Sequence[float] | None = None) -> Vector:
    """Compute weights that give every file, and each label in it, the same total.

    They sum to the number of statements. A label with fewer than ``FULL_WEIGHT_COUNT`` statements in a file
    weighs proportionally less.

    Args:
        kinds: file and label of each statement.
        counts: relative weight of the file of each statement; None weighs all files the same.
    """
    sizes = Counter(kinds)
    raw = np.array([min(sizes[kind], FULL_WEIGHT_COUNT) / sizes[kind] for kind in kinds])
    if counts is not None:
        raw = raw * np.array(counts)
    total: Vector = raw * len(kinds) / raw.sum()
    return total
