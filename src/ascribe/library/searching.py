"""A question → the passages that fit best: by words and by meaning, fused by rank, then read more closely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ascribe.errors import InputError
from ascribe.language.detect import language_of
from ascribe.language.words import is_content, words
from ascribe.library.chunking import Passage
from ascribe.library.encoding import encode
from ascribe.library.store import Store
from ascribe.library.store.words import content_stems
from ascribe.neural.encoder import Encoder
from ascribe.records import RetrievedChunk
from ascribe.score.hybrid import UNDERSTOOD
from ascribe.stages import Offered

if TYPE_CHECKING:
    import numpy as np
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
        shares: the same of each of its sentences with the one before it, shape (sentences,).
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


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the question: its stems in the languages of the library, and how much it tells there."""

    stems: frozenset[str]
    weight: float


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for.

    Args:
        text: as it was asked.
        terms: its words that say something, each once.
        languages: those of the library, and its own.
        vector: its meaning, shape (384,); None in a language that the encoder has not learnt.
    """

    text: str
    terms: tuple[Term, ...]
    languages: tuple[str | None, ...]
    vector: Floats | None

    def stems(self, text: str) -> frozenset[str]:
        """The stems of a text, in each language of the library."""
        return frozenset(stem for language in self.languages for stem in content_stems(text, language))

    def coverage(self, stems: frozenset[str], titles: frozenset[str] = frozenset()) -> float:
        """The share of the question's words among these stems, each as much as it tells; 0 with none."""
        total = sum(term.weight for term in self.terms)
        held = sum(
            term.weight * (1.0 if term.stems & stems else IN_TITLE if term.stems & titles else 0.0)
            for term in self.terms
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
        spoken = language_of(text)
        languages = tuple(sorted(known | {spoken}, key=str))
        vector = self._encoder.embed([text])[0] if spoken in UNDERSTOOD else None
        return Question(text, self._terms(text, languages), languages, vector)

    def _terms(self, text: str, languages: Sequence[str | None]) -> tuple[Term, ...]:
        """Its words; a word with several stems tells as much as the commonest of them."""
        variants: dict[tuple[int, int], set[str]] = {}
        for language in languages:
            for word in words(text, language):
                if is_content(word, language):
                    variants.setdefault((word.start, word.end), set()).add(word.stem)
        stems = {frozenset(found) for found in variants.values()}
        weights = self._store.weights(sorted(frozenset().union(*stems)))
        terms = (Term(found, min(weights[stem] for stem in found)) for found in stems)
        return tuple(sorted(terms, key=lambda term: sorted(term.stems)))

    def passages(self, query: str, top: int, *, where: Mapping[str, Any] | None = None) -> list[Found]:
        """The passages that fit best, best first; none that shares neither words nor meaning."""
        question = self.question(query)
        among = self._among(where)
        stems = sorted(frozenset().union(*(term.stems for term in question.terms)))
        rankings = [self._store.by_words(stems, POOL, among)]
        if question.vector is not None:
            rankings.append(self._store.by_vectors(question.vector, self._encoder.digest, POOL, among))
        rows = fused(*rankings)[: max(READ, top)]
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
        vectors = {} if question.vector is None else self._vectors(rows, passages)
        found = [_judged(question, row, passages[row], vectors.get(row)) for row in rows]
        return sorted(found, key=lambda one: -one.score)

    def _vectors(self, rows: Sequence[int], passages: Mapping[int, Passage]) -> dict[int, Floats]:
        """Row → the vectors of its sentences; those that the library has not are made."""
        vectors = dict(self._store.vectors_of(rows, self._encoder.digest))
        new = [row for row in rows if row not in vectors]
        made = encode(self._encoder, [passages[row] for row in new])
        return {**vectors, **dict(zip(new, made, strict=True))}


def _judged(question: Question, row: int, passage: Passage, vectors: Floats | None) -> Found:
    """The passage with how well it fits: by words, and by meaning where that is understood."""
    title = question.stems(passage.chunk.metadata["section"] or "")
    held = [question.stems(sentence.text) for sentence in passage.sentences]
    coverage = question.coverage(frozenset().union(*held), title)
    shares = tuple(
        question.coverage(before | own, title) for before, own in pairwise([frozenset[str](), *held])
    )
    if vectors is None or question.vector is None:
        return Found(row, passage, coverage, coverage, shares, (0.0,) * len(held))
    likeness = tuple(map(float, (vectors @ question.vector).clip(0.0, 1.0)))
    score = WORDS * coverage + (1.0 - WORDS) * max(likeness)
    return Found(row, passage, min(1.0, score), coverage, shares, likeness)


def fused(*rankings: Sequence[tuple[int, float]]) -> list[int]:
    """The rows of all rankings, by the sum of what each rank is worth; of equal sums the lower row."""
    worth: dict[int, float] = {}
    for ranking in rankings:
        for rank, (row, _) in enumerate(ranking, start=1):
            worth[row] = worth.get(row, 0.0) + 1.0 / (SMOOTHING + rank)
    return sorted(worth, key=lambda row: (-worth[row], row))
