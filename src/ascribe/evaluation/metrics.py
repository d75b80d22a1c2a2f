"""Metrics and their bootstrap intervals.

A metric is a function of weights of shape (resamples, items) that returns one number per resample, ``nan``
where it is undefined. Weights of 1 give the plain figure. In a bootstrap the weight of an item is the number
of times it was drawn.

Claims about one document are correlated, so drawing single claims would make intervals too narrow. Documents
are drawn with replacement, each with all its items (Davison and Hinkley 1997, section 3.8; Cameron, Gelbach
and Miller 2008), and the interval is the percentile interval (Efron 1981).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
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
    """Return the sum of ``top`` over the sum of ``bottom``, both per item; undefined if that sum is 0."""
    upper, lower = top.astype(np.float64), bottom.astype(np.float64)
    return lambda weights: _divide(weights @ upper, weights @ lower)


def auroc(labels: Flags, scores: Vector) -> Metric:
    """Return the probability that a random positive item scores above a random negative one.

    A tie counts half. This is the Mann-Whitney statistic over the number of pairs (Hanley and McNeil 1982).
    Undefined with one class only.
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
    """Return the mean of the recall of positive and of negative items; 0.5 is chance.

    Brodersen et al. 2010. Undefined with one class only.
    """
    hits, right = ratio(labels & said, labels), ratio(~labels & ~said, ~labels)
    return lambda weights: (hits(weights) + right(weights)) / 2.0


def precision(labels: Flags, said: Flags) -> Metric:
    """Return the share of positive items among the predicted positives; undefined without any."""
    return ratio(labels & said, said)


def recall(labels: Flags, said: Flags) -> Metric:
    """Return the share of positive items that are predicted positive; undefined without any."""
    return ratio(labels & said, labels)


def f1(labels: Flags, said: Flags) -> Metric:
    """Return the harmonic mean of precision and recall: 2 hits / (predicted positives + positives).

    Van Rijsbergen 1979. Undefined without positive items, as recall is.
    """
    share = ratio(2.0 * (labels & said), labels.astype(np.float64) + said)
    held = labels.astype(np.float64)
    return lambda weights: np.where(weights @ held > 0, share(weights), np.nan)


def brier(labels: Flags, probabilities: Vector, counted: Flags) -> Metric:
    """Return the mean squared error of the probabilities over the counted items (Brier 1950)."""
    squares = (probabilities - labels) ** 2
    return ratio(np.where(counted, squares, 0.0), counted)


def calibration_error(labels: Flags, probabilities: Vector, counted: Flags) -> Metric:
    """Return the expected calibration error over the counted items.

    It has ``BINS`` bins of equal width, with a value on a border in the upper bin: the distance between the
    mean probability and the share of positive items of each bin, weighted by its number of items (Naeini et
    al. 2015). In small samples it is biased upwards, and so are its bootstrap bounds.
    """
    bins = np.clip((probabilities * BINS).astype(int), 0, BINS - 1)
    member = np.zeros((len(labels), BINS))
    member[np.arange(len(labels)), bins] = counted
    gaps = member * (probabilities - labels)[:, None]
    counts = counted.astype(np.float64)
    return lambda weights: _divide(np.abs(weights @ gaps).sum(axis=1), weights @ counts)


def subtract(after: Metric, before: Metric) -> Metric:
    """Return the difference of two metrics of the same items, for a paired bootstrap."""
    return lambda weights: after(weights) - before(weights)


def _divide(top: Vector, bottom: Vector) -> Vector:
    """Divide element by element; ``nan`` for a divisor of 0."""
    result: Vector = np.divide(top, bottom, out=np.full(len(top), np.nan), where=bottom > 0)
    return result


CONFIDENCE_LEVEL = 95.0
"""Confidence level of the intervals, in percent."""

CELLS = 4_000_000
"""Maximum number of weights in memory at once, 32 MB."""

