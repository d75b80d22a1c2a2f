"""A question → the passages that fit best: by words and by meaning, fused by rank, then read more closely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ascribe.errors import InputError
from ascribe.language.detect import language_of
from ascribe.library.chunking import Passage
from ascribe.library.encoding import encode
from ascribe.library.store import Held, Store
from ascribe.library.store.words import Indexed, content_stems, written
from ascribe.neural.encoder import Encoder
from ascribe.read.sources.metadata import json_values
from ascribe.records import RetrievedChunk
from ascribe.stages import Offered

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

POOL = 50
"""Passages that each of the two searches brings."""

READ = 24
"""Passages that are read closely, of those that the two searches put first together."""

SMOOTHING = 60
"""Reciprocal rank fusion: each search gives a passage 1 / (60 + rank) (Cormack, Clarke, Büttcher 2009)."""

WORDS = 0.5
"""Weight of the question's words in the score of a passage; the meaning has the rest."""

IN_TITLE = 0.5
"""What a word of the question counts that only the title of the section has."""


@dataclass(frozen=True, slots=True)
class Found:
    """A passage that a search brought, with what was found out about it.

    Args:
        row: of the passage.
        passage: itself.
        score: how well it fits, in [0, 1].
        coverage: share of the question's words that it has, each as much as it tells.
        vectors: of its sentences, shape (sentences, 384).
        cosines: of its sentences to the question, shape (sentences,).
    """

    row: int
    passage: Passage
    score: float
    coverage: float
    vectors: Floats
    cosines: Floats

    @property
    def retrieved(self) -> RetrievedChunk:
        """As a record."""
        return RetrievedChunk(self.passage.chunk, self.score, "reranked")

    @property
    def offered(self) -> Offered:
        """As a generator takes it."""
        sentences = tuple(self.passage.sentences)
        return Offered(
            self.passage.chunk, sentences, self.score, self.coverage, tuple(map(float, self.cosines))
        )


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for.

    Args:
        text: as it was asked.
        vector: its meaning, shape (384,).
        stems: those of its words that say something, in the languages of the library.
        weights: language of the library → the stems in that language, as the index has them, each with how
            much it tells.
    """

    text: str
    vector: Floats
    stems: list[str]
    weights: dict[str | None, dict[str, float]]

    def coverage(self, passage: Held) -> float:
        """The share of the question's words in the passage, each as much as it tells; 0 with none."""
        weights = self.weights[passage.language]
        total = sum(weights.values())
        held = sum(weight * _counts(stem, passage.words) for stem, weight in weights.items())
        return held / total if total else 0.0


def _counts(stem: str, indexed: Indexed) -> float:
    return 1.0 if stem in indexed.content else IN_TITLE if stem in indexed.title else 0.0


class Search:
    """Finds passages of a library.

    Args:
        store: the library's file.
        encoder: what made its vectors.
    """

    def __init__(self, store: Store, encoder: Encoder) -> None:
        self._store = store
        self._encoder = encoder

    def passages(self, query: str, top: int, *, where: Mapping[str, Any] | None = None) -> list[Found]:
        """The passages that fit best, best first; none that shares neither words nor meaning.

        Raises:
            InputError: the question is empty, or an argument cannot be used.
        """
        if not query.strip():
            raise InputError("the question is empty; ask something.")
        if top < 1:
            raise InputError(f"top must be at least 1, got {top}.")
        vector = self._encoder.embed([query])[0]
        with self._store.snapshot():
            question = self._question(query, vector)
            held = self._store.held(self._rows(question, top, where), self._encoder.digest)
        found = [
            _judged(question, passage, vectors)
            for passage, vectors in zip(held, self._vectors(held), strict=True)
        ]
        fitting = [one for one in found if one.score > 0.0]
        return sorted(fitting, key=lambda one: -one.score)[:top]

    def _question(self, text: str, vector: Floats) -> Question:
        """The question as this library understands it: by the languages of its documents."""
        spoken = language_of(text)
        stems = {
            language: set(content_stems(text, language, spoken))
            for language in (each or None for each in self._store.languages())
        }
        every = sorted(set().union(*stems.values()))
        telling = self._store.weights(every)
        weights = {
            language: {written([stem]): telling[stem] for stem in sorted(found)}
            for language, found in stems.items()
        }
        return Question(text, vector, every, weights)

    def _rows(self, question: Question, top: int, where: Mapping[str, Any] | None) -> list[int]:
        """What the two searches put first together."""
        among = self._store.having(json_values(where)) if where else None
        pool = max(POOL, top)
        words = self._store.by_words(question.stems, pool, among)
        meaning = self._store.by_vectors(question.vector, self._encoder.digest, pool, among)
        return fused(words, meaning)[: max(READ, top)]

    def _vectors(self, held: Sequence[Held]) -> list[Floats]:
        """The vectors of these passages; what is not encoded yet is encoded now."""
        new = [passage for passage in held if passage.vectors is None]
        encoded = iter(encode(self._encoder, [passage.passage for passage in new]))
        return [next(encoded) if passage.vectors is None else passage.vectors for passage in held]


def _judged(question: Question, held: Held, vectors: Floats) -> Found:
    coverage = question.coverage(held)
    cosines = (vectors @ question.vector).clip(0.0, 1.0)
    score = WORDS * coverage + (1.0 - WORDS) * float(cosines.max())
    return Found(held.row, held.passage, min(1.0, score), coverage, vectors, cosines)


def fused(*rankings: Sequence[tuple[int, float]]) -> list[int]:
    """The rows of all rankings, by the sum of what each rank is worth; of equal sums the lower row."""
    worth: dict[int, float] = {}
    for ranking in rankings:
        for rank, (row, _) in enumerate(ranking, start=1):
            worth[row] = worth.get(row, 0.0) + 1.0 / (SMOOTHING + rank)
    return sorted(worth, key=lambda row: (-worth[row], row))
