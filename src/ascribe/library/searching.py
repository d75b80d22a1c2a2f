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
from ascribe.library.store import Store
from ascribe.library.store.words import content_stems
from ascribe.neural.encoder import Encoder
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
        weights: stem → how much it tells in this library.
        languages: those of the library.
    """

    text: str
    vector: Floats
    weights: dict[str, float]
    languages: tuple[str | None, ...]

    def coverage(self, stems: set[str], titles: set[str] = frozenset()) -> float:  # type: ignore[assignment]
        """The share of the question's words among these stems, each as much as it tells; 0 with none."""
        total = sum(self.weights.values())
        held = sum(
            weight * (1.0 if stem in stems else IN_TITLE if stem in titles else 0.0)
            for stem, weight in self.weights.items()
        )
        return held / total if total else 0.0


class Search:
    """Finds passages of a library.

    Args:
        store: the library's file.
        encoder: what made its vectors.
    """

    def __init__(self, store: Store, encoder: Encoder) -> None:
        self._store = store
        self._encoder = encoder

    def question(self, text: str) -> Question:
        """The question as this library understands it.

        Raises:
            InputError: there are no words in it.
        """
        if not text.strip():
            raise InputError("the question is empty; ask something.")
        known = {document.language or None for document in self._store.documents()}
        languages = tuple(sorted(known | {language_of(text)}, key=str))
        stems = {stem for language in languages for stem in content_stems(text, language)}
        return Question(text, self._encoder.embed([text])[0], self._store.weights(sorted(stems)), languages)

    def passages(
        self,
        query: str,
        top: int,
        *,
        where: Mapping[str, Any] | None = None,
        question: Question | None = None,
    ) -> list[Found]:
        """The passages that fit best, best first; none that shares neither words nor meaning."""
        question = question or self.question(query)
        among = self._among(where)
        words = self._store.by_words(list(question.weights), POOL, among)
        meaning = self._store.by_vectors(question.vector, self._encoder.digest, POOL, among)
        rows = fused(words, meaning)[: max(READ, top)]
        return self._read(question, rows)[:top]

    def _among(self, where: Mapping[str, Any] | None) -> list[int] | None:
        """Rows of the documents with that metadata; None for all."""
        if not where:
            return None
        wanted = {
            key: value if isinstance(value, list | tuple | set) else [value] for key, value in where.items()
        }
        return [
            document.row
            for document in self._store.documents()
            if all(document.metadata.get(key) in values for key, values in wanted.items())
        ]

    def _read(self, question: Question, rows: Sequence[int]) -> list[Found]:
        """These passages, read closely, best first."""
        passages = self._store.passages(rows)
        vectors = dict(self._store.vectors_of(rows, self._encoder.digest))
        new = [row for row in rows if row not in vectors]
        vectors.update(zip(new, encode(self._encoder, [passages[row] for row in new]), strict=True))
        found = [self._judged(question, row, passages[row], vectors[row]) for row in rows]
        return sorted(found, key=lambda one: -one.score)

    def _judged(self, question: Question, row: int, passage: Passage, vectors: Floats) -> Found:
        chunk = passage.chunk
        held = {stem for language in question.languages for stem in content_stems(chunk.text, language)}
        title = chunk.metadata["section"] or ""
        titles = {stem for language in question.languages for stem in content_stems(title, language)}
        coverage = question.coverage(held, titles)
        cosines = (vectors @ question.vector).clip(0.0, 1.0)
        score = WORDS * coverage + (1.0 - WORDS) * float(cosines.max())
        return Found(row, passage, min(1.0, score), coverage, vectors, cosines)


def fused(*rankings: Sequence[tuple[int, float]]) -> list[int]:
    """The rows of all rankings, by the sum of what each rank is worth; of equal sums the lower row."""
    worth: dict[int, float] = {}
    for ranking in rankings:
        for rank, (row, _) in enumerate(ranking, start=1):
            worth[row] = worth.get(row, 0.0) + 1.0 / (SMOOTHING + rank)
    return sorted(worth, key=lambda row: (-worth[row], row))
