"""rapidfuzz: ``token_set_ratio`` of all pairs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rapidfuzz import fuzz, process, utils

from benchmarks.peers.adapters.ranking import Matrix, build_operations


def load() -> dict[str, Callable[..., Any]]:
    """Return the operations."""
    return build_operations(score)


def score(claims: list[str], sentences: list[str]) -> Matrix:
    """Compare all pairs."""
    ratios: Matrix = process.cdist(
        claims, sentences, scorer=fuzz.token_set_ratio, processor=utils.default_process
    ).tolist()
    return ratios
