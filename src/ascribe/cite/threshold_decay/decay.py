"""The threshold that falls level by level, as a citation policy and as RAGFlow's ``insert_citations``."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ascribe.cite.threshold_decay.pieces import split_pieces
from ascribe.cite.threshold_decay.similarity import (
    Tokenize,
    TokenWeights,
    cosines,
    token_similarity,
    word_tokens,
)
from ascribe.errors import InputError
from ascribe.stages import Claim, Evidence, Scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]
    Row = NDArray[np.float64]


class ThresholdDecay:
    """Cites the chunks that come within a hundredth of the best one, at the highest level that cites any.

    The levels are ``start``, ``start × decay`` and so on, as long as they lie above ``floor``. A piece is
    cited at a level if ``band`` of its best similarity reaches it; then every chunk above ``band`` of the
    best is cited, at most ``max_citations``, by similarity and among equals by index.

    There are two ways to use it. As the policy of a check, ``check(…, policy=ThresholdDecay())``, every
    sentence has its own levels, is cited whatever others are, and the reply stays as it is.
    ``insert_citations`` does what RAGFlow does: the levels belong to the whole answer, so that a piece which
    fits less well than the first one cited stays without, and each chunk is marked once.

    Args:
        start: the first level.
        decay: each level is this share of the one before.
        floor: no level at or below it is tried.
        band: share of the best similarity that a chunk must exceed.
        max_citations: chunks of one piece, at most.
        min_piece_length: characters below which a piece of an answer is never cited.

    The defaults are RAGFlow's. They were made for its mix of token and vector similarity.

    Raises:
        InputError: a value out of its range.
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
            raise InputError("floor must be above 0: the levels come ever closer to it and never end.")
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
        self, claims: Sequence[Claim], evidence: Sequence[Evidence], scores: Scores
    ) -> list[tuple[int, ...]]:
        """One tuple of indices per claim, best first; empty where the last level is not reached."""
        matrix = scores.matrix
        if not len(evidence):
            return [() for _ in claims]
        return [tuple(self._cited(matrix[i : i + 1]).get(0, ())) for i in range(len(claims))]

    def insert_citations(
        self,
        answer: str,
        chunks: Sequence[str],
        chunk_vectors: Any,
        embed: Callable[[list[str]], Any],
        *,
        token_weight: float = 0.1,
        vector_weight: float = 0.9,
        tokenize: Tokenize | None = None,
        token_weights: TokenWeights | None = None,
    ) -> tuple[str, list[int]]:
        """The answer with `` [ID:n]`` after its pieces, and the chunks marked, in the order of their markers.

        ``n`` counts chunks from 0. Everything but ties is as in RAGFlow: a chunk is marked at its first
        piece only, a piece of code gets a line end, and a marker stands before the stop of a sentence in
        the middle and after that of the last one.

        Args:
            answer: the text.
            chunks: texts that it was written from.
            chunk_vectors: one vector per chunk, in their order. One of another length than those of the
                answer counts as zeros, with a warning.
            embed: pieces → one vector each; a matrix, or a tuple of a matrix and anything else.
            token_weight: of the token similarity.
            vector_weight: of the cosine. Where all cosines of a piece sum to exactly 0, its token
                similarity counts alone, unweighted.
            tokenize: text without question words → tokens. Default: runs of word characters.
            token_weights: tokens of a piece → the weight of each. Default: all weigh the same.

        Raises:
            InputError: not one vector for each chunk or piece.
        """
        if len(chunks) != len(chunk_vectors):
            raise InputError(f"chunk_vectors has {len(chunk_vectors)} vectors for {len(chunks)} chunks.")
        pieces = split_pieces(answer)
        asked = [place for place, piece in enumerate(pieces) if len(piece) >= self.min_piece_length]
        if not asked or not chunks:
            return answer, []
        texts = [pieces[place] for place in asked]
        near = self._cosines(texts, chunk_vectors, embed)
        tokens = token_similarity(texts, chunks, tokenize or word_tokens, token_weights)
        silent = near.sum(axis=1, keepdims=True) == 0
        likeness = np.where(silent, tokens, vector_weight * near + token_weight * tokens)
        cited = {asked[row]: found for row, found in self._cited(likeness).items()}
        return _marked(pieces, cited)

    def _cosines(self, texts: list[str], chunk_vectors: Any, embed: Callable[[list[str]], Any]) -> Matrix:
        """Shape (pieces, chunks)."""
        made = embed(texts)
        said = np.asarray(made[0] if isinstance(made, tuple) else made, dtype=np.float64)
        if said.ndim != 2 or len(said) != len(texts):
            raise InputError(f"embed must give one vector for each of {len(texts)} pieces, got {said.shape}.")
        held = [np.asarray(vector, dtype=np.float64).ravel() for vector in chunk_vectors]
        odd = [place for place, vector in enumerate(held) if vector.size != said.shape[1]]
        if odd:
            warnings.warn(
                f"chunk {odd[0]} has a vector of length {held[odd[0]].size}, the answer of {said.shape[1]}; "
                f"{len(odd)} such vectors count as zeros.",
                stacklevel=3,
            )
        zeros = np.zeros(said.shape[1])
        return cosines(said, np.stack([zeros if place in odd else v for place, v in enumerate(held)]))

    def _levels(self) -> Iterator[float]:
        level = self.start
        while level > self.floor:
            yield level
            level *= self.decay

    def _cited(self, likeness: Matrix) -> dict[int, list[int]]:
        """Row → its chunks, at the first level that any row reaches."""
        best = likeness.max(axis=1) * self.band
        for level in self._levels():
            rows = np.flatnonzero(best >= level).tolist()
            if rows:
                return {row: self._within(likeness[row], float(best[row])) for row in rows}
        return {}

    def _within(self, row: Row, bar: float) -> list[int]:
        """Chunks above the bar, best first, ties by index."""
        order = np.argsort(-row, kind="stable")[: self.max_citations].tolist()
        return [place for place in order if row[place] > bar]


def _marked(pieces: Sequence[str], cited: Mapping[int, Sequence[int]]) -> tuple[str, list[int]]:
    """The pieces joined, with a marker for each chunk that was not marked before."""
    parts: list[str] = []
    marked: list[int] = []
    for place, piece in enumerate(pieces):
        parts.append(piece)
        for chunk in cited.get(place, ()):
            if chunk not in marked:
                marked.append(chunk)
                parts.append(f" [ID:{chunk}]")
    return "".join(parts), marked
