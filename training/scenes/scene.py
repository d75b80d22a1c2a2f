"""The record of an invented passage with claims that follow from it and similar ones that do not."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Label = Literal["contradicted", "neither"]


@dataclass(frozen=True, slots=True)
class Scene:
    """A passage and claims about it.

    Args:
        kind: its subject, such as ``role`` or ``unit``.
        sentences: the passage, one to five sentences, some of which may be unrelated to the claims.
        truths: positives, in words far from the passage's.
        lies: negatives, in words near the passage's, each with its label: another value (``contradicted``)
            or more than the passage says (``neither``).
    """

    kind: str
    sentences: tuple[str, ...]
    truths: tuple[str, ...]
    lies: tuple[tuple[str, Label], ...]


MakeScene = Callable[[random.Random], Scene]
"""Function that draws all names and values from the given random generator only."""
