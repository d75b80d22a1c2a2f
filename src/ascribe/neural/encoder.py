"""Texts → vectors whose cosine says how alike two texts are in meaning."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ascribe.neural.memory import key
from ascribe.neural.models import model_path
from ascribe.neural.network import Compute, Network, network
from ascribe.neural.tokens import LIMIT, Row, text_row, token_ids, tokens_with_spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]
    Spans: TypeAlias = NDArray[np.int64]

WIDTH = 384
"""Numbers of a vector."""

WINDOW = LIMIT - 2
"""Tokens of a text that are read at once; a longer text is read in windows, one after the other."""


@cache
def _built_in() -> Path:
    return model_path("encoder")


class Encoder:
    """The built-in encoder; making one costs nothing, the model is loaded when it is first asked.

    Args:
        path: another ONNX file with the same inputs and outputs.
        compute: how it multiplies.

    Raises:
        ModelFileError: when first asked, if a file of the model is missing or damaged.
    """

    def __init__(self, path: Path | None = None, *, compute: Compute = "float32") -> None:
        self._path = path
        self._compute = compute

    @property
    def _network(self) -> Network:
        return network(self._path or _built_in(), self._compute)

    def embed(self, texts: Sequence[str]) -> Floats:
        """Shape (texts, 384), rows of length 1, in order. A text that was read before is not read again.

        The vector of a text is the mean of its tokens' (Reimers and Gurevych 2019).
        """
        if not texts:
            return np.empty((0, WIDTH), np.float32)
        keys = [key(text) for text in texts]
        return np.stack(self._network.memory.all(keys, lambda new: self._embed([texts[n] for n in new])))

    def token_vectors(self, texts: Sequence[str]) -> list[tuple[Floats, Spans]]:
        """For each text the vectors of its tokens, shape (tokens, 384), and their code points, (tokens, 2).

        The code points are half-open. Nothing is kept of them.
        """
        read = [tokens_with_spans(text) for text in texts]
        rows, owners = _windows([ids for ids, _ in read])
        found = self._network.run("tokens", rows)
        parts: list[list[Floats]] = [[np.empty((0, WIDTH), np.float32)] for _ in texts]
        for owner, row, vectors in zip(owners, rows, found, strict=True):
            parts[owner].append(vectors[1 : len(row.ids) - 1])
        return [
            (np.concatenate(part), np.array(spans, np.int64).reshape(-1, 2))
            for part, (_, spans) in zip(parts, read, strict=True)
        ]

    def _embed(self, texts: Sequence[str]) -> list[Floats]:
        """The vectors of texts that are not known."""
        rows, owners = _windows([token_ids(text) for text in texts])
        sums = np.zeros((len(texts), WIDTH), np.float32)
        found = self._network.run("embedding", rows)
        for owner, row, vector in zip(owners, rows, found, strict=True):
            sums[owner] += vector * len(row.ids)
        vectors = sums / np.linalg.norm(sums, axis=1, keepdims=True)
        return [vector.copy() for vector in vectors]  # a view would keep all of them in memory


def _windows(texts: Sequence[Sequence[int]]) -> tuple[list[Row], list[int]]:
    """The rows to read and the text that each belongs to; an empty text is one row."""
    rows, owners = [], []
    for owner, ids in enumerate(texts):
        for start in range(0, max(1, len(ids)), WINDOW):
            rows.append(text_row(ids[start : start + WINDOW]))
            owners.append(owner)
    return rows, owners
