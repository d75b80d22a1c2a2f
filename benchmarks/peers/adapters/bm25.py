"""BM25 by bm25s, at its defaults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import bm25s

from benchmarks.peers.adapters.ranking import Matrix, build_operations


def load() -> dict[str, Callable[..., Any]]:
    """Return the operations."""
    return build_operations(score)


def score(claims: list[str], sentences: list[str]) -> Matrix:
    """Index the sentences and score every claim against all of them."""
    retriever = bm25s.BM25()
    retriever.index(bm25s.tokenize(sentences, show_progress=False), show_progress=False)
    tokens = bm25s.tokenize(claims, return_ids=False, show_progress=False)
    return [retriever.get_scores(words).tolist() if words else [0.0] * len(sentences) for words in tokens]
