"""The sentence encoder: texts to unit vectors whose cosine is their semantic similarity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ascribe.inference.cache import LRUCache, hash_texts
from ascribe.inference.onnx import OnnxModel
from ascribe.inference.tokens import MAX_TOKENS, TokenRow, build_text_row, tokenize

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]

WIDTH = 384
"""Dimensions of a vector."""

WINDOW = MAX_TOKENS - 2
"""Tokens of a text that are read at once; a longer text is read in consecutive windows."""


@dataclass(frozen=True, slots=True)
class EncodedText:
    """The vectors of a text.

    Args:
        vector: unit vector of the whole text, shape (384,).
        tokens: unit vectors of its tokens in 16 bits, shape (tokens, 384).
    """

    vector: Floats
    tokens: NDArray[np.float16]


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
        return np.stack(cache.all(keys, lambda new: [e.vector for e in self.read([texts[n] for n in new])]))

    def read(self, texts: Sequence[str]) -> list[EncodedText]:
        """Return each text's vector and those of its tokens, in order. Recent results are cached."""
        keys = [hash_texts(text) for text in texts]
        cache: LRUCache[EncodedText] = self._onnx_session.token_cache
        return cache.all(keys, lambda new: self._read([texts[n] for n in new]))

    def _read(self, texts: Sequence[str]) -> list[EncodedText]:
        """Encode texts that are not in the cache."""
        rows, owners = _build_windows([tokenize(text) for text in texts])
        sums = np.zeros((len(texts), WIDTH), np.float32)
        parts: list[list[Floats]] = [[] for _ in texts]
        for owner, row, states in zip(owners, rows, self._onnx_session.run("tokens", rows), strict=True):
            own = states[: len(row.ids)]
            sums[owner] += own.sum(axis=0)
            parts[owner].append(own[1:-1])
        return [
            EncodedText(_normalize(total), _normalize(np.concatenate(p)).astype(np.float16))
            for total, p in zip(sums, parts, strict=True)
        ]


def _normalize(vectors: Floats) -> Floats:
    """Scale vectors to length 1 along the last axis."""
    lengths: Floats = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / lengths


def _build_windows(texts: Sequence[Sequence[int]]) -> tuple[list[TokenRow], list[int]]:
    """Return the rows to read and the index of each row's text; an empty text gives one row."""
    rows, owners = [], []
    for owner, ids in enumerate(texts):
        for start in range(0, max(1, len(ids)), WINDOW):
            rows.append(build_text_row(ids[start : start + WINDOW]))
            owners.append(owner)
    return rows, owners
