"""Citations by a threshold that decays until something is cited, after RAGFlow's ``insert_citations``.

``ThresholdDecay`` is also a citation policy. The splitting into pieces follows RAGFlow.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ascribe.cite.token_similarity import (
    Tokenize,
    TokenWeights,
    compute_token_similarity,
    split_words,
)
from ascribe.errors import InputError
from ascribe.protocols import Claim, Scores
from ascribe.records.source_sentence import SourceSentence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]
    Row = NDArray[np.float64]


class EncodingObject(Protocol):
    """An embedder object, such as those of RAGFlow."""

    def encode(self, texts: list[str]) -> Any:
        """Return one vector for each text: a matrix, or a tuple that starts with one."""
        ...


Embedder = Callable[[list[str]], Any] | EncodingObject


class ThresholdDecay:
    """Cites the chunks within 1 % of the best similarity, at the highest threshold that any piece reaches.

    The thresholds are ``start``, ``start × decay`` and so on, while they are above ``floor``. A piece gets
    citations at a threshold if its best similarity times ``band`` reaches it; then every chunk above ``band``
    times the best is cited, at most ``max_citations``, ordered by similarity, ties by index.

    There are two ways to use it. As the policy of a check, ``check(…, policy=ThresholdDecay())``, each
    sentence has its own sequence of thresholds, independent of the others, and the reply is not changed.
    ``insert_citations`` does what RAGFlow does: one sequence of thresholds applies to the whole answer, so
    pieces that fit less well than the first cited ones get no citation, and each chunk is marked only once.

    Args:
        start: the first threshold.
        decay: each threshold is the previous one times this factor.
        floor: thresholds at or below it are not tried.
        band: share of the best similarity that a chunk must exceed.
        max_citations: maximum number of chunks cited for one piece.
        min_piece_length: pieces of an answer with fewer characters are never cited.

    The defaults are RAGFlow's, chosen for its mix of token and vector similarity.

    Raises:
        InputError: a value is out of range.
    """

    def __init__(
        self,
        *,
        start: float = 0.63,
        decay: float = 0.8,
        floor: float = 0.3,
        band: float = 0.99,
        max_citations: int = 4,
        min_piece_length: int = 5,
    ) -> None:
        for name, value, low, high in (
            ("start", start, 0.0, 1.0),
            ("floor", floor, 0.0, 1.0),
            ("band", band, 0.0, 1.0),
        ):
            if not low <= value <= high:
                raise InputError(f"{name} must be in [0, 1], got {value}.")
        if not 0.0 < decay < 1.0:
            raise InputError(f"decay must be between 0 and 1, got {decay}.")
        if floor == 0.0 < start:
            raise InputError("floor must be above 0; otherwise the thresholds never reach it.")
        if max_citations < 1 or min_piece_length < 0:
            raise InputError("max_citations must be at least 1 and min_piece_length at least 0.")
        self.start, self.decay, self.floor, self.band = start, decay, floor, band
        self.max_citations, self.min_piece_length = max_citations, min_piece_length
        self.thresholds = {
            "start": start,
            "decay": decay,
            "floor": floor,
            "band": band,
            "max_citations": float(max_citations),
        }

    def cite(
        self, claims: Sequence[Claim], evidence: Sequence[SourceSentence], scores: Scores
    ) -> list[tuple[int, ...]]:
        """Return one tuple of indices per claim, best first; empty if no threshold is reached."""
        matrix = scores.matrix
        if not len(evidence):
            return [() for _ in claims]
        rows = (self._select_chunks(matrix[i : i + 1])[1] for i in range(len(claims)))
        return [tuple(row.get(0, ())) for row in rows]

    def insert_citations(
        self,
        answer: str,
        chunks: Sequence[str],
        chunk_vectors: Any,
        embed: Embedder,
        *,
        token_weight: float = 0.1,
        vector_weight: float = 0.9,
        tokenize: Tokenize | None = None,
        token_weights: TokenWeights | None = None,
        tkweight: float | None = None,
        vtweight: float | None = None,
    ) -> tuple[str, list[int]]:
        """Insert `` [ID:n]`` after the pieces of an answer; return the text and the marked chunks, in order.

        ``n`` counts chunks from 0. Everything except the order of ties is as in RAGFlow: a chunk is marked
        only at its first piece, a piece of code gets a line end, and a marker is placed before the full stop
        of a sentence in the middle but after that of the last one.

        Args:
            answer: the text.
            chunks: the texts that the answer was written from.
            chunk_vectors: one vector per chunk, in order. A vector whose length differs from those of the
                answer is treated as zeros, with a warning.
            embed: a function, or an object with ``encode``, that takes the pieces and returns one vector
                each: a matrix, or a tuple that starts with one.
            token_weight: weight of the token similarity.
            vector_weight: weight of the cosine. If all cosines of a piece sum to exactly 0, only its token
                similarity is used, unweighted.
            tokenize: text without question words → tokens. Default: runs of word characters.
            token_weights: tokens of a piece → the weight of each. Default: equal weights.
            tkweight: RAGFlow's name of ``token_weight``; it takes precedence.
            vtweight: RAGFlow's name of ``vector_weight``; it takes precedence.

        Raises:
            InputError: the number of vectors differs from the number of chunks or pieces, or ``embed`` is
                neither a function nor an object with ``encode``.
        """
        pieces = self.cite_pieces(
            answer,
            chunks,
            chunk_vectors,
            embed,
            token_weight=token_weight if tkweight is None else tkweight,
            vector_weight=vector_weight if vtweight is None else vtweight,
            tokenize=tokenize,
            token_weights=token_weights,
        )
        return join_pieces(answer, pieces)

    def cite_pieces(
        self,
        answer: str,
        chunks: Sequence[str],
        chunk_vectors: Any,
        embed: Embedder,
        *,
        token_weight: float = 0.1,
        vector_weight: float = 0.9,
        tokenize: Tokenize | None = None,
        token_weights: TokenWeights | None = None,
    ) -> list[CitedPiece]:
        """Return the pieces of an answer with their citations, and the threshold at which each was cited.

        Takes the arguments of ``insert_citations`` and raises the same errors.
        """
        if len(chunks) != len(chunk_vectors):
            raise InputError(f"chunk_vectors has {len(chunk_vectors)} vectors for {len(chunks)} chunks.")
        pieces = split_pieces(answer)
        asked = [place for place, piece in enumerate(pieces) if len(piece) >= self.min_piece_length]
        if not asked or not chunks:
            return [CitedPiece(piece) for piece in pieces]
        texts = [pieces[place] for place in asked]
        near = self._cosines(texts, chunk_vectors, embed)
        tokens = compute_token_similarity(texts, chunks, tokenize or split_words, token_weights)
        silent = near.sum(axis=1, keepdims=True) == 0
        likeness = np.where(silent, tokens, vector_weight * near + token_weight * tokens)
        level, cited = self._select_chunks(likeness)
        row_of = {place: row for row, place in enumerate(asked)}
        return [
            _build_piece(piece, likeness[row_of[place]], cited.get(row_of[place], []), level)
            if place in row_of
            else CitedPiece(piece)
            for place, piece in enumerate(pieces)
        ]

    def find_threshold(self, similarity: float) -> float | None:
        """Return the highest threshold that a piece with this best similarity reaches; None if there is none.

        >>> ThresholdDecay().find_threshold(0.6)
        0.504
        """
        reached = (level for level in self._iterate_thresholds() if similarity * self.band >= level)
        return next((round(level, _DECIMALS) for level in reached), None)

    def _cosines(self, texts: list[str], chunk_vectors: Any, embed: Embedder) -> Matrix:
        """Return the cosines of pieces and chunks, shape (pieces, chunks)."""
        made = _resolve_embedder(embed)(texts)
        vectors = np.asarray(made[0] if isinstance(made, tuple) else made, dtype=np.float64)
        if vectors.ndim != 2 or len(vectors) != len(texts):
            raise InputError(
                f"embed must give one vector for each of {len(texts)} pieces, got {vectors.shape}."
            )
        held = [np.asarray(vector, dtype=np.float64).ravel() for vector in chunk_vectors]
        odd = [place for place, vector in enumerate(held) if vector.size != vectors.shape[1]]
        if odd:
            warnings.warn(
                f"chunk {odd[0]} has a vector of length {held[odd[0]].size}, but those of the answer have "
                f"length {vectors.shape[1]}; {len(odd)} such vectors are treated as zeros.",
                stacklevel=3,
            )
        zeros = np.zeros(vectors.shape[1])
        return compute_cosines(
            vectors, np.stack([zeros if place in odd else v for place, v in enumerate(held)])
        )

    def _iterate_thresholds(self) -> Iterator[float]:
        level = self.start
        while level > self.floor:
            yield level
            level *= self.decay

    def _select_chunks(self, likeness: Matrix) -> tuple[float, dict[int, list[int]]]:
        """Return the first threshold that any row reaches, and row → its chunks; no chunks if none is."""
        best = likeness.max(axis=1) * self.band
        for level in self._iterate_thresholds():
            rows = np.flatnonzero(best >= level).tolist()
            if rows:
                cited = {row: self._select_within_band(likeness[row], float(best[row])) for row in rows}
                return level, cited
        return 0.0, {}

    def _select_within_band(self, row: Row, threshold: float) -> list[int]:
        """Return the chunks above the threshold, best first, ties by index."""
        order = np.argsort(-row, kind="stable")[: self.max_citations].tolist()
        return [place for place in order if row[place] > threshold]


@dataclass(frozen=True, slots=True)
class CitedPiece:
    """A piece of an answer and what is cited for it.

    Args:
        text: the piece; a piece of code ends with an added line end.
        chunks: the indices of the cited chunks, from 0, most similar first; empty if none is cited.
        similarities: the similarity of each of them.
        threshold: the threshold at which the piece was cited; None if it was not.
        best_similarity: the highest similarity of any chunk; None for a piece that is too short to be cited.
    """

    text: str
    chunks: tuple[int, ...] = ()
    similarities: tuple[float, ...] = ()
    threshold: float | None = None
    best_similarity: float | None = None


_DECIMALS = 6
"""Decimals of a reported threshold: 0.63 × 0.8 × 0.8 is 0.4032, not 0.40320000000000006."""


def _build_piece(text: str, row: Row, chunks: Sequence[int], level: float) -> CitedPiece:
    return CitedPiece(
        text,
        tuple(chunks),
        tuple(float(row[chunk]) for chunk in chunks),
        round(level, _DECIMALS) if chunks else None,
        float(row.max()),
    )


def join_pieces(answer: str, pieces: Sequence[CitedPiece]) -> tuple[str, list[int]]:
    """Join the pieces of an answer, with a marker for each chunk at its first citation.

    Without any piece that could be cited, the answer is unchanged, also its fences.
    """
    if all(piece.best_similarity is None for piece in pieces):
        return answer, []
    parts: list[str] = []
    marked: list[int] = []
    for piece in pieces:
        parts.append(piece.text)
        for chunk in piece.chunks:
            if chunk not in marked:
                marked.append(chunk)
                parts.append(f" [ID:{chunk}]")
    return "".join(parts), marked


def _resolve_embedder(embed: Embedder) -> Callable[[list[str]], Any]:
    """Return the ``encode`` of an embedder object, as RAGFlow has it, or the function itself."""
    found = getattr(embed, "encode", embed)
    if not callable(found):
        raise InputError(
            f"embed: a {type(embed).__name__} is not a function and has no 'encode'; give a function that "
            "takes a list of texts, or an object with encode(texts)."
        )
    encode: Callable[[list[str]], Any] = found
    return encode


def compute_cosines(pieces: Matrix, chunks: Matrix) -> Matrix:
    """Return the cosines, shape (pieces, chunks); 0 if either vector is zero."""
    return _normalize(pieces) @ _normalize(chunks).T


def _normalize(vectors: Matrix) -> Matrix:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Matrix = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return unit


# --- Splitting into pieces ---

_FENCE = "```"

_ALWAYS = "；。？!！،؛؟۔\n"
"""Characters that end a piece, except after the vertical bar of a table."""

_BEFORE_BLANK = ".?;!،؛؟"
"""Characters that end a piece after a lower-case Latin or an Arabic letter before a space or line end."""

_PIECE_END = re.compile(rf"[^|](?=[{_ALWAYS}])|[a-z\u0600-\u06FF](?=[{_BEFORE_BLANK}][ \n])")
"""The last character of a piece. The characters that end the piece form a piece of their own."""


def split_pieces(answer: str) -> list[str]:
    """Split an answer into pieces; joined, they give the answer plus one line end after each fenced part.

    The rules are RAGFlow's, including their faults: a piece does not end after a digit, a capital or a
    Cyrillic letter, but it does end inside ``x != y``.
    """
    parts = answer.split(_FENCE)
    if len(parts) == 1:
        return list(_split_prose(answer))
    pieces: list[str] = []
    for number, part in enumerate(parts):
        if number % 2:
            closed = number + 1 < len(parts)
            pieces.append(_FENCE + part + (_FENCE if closed else "") + "\n")
        else:
            pieces += _split_prose(part)
    return pieces


def _split_prose(text: str) -> Iterator[str]:
    """Yield the sentences and, between them, their ends: a mark alone, or with the space after it."""
    start = 0
    while end := _PIECE_END.search(text, start):
        stop = end.end() + (1 if text[end.end()] in _ALWAYS else 2)
        yield text[start : end.end()]
        yield text[end.end() : stop]
        start = stop
    yield text[start:]
