"""Retrieve the passages that fit a question, and the context that a generator reads.

A search by words and one by vectors are fused by rank; the best passages are scored, and may be widened to
their neighbours or their section.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from ascribe.errors import InputError
from ascribe.inference.encoder import Encoder
from ascribe.library.chunking import Passage, merge_passages
from ascribe.library.reranking import Hit, Reranker, rerank_hits
from ascribe.library.store import IndexedPassage, Store
from ascribe.library.store.vectors import encode_passages
from ascribe.library.store.words import encode_stems
from ascribe.protocols import RetrievedPassage
from ascribe.read.document import to_json_values
from ascribe.read.passages import TARGET_CHARS
from ascribe.records import Document
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

Context = Literal["passage", "neighbours", "section"]
CONTEXTS: tuple[Context, ...] = get_args(Context)

MAX_CONTEXT_CHARS = 6_000
"""Most characters of a source around one hit, the passage included: five times its usual size."""

CONTEXT_REACH: dict[Context, int] = {
    "passage": 0,
    "neighbours": 1,
    "section": 2 * MAX_CONTEXT_CHARS // TARGET_CHARS,
}
"""Passages to load before and after a hit. Two adjacent ones together exceed ``TARGET_CHARS`` characters, so
no more passages of a section fit into ``MAX_CONTEXT_CHARS``."""

Stretch: TypeAlias = dict[int, Passage]
"""Consecutive passages of one section, by row."""


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


MAX_TOP = 1_000_000
"""Most passages that a search looks for; SQLite takes no larger number than 2⁶³."""


class Retriever:
    """Finds passages of a library.

    Args:
        store: the library's file.
        encoder: the encoder that made its vectors.
    """

    def __init__(self, store: Store, encoder: Encoder) -> None:
        self._store = store
        self._encoder = encoder

    def find_hits(
        self,
        query: str,
        top: int,
        *,
        where: Mapping[str, Any] | None = None,
        language: str | None = None,
        reranker: Reranker | None = None,
        among: Sequence[int] | None = None,
    ) -> list[Hit]:
        """Return the passages that fit best, best first; each shares words or meaning with the question.

        Args:
            query: the question.
            top: the most passages to return.
            where: metadata key → a value, or a list of values; a document must have one of them.
            language: of the question, ISO 639-1; None detects it.
            reranker: orders the passages that were scored; None orders them by words and meaning.
            among: rows of the documents to search, instead of ``where``; None for all.

        Raises:
            InputError: an argument cannot be used, or the reranker returns something other than scores.
        """
        check_query(query, top, where)
        top = min(top, MAX_TOP)
        query_language = resolve_language(query, language)
        vector = self._encoder.embed([query])[0] if query_language in ENCODER_LANGUAGES else None
        with self._store.snapshot():
            question = Query(self._build_terms(query, query_language), vector)
            held = self._store.load_indexed(
                self._rank_rows(question, top, where, among), self._encoder.digest
            )
        vectors = [None] * len(held) if vector is None else self._complete_vectors(held)
        found = [_score_passage(question, *each) for each in zip(held, vectors, strict=True)]
        fitting = sorted((one for one in found if one.score > 0.0), key=lambda one: -one.score)
        return (fitting if reranker is None else rerank_hits(query, fitting, reranker))[:top]

    def _build_terms(self, text: str, query_language: str | None) -> tuple[QueryTerm, ...]:
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
        weights = self._store.compute_weights(sorted(frozenset[str]().union(*stems)))
        return tuple(
            QueryTerm(
                found, frozenset(encode_stems([stem]) for stem in found), min(weights[stem] for stem in found)
            )
            for found in stems
        )

    def _rank_rows(
        self, question: Query, top: int, where: Mapping[str, Any] | None, among: Sequence[int] | None
    ) -> list[int]:
        """Return the rows at the top of the fused ranking of both searches."""
        if where:
            among = self._store.find_by_metadata(to_json_values(where))
        pool = max(POOL_SIZE, top)
        rankings = [self._store.rank_by_words(question.stems, pool, among)]
        if question.vector is not None:
            rankings.append(self._store.rank_by_vectors(question.vector, self._encoder.digest, pool, among))
        return fuse_rankings(*rankings)[: max(MAX_READ_PASSAGES, top)]

    def _complete_vectors(self, held: Sequence[IndexedPassage]) -> list[Floats]:
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


def check_query(question: object, top: object, where: object, context: object = "passage") -> None:
    """Check the arguments of a search.

    Raises:
        InputError: the question is not text or empty, ``top`` is not a whole number from 1 on, ``where`` is
            not a dict, or ``context`` is not one of ``CONTEXTS``.
    """
    if not isinstance(question, str):
        raise InputError(f"question must be text, got {type(question).__name__}.")
    if not question.strip():
        raise InputError("the question is empty; enter one.")
    if not isinstance(top, int) or isinstance(top, bool):
        raise InputError(f"top must be a whole number, got {top!r}.")
    if top < 1:
        raise InputError(f"top must be at least 1, got {top}.")
    if where is not None and not isinstance(where, Mapping):
        raise InputError(f"where must be a dict of metadata keys and values, got {where!r}.")
    if context not in CONTEXTS:
        raise InputError(f"context must be 'passage', 'neighbours' or 'section', got {context!r}.")


# --- The context of the hits ---


@dataclass(frozen=True, slots=True)
class PromptContext:
    """Passages and documents that an answer is made of.

    Args:
        offered: the passages that were found, best first.
        read: what the generator reads, in the order of the best passage of each stretch; no sentence twice.
        documents: the documents of the passages, with the sentences of all that is read.
    """

    offered: list[RetrievedPassage]
    read: list[RetrievedPassage]
    documents: list[Document]


def expand_context(store: Store, found: Sequence[Hit], context: Context) -> PromptContext:
    """Return the passages with their context, without those that another process has removed."""
    with store.snapshot():
        stretches = [
            {one.row: one.passage}
            if context == "passage"
            else _find_stretch(store, one.row, CONTEXT_REACH[context])
            for one in found
        ]
        documents = store.load_parts(list(dict.fromkeys(chain((one.row for one in found), *stretches))))
    held = {sentence.id for document in documents for sentence in document.sentences}
    there = {one.row: one.offered for one in found if held.issuperset(one.passage.chunk.sentence_ids)}
    homes = {document.doc_id: document for document in documents}
    read = [
        _join_stretch(each, there, homes)
        for each in merge_stretches(stretches)
        if not there.keys().isdisjoint(each)
    ]
    return PromptContext(list(there.values()), read, documents)


def merge_stretches(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Merge the stretches that share a passage, in reading order, at the position of the first of them."""
    found: list[Stretch] = []
    for stretch in stretches:
        apart = [other for other in found if other.keys().isdisjoint(stretch)]
        touched = [other for other in found if not other.keys().isdisjoint(stretch)]
        whole = dict(sorted(chain(stretch.items(), *(other.items() for other in touched))))
        place = found.index(touched[0]) if touched else len(found)
        found = [*apart[:place], whole, *apart[place:]]
    return found


