"""Sentence vectors of passages: encode them, store them, and search them as one matrix."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ascribe.inference.encoder import WIDTH, Encoder
from ascribe.library.chunking import Passage
from ascribe.library.store.documents import build_damage_error, find_owner

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Integers = NDArray[np.int64]


Run = Any
"""``execute`` of a connection."""

_STORED_DTYPE = np.dtype("<f2")
"""Half precision: it changes cosines in the fourth digit."""


@dataclass(frozen=True, slots=True)
class VectorTable:
    """All vectors of one model.

    Args:
        passages: row of the passage of each vector, shape (vectors,), ascending.
        matrix: the vectors, shape (vectors, 384), of length 1.
    """

    passages: Integers
    matrix: Floats


def insert_vectors(run: Run, passage: int, model: str, vectors: Floats) -> None:
    """Store the vectors of a passage's sentences, in order, in place of earlier ones."""
    run(
        "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
        (passage, model, vectors.astype(_STORED_DTYPE).tobytes()),
    )


def load_vectors(run: Run, passages: Sequence[int], model: str) -> dict[int, Floats]:
    """Load the vectors of these passages, by row, those that have any of this model.

    Raises:
        LibraryError: a row cannot be read.
    """
    rows = run(
        "SELECT passage, data FROM vectors WHERE model = ? AND passage IN (SELECT value FROM json_each(?))",
        (model, json.dumps(list(passages))),
    )
    return {passage: _decode_vectors(run, passage, data) for passage, data in rows.fetchall()}


EMPTY_TABLE = VectorTable(np.empty(0, np.int64), np.empty((0, WIDTH), np.float32))


def load_table(run: Run, model: str, known: VectorTable = EMPTY_TABLE) -> VectorTable:
    """Load every vector of the model; known ones are not read again, since a passage never changes."""
    rows = run("SELECT passage FROM vectors WHERE model = ? ORDER BY passage", (model,)).fetchall()
    there = np.array([row for (row,) in rows], np.int64)
    kept = np.isin(known.passages, there)
    new = load_vectors(run, np.setdiff1d(there, known.passages).tolist(), model)
    owners = np.repeat(np.array(list(new), np.int64), [len(part) for part in new.values()])
    passages = np.concatenate([known.passages[kept], owners])
    matrix = np.concatenate([known.matrix[kept], *new.values()])
    order = np.argsort(passages, kind="stable")
    if np.array_equal(order, np.arange(len(order))):
        return VectorTable(passages, matrix)
    return VectorTable(passages[order], matrix[order])


def find_unencoded(run: Run, model: str) -> list[int]:
    """Find the rows of the passages that have no vectors of the model."""
    rows = run(
        "SELECT id FROM passages WHERE id NOT IN (SELECT passage FROM vectors WHERE model = ?) ORDER BY id",
        (model,),
    )
    return [passage for (passage,) in rows]


def rank_passages(
    table: VectorTable, question: Floats, limit: int, among: Sequence[int] | None
) -> list[tuple[int, float]]:
    """Rank passages by the cosine of their best sentence, best first; ``among`` limits the rows.

    Passages with a cosine of 0 or less are left out.
    """
    if not len(table.passages):
        return []
    cosines = table.matrix @ question
    starts = np.flatnonzero(np.r_[True, np.diff(table.passages) != 0])
    rows, scores = table.passages[starts], np.maximum.reduceat(cosines, starts)
    if among is not None:
        kept = np.isin(rows, among)
        rows, scores = rows[kept], scores[kept]
    order = np.argsort(-scores, kind="stable")[:limit]
    return [(int(rows[i]), float(scores[i])) for i in order if scores[i] > 0.0]


def _decode_vectors(run: Run, passage: int, data: bytes) -> Floats:
    try:
        vectors: Floats = np.frombuffer(data, _STORED_DTYPE).astype(np.float32).reshape(-1, WIDTH)
    except (TypeError, ValueError) as error:
        raise build_damage_error(find_owner(run, passage)) from error
    if not np.isfinite(vectors).all():
        raise build_damage_error(find_owner(run, passage))
    return vectors


def encode_passages(encoder: Encoder, passages: Sequence[Passage]) -> list[Floats]:
    """Encode the sentences of each passage: one array of shape (sentences, 384) per passage, in order."""
    texts = [[sentence.text for sentence in passage.sentences] for passage in passages]
    vectors = encoder.embed([text for each in texts for text in each])
    ends = np.cumsum([len(each) for each in texts])
    return np.split(vectors, ends[:-1]) if texts else []