MIN_DEFINED_SHARE = 0.5
"""Share of the resamples that must have a value; below it there is no interval."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a table.

    Args:
        value: the figure over all items; None if it is undefined.
        low: lower end of its 95 % interval; None without an interval.
        high: upper end.
        reason: why a value or an interval is missing; empty otherwise.
        samples: the figure of each resample, for means over files; not in the JSON.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    reason: str = ""
    samples: Any = field(default=None, repr=False, compare=False)

    def as_dict(self) -> dict[str, Any]:
        """Return JSON values; ``reason`` only if it is not empty."""
        shown: dict[str, Any] = {"value": self.value, "low": self.low, "high": self.high}
        return {**shown, "reason": self.reason} if self.reason else shown


@dataclass(frozen=True)
class Resampling:
    """Bootstrap over the items of one file: every row of its tables uses the same draws.

    Args:
        clusters: the source document of each item.
        resamples: number of resamples; 0 gives no intervals.
        seed: the draws depend on it, on ``file`` and on the clusters only.
        file: index of the file, so that files are resampled independently.
        noun: what the clusters are, in the plural, for the reason why there is no interval.
    """

    clusters: Sequence[Hashable]
    resamples: int = 1000
    seed: int = 0
    file: int = 0
    noun: str = "source documents"

    def figure(self, metric: Metric, reason: str = "") -> Figure:
        """Compute the metric over all items and its interval; ``reason`` explains an undefined value."""
        return self.figures({"": metric}, reason)[""]

    def figures(self, metrics: Mapping[str, Metric], reason: str = "") -> dict[str, Figure]:
        """Compute several metrics on the same draws: name → figure, as ``figure`` gives it."""
        ones = np.ones((1, len(self.clusters)))
        values = {
            n: float(metric(ones)[0]) if len(self.clusters) else np.nan for n, metric in metrics.items()
        }
        known = {name: metric for name, metric in metrics.items() if not np.isnan(values[name])}
        made = dict.fromkeys(metrics, Figure(None, reason=reason or "undefined for these items"))
        if not known:
            return made
        numbers, count = _number_clusters(self.clusters)
        if self.resamples < 1:
            why = "no resamples were requested"
        elif count < 2:
            why = f"an interval needs two {self.noun}; all items share one"
        else:
            drawn = self._samples(known, numbers, count)
            return made | {name: _add_interval(values[name], drawn[name]) for name in known}
        return made | {name: Figure(values[name], reason=why) for name in known}

    def _samples(
        self, metrics: Mapping[str, Metric], numbers: NDArray[np.int64], count: int
    ) -> dict[str, Vector]:
        """Compute each metric of each resample."""
        rng = np.random.default_rng([self.seed, self.file])
        block = max(1, CELLS // (len(numbers) + count))
        is_each_alone = count == len(numbers)
        parts: dict[str, list[Vector]] = {name: [] for name in metrics}
        for start in range(0, self.resamples, block):
            drawn = _draw_counts(rng, min(block, self.resamples - start), count)
            if not is_each_alone:  # else the clusters are the items, in their order
                drawn = drawn[:, numbers]
            for name, metric in metrics.items():
                parts[name].append(metric(drawn))
        return {name: np.concatenate(found) for name, found in parts.items()}


def average_figures(figures: Sequence[Figure]) -> Figure:
    """Return the unweighted mean over files, which are resampled independently.

    Files where the figure is undefined are left out; the reason then gives their number.
    """
    known = [figure for figure in figures if figure.value is not None]
    left = len(figures) - len(known)
    reason = f"undefined in {left} of {len(figures)} files, which are left out" if left else ""
    if not known:
        return Figure(None, reason=reason or "no file")
    value = float(np.mean([figure.value for figure in known]))
    drawn = [figure.samples for figure in known if figure.samples is not None]
    if len(drawn) < len(known):
        return Figure(value, reason=reason or "a file has no interval")
    return _add_interval(value, np.mean(drawn, axis=0), reason)


def _add_interval(value: float, samples: Vector, reason: str = "") -> Figure:
    """Build the figure with the percentile interval of its resamples."""
    known = samples[~np.isnan(samples)]
    if len(known) < MIN_DEFINED_SHARE * len(samples):
        return Figure(value, reason="undefined in most resamples: too few items of one kind", samples=samples)
    tail = (100.0 - CONFIDENCE_LEVEL) / 2.0
    low, high = np.percentile(known, [tail, 100.0 - tail])
    return Figure(value, float(low), float(high), reason, samples)


def _number_clusters(clusters: Sequence[Hashable]) -> tuple[NDArray[np.int64], int]:
    """Return each item's cluster as a number, in order of appearance, and the number of clusters."""
    numbers: dict[Hashable, int] = {}
    places = [numbers.setdefault(cluster, len(numbers)) for cluster in clusters]
    return np.array(places, dtype=np.int64), len(numbers)


def _draw_counts(rng: np.random.Generator, resamples: int, count: int) -> Matrix:
    """Draw how often each of ``count`` clusters occurs in each resample; every row sums to ``count``."""
    picks = rng.integers(0, count, size=(resamples, count))
    rows = np.arange(resamples)[:, None] * count
    return (
        np.bincount((picks + rows).ravel(), minlength=resamples * count)
        .reshape(resamples, count)
        .astype(np.float64)
    )
