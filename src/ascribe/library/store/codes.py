"""Codes of sentence vectors: one bit for each dimension, its sign; the approximate index of a library file.

The share of equal bits estimates the angle between two vectors (Charikar 2002). A code takes 48 bytes, a
sixteenth of a stored vector, and all codes are compared with that of the question. The passages with the
nearest codes are the candidates, whose cosines are then computed from their vectors.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating[Any]]
    Integers = NDArray[np.int64]
    Codes = NDArray[np.uint64]

Run = Any
"""``execute`` of a connection."""

_WIDTH = 384

CODE_BYTES = _WIDTH // 8

CANDIDATES_PER_RESULT = 20
"""Sentences with the nearest codes that are compared exactly, for each passage that is wanted."""

_BLOCK = 1 << 16
"""Codes that are compared at a time, so that intermediate results stay in the processor's cache."""

_BITS_OF_BYTES = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(axis=1, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class CodeTable:
    """All codes of one model.

    Args:
        passages: row of the passage of each code, shape (codes,), ascending.
        codes: the codes, shape (codes, 6).
    """

    passages: Integers
    codes: Codes


EMPTY_TABLE = CodeTable(np.empty(0, np.int64), np.empty((0, CODE_BYTES // 8), np.uint64))


def build_codes(vectors: Floats) -> bytes:
    """Return the codes of vectors of shape (vectors, 384), one after the other."""
    return np.packbits(vectors > 0, axis=1).tobytes()


def insert_codes(run: Run, passage: int, model: str, vectors: Floats) -> None:
    """Store the codes of a passage's vectors, in place of earlier ones."""
    run("INSERT OR REPLACE INTO codes VALUES (?, ?, ?)", (passage, model, build_codes(vectors)))


def insert_missing_codes(run: Run) -> None:
    """Store the codes of all vectors; rows that are damaged get none, and raise where they are read."""
    for passage, model, data in run("SELECT passage, model, data FROM vectors"):
        if isinstance(data, bytes) and len(data) % (2 * _WIDTH) == 0:
            insert_codes(run, passage, model, np.frombuffer(data, "<f2").reshape(-1, _WIDTH))


def load_table(run: Run, model: str, known: CodeTable = EMPTY_TABLE) -> CodeTable:
    """Load every code of the model; known ones are not read again, since a passage never changes."""
    rows = run("SELECT passage FROM codes WHERE model = ? ORDER BY passage", (model,)).fetchall()
    there = np.array([row for (row,) in rows], np.int64)
    kept = np.isin(known.passages, there)
    wanted = json.dumps(np.setdiff1d(there, known.passages).tolist())
    new = run(
        "SELECT passage, data FROM codes WHERE passage IN (SELECT value FROM json_each(?)) ORDER BY passage",
        (wanted,),
    ).fetchall()
    lengths = [len(data) // CODE_BYTES for _, data in new]
    owners = np.repeat(np.array([row for row, _ in new], np.int64), lengths)
    made = np.frombuffer(b"".join(data for _, data in new), np.uint64).reshape(-1, CODE_BYTES // 8)
    passages = np.concatenate([known.passages[kept], owners])
    codes = np.concatenate([known.codes[kept], made])
    order = np.argsort(passages, kind="stable")
    return CodeTable(passages[order], codes[order])


def find_candidates(table: CodeTable, question: Floats, limit: int, among: Sequence[int] | None) -> list[int]:
    """Find the passages with the nearest codes, ascending; ``among`` limits the rows."""
    passages, codes = table.passages, table.codes
    if among is not None:
        kept = np.isin(passages, among)
        passages, codes = passages[kept], codes[kept]
    wanted = CANDIDATES_PER_RESULT * limit
    if len(passages) <= wanted:
        return [int(row) for row in np.unique(passages)]
    asked = np.frombuffer(build_codes(question[None]), np.uint64)
    distances = np.concatenate(
        [_count_differences(codes[start : start + _BLOCK], asked) for start in range(0, len(codes), _BLOCK)]
    )
    nearest = np.argpartition(distances, wanted)[:wanted]
    return [int(row) for row in np.unique(passages[nearest])]


def _count_differences(codes: Codes, asked: Codes) -> NDArray[np.uint16]:
    """Count the bits by which each code differs from the other one."""
    found: NDArray[np.uint16] = count_bits(codes ^ asked).sum(axis=1, dtype=np.uint16)
    return found


def count_bits(codes: Codes) -> NDArray[np.uint8]:
    """Count the bits that are set in each number, or in each byte of it with an older NumPy."""
    found: NDArray[np.uint8] = (
        np.bitwise_count(codes) if hasattr(np, "bitwise_count") else _BITS_OF_BYTES[codes.view(np.uint8)]
    )
    return found
