"""Figures of quality, each as a function of weights, so that one formula serves the value and its interval.

A metric takes weights of shape (resamples, items) and gives one number per resample, ``nan`` where it is
undefined. Weights of 1 give the plain figure. In a bootstrap an item weighs as often as it was drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]
    Flags = NDArray[np.bool_]

    Metric = Callable[[Matrix], Vector]

BINS = 10
"""Bins of equal width over [0, 1] for the calibration error."""


def ratio(top: NDArray[Any], bottom: NDArray[Any]) -> Metric:
    """Sum of ``top`` over sum of ``bottom``, both given per item; undefined where the second sum is 0."""
    upper, lower = top.astype(np.float64), bottom.astype(np.float64)
    return lambda weights: _divide(weights @ upper, weights @ lower)


def auroc(labels: Flags, scores: Vector) -> Metric:
    """The chance that a random positive item scores above a random negative one; a tie counts half.

    This is the Mann-Whitney statistic over the number of pairs (Hanley and McNeil 1982). Undefined with one
    class only.
    """
    order = np.argsort(scores, kind="stable")
    ranked = scores[order]
    starts = np.flatnonzero(np.r_[True, ranked[1:] != ranked[:-1]]) if len(ranked) else np.zeros(0, int)
    positive = labels[order].astype(np.float64)

    def value(weights: Matrix) -> Vector:
        if not len(starts):
            return np.full(len(weights), np.nan)
        drawn = weights[:, order]
        above = np.add.reduceat(drawn * positive, starts, axis=1)
        below = np.add.reduceat(drawn * (1.0 - positive), starts, axis=1)
        lower = np.cumsum(below, axis=1) - below
        won = (above * (lower + below / 2.0)).sum(axis=1)
        return _divide(won, above.sum(axis=1) * below.sum(axis=1))

    return value


def balanced_accuracy(labels: Flags, said: Flags) -> Metric:
    """The mean of the shares of positive and of negative items that are told right; 0.5 is chance.

    Brodersen et al. 2010. Undefined with one class only.
    """
    hits, right = ratio(labels & said, labels), ratio(~labels & ~said, ~labels)
    return lambda weights: (hits(weights) + right(weights)) / 2.0


def precision(labels: Flags, said: Flags) -> Metric:
    """Positive items among those said to be positive; undefined where none is said to be."""
    return ratio(labels & said, said)


def recall(labels: Flags, said: Flags) -> Metric:
    """Positive items that are said to be positive, among all positive items; undefined without one."""
    return ratio(labels & said, labels)


def f1(labels: Flags, said: Flags) -> Metric:
    """The harmonic mean of precision and recall: 2 hits / (said + positive).

    Van Rijsbergen 1979. Undefined where nothing is positive, as recall is.
    """
    share = ratio(2.0 * (labels & said), labels.astype(np.float64) + said)
    held = labels.astype(np.float64)
    return lambda weights: np.where(weights @ held > 0, share(weights), np.nan)


def brier(labels: Flags, probabilities: Vector, counted: Flags) -> Metric:
    """The mean squared distance of probability and outcome over the counted items (Brier 1950)."""
    squares = (probabilities - labels) ** 2
    return ratio(np.where(counted, squares, 0.0), counted)


def calibration_error(labels: Flags, probabilities: Vector, counted: Flags) -> Metric:
    """How far stated probabilities and true shares lie apart, in the mean over the counted items.

    The expected calibration error with ``BINS`` bins of equal width, a value on a border in the upper bin:
    the distance of mean probability and share of positive items in each bin, weighted by its items (Naeini
    et al. 2015). It grows by chance in small samples, and so do its bootstrap bounds.
    """
    bins = np.clip((probabilities * BINS).astype(int), 0, BINS - 1)
    member = np.zeros((len(labels), BINS))
    member[np.arange(len(labels)), bins] = counted
    gaps = member * (probabilities - labels)[:, None]
    counts = counted.astype(np.float64)
    return lambda weights: _divide(np.abs(weights @ gaps).sum(axis=1), weights @ counts)


def _divide(top: Vector, bottom: Vector) -> Vector:
    """Quotients, ``nan`` for a divisor of 0."""
    result: Vector = np.divide(top, bottom, out=np.full(len(top), np.nan), where=bottom > 0)
    return result
