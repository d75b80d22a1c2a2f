"""The sentence encoder: texts to unit vectors whose cosine is their similarity in meaning."""

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
"""Numbers of a vector."""

WINDOW = MAX_TOKENS - 2
"""Tokens of a text that are read at once; a longer text is read in windows, one after the other."""


@dataclass(frozen=True, slots=True)
class EncodedText:
    """A text as the encoder reads it.

    Args:
        vector: of the whole text, of length 1, shape (384,).
        tokens: of its tokens, each of length 1 in 16 bit, shape (tokens, 384).
    """

    vector: Floats
    tokens: NDArray[np.float16]


class Encoder(OnnxModel):
    """The built-in encoder, or another in its place; see ``OnnxModel``."""

    name = "encoder"

    def embed(self, texts: Sequence[str]) -> Floats:
        """Shape (texts, 384), rows of length 1, in order. A text that was read before is not read again.

        The vector of a text is the mean of its tokens' (Reimers and Gurevych 2019).
        """
        if not texts:
            return np.empty((0, WIDTH), np.float32)
        keys = [hash_texts(text) for text in texts]
        memory = self._onnx_session.memory
        return np.stack(memory.all(keys, lambda new: [e.vector for e in self.read([texts[n] for n in new])]))

    def read(self, texts: Sequence[str]) -> list[EncodedText]:
        """Each text's vector and those of its tokens, in order; the latest ones are remembered."""
        keys = [hash_texts(text) for text in texts]
        recent: LRUCache[EncodedText] = self._onnx_session.recent
        return recent.all(keys, lambda new: self._read([texts[n] for n in new]))

    def _read(self, texts: Sequence[str]) -> list[EncodedText]:
        """Texts that are not known."""
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
    """Of length 1 along the last axis."""
    lengths: Floats = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / lengths


def _build_windows(texts: Sequence[Sequence[int]]) -> tuple[list[TokenRow], list[int]]:
    """The rows to read and the text that each belongs to; an empty text is one row."""
    rows, owners = [], []
    for owner, ids in enumerate(texts):
        for start in range(0, max(1, len(ids)), WINDOW):
            rows.append(build_text_row(ids[start : start + WINDOW]))
            owners.append(owner)
    return rows, owners
