"""What the fit sees of labelled statements: features, flags and labels, and how much each counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]
    Flags = NDArray[np.bool_]
    Whole = NDArray[np.int64]

FULL = 50
"""Statements of one label from which on a file counts in full: a dozen would be too noisy for that."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What was found of each statement.

    Args:
        features: shape (statements, features).
        supported: what people say.
        objects: True where a rule objects or contradicts.
        vetoed: True where a rule contradicts, or sources do: no probability is enough.
        confirmed: True where the rules confirm all of it.
        weights: how much each counts; they sum to the number of rows.
    """

    features: Matrix
    supported: Flags
    objects: Flags
    vetoed: Flags
    confirmed: Flags
    weights: Vector

    def some(self, chosen: Flags | Whole) -> Rows:
        """Those that are flagged, or those at these places."""
        return Rows(
            self.features[chosen],
            self.supported[chosen],
            self.objects[chosen],
            self.vetoed[chosen],
            self.confirmed[chosen],
            self.weights[chosen],
        )


def even_weights(kinds: Sequence[tuple[str, bool]], counts: Sequence[float] | None = None) -> Vector:
    """Every file counts the same, and so does each label in it; they sum to the number of statements.

    A label of a file with fewer than ``FULL`` statements counts less, by how many it has.

    Args:
        kinds: file and label of each statement.
        counts: how much the file of each statement counts; None counts all the same.
    """
    sizes = Counter(kinds)
    raw = np.array([min(sizes[kind], FULL) / sizes[kind] for kind in kinds])
    if counts is not None:
        raw = raw * np.array(counts)
    total: Vector = raw * len(kinds) / raw.sum()
    return total
