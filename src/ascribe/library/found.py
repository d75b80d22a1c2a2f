"""A passage that a search brought, and in which order a reranker puts several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ascribe.library.chunking import Passage
from ascribe.library.reranking import Reranker
from ascribe.records import RetrievedChunk
from ascribe.stages import Offered

FIRST_SCORE = "first_score"
"""Key of a chunk's metadata: what it scored by words and meaning, where a reranker ordered it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A passage that a search brought, with what was found out about it.

    Args:
        row: of the passage.
        passage: itself.
        score: how well it fits, in [0, 1].
        coverage: share of the question's words that it has, each as much as it tells.
        shares: the same of each of its sentences, with half of what the one before adds, shape (sentences,).
        likeness: of its sentences to the question in meaning, shape (sentences,); 0 where that is not known.
    """

    row: int
    passage: Passage
    score: float
    coverage: float
    shares: tuple[float, ...]
    likeness: tuple[float, ...]

    @property
    def retrieved(self) -> RetrievedChunk:
        """As a record."""
        return RetrievedChunk(self.passage.chunk, self.score, "reranked")

    @property
    def offered(self) -> Offered:
        """As a generator takes it."""
        sentences = tuple(self.passage.sentences)
        return Offered(self.passage.chunk, sentences, self.score, self.coverage, self.shares, self.likeness)


def reranked(question: str, found: Sequence[Found], reranker: Reranker) -> list[Found]:
    """All of them, in the order of the reranker and with its scores; equal ones keep their order.

    The score by words and meaning stays in the metadata of the chunk, as ``first_score``.

    Raises:
        InputError: the reranker gives something else than a finite number for each.
    """
    scored = reranker.scores(question, [one.passage.chunk.text for one in found])
    order = sorted(range(len(found)), key=lambda place: -scored[place].order)
    return [_with_score(found[place], scored[place].share) for place in order]


def _with_score(found: Found, score: float) -> Found:
    chunk = found.passage.chunk
    noted = replace(chunk, metadata={**chunk.metadata, FIRST_SCORE: found.score})
    return replace(found, passage=replace(found.passage, chunk=noted), score=score)