def _find_stretch(store: Store, row: int, reach: int) -> Stretch:
    """Return the passages around a hit that fit, the nearest first; empty if the hit is gone."""
    passages = store.load_neighbors(row, reach)
    if not passages:
        return {}
    rows = list(passages)
    here = rows.index(row)
    kept = range(here, here + 1)
    for near in sorted(range(len(rows)), key=lambda place: abs(place - here)):
        wider = range(min(near, kept.start), max(near + 1, kept.stop))
        if (
            len(wider) == len(kept) + 1
            and _compute_width([passages[rows[place]] for place in wider]) <= MAX_CONTEXT_CHARS
        ):
            kept = wider
    return {rows[place]: passages[rows[place]] for place in kept}


def _compute_width(passages: Sequence[Passage]) -> int:
    """Count the characters from the first to the last passage."""
    spans = [passage.chunk.span for passage in passages]
    return max(span.char_end for span in spans) - min(span.char_start for span in spans)


def _join_stretch(
    stretch: Stretch, there: Mapping[int, RetrievedPassage], homes: Mapping[str, Document]
) -> RetrievedPassage:
    """Build one passage for the generator from a stretch, with the score of the best hit in it."""
    best = next(offered for row, offered in there.items() if row in stretch)
    if len(stretch) == 1:
        return best
    each = [
        (there[row].shares, there[row].likeness) if row in there else ((0.0,) * len(passage.sentences),) * 2
        for row, passage in stretch.items()
    ]
    return replace(
        best,
        chunk=merge_passages(homes[best.chunk.doc_id], list(stretch.values())),
        sentences=tuple(chain(*(passage.sentences for passage in stretch.values()))),
        shares=tuple(chain(*(shares for shares, _ in each))),
        likeness=tuple(chain(*(likeness for _, likeness in each))),
    )
