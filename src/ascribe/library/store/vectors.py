"""Sentence vectors of passages in a library file: encode them, store them, and search them.

Up to ``MAX_EXACT_VECTORS``, all vectors are held in memory as one matrix. Beyond that, their codes are (see
``codes``), and the vectors of the candidates are read from the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ascribe.inference.encoder import WIDTH, Encoder
from ascribe.library.chunking import Passage
from ascribe.library.store import codes
from ascribe.library.store.codes import CodeTable
from ascribe.library.store.documents import find_owner
from ascribe.library.store.packing import build_damage_error

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Integers = NDArray[np.int64]


Run = Any
"""``execute`` of a connection."""

STORED_DTYPE = np.dtype("<f2")
"""Half precision: it changes cosines in the fourth digit."""

MAX_EXACT_VECTORS = 200_000
"""Vectors up to which every cosine is computed; their matrix then takes 300 MB of memory."""


@dataclass(frozen=True, slots=True)
class VectorTable:
    """All vectors of one model.

    Args:
        passages: row of the passage of each vector, shape (vectors,), ascending.
        matrix: the vectors, shape (vectors, 384), of length 1.
    """

    passages: Integers
    matrix: Floats


VectorIndex: TypeAlias = VectorTable | CodeTable
"""What a search holds in memory: the vectors of a small library, the codes of a large one."""

EMPTY_INDEX = VectorTable(np.empty(0, np.int64), np.empty((0, WIDTH), np.float32))


def insert_vectors(run: Run, passage: int, model: str, vectors: Floats) -> None:
    """Store the vectors of a passage's sentences, in order, and their codes, in place of earlier ones."""
    stored = vectors.astype(STORED_DTYPE)
    run("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", (passage, model, stored.tobytes()))
    codes.insert_codes(run, passage, model, stored)


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


def load_index(run: Run, model: str, known: VectorIndex = EMPTY_INDEX) -> VectorIndex:
    """Load the vectors of the model, or their codes; known ones are not read again, since none changes."""
    count = run("SELECT coalesce(sum(sentences), 0) FROM documents").fetchone()[0]
    if count > MAX_EXACT_VECTORS:
        return codes.load_table(run, model, known if isinstance(known, CodeTable) else codes.EMPTY_TABLE)
    return _load_table(run, model, known if isinstance(known, VectorTable) else EMPTY_INDEX)


def _load_table(run: Run, model: str, known: VectorTable) -> VectorTable:
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
    run: Run, index: VectorIndex, question: Floats, model: str, limit: int, among: Sequence[int] | None
) -> list[tuple[int, float]]:
    """Rank passages by the cosine of their best sentence, best first; ``among`` limits the rows.

    Passages with a cosine of 0 or less are left out.
    """
    if isinstance(index, CodeTable):
        near = codes.find_candidates(index, question, limit, among)
        return rank_vectors(load_vectors(run, near, model), question, limit)
    return rank_table(index, question, limit, among)


def rank_table(
    table: VectorTable, question: Floats, limit: int, among: Sequence[int] | None
) -> list[tuple[int, float]]:
    """Rank the passages of the table as ``rank_passages`` does."""
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


def rank_vectors(vectors: Mapping[int, Floats], question: Floats, limit: int) -> list[tuple[int, float]]:
    """Rank the passages with these vectors, by row, as ``rank_passages`` does."""
    rows = sorted(vectors)
    owners = np.repeat(np.array(rows, np.int64), [len(vectors[row]) for row in rows])
    matrix = np.concatenate([EMPTY_INDEX.matrix, *(vectors[row] for row in rows)])
    return rank_table(VectorTable(owners, matrix), question, limit, None)


def decode_vectors(data: bytes) -> Floats:
    """Return the vectors of a passage, shape (sentences, 384).

    Raises:
        ValueError: the data are not those of vectors.
        TypeError: they are no bytes.
    """
    return np.frombuffer(data, STORED_DTYPE).astype(np.float32).reshape(-1, WIDTH)


def _decode_vectors(run: Run, passage: int, data: bytes) -> Floats:
    try:
        vectors = decode_vectors(data)
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
