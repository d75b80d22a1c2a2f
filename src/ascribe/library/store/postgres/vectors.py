"""Sentence vectors on a server: store them, and search them with pgvector.

Without an index, every vector is compared. With one (HNSW: Malkov and Yashunin 2018), candidates are found
approximately; their cosines are then computed here from their vectors, as for a library file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ascribe.inference.encoder import WIDTH
from ascribe.library.store.packing import build_damage_error
from ascribe.library.store.postgres.binary_copy import encode_rows
from ascribe.library.store.postgres.connection import Run
from ascribe.library.store.postgres.documents import find_owner
from ascribe.library.store.vectors import rank_vectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

EXTRA_CANDIDATES = 20
"""Passages beyond those wanted: pgvector compares in half precision, which changes the order of near ties."""

CANDIDATES_PER_RESULT = 8
"""Sentences that the index is asked for, for each passage that is wanted."""

_MOST_CANDIDATES = 1000
"""The most that pgvector accepts as ``hnsw.ef_search``."""

_COPY_VECTORS = "COPY vectors (passage, position, model, vector) FROM STDIN (FORMAT BINARY)"

_LOAD = """
SELECT passage, string_agg(substr(halfvec_send(vector), 5), ''::bytea ORDER BY position) FROM vectors
WHERE model = %s AND passage = ANY(%s::bigint[]) GROUP BY passage
"""

_ALL = """
SELECT passage FROM vectors WHERE model = %s {among}
GROUP BY passage ORDER BY min(vector <#> %s::halfvec), passage LIMIT %s
"""

_AMONG_CLAUSE = "AND passage IN (SELECT id FROM passages WHERE document = ANY(%s::bigint[]))"

_NEAR = """
SELECT passage FROM vectors WHERE model = {model:d} ORDER BY vector <#> %s::halfvec LIMIT %s
"""

_UNENCODED = """
SELECT id FROM passages p
WHERE NOT EXISTS (SELECT FROM vectors v WHERE v.passage = p.id AND v.model = %s) ORDER BY id
"""

_HAS_INDEX = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)"


def insert_vectors(run: Run, model: str, encoded: Mapping[int, Floats]) -> None:
    """Store the vectors of passages by row, in the order of their sentences."""
    counts = [len(each) for each in encoded.values()]
    if not sum(counts):
        return
    rows = np.repeat(np.array(list(encoded), ">i8"), counts)
    places = np.concatenate([np.arange(count) for count in counts]).astype(">i4")
    matrix = np.concatenate(list(encoded.values())).astype(">f2")
    models = np.full(len(rows), _find_model(run, model, create=True), ">i4")
    run.copy(_COPY_VECTORS, encode_rows(rows, places, models, matrix))


def replace_vectors(run: Run, model: str, encoded: Mapping[int, Floats]) -> None:
    """Store the vectors of passages by row in place of earlier ones; removed passages are skipped."""
    found = run("SELECT id FROM passages WHERE id = ANY(%s::bigint[]) FOR KEY SHARE", (list(encoded),))
    there = {row: encoded[row] for (row,) in found.fetchall()}
    run("DELETE FROM vectors WHERE passage = ANY(%s::bigint[])", (list(there),))
    insert_vectors(run, model, there)


def load_vectors(run: Run, passages: Sequence[int], model: str) -> dict[int, Floats]:
    """Load the vectors of these passages, by row, those that have any of this model.

    Raises:
        LibraryError: a row cannot be read.
    """
    rows = run(_LOAD, (_find_model(run, model), list(passages))).fetchall()
    return {row: _decode_vectors(run, row, data) for row, data in rows}


def find_unencoded(run: Run, model: str) -> list[int]:
    """Find the rows of the passages that have no vectors of the model."""
    return [row for (row,) in run(_UNENCODED, (_find_model(run, model),))]


def rank_passages(
    run: Run, question: Floats, model: str, limit: int, among: Sequence[int] | None
) -> list[tuple[int, float]]:
    """Rank passages by the cosine of their best sentence, best first; ``among`` limits the documents.

    Passages with a cosine of 0 or less are left out. Among chosen documents, every vector is compared.
    """
    number = _find_model(run, model)
    asked = "[" + ",".join(f"{value:.6g}" for value in question.tolist()) + "]"
    if among is None and _has_index(run, number):
        wanted = min(_MOST_CANDIDATES, CANDIDATES_PER_RESULT * limit)
        run(f"SET LOCAL hnsw.ef_search = {wanted:d}")
        found = run(_NEAR.format(model=number), (asked, wanted))
    else:
        chosen = () if among is None else (list(among),)
        statement = _ALL.format(among=_AMONG_CLAUSE if chosen else "")
        found = run(statement, (number, *chosen, asked, limit + EXTRA_CANDIDATES))
    near = list({row for (row,) in found.fetchall()})
    return rank_vectors(load_vectors(run, near, model), question, limit)


def build_index(run: Run, model: str) -> None:
    """Build the index of the model's vectors, or build it again.

    It is built fastest if it fits into ``maintenance_work_mem``, which the URL may set.
    """
    number = _find_model(run, model, create=True)
    run(f"DROP INDEX IF EXISTS {_name_index(number)}")
    run(
        f"CREATE INDEX {_name_index(number)} ON vectors USING hnsw (vector halfvec_ip_ops) "
        f"WHERE model = {number:d}"
    )


def _has_index(run: Run, model: int) -> bool:
    found = run(_HAS_INDEX, (_name_index(model),)).fetchone()
    return bool(found and found[0])


def _name_index(model: int) -> str:
    return f"vectors_near_{model:d}"


def _find_model(run: Run, digest: str, *, create: bool = False) -> int:
    """Return the number of the model; 0 if it has no vectors here."""
    query = "SELECT id FROM models WHERE digest = %s"
    found = run(query, (digest,)).fetchone()
    if found is None and create:
        found = run("INSERT INTO models (digest) VALUES (%s) RETURNING id", (digest,)).fetchone()
    return int(found[0]) if found else 0


def _decode_vectors(run: Run, passage: int, data: bytes) -> Floats:
    if len(data) % (2 * WIDTH):
        raise build_damage_error(find_owner(run, passage))
    return np.frombuffer(data, ">f2").astype(np.float32).reshape(-1, WIDTH)
