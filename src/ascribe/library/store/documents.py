"""Documents and their passages as rows, and back."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, TypeVar

import msgspec

from ascribe.errors import LibraryError
from ascribe.library.chunking import Passage, chunk_of
from ascribe.records import Document, Paragraph, Section, TextLine

Run = Any
"""``execute`` of a connection."""

Kind = TypeVar("Kind")

_INSERT = """
INSERT INTO documents
(doc_id, source, digest, reading, metadata, frame, lines, text, language, pages, sentences)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""

_PASSAGES = """
SELECT p.id, p.position, p.section, p.title, p.paragraphs, d.id
FROM passages p JOIN documents d ON d.id = p.document
WHERE p.id IN (SELECT value FROM json_each(?)) ORDER BY d.id
"""

_PIECES = """
SELECT section, paragraphs FROM passages
WHERE document = :document AND (:passages IS NULL OR id IN (SELECT value FROM json_each(:passages)))
ORDER BY position
"""


def insert(run: Run, document: Document, source: str, digest: str, reading: str) -> int:
    """The row of the new document, without passages."""
    frame = replace(
        document,
        full_text=None,
        lines=[],
        metadata={},
        sections=[replace(section, paragraphs=[]) for section in document.sections],
    )
    values = (
        document.doc_id,
        source,
        digest,
        reading,
        msgspec.json.encode(document.metadata).decode(),
        zlib.compress(frame.to_json().encode()),
        zlib.compress(msgspec.json.encode(document.lines)),
        document.full_text or "",
        document.language or "",
        document.num_pages,
        len(document.sentences),
    )
    return int(run(_INSERT, values).lastrowid)


def insert_passage(run: Run, document: int, position: int, passage: Passage) -> int:
    """The row of the new passage."""
    values = (
        document,
        position,
        passage.section,
        passage.chunk.metadata["section"],
        len(passage.sentences),
        msgspec.json.encode(passage.paragraphs),
    )
    statement = (
        "INSERT INTO passages (document, position, section, title, sentences, paragraphs) "
        "VALUES (?, ?, ?, ?, ?, ?)"
    )
    return int(run(statement, values).lastrowid)


def load(run: Run, row: int, passages: Sequence[int] | None = None) -> Document:
    """The document with all it had; or with these passages only, and without its printed lines.

    Raises:
        LibraryError: a row cannot be read.
    """
    values = run("SELECT doc_id, metadata, frame, lines, text FROM documents WHERE id = ?", (row,)).fetchone()
    doc_id, metadata, frame, lines, text = values
    try:
        document = Document.from_json(zlib.decompress(frame))
        pieces = list(_pieces(run, row, passages))
        return replace(
            document,
            sections=_sections(document.sections, pieces, whole=passages is None),
            full_text=text,
            metadata=msgspec.json.decode(metadata),
            lines=[] if passages is not None else _decoded(zlib.decompress(lines), list[TextLine]),
        )
    except (zlib.error, msgspec.MsgspecError, ValueError) as error:
        raise LibraryError(
            f"{doc_id}: its rows in the library are damaged; remove it and add it again."
        ) from error


def load_passages(run: Run, rows: Sequence[int]) -> dict[int, Passage]:
    """Row → passage, with its text and spans; the document itself is not read."""
    found = {}
    for document_row, group in groupby(
        run(_PASSAGES, (json.dumps(list(rows)),)).fetchall(), key=lambda row: row[5]
    ):
        document = load(run, document_row, [])
        for row, position, section, title, paragraphs, _ in group:
            held = tuple(_decoded(paragraphs, list[Paragraph]))
            sentences = [sentence for paragraph in held for sentence in paragraph.sentences]
            found[row] = Passage(chunk_of(document, position, title, sentences), section, held)
    return found


def _pieces(run: Run, row: int, passages: Sequence[int] | None) -> Iterator[tuple[str, Paragraph]]:
    """The paragraphs of the document in order, each with the id of its section."""
    found = run(
        _PIECES, {"document": row, "passages": None if passages is None else json.dumps(list(passages))}
    )
    for section, data in found.fetchall():
        for paragraph in _decoded(data, list[Paragraph]):
            yield section, paragraph


def _sections(
    frames: Iterable[Section], pieces: list[tuple[str, Paragraph]], *, whole: bool
) -> list[Section]:
    """The sections with their paragraphs; those that have none are left out unless the document is whole."""
    held: dict[str, list[Paragraph]] = {}
    for section, paragraph in pieces:
        before = held.setdefault(section, [])
        if before and before[-1].id == paragraph.id:  # a paragraph that was cut between two passages
            before[-1] = replace(paragraph, sentences=[*before[-1].sentences, *paragraph.sentences])
        else:
            before.append(paragraph)
    return [
        replace(frame, paragraphs=held.get(frame.id, [])) for frame in frames if whole or frame.id in held
    ]


def _decoded(data: bytes, kind: type[Kind]) -> Kind:
    return msgspec.json.decode(data, type=kind)
