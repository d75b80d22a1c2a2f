"""Store documents and their passages as rows of a library file, and load them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ascribe.library.chunking import Passage
from ascribe.library.store.packing import (
    PackedDocument,
    encode_filter_values,
    keep_section,
    pack,
    pack_document,
    rebuild_document,
    unpack_passages,
)
from ascribe.records import Document

Run = Any
"""``execute`` of a connection."""

_COLUMNS = "doc_id, source, digest, reading, language, pages, sentences, metadata, frame, text, lines"

_PASSAGES = """
SELECT p.id, d.doc_id, p.data FROM passages p JOIN documents d ON d.id = p.document
WHERE p.id IN (SELECT value FROM json_each(?))
"""

_AROUND = """
SELECT q.id, d.doc_id, q.data FROM passages p JOIN passages q ON q.document = p.document
AND q.position BETWEEN p.position - :reach AND p.position + :reach
JOIN documents d ON d.id = p.document WHERE p.id = :row ORDER BY q.position
"""

_OWNER = "SELECT d.doc_id FROM passages p JOIN documents d ON d.id = p.document WHERE p.id = ?"

_ALL_PASSAGES = "SELECT data FROM passages WHERE document = ? ORDER BY position"

_SOME_PASSAGES = """
SELECT data FROM passages WHERE document = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY position
"""


def insert_document(run: Run, document: Document, source: str, digest: str, reading: str) -> int:
    """Insert a new document without its passages, and return its row."""
    packed = pack_document(document)
    values = (
        document.doc_id,
        source,
        digest,
        reading,
        document.language or "",
        document.num_pages,
        len(document.sentences),
        packed.metadata,
        packed.frame,
        packed.text,
        packed.lines,
    )
    marks = ", ".join("?" * len(values))
    row = int(run(f"INSERT INTO documents ({_COLUMNS}) VALUES ({marks})", values).lastrowid)  # noqa: S608 (ours)
    for key, value in document.metadata.items():
        for each in encode_filter_values(value):
            run("INSERT INTO metadata VALUES (?, ?, ?)", (row, key, each))
    return row


def insert_passage(run: Run, document: int, position: int, passage: Passage) -> int:
    """Insert a new passage and return its row."""
    values = (document, position, len(passage.sentences), pack(passage))
    statement = "INSERT INTO passages (document, position, sentences, data) VALUES (?, ?, ?, ?)"
    return int(run(statement, values).lastrowid)


def find_by_metadata(run: Run, where: Mapping[str, Any]) -> list[int]:
    """Find the rows of the documents that have, for every key, one of the values."""
    statement = "SELECT document FROM metadata WHERE key = ? AND value IN (SELECT value FROM json_each(?))"
    held = [
        {row for (row,) in run(statement, (key, json.dumps(encode_filter_values(value))))}
        for key, value in where.items()
    ]
    return sorted(set.intersection(*held))


def find_passage_rows(run: Run, rows: Sequence[int]) -> list[int]:
    """Find the rows of the passages of these documents."""
    query = "SELECT id FROM passages WHERE document IN (SELECT value FROM json_each(?))"
    return [row for (row,) in run(query, (json.dumps(list(rows)),))]


def load_document(run: Run, row: int, passages: Sequence[int] | None = None) -> Document:
    """Load a document with all its parts, or with these passages only and without its printed lines.

    Raises:
        LibraryError: a row cannot be read.
    """
    lines = "lines" if passages is None else "NULL"
    query = f"SELECT doc_id, metadata, frame, text, {lines} FROM documents WHERE id = ?"  # noqa: S608 (ours)
    doc_id, metadata, frame, text, held = run(query, (row,)).fetchone()
    found = (
        run(_ALL_PASSAGES, (row,))
        if passages is None
        else run(_SOME_PASSAGES, (row, json.dumps(list(passages))))
    )
    packed = PackedDocument(doc_id, metadata, frame, text, held or b"")
    return rebuild_document(packed, [data for (data,) in found.fetchall()], whole=passages is None)


def load_passages(run: Run, rows: Sequence[int]) -> dict[int, Passage]:
    """Load passages by row, those that exist; no document is read.

    Raises:
        LibraryError: a row cannot be read.
    """
    return unpack_passages(run(_PASSAGES, (json.dumps(list(rows)),)).fetchall())


def load_neighbors(run: Run, row: int, reach: int) -> dict[int, Passage]:
    """Load a passage and as many on either side within its section, by row, in reading order.

    Empty if the passage is gone.

    Raises:
        LibraryError: a row cannot be read.
    """
    return keep_section(unpack_passages(run(_AROUND, {"row": row, "reach": reach}).fetchall()), row)


def find_owner(run: Run, passage: int) -> str:
    """Find the id of the document that contains the passage."""
    return str(run(_OWNER, (passage,)).fetchone()[0])
