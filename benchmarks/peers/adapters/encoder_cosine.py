"""The encoder that Ascribe ships, with nothing else of Ascribe: cosines of all pairs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ascribe.inference.encoder import Encoder
from benchmarks.peers.adapters.ranking import Matrix, build_operations


def load() -> dict[str, Callable[..., Any]]:
    """Load the model and return the operations."""
    encoder = Encoder()
    encoder.embed(["warm"])

    def score(claims: list[str], sentences: list[str]) -> Matrix:
        cosines: Matrix = (encoder.embed(claims) @ encoder.embed(sentences).T).tolist()
        return cosines

    return build_operations(score)
