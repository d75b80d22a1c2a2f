"""Retrieve the passages that fit a question: search by words and by vectors, fuse the ranks, then score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ascribe.inference.encoder import Encoder
from ascribe.library.options import check_query
from ascribe.library.reranking import Hit, Reranker, rerank_hits
from ascribe.library.store import IndexedPassage, Store
from ascribe.library.store.vectors import encode_passages
from ascribe.library.store.words import encode_stems
from ascribe.read.document import to_json_values
from ascribe.score.hybrid import ENCODER_LANGUAGES
from ascribe.text.language_detection import resolve_language
from ascribe.text.words import is_content_word, split_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

POOL_SIZE = 50
"""Passages that each of the two searches returns."""

MAX_READ_PASSAGES = 24
"""Passages that are scored closely: the top of the fused ranking."""

RANK_SMOOTHING = 60
"""Reciprocal rank fusion: each search adds 1 / (60 + rank) to a passage (Cormack, Clarke, Büttcher 2009)."""

WORD_WEIGHT = 0.5
"""Weight of word coverage in the score of a passage; the rest is the weight of similarity in meaning."""

TITLE_ONLY_WEIGHT = 0.5
"""Weight of a word of the question that occurs only in the title of the section."""


PREVIOUS_SENTENCE_WEIGHT = 0.5
"""Weight, for a sentence, of a word of the question that only the previous sentence contains."""


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A word of the question.

    Args:
        stems: its stems in the languages of the library.
        tokens: the stems as the index encodes them.
        weight: its inverse document frequency in the library.
    """

    stems: frozenset[str]
    tokens: frozenset[str]
    weight: float


@dataclass(frozen=True, slots=True)
class Query:
    """What a search looks for.

    Args:
        terms: the content words of the question, each once.
        vector: its meaning, shape (384,); None in a language that the encoder was not trained on.
    """

    terms: tuple[QueryTerm, ...]
    vector: Floats | None

    @property
    def stems(self) -> list[str]:
        """All stems of its words, each once, sorted."""
        return sorted(frozenset[str]().union(*(term.stems for term in self.terms)))

    def coverage(self, tokens: frozenset[str], titles: frozenset[str]) -> float:
        """Return the weighted share of the question's words among these tokens; 0 without words."""
        total = sum(term.weight for term in self.terms)
        held = sum(
            term.weight
            * (1.0 if term.tokens & tokens else TITLE_ONLY_WEIGHT if term.tokens & titles else 0.0)
            for term in self.terms
        )
        return held / total if total else 0.0


class Retriever:
    """Finds passages of a library.

    Args:
        store: the library's file.
        encoder: the encoder that made its vectors.
    """

    def __init__(self, store: Store, encoder: Encoder) -> None:
        self._store = store
        self._encoder = encoder

    def passages(
        self,
        query: str,
        top: int,
        *,
        where: Mapping[str, Any] | None = None,
        language: str | None = None,
        reranker: Reranker | None = None,
    ) -> list[Hit]:
        """Return the passages that fit best, best first; each shares words or meaning with the question.

        Args:
            query: the question.
            top: the most passages to return.
            where: metadata key → a value, or a list of values; a document must have one of them.
            language: of the question, ISO 639-1; None detects it.
            reranker: orders the passages that were scored; None orders them by words and meaning.

        Raises:
            InputError: an argument cannot be used, or the reranker returns something other than scores.
        """
        check_query(query, top, where)
        query_language = resolve_language(query, language)
        vector = self._encoder.embed([query])[0] if query_language in ENCODER_LANGUAGES else None
        with self._store.snapshot():
            question = Query(self._terms(query, query_language), vector)
            held = self._store.load_indexed(self._rows(question, top, where), self._encoder.digest)
        vectors = [None] * len(held) if vector is None else self._vectors(held)
        found = [_score_passage(question, *each) for each in zip(held, vectors, strict=True)]
        fitting = sorted((one for one in found if one.score > 0.0), key=lambda one: -one.score)
        return (fitting if reranker is None else rerank_hits(query, fitting, reranker))[:top]

    def _terms(self, text: str, query_language: str | None) -> tuple[QueryTerm, ...]:
        """Return the terms of the question; a word with several stems takes the weight of the commonest.

        A function word of the question's own language is not a term in any other language.
        """
        variants: dict[tuple[int, int], set[str]] = {}
        for language in sorted(
            {each or None for each in self._store.languages()} | {query_language}, key=str
        ):
            for word in split_words(text, language):
                if is_content_word(word, language) and (
                    query_language is None or is_content_word(word, query_language)
                ):
                    variants.setdefault((word.start, word.end), set()).add(word.stem)
        stems = sorted({frozenset(found) for found in variants.values()}, key=sorted)
        weights = self._store.weights(sorted(frozenset[str]().union(*stems)))
        return tuple(
            QueryTerm(
                found, frozenset(encode_stems([stem]) for stem in found), min(weights[stem] for stem in found)
            )
            for found in stems
        )

    def _rows(self, question: Query, top: int, where: Mapping[str, Any] | None) -> list[int]:
        """Return the rows at the top of the fused ranking of both searches."""
        among = self._store.find_by_metadata(to_json_values(where)) if where else None
        pool = max(POOL_SIZE, top)
        rankings = [self._store.by_words(question.stems, pool, among)]
        if question.vector is not None:
            rankings.append(self._store.rank_by_vectors(question.vector, self._encoder.digest, pool, among))
        return fuse_rankings(*rankings)[: max(MAX_READ_PASSAGES, top)]

    def _vectors(self, held: Sequence[IndexedPassage]) -> list[Floats]:
        """Return the vectors of these passages; missing ones are computed now."""
        new = [passage.passage for passage in held if passage.vectors is None]
        made = iter(encode_passages(self._encoder, new))
        return [next(made) if passage.vectors is None else passage.vectors for passage in held]


def _score_passage(question: Query, held: IndexedPassage, vectors: Floats | None) -> Hit:
    """Build the hit for a passage, scored by words, and by meaning where vectors are available."""
    title, sentences = held.words.title, held.words.sentences
    coverage = question.coverage(frozenset[str]().union(*sentences), title)
    alone = [question.coverage(own, title) for own in sentences]
    joined = [
        question.coverage(before | own, title) for before, own in pairwise([frozenset[str](), *sentences])
    ]
    shares = tuple(
        own + PREVIOUS_SENTENCE_WEIGHT * (both - own) for own, both in zip(alone, joined, strict=True)
    )
    if vectors is None or question.vector is None:
        return Hit(held.row, held.passage, coverage, coverage, shares, (0.0,) * len(shares))
    likeness = tuple(map(float, (vectors @ question.vector).clip(0.0, 1.0)))
    score = WORD_WEIGHT * coverage + (1.0 - WORD_WEIGHT) * max(likeness)
    return Hit(held.row, held.passage, min(1.0, score), coverage, shares, likeness)


def fuse_rankings(*rankings: Sequence[tuple[int, float]]) -> list[int]:
    """Return the rows of all rankings, by the sum of their reciprocal ranks; ties go to the lower row."""
    worth: dict[int, float] = {}
    for ranking in rankings:
        for rank, (row, _) in enumerate(ranking, start=1):
            worth[row] = worth.get(row, 0.0) + 1.0 / (RANK_SMOOTHING + rank)
    return sorted(worth, key=lambda row: (-worth[row], row))
