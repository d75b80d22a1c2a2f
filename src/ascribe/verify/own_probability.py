"""The probability of a model that nobody calibrated, and the bars that go with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ascribe.errors import InputError
from ascribe.records import Strictness
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.examination import Examination
from ascribe.verify.hf_model import DECIMALS
from ascribe.verify.model_table import bar_of

BARS: dict[Strictness, float] = {"loose": 0.5, "balanced": 0.7, "strict": 0.9, "paranoid": 0.99}
"""Round numbers, fitted to nothing: from "more likely than not" on. Of a model that was measured on labelled
claims better ones are known; they are a parameter."""

_MOST = 1.0 - 10.0**-DECIMALS
"""Nearest that a probability comes to 1, the bar that no claim reaches."""


@dataclass(frozen=True, slots=True)
class OwnProbability:
    """The model's own probability, of the window that it finds most entailed; no rule changes it.

    Args:
        bars: level → probability from which on a claim is supported.

    Raises:
        InputError: bars that do not rise from ``loose`` to ``paranoid``, above 0 and up to 1.
    """

    bars: Mapping[Strictness, float]

    def __post_init__(self) -> None:
        bars = [self.bars.get(level, -1.0) for level in STRICTNESS]
        if bars != sorted(bars) or not 0.0 < bars[0] <= bars[-1] <= 1.0:
            levels = ", ".join(STRICTNESS)
            raise InputError(f"bars: {levels} must rise, above 0 and up to 1, got {self.bars}.")

    def weigh(self, found: Examination, objects: bool = False, confirms: bool = False) -> float:  # noqa: ARG002 - the protocol's signature
        """In [0, 1)."""
        return min(found.windows.entailed, _MOST)

    def bar(self, level: Strictness, objected: bool = False) -> float:
        """That of the level; see ``bar_of``."""
        return bar_of(self.bars, level, objected)
