"""Store documents and their passages as rows on a server, and load them."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from hashlib import sha256
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
from ascribe.library.store.postgres.connection import Run
from ascribe.records import Document

_INSERT_DOCUMENT = """
INSERT INTO documents
(doc_id, source, digest, reading, language, pages, sentences, metadata, frame, text, lines)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id
"""

_INSERT_METADATA = """
INSERT INTO metadata SELECT %s, key, value FROM unnest(%s::bytea[], %s::bytea[]) AS given (key, value)
"""

_INSERT_PASSAGES = """
INSERT INTO passages (document, position, sentences, data, words)
SELECT %s, n - 1, sentences, data, words
FROM unnest(%s::integer[], %s::bytea[], %s::bytea[]) WITH ORDINALITY AS given (sentences, data, words, n)
ORDER BY n RETURNING id
"""

_PASSAGES = """
SELECT p.id, d.doc_id, p.data FROM passages p JOIN documents d ON d.id = p.document
WHERE p.id = ANY(%s::bigint[])
"""

_AROUND = """
SELECT q.id, d.doc_id, q.data FROM passages p JOIN passages q ON q.document = p.document
AND q.position BETWEEN p.position - %s AND p.position + %s
JOIN documents d ON d.id = p.document WHERE p.id = %s ORDER BY q.position
"""

_OWNER = "SELECT d.doc_id FROM passages p JOIN documents d ON d.id = p.document WHERE p.id = %s"


def insert_document(run: Run, document: Document, source: str, digest: str, reading: str) -> int:
    """Insert a new document without its passages, and return its row."""
    packed = pack_document(document)
    text = None if packed.text is None else zlib.compress(packed.text.encode("utf-8", "surrogatepass"), 1)
    values = (
        packed.doc_id,
        source,
        digest,
        reading,
        document.language or "",
        document.num_pages,
        len(document.sentences),
        packed.metadata,
        packed.frame,
        text,
        packed.lines,
    )
    row = int(run(_INSERT_DOCUMENT, values).fetchone()[0])
    pairs = [(key, each) for key, value in document.metadata.items() for each in encode_filter_values(value)]
    if pairs:
        keys, given = ([_hash_text(text) for text in column] for column in zip(*pairs, strict=True))
        run(_INSERT_METADATA, (row, keys, given))
    return row


def insert_passages(
    run: Run, document: int, passages: Sequence[Passage], words: Sequence[bytes]
) -> list[int]:
    """Insert the passages of a document with their packed words, and return their rows, ascending."""
    counts = [len(passage.sentences) for passage in passages]
    values = (document, counts, [pack(passage) for passage in passages], list(words))
    return [row for (row,) in run(_INSERT_PASSAGES, values)]


def find_by_metadata(run: Run, where: Mapping[str, Any]) -> list[int]:
    """Find the rows of the documents that have, for every key, one of the values."""
    statement = "SELECT document FROM metadata WHERE key = %s AND value = ANY(%s::bytea[])"
    held = [
        {
            row
            for (row,) in run(
                statement, (_hash_text(key), list(map(_hash_text, encode_filter_values(value))))
            )
        }
        for key, value in where.items()
    ]
    return sorted(set.intersection(*held))


def load_document(run: Run, row: int, passages: Sequence[int] | None = None) -> Document:
    """Load a document with all its parts, or with these passages only and without its printed lines.

    Raises:
        LibraryError: a row cannot be read.
    """
    query = "SELECT doc_id, metadata, frame, text, lines FROM documents WHERE id = %s"
    doc_id, metadata, frame, text, lines = run(query, (row,)).fetchone()
    chosen = "" if passages is None else "AND id = ANY(%s::bigint[])"
    found = run(
        f"SELECT data FROM passages WHERE document = %s {chosen} ORDER BY position",  # noqa: S608 (ours)
        (row,) if passages is None else (row, list(passages)),
    ).fetchall()
    full = None if text is None else zlib.decompress(text).decode("utf-8", "surrogatepass")
    packed = PackedDocument(doc_id, metadata, frame, full, lines if passages is None else b"")
    return rebuild_document(packed, [data for (data,) in found], whole=passages is None)


def load_passages(run: Run, rows: Sequence[int]) -> dict[int, Passage]:
    """Load passages by row, those that exist; no document is read.

    Raises:
        LibraryError: a row cannot be read.
    """
    return unpack_passages(run(_PASSAGES, (list(rows),)).fetchall())


def load_neighbors(run: Run, row: int, reach: int) -> dict[int, Passage]:
    """Load a passage and as many on either side within its section, by row, in reading order.

    Raises:
        LibraryError: a row cannot be read.
    """
    return keep_section(unpack_passages(run(_AROUND, (reach, reach, row)).fetchall()), row)


def find_owner(run: Run, passage: int) -> str:
    """Find the id of the document that contains the passage."""
    return str(run(_OWNER, (passage,)).fetchone()[0])


def _hash_text(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()
