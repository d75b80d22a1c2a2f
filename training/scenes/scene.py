"""The shape of an invented passage with restatements that follow from it and near ones that do not."""

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
        kind: what it is about, such as ``role`` or ``unit``.
        sentences: the passage, one to five sentences, some of which may have nothing to do with the claims.
        truths: claims that follow, in words far from the passage's.
        lies: claims that do not, in words near the passage's, and why: another value (``contradicted``) or
            more than it says (``neither``).
    """

    kind: str
    sentences: tuple[str, ...]
    truths: tuple[str, ...]
    lies: tuple[tuple[str, Label], ...]


MakeScene = Callable[[random.Random], Scene]
"""Draws its names and values from ``rng`` alone."""
