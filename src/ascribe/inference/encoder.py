"""The sentence encoder: texts to unit vectors whose cosine is their semantic similarity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ascribe.inference.cache import hash_texts
from ascribe.inference.onnx import OnnxModel
from ascribe.inference.tokens import MAX_TOKENS, TokenRow, build_text_row, tokenize

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]

WIDTH = 384
"""Dimensions of a vector."""

WINDOW = MAX_TOKENS - 2
"""Tokens of a text that are read at once; a longer text is read in consecutive windows."""

MOST_WINDOWS = 8
"""Windows of a text that are read. The longest sentence that is compared has fewer, and text without any end
of a sentence would take a tenth of a second for each."""


class Encoder(OnnxModel):
    """The built-in encoder, or another ONNX file with the same interface; see ``OnnxModel``."""

    name = "encoder"

    def embed(self, texts: Sequence[str]) -> Floats:
        """Encode texts as unit vectors, shape (texts, 384), in order. Recent results are cached.

        The vector of a text is the mean of its tokens' vectors (Reimers and Gurevych 2019).
        """
        if not texts:
            return np.empty((0, WIDTH), np.float32)
        keys = [hash_texts(text) for text in texts]
        cache = self._onnx_session.result_cache
        return np.stack(cache.all(keys, lambda new: self._encode([texts[n] for n in new])))

    def _encode(self, texts: Sequence[str]) -> list[Floats]:
        """Encode texts that are not in the cache."""
        rows, owners = _build_windows([tokenize(text) for text in texts])
        sums = np.zeros((len(texts), WIDTH), np.float32)
        for owner, row, states in zip(owners, rows, self._onnx_session.run("tokens", rows), strict=True):
            sums[owner] += states[: len(row.ids)].sum(axis=0)
        return [_normalize(total) for total in sums]


def _normalize(vectors: Floats) -> Floats:
    """Scale vectors to length 1 along the last axis."""
    lengths: Floats = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / lengths


def _build_windows(texts: Sequence[Sequence[int]]) -> tuple[list[TokenRow], list[int]]:
    """Return the rows to read and the index of each row's text; an empty text gives one row."""
    rows, owners = [], []
    for owner, ids in enumerate(texts):
        for start in range(0, min(max(1, len(ids)), MOST_WINDOWS * WINDOW), WINDOW):
            rows.append(build_text_row(ids[start : start + WINDOW]))
            owners.append(owner)
    return rows, owners
