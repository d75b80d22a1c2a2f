"""Invented documents and a stand-in for the encoder, for the benchmarks and tests of the library."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ascribe.inference.encoder import WIDTH, Encoder
from ascribe.library import Library
from ascribe.library.store import FileStore
from ascribe.library.store.words import extract_content_stems

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SYLLABLES = [a + b for a in "bdfgklmnprst" for b in ("a", "e", "i", "o", "u", "an", "er", "is")]
_VOCABULARY = 20_000


def get_file_store(library: Library) -> FileStore:
    """Return the store of a library that is a file."""
    store = library._store
    assert isinstance(store, FileStore)
    return store


class StandIn(Encoder):
    """A fast encoder of word counts: texts with the same words have similar vectors.

    Args:
        digest: the digest that it reports.
    """

    def __init__(self, digest: str = "stand-in") -> None:
        super().__init__()
        self._named = digest

    @property
    def digest(self) -> str:
        """Return the given digest."""
        return self._named

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return vectors of shape (texts, 384) with length 1."""
        found = np.zeros((len(texts), WIDTH), np.float32)
        for row, text in zip(found, texts, strict=True):
            for stem in extract_content_stems(text, None):
                row[zlib.crc32(stem.encode()) % WIDTH] += 1.0
            row[0] += not row.any()
        return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True))


def generate_document(number: int, sentences: int) -> dict[str, Any]:
    """Generate a document from its number: paragraphs of five sentences, a heading for every 25.

    Word frequencies follow Zipf's law: the nth word has a share of 1/n (Zipf 1949).
    """
    rng = random.Random(number)  # noqa: S311 - invented words need no secrecy
    lines = []
    for place in range(sentences):
        if place % 25 == 0:
            lines.append(f"\n\n# Part {place // 25} of {_draw_word(rng)}\n\n")
        elif place % 5 == 0:
            lines.append("\n\n")
        chosen = " ".join(_draw_word(rng) for _ in range(rng.randint(8, 20)))
        lines.append(f"{chosen.capitalize()} {rng.randint(2, 9999)}. ")
    return {"id": f"document-{number}", "text": "".join(lines), "metadata": {"shelf": number % 10}}


def _draw_word(rng: random.Random) -> str:
    return _spell_rank(int(_VOCABULARY ** rng.random()))


@cache
def _spell_rank(rank: int) -> str:
    rng = random.Random(rank)  # noqa: S311 - as above
    return "".join(rng.choices(_SYLLABLES, k=rng.randint(2, 4)))
