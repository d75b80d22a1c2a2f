"""A figure with its interval: resampling whole source documents.

Claims about one document fail and succeed together, so drawing single claims would make intervals too
narrow. Documents are drawn with replacement, each with all its items (Davison and Hinkley 1997, section
3.8; Cameron, Gelbach and Miller 2008), and the interval is that of the percentiles (Efron 1981).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ascribe.evaluation.metrics import Matrix, Metric, Vector

LEVEL = 95.0
"""Percent of the resamples that lie inside an interval."""

CELLS = 4_000_000
"""Weights held at once, 32 MB."""

LEAST = 0.5
"""Share of the resamples that must give a value; with fewer there is no interval."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a table.

    Args:
        value: the figure over all items; None where it is undefined.
        low: lower end of its 95 % interval; None where there is none.
        high: upper end.
        reason: why something is None; empty otherwise.
        samples: the figure of each resample, for means over files; not in the JSON.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    reason: str = ""
    samples: Any = field(default=None, repr=False, compare=False)

    def as_dict(self) -> dict[str, Any]:
        """JSON values; ``reason`` only where there is one."""
        shown: dict[str, Any] = {"value": self.value, "low": self.low, "high": self.high}
        return {**shown, "reason": self.reason} if self.reason else shown


@dataclass(frozen=True)
class Resampling:
    """How intervals over the items of one file are made: every row of its tables uses the same draws.

    Args:
        clusters: the source document of each item.
        resamples: how many draws; 0 gives no intervals.
        seed: with ``file`` and the clusters, all that the draws depend on.
        file: number of the file, so that files are drawn independently.
    """

    clusters: Sequence[Hashable]
    resamples: int = 1000
    seed: int = 0
    file: int = 0

    def figure(self, metric: Metric, reason: str = "") -> Figure:
        """The metric over all items, and its interval. ``reason`` is said where it is undefined."""
        value = float(metric(np.ones((1, len(self.clusters))))[0]) if len(self.clusters) else np.nan
        if np.isnan(value):
            return Figure(None, reason=reason or "undefined for these items")
        if self.resamples < 1:
            return Figure(value, reason="no resamples were asked for")
        numbers, count = _numbered(self.clusters)
        if count < 2:
            return Figure(value, reason="an interval needs two source documents; all items share one")
        return _with_interval(value, self._samples(metric, numbers, count))

    def _samples(self, metric: Metric, numbers: NDArray[np.int64], count: int) -> Vector:
        """The metric of each resample."""
        rng = np.random.default_rng([self.seed, self.file])
        block = max(1, CELLS // (len(numbers) + count))
        parts = []
        for start in range(0, self.resamples, block):
            drawn = _draws(rng, min(block, self.resamples - start), count)
            parts.append(metric(drawn[:, numbers]))
        return np.concatenate(parts)


def mean_figure(figures: Sequence[Figure]) -> Figure:
    """The plain mean over files; files are drawn independently of one another.

    Files where the figure is undefined are left out; the reason then says how many.
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
    return _with_interval(value, np.mean(drawn, axis=0), reason)


def _with_interval(value: float, samples: Vector, reason: str = "") -> Figure:
    """The figure with the percentiles of its resamples."""
    known = samples[~np.isnan(samples)]
    if len(known) < LEAST * len(samples):
        return Figure(value, reason="undefined in most resamples: too few items of one kind", samples=samples)
    tail = (100.0 - LEVEL) / 2.0
    low, high = np.percentile(known, [tail, 100.0 - tail])
    return Figure(value, float(low), float(high), reason, samples)


def _numbered(clusters: Sequence[Hashable]) -> tuple[NDArray[np.int64], int]:
    """Each item's cluster as a number in order of appearance, and how many there are."""
    numbers: dict[Hashable, int] = {}
    places = [numbers.setdefault(cluster, len(numbers)) for cluster in clusters]
    return np.array(places, dtype=np.int64), len(numbers)


def _draws(rng: np.random.Generator, resamples: int, count: int) -> Matrix:
    """How often each of ``count`` clusters is drawn in each resample; every row sums to ``count``."""
    picks = rng.integers(0, count, size=(resamples, count))
    rows = np.arange(resamples)[:, None] * count
    return (
        np.bincount((picks + rows).ravel(), minlength=resamples * count)
        .reshape(resamples, count)
        .astype(np.float64)
    )
