"""Count sentences by status over answers, with a 95 % interval for the share that is supported.

A tally holds eight whole numbers, so it needs no memory for its answers, and the order of the answers does
not matter. The sentences of one answer are correlated; the variance is that of a ratio estimator over
clusters (Cochran 1977, section 6.4), and the interval Wilson's with the effective sample size that this
variance gives (Dean and Pagano 2015), which stays within 0 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

from ascribe.batch_results.measures import CONTRADICTED, FAILED, NOT_CHECKABLE, SUPPORTED
from ascribe.batch_results.tables import Counts
from ascribe.records.outcomes import STATUSES

Z = 1.959963984540054
"""97.5 % quantile of the normal distribution."""


@dataclass
class Tally:
    """Answers and their sentences by status."""

    answers: int = 0
    counts: list[int] = field(default_factory=lambda: [0] * len(STATUSES))
    _squares: tuple[int, int, int] = (0, 0, 0)

    def add(self, counts: Counts) -> None:
        """Add an answer."""
        self.answers += 1
        for place, count in enumerate(counts):
            self.counts[place] += count
        one, all_ = counts[SUPPORTED], sum(counts) - counts[NOT_CHECKABLE]
        upper, mixed, lower = self._squares
        self._squares = upper + one * one, mixed + one * all_, lower + all_ * all_

    def merge(self, other: Tally) -> None:
        """Add the answers of another tally."""
        self.answers += other.answers
        self.counts = [one + more for one, more in zip(self.counts, other.counts, strict=True)]
        upper, mixed, lower = self._squares
        upper_more, mixed_more, lower_more = other._squares
        self._squares = upper + upper_more, mixed + mixed_more, lower + lower_more

    @property
    def stating(self) -> int:
        """Sentences that state something."""
        return sum(self.counts) - self.counts[NOT_CHECKABLE]

    @property
    def supported(self) -> int:
        """Sentences that are supported."""
        return self.counts[SUPPORTED]

    @property
    def contradicted(self) -> int:
        """Sentences that are contradicted."""
        return self.counts[CONTRADICTED]

    @property
    def failed(self) -> int:
        """Sentences that were checked and are not supported."""
        return sum(self.counts[place] for place in FAILED)

    @property
    def rate(self) -> float | None:
        """Share of the stating sentences that is supported; None without any."""
        return self.supported / self.stating if self.stating else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the rate; None with fewer than two answers."""
        rate = self.rate
        if rate is None or self.answers < 2:
            return None
        return _compute_wilson(rate, self._compute_effective_size(rate))

    def _compute_effective_size(self, rate: float) -> float:
        """Return the number of independent sentences that would have this variance.

        Where all sentences are alike the variance is 0 and says nothing; then each answer counts as one.
        """
        upper, mixed, lower = self._squares
        residuals = upper - 2 * rate * mixed + rate * rate * lower
        spread = self.answers / (self.answers - 1) * max(residuals, 0.0) / self.stating**2
        if rate in (0.0, 1.0) or spread <= 0:
            return float(min(self.answers, self.stating))
        return min(rate * (1 - rate) / spread, float(self.stating))


def _compute_wilson(rate: float, size: float) -> tuple[float, float]:
    """Return the score interval of a share (Wilson 1927)."""
    scale = 1 + Z * Z / size
    middle = rate + Z * Z / (2 * size)
    half = Z * sqrt(rate * (1 - rate) / size + Z * Z / (4 * size * size))
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)
