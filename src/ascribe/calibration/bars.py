"""Probabilities and labels → the bars of the four levels.

A claim that the rules confirm is supported at the bar of the level below, one that they object to at that of
the level above (``Combiner.bar``). So the bars are found one after the other, each with the confirmed
statements at the bar that was found before; at last ``strict`` rises until its promise holds with those that
are objected to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ascribe.calibration.rows import Rows
from ascribe.records import Strictness

if TYPE_CHECKING:
    from ascribe.calibration.rows import Flags, Vector

KEPT = 0.9
LET_THROUGH: dict[Strictness, float] = {"strict": 0.05, "paranoid": 0.01}
"""``loose`` keeps this share of the supported statements that no rule objects to. ``strict`` and ``paranoid``
let through at most these shares of the others. ``balanced`` is where kept less let through is most, among the
bars from which ``strict`` can keep its promise."""

STEPS = np.round(np.arange(0.05, 0.96, 0.01), 2)
"""Bars that are tried. Data that separates without a doubt gives no reason for a bar near 0 or 1."""


def said(probability: Vector, rows: Rows, bar: float, confirmed: float, objected: float = np.inf) -> Flags:
    """Which statements are called supported, as ``builtin_tier.decide`` has it.

    Args:
        probability: of each statement.
        rows: the statements; one that a rule contradicts is supported by no probability.
        bar: what a statement needs.
        confirmed: what it needs if the rules confirm it.
        objected: what it needs if a rule objects.
    """
    needed = np.where(rows.confirmed, confirmed, np.where(rows.objects, objected, bar))
    reached: Flags = probability >= needed
    return reached & ~rows.vetoed


@dataclass(frozen=True, slots=True)
class _Trial:
    """What each of ``STEPS`` does as a bar, in shares.

    Args:
        kept: of the supported statements without an objection those that are called supported.
        let: of the others those that are.
        passed_on: of the others those that the rules confirm and that reach the step: the level above lets
            them through, however high its own bar.
    """

    kept: Vector
    let: Vector
    passed_on: Vector


def bars(probability: Vector, rows: Rows) -> dict[Strictness, float]:
    """The probability from which on each level says supported; no level is below the one before it."""
    trial = _trial(probability, rows)
    most_kept = float(STEPS[trial.kept >= KEPT].max(initial=STEPS[0]))
    loose = min(most_kept, _best(trial, STEPS > 0.0))
    trial = _trial(probability, rows, loose)
    balanced = _best(trial, (loose <= STEPS) & (trial.passed_on <= LET_THROUGH["strict"]))
    trial = _trial(probability, rows, balanced)
    can = trial.passed_on <= LET_THROUGH["paranoid"]
    strict = _lowest((balanced <= STEPS) & (trial.let <= LET_THROUGH["strict"]) & can)
    trial = _trial(probability, rows, strict)
    paranoid = _lowest((strict <= STEPS) & (trial.let <= LET_THROUGH["paranoid"]))
    trial = _trial(probability, rows, balanced, paranoid)
    strict = _lowest((strict <= STEPS) & (trial.let <= LET_THROUGH["strict"]) & can)
    trial = _trial(probability, rows, strict)
    paranoid = _lowest((max(strict, paranoid) <= STEPS) & (trial.let <= LET_THROUGH["paranoid"]))
    return {"loose": loose, "balanced": balanced, "strict": strict, "paranoid": paranoid}


def _best(trial: _Trial, allowed: Flags) -> float:
    """The allowed step at which kept less let through is most: the middle one of several; else the last."""
    if not allowed.any():
        return float(STEPS[-1])
    gain = np.where(allowed, trial.kept - trial.let, -np.inf)
    best = np.flatnonzero(gain >= gain.max() - 1e-9)
    return float(STEPS[best[len(best) // 2]])


def _lowest(allowed: Flags) -> float:
    """The lowest allowed step; else the last."""
    return float(STEPS[allowed].min(initial=STEPS[-1]))


def _trial(
    probability: Vector, rows: Rows, confirmed: float | None = None, objected: float = np.inf
) -> _Trial:
    """With confirmed statements at that bar; None if they need what all need."""
    found = [
        said(probability, rows, step, step if confirmed is None else confirmed, objected) for step in STEPS
    ]
    alone = [said(probability, rows, np.inf, step) for step in STEPS]
    others = ~rows.supported
    free = rows.supported & ~rows.objects
    return _Trial(_shares(found, free, rows), _shares(found, others, rows), _shares(alone, others, rows))


def _shares(found: Sequence[Flags], chosen: Flags, rows: Rows) -> Vector:
    """Of each finding the weighted share among the chosen statements; 0 of none."""
    if not chosen.any():
        return np.zeros(len(found))
    return np.array([np.average(flags[chosen], weights=rows.weights[chosen]) for flags in found])
