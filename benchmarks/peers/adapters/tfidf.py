"""Cosines of TF-IDF vectors by scikit-learn, at its defaults, fitted to the sources of each answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics.pairwise import cosine_similarity

from benchmarks.peers.adapters.ranking import Matrix, build_operations


def load() -> dict[str, Callable[..., Any]]:
    """Return the operations."""
    return build_operations(score)


def score(claims: list[str], sentences: list[str]) -> Matrix:
    """Fit the vectors to the sentences and compare."""
    vectorizer = TfidfVectorizer().fit([*sentences, "word"])
    cosines: Matrix = cosine_similarity(
        vectorizer.transform(claims), vectorizer.transform(sentences)
    ).tolist()
    return cosines
