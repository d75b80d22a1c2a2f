"""``compare``: what is better and worse in the second of two runs over the same replies or questions.

The figures are differences of shares. Their intervals come from a paired bootstrap: answers are drawn with
replacement, each with its sentences in both runs, so that what is hard in both cancels.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ascribe.batch_results.changes import Changes, find_changes
from ascribe.batch_results.measures import MEASURES, Measure
from ascribe.batch_results.pairs import Key, Pairs, name_key, pair_answers, read_answers
from ascribe.batch_results.tables import count_rejects, find_sentences_file
from ascribe.errors import InputError
from ascribe.option_names import explain_unknown_options

if TYPE_CHECKING:
    from ascribe.evaluation.metrics import Figure


@dataclass(frozen=True, slots=True)
class Difference:
    """One measure in both runs.

    Args:
        measure: what is measured.
        before: its value in the first run; None if it is undefined.
        after: its value in the second run.
        change: second minus first, with its interval.
    """

    measure: Measure
    before: float | None
    after: float | None
    change: Figure

    @property
    def verdict(self) -> str:
        """``worse`` or ``better`` if the whole interval says so, else empty.

        A measure that the second run has not at all is worse. Without an interval the value decides.
        """
        if not self.measure.better or self.before is None:
            return ""
        value = self.change.value
        if self.after is None or value is None:
            return "worse"
        low = value if self.change.low is None else self.change.low
        high = value if self.change.high is None else self.change.high
        if low <= 0 <= high:
            return ""
        return "better" if (low > 0) == (self.measure.better == "higher") else "worse"

    @property
    def is_lower_in_quality(self) -> bool:
        """True if the value itself, whatever its interval, is on the worse side of 0."""
        value = self.change.value
        if not self.measure.better or not value:
            return False
        return (value < 0) == (self.measure.better == "higher")

    def as_dict(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "name": self.measure.name,
            "before": self.before,
            "after": self.after,
            "change": self.change.as_dict(),
            "better": self.measure.better or None,
            "decides": self.measure.decides,
            "verdict": self.verdict or None,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs side by side.

    Args:
        before: table of answers of the first run.
        after: table of answers of the second run.
        paired_by: the column that pairs the answers, ``id`` or ``row``.
        paired: number of answers in both.
        clusters: number of clusters of the bootstrap.
        only_before: the answers that the second run lacks.
        only_after: the answers that the first run lacks.
        rejects: rows that each run could not check.
        differences: all measures.
        changes: the sentences and answers that changed.
    """

    before: Path
    after: Path
    paired_by: str
    paired: int
    clusters: int
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    rejects: tuple[int, int]
    differences: tuple[Difference, ...]
    changes: Changes

    @property
    def failures(self) -> tuple[str, ...]:
        """Why the second run is worse, one sentence each; empty if it is not.

        Answers that it lacks were not compared, so they count as worse.
        """
        worse = (
            f"{each.measure.words}: {describe_difference(each)}"
            for each in self.differences
            if each.measure.decides and each.verdict == "worse"
        )
        return (*worse, *self._describe_lacking())

    @property
    def undecided(self) -> tuple[str, ...]:
        """What decides and went the wrong way, but by an interval that reaches 0; empty if nothing did.

        These runs are too few answers, or too much alike, to say whether it is chance.
        """
        return tuple(
            f"{each.measure.words}: {describe_difference(each)}"
            for each in self.differences
            if each.measure.decides and each.is_lower_in_quality and each.verdict != "worse"
        )

    def list_excess(self, max_worse: int | None) -> tuple[str, ...]:
        """Return why more answers got worse than ``max_worse`` allows; empty if not, or without a bound.

        Answers that the second run lacks are not allowed either.
        """
        if max_worse is None:
            return ()
        worse = self.changes.answers_worse
        message = f"answers that got worse: {worse}, at most {max_worse} allowed"
        return (*([message] if worse > max_worse else []), *self._describe_lacking())

    def _describe_lacking(self) -> list[str]:
        return [f"answers that it lacks: {len(self.only_before)}"] if self.only_before else []

    def as_dict(self, limit: int = 100) -> dict[str, Any]:
        """Return JSON values; at most ``limit`` answers that only one run has are named."""
        return {
            "before": str(self.before),
            "after": str(self.after),
            "paired_by": self.paired_by,
            "answers": self.paired,
            "clusters": self.clusters,
            "only_before": {"answers": len(self.only_before), "named": list(self.only_before[:limit])},
            "only_after": {"answers": len(self.only_after), "named": list(self.only_after[:limit])},
            "rejects": {"before": self.rejects[0], "after": self.rejects[1]},
            "worse": list(self.failures),
            "undecided": list(self.undecided),
            "measures": [each.as_dict() for each in self.differences],
            "changes": self.changes.as_dict(),
        }

    def to_json(self) -> str:
        """Return ``as_dict`` as indented JSON."""
        return json.dumps(self.as_dict(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


@explain_unknown_options()
def compare(
    before: Path | str,
    after: Path | str,
    *,
    cluster: str | None = None,
    limit: int = 10,
    resamples: int = 1000,
    seed: int = 0,
) -> Comparison:
    """Compare the results of two runs of ``batch`` over the same table.

    Args:
        before: table of answers of the first run, with its table of sentences beside it.
        after: the same of the second run.
        cluster: a column of both tables; answers with the same value are drawn together, as those of one
            conversation or user. By default each answer is a cluster.
        limit: maximum number of sentences and of answers that are listed as worse.
        resamples: bootstrap resamples for the intervals; 0 gives none.
        seed: seed of the resamples; the same seed gives the same figures.

    Raises:
        InputError: a table cannot be used, or the runs have no answer in common.
        MissingExtraError: Parquet without its extra.
    """
    if min(limit, resamples, seed) < 0:
        raise InputError("limit, resamples and seed must be 0 or more.")
    first, second = Path(before), Path(after)
    sentences = find_sentences_file(first), find_sentences_file(second)
    pairs = pair_answers(read_answers(first, cluster), read_answers(second, cluster))
    return Comparison(
        first,
        second,
        pairs.by,
        len(pairs.keys),
        len(set(pairs.clusters)),
        _name_all(pairs.only_before),
        _name_all(pairs.only_after),
        (count_rejects(first), count_rejects(second)),
        _measure(pairs, resamples, seed),
        find_changes(pairs, *sentences, limit),
    )


def _name_all(keys: tuple[Key, ...]) -> tuple[str, ...]:
    return tuple(map(name_key, keys))


def _measure(pairs: Pairs, resamples: int, seed: int) -> tuple[Difference, ...]:
    import numpy as np

    from ascribe.evaluation.metrics import Resampling, ratio, subtract

    ones = np.ones((1, len(pairs.keys)))
    metrics = {
        each.name: [ratio(each.top(run), each.bottom(run)) for run in (pairs.before, pairs.after)]
        for each in MEASURES
    }
    changes = Resampling(pairs.clusters, resamples, seed, noun="clusters of answers").figures(
        {name: subtract(after, before) for name, (before, after) in metrics.items()},
        "undefined in one of the runs",
    )
    values = {
        name: [_get_defined(float(metric(ones)[0])) for metric in both] for name, both in metrics.items()
    }
    return tuple(
        Difference(each, values[each.name][0], values[each.name][1], changes[each.name]) for each in MEASURES
    )


def _get_defined(value: float) -> float | None:
    return None if isnan(value) else value


def describe_difference(difference: Difference) -> str:
    """Return both values and the change with its interval: ``96.0 → 90.0 %, −6.0 [−9.1, −3.2]``."""
    before, after = (format_value(difference.measure, v) for v in (difference.before, difference.after))
    values = f"{before} → {after}{' %' if difference.measure.percent else ''}"
    change = format_change(difference)
    return f"{values}, {change}" if change else values


def format_value(measure: Measure, value: float | None) -> str:
    """Return a value in percent, or as it is for a mean; a dash if it is undefined."""
    if value is None:
        return "–"
    return f"{100 * value:.1f}" if measure.percent else f"{value:.2f}"


def format_change(difference: Difference) -> str:
    """Return the change in percentage points with its interval; empty if it is undefined."""
    change = difference.change
    if change.value is None:
        return ""
    scale, digits = (100.0, 1) if difference.measure.percent else (1.0, 2)
    shown = _format_signed(change.value * scale, digits)
    if change.low is None or change.high is None:
        return shown
    low, high = (_format_signed(bound * scale, digits) for bound in (change.low, change.high))
    return f"{shown} [{low}, {high}]"


def _format_signed(value: float, digits: int) -> str:
    """Return the rounded value with its sign; zero has none."""
    rounded = round(value, digits)
    return f"{rounded:+.{digits}f}".replace("-", "−") if rounded else f"{0:.{digits}f}"
