"""What is measured over a run: shares of its sentences and of its answers, as one table of measures.

A sentence states something unless it is ``not_checkable``. What was not decided counts as stated and not
supported, so that a run which decides less is never shown as better.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ascribe.records.outcomes import NOT_SUPPORTED, STATUS_WORDS, STATUSES, Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]

SUPPORTED = STATUSES.index("supported")
CONTRADICTED = STATUSES.index("contradicted")
NOT_CHECKABLE = STATUSES.index("not_checkable")

WORST_FIRST: tuple[Status, ...] = (
    "contradicted", "unsupported", "partial", "unknown", "not_checkable", "supported",
)  # fmt: skip
"""The order in which sentences are listed."""

BADNESS = tuple(len(WORST_FIRST) - 1 - WORST_FIRST.index(status) for status in STATUSES)
"""How bad each status is, in the order of ``STATUSES``: 0 is supported."""

MIN_FAILING_BADNESS = BADNESS[STATUSES.index("unknown")]
"""From here on a sentence is not supported although it states something."""

FAILED = tuple(map(STATUSES.index, NOT_SUPPORTED))
"""Places of the statuses of sentences that were checked and are not supported."""


@dataclass(frozen=True)
class AnswerCounts:
    """The answers of a run as arrays, one entry for each answer.

    Args:
        counts: of shape (answers, statuses).
        faithfulness: ``nan`` where nothing was checked.
    """

    counts: NDArray[np.int64]
    faithfulness: Values

    def of(self, status: Status) -> Values:
        """Return the sentences of that status."""
        values: Values = self.counts[:, STATUSES.index(status)].astype(np.float64)
        return values

    @property
    def all(self) -> Values:
        """The sentences."""
        values: Values = self.counts.sum(axis=1).astype(np.float64)
        return values

    @property
    def stating(self) -> Values:
        """The sentences that state something."""
        return self.all - self.of("not_checkable")

    @property
    def one(self) -> Values:
        """1 for each answer."""
        return np.ones(len(self.counts))


Part = Callable[[AnswerCounts], Any]


@dataclass(frozen=True)
class Measure:
    """A share, or a mean: the sum of ``top`` over the sum of ``bottom``.

    Args:
        name: its name in JSON.
        words: its name in tables.
        top: numerator of each answer.
        bottom: denominator of each answer.
        better: whether ``higher`` or ``lower`` values are better; empty if neither is.
        decides: True if ``--fail-if-worse`` looks at it.
        percent: False for a mean that is shown as it is.
    """

    name: str
    words: str
    top: Part
    bottom: Part
    better: Literal["higher", "lower", ""]
    decides: bool = False
    percent: bool = True


def _build_share(status: Status, better: Literal["higher", "lower"], decides: bool = False) -> Measure:
    words = f"sentences {STATUS_WORDS[status]}"
    return Measure(status, words, lambda run: run.of(status), lambda run: run.stating, better, decides)


MEASURES = (
    _build_share("supported", "higher", decides=True),
    _build_share("partial", "lower"),
    _build_share("contradicted", "lower", decides=True),
    _build_share("unsupported", "lower"),
    _build_share("unknown", "lower"),
    Measure(
        "not_checkable",
        "sentences with nothing to check",
        lambda r: r.of("not_checkable"),
        lambda r: r.all,
        "",
    ),
    Measure(
        "answers_supported",
        "answers supported throughout",
        lambda run: (run.stating > 0) & (run.of("supported") == run.stating),
        lambda run: run.stating > 0,
        "higher",
    ),
    Measure(
        "answers_contradicted",
        "answers with a contradicted sentence",
        lambda run: run.of("contradicted") > 0,
        lambda run: run.stating > 0,
        "lower",
    ),
    Measure("silent", "answers that state nothing", lambda run: run.stating == 0, lambda run: run.one, ""),
    Measure(
        "faithfulness",
        "faithfulness of checked sentences (mean over answers)",
        lambda run: np.nan_to_num(run.faithfulness),
        lambda run: ~np.isnan(run.faithfulness),
        "higher",
    ),
    Measure(
        "statements", "stating sentences per answer", lambda r: r.stating, lambda r: r.one, "", percent=False
    ),
)
"""All measures. Shares of sentences are of those that state something, except for ``not_checkable``.

Only two decide: each fails a run that is as good with a probability of 2.5 %, so both together with 5 % at
most.
"""
