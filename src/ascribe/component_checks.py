"""Checks of what a scorer or a verifier returned, which may come from another package."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ascribe.errors import BrokenComponentError, describe_type
from ascribe.records import Verdict
from ascribe.text.counts import format_count


def check_verdicts(tier: str, verdicts: object, claims: int) -> None:
    """Check that a verifier, perhaps of another package, gave one verdict for each claim, with its evidence.

    Raises:
        BrokenComponentError: it did not, so nothing that it says can be shown.
    """
    broken = f"the verifier {tier!r} cannot be used: "
    if not isinstance(verdicts, Sequence) or not all(isinstance(one, Verdict) for one in verdicts):
        raise BrokenComponentError(f"{broken}verify must return a list of Verdict, one for each claim.")
    if len(verdicts) != claims:
        raise BrokenComponentError(
            f"{broken}it gave {format_count(len(verdicts), 'verdict')} for {format_count(claims, 'claim')}."
        )
    labels = [{each.label for each in one.references} for one in verdicts if one.status == "supported"]
    if not all("supports" in each for each in labels):
        raise BrokenComponentError(f"{broken}it supports a claim without a reference labelled 'supports'.")


_MAX_ROUNDING = 1e-6
"""Distance from [0, 1] that rounding may give a score."""


def check_scores(scorer: str, scores: object, shape: tuple[int, int]) -> None:
    """Check that a scorer, perhaps of another package, gave one number in [0, 1] for each pair.

    Raises:
        BrokenComponentError: it did not, so nothing can be cited from it.
    """
    broken = f"the scorer {scorer!r} cannot be used: "
    if not (hasattr(scores, "matrix") and hasattr(scores, "joint")):
        raise BrokenComponentError(
            f"{broken}score returned {describe_type(scores)}; it must return an object with 'matrix' and "
            "'joint', as ascribe.protocols.Scores has them."
        )
    matrix = scores.matrix
    wanted = (
        f"it must be a NumPy array of floats, one row per claim and one column per sentence, {shape} here."
    )
    if not isinstance(matrix, np.ndarray) or matrix.dtype.kind != "f":
        given = f"an array of {matrix.dtype}" if isinstance(matrix, np.ndarray) else describe_type(matrix)
        raise BrokenComponentError(f"{broken}its matrix is {given}; {wanted}")
    if matrix.shape != shape:
        raise BrokenComponentError(f"{broken}its matrix has the shape {matrix.shape}; {wanted}")
    wrong = matrix[~((matrix >= -_MAX_ROUNDING) & (matrix <= 1.0 + _MAX_ROUNDING))]
    if wrong.size:
        raise BrokenComponentError(
            f"{broken}its matrix has the score {wrong[0]}; every score must be from 0 to 1."
        )
