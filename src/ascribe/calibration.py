"""Fits the combiner of tier ``builtin`` on labelled statements: one probability, and the bars of four levels.

The features are those that ``check`` leaves in each verdict's details, so what is fitted is what will run.
Every data set counts the same, and in it the supported statements as much as the others: the probability is
that of a claim that is as likely right as wrong before anybody looked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ascribe.errors import InputError
from ascribe.evaluation.files import find_files, look_through
from ascribe.evaluation.items import VerificationItem
from ascribe.pipeline import Progress, check
from ascribe.records import Strictness, Verdict
from ascribe.verify.combiner import Combiner, shipped
from ascribe.verify.examination import FEATURES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]
    Flags = NDArray[np.bool_]

LEAST = 50
"""Supported statements, and others, below which nothing is fitted."""

RIDGE = 1.0
"""Strength of the penalty on the squared weights, for a sample that weighs as much as it has rows."""

KEPT, LET_THROUGH = 0.9, {"strict": 0.05, "paranoid": 0.01}
"""``loose`` keeps this share of the supported claims. ``strict`` and ``paranoid`` let through at most these
shares of the others. ``balanced`` is where the mean of both rates is best."""


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


def calibrate(files: Sequence[str | Path], progress: Progress | None = None) -> Combiner:
    """The shipped combiner with its weights and bars fitted anew.

    Args:
        files: labelled files for the task verification, or folders of them; see ``ascribe.evaluate``.
        progress: called with (file name, statements done, statements in all).

    Raises:
        InputError: a file that cannot be read, or too few statements of one kind; the message says which.
    """
    found = list(_judged(files, progress))
    combiner = fit(_rows(found))
    return replace(combiner, fitted_on=_facts(found))


def fit(rows: Rows) -> Combiner:
    """Weights by logistic regression with a ridge penalty, bars by ``KEPT`` and ``LET_THROUGH``."""
    means = np.average(rows.features, axis=0, weights=rows.weights)
    scales = np.sqrt(np.average((rows.features - means) ** 2, axis=0, weights=rows.weights))
    scales = np.where(scales > 1e-9, scales, 1.0)
    inputs = np.column_stack([(rows.features - means) / scales, np.ones(len(rows.features))])
    weights = _logistic(inputs, rows.supported, rows.weights)
    odds = inputs @ weights
    objection = _shift(odds[rows.objects], rows.supported[rows.objects], rows.weights[rows.objects])
    known = shipped()
    return Combiner(
        features=FEATURES,
        means=_rounded(means),
        scales=_rounded(scales),
        weights=_rounded(weights[:-1]),
        bias=round(float(weights[-1]), 6),
        supported=_bars(1.0 / (1.0 + np.exp(-odds)), rows),
        contradicted=known.contradicted,
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
    steps = np.round(np.arange(0.01, 1.0, 0.01), 2)
    kept = np.array([_share(probability, rows, rows.supported, step) for step in steps])
    let = np.array([_share(probability, rows, ~rows.supported, step) for step in steps])
    balanced = float(steps[np.argmax(kept - let)])
    loose = min(balanced, float(steps[kept >= KEPT].max(initial=steps[0])))
    bars: dict[Strictness, float] = {"loose": loose, "balanced": balanced}
    for level, most in LET_THROUGH.items():
        bars[level] = max(*bars.values(), float(steps[let <= most].min(initial=steps[-1])))  # type: ignore[index]
    return bars


def _share(probability: Vector, rows: Rows, chosen: Flags, bar: float) -> float:
    """Weighted share of the chosen statements that reach the bar and that no rule objects to."""
    said = (probability >= bar) & ~rows.objects
    return float(np.average(said[chosen], weights=rows.weights[chosen]))


Judged = tuple[str, bool, Verdict]


def _judged(files: Sequence[str | Path], progress: Progress | None) -> Iterator[Judged]:
    """Data set, label and verdict of each statement of one sentence that the models judged."""
    for path in find_files(files):
        labelled = look_through(path)
        if labelled.task != "verification":
            raise InputError(f"{path}: calibration needs claim, source and label, got {labelled.task}.")
        for number, (_, item) in enumerate(labelled.items(), 1):
            assert isinstance(item, VerificationItem)  # noqa: S101  # the file's task says so
            verdict = _verdict(item)
            if verdict is not None:
                yield path.name.split(".")[0], item.label, verdict
            if progress is not None:
                progress(path.name, number, len(labelled.clusters))


def _verdict(item: VerificationItem) -> Verdict | None:
    """What the models found of the statement; None unless it is one sentence that they read."""
    statement = item.statement
    answer = check(statement.claim, statement.documents, tier="builtin", language=statement.language)
    judged = [s.verdict for s in answer.sentences if s.verdict is not None]
    read = [verdict for verdict in judged if "features" in verdict.details]
    return read[0] if len(read) == len(judged) == 1 else None


def _rows(found: Sequence[Judged]) -> Rows:
    supported = np.array([label for _, label, _ in found], dtype=bool)
    for name, count in (("supported", supported.sum()), ("not supported", (~supported).sum())):
        if count < LEAST:
            raise InputError(f"calibration needs at least {LEAST} statements that are {name}, got {count}.")
    features = np.array([[v.details["features"][name] for name in FEATURES] for _, _, v in found])
    objects = np.array([bool(v.details["objects"]) for _, _, v in found])
    return Rows(features, supported, objects, _weights([(name, label) for name, label, _ in found]))


def _weights(kinds: Sequence[tuple[str, bool]]) -> Vector:
    """Every data set counts the same, and so does each label in it; they sum to the number of statements."""
    names = list(dict.fromkeys(kinds))
    counts = {kind: kinds.count(kind) for kind in names}
    raw = np.array([1.0 / counts[kind] for kind in kinds])
    total: Vector = raw * len(kinds) / raw.sum()
    return total


def _facts(found: Sequence[Judged]) -> dict[str, object]:
    names = [name for name, _, _ in found]
    return {name: names.count(name) for name in sorted(set(names))}


def _rounded(values: Vector) -> tuple[float, ...]:
    return tuple(round(float(value), 6) for value in values)
