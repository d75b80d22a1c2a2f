"""Turn the values of a model into probabilities."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

_MAX_LOG_ODDS = 500.0
"""Clip for log odds: the probability no longer changes beyond it, and no exponential overflows."""


def compute_softmax(values: NDArray[Any]) -> Floats:
    """Apply softmax along the last axis, in double precision."""
    wide = values.astype(np.float64)
    powers = np.exp(wide - wide.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def compute_sigmoid(values: NDArray[Any]) -> Floats:
    """Compute 1 / (1 + e^-x) of each value, in double precision."""
    return np.asarray(
        1.0 / (1.0 + np.exp(-np.clip(values.astype(np.float64), -_MAX_LOG_ODDS, _MAX_LOG_ODDS)))
    )
