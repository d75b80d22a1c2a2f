"""Probabilities and labels → the bars of the four levels.

A claim that the rules object to needs the bar of the level above (``Combiner.bar``). So ``strict`` is found
without such claims, then ``paranoid``, and then ``strict`` rises until its promise holds with them.
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
let through at most these shares of the others. ``balanced`` is where kept less let through is most, or
nearly: of steps that differ by less than ``ALIKE`` the highest, as a false ✓ costs more trust than an open
question."""

ALIKE = 0.02

STEPS = np.round(np.arange(0.05, 0.96, 0.01), 2)
"""Bars that are tried. Data that separates without a doubt gives no reason for a bar near 0 or 1."""


def said(probability: Vector, rows: Rows, bar: float, objected: float = np.inf) -> Flags:
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
class _Trial:
    """What each of ``STEPS`` does as a bar, in shares.

    Args:
        kept: of the supported statements without an objection those that are called supported.
        let: of the others those that are.
    """

    kept: Vector
    let: Vector


def bars(probability: Vector, rows: Rows) -> dict[Strictness, float]:
    """The probability from which on each level says supported; no level is below the one before it."""
    trial = _trial(probability, rows)
    balanced = _best(trial)
    loose = min(balanced, float(STEPS[trial.kept >= KEPT].max(initial=STEPS[0])))
    strict = _lowest((balanced <= STEPS) & (trial.let <= LET_THROUGH["strict"]))
    paranoid = _lowest((strict <= STEPS) & (trial.let <= LET_THROUGH["paranoid"]))
    objected = _trial(probability, rows, paranoid)
    strict = _lowest((strict <= STEPS) & (objected.let <= LET_THROUGH["strict"]))
    return {"loose": loose, "balanced": balanced, "strict": strict, "paranoid": max(strict, paranoid)}


def _best(trial: _Trial) -> float:
    """The highest step at which kept less let through is nearly as much as it can be."""
    gain = trial.kept - trial.let
    return float(STEPS[np.flatnonzero(gain >= gain.max() - ALIKE)[-1]])


def _lowest(allowed: Flags) -> float:
    """The lowest allowed step; else the last."""
    return float(STEPS[allowed].min(initial=STEPS[-1]))


def _trial(probability: Vector, rows: Rows, objected: float = np.inf) -> _Trial:
    """With the statements that a rule objects to at that bar."""
    found = [said(probability, rows, step, objected) for step in STEPS]
    free = rows.supported & ~rows.objects
    return _Trial(_shares(found, free, rows), _shares(found, ~rows.supported, rows))


def _shares(found: Sequence[Flags], chosen: Flags, rows: Rows) -> Vector:
    """Of each finding the weighted share among the chosen statements; 0 of none."""
    if not chosen.any():
        return np.zeros(len(found))
    return np.array([np.average(flags[chosen], weights=rows.weights[chosen]) for flags in found])
