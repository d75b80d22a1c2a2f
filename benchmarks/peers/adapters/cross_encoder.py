"""A CrossEncoder of sentence-transformers in torch over all pairs: cost only.

No weights of a cross-encoder come in a package, so this is the network that Ascribe's verifier is, with
random weights. They do not change what a pass costs; quality is not measured.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.models_speed import build_cross_encoder


def load() -> dict[str, Callable[..., Any]]:
    """Build the network and return its one operation."""
    model = build_cross_encoder()

    def answer(claims: list[str], passages: list[list[str]]) -> None:
        pairs = [(claim, sentence) for claim in claims for passage in passages for sentence in passage]
        model.predict(pairs, batch_size=32, show_progress_bar=False)

    return {"answer": answer}
