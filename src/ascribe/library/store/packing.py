"""Pack a document and its passages for storage, and rebuild them; the same for every kind of library."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import groupby
from typing import Any, TypeVar

import msgspec

from ascribe.errors import AscribeError, LibraryError
from ascribe.library.chunking import Passage, join_paragraphs
from ascribe.records import Document, Section, TextLine

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class PackedDocument:
    """A document without its passages.

    Args:
        doc_id: its id.
        metadata: its metadata, as JSON.
        frame: the document without text, paragraphs and lines, as compressed JSON.
        text: its full text; None if it has none.
        lines: the printed lines, as compressed JSON; empty to rebuild the document without them.
    """

    doc_id: str
    metadata: str
    frame: bytes
    text: str | None
    lines: bytes


def pack_document(document: Document) -> PackedDocument:
    """Pack a document without its passages."""
    frame = replace(
        document,
        full_text=None,
        lines=[],
        metadata={_TEXT_DIGEST: _compute_digest(document.full_text)},
        sections=[replace(section, paragraphs=[]) for section in document.sections],
    )
    return PackedDocument(
        document.doc_id,
        msgspec.json.encode(document.metadata).decode(),
        zlib.compress(frame.to_json().encode()),
        document.full_text,
        pack(document.lines),
    )


def rebuild_document(packed: PackedDocument, passages: Iterable[bytes], *, whole: bool) -> Document:
    """Rebuild a document from its packed passages; unless it is whole, empty sections are left out.

    Raises:
        LibraryError: something in it cannot be read.
    """
    try:
        document = Document.from_json(zlib.decompress(packed.frame))
        pieces = [unpack(data, Passage) for data in passages]
        rebuilt = replace(
            document,
            sections=_rebuild_sections(document.sections, pieces, whole=whole),
            full_text=packed.text,
            metadata=msgspec.json.decode(packed.metadata),
            lines=unpack(packed.lines, list[TextLine]) if packed.lines else [],
        )
        _check_text(packed.text, document)
    except (zlib.error, ValueError, TypeError, AscribeError) as error:
        raise build_damage_error(packed.doc_id) from error
    return rebuilt


_TEXT_DIGEST = "text"
"""Key of the digest of the text in the metadata of the frame, which has no others."""


def _compute_digest(text: str | None) -> str:
    return sha256((text or "").encode("utf-8", "surrogatepass")).hexdigest()


def _check_text(text: str | None, frame: Document) -> None:
    """Compare the text with its digest, which is stored apart.

    Raises:
        ValueError: they differ, so one of them was altered.
    """
    expected = frame.metadata.get(_TEXT_DIGEST)
    if expected is not None and expected != _compute_digest(text):
        raise ValueError("the text differs from its digest")


def unpack_passages(rows: Iterable[tuple[int, str, bytes]]) -> dict[int, Passage]:
    """Return the passages by row, unpacked from (row, id of the document, data).

    Raises:
        LibraryError: a row cannot be read.
    """
    found = {}
    for row, doc_id, data in rows:
        try:
            found[row] = unpack(data, Passage)
        except (zlib.error, ValueError, TypeError) as error:
            raise build_damage_error(doc_id) from error
    return found


def keep_section(passages: dict[int, Passage], row: int) -> dict[int, Passage]:
    """Keep those of the passages that are in the same section as that row; all of none."""
    return {each: one for each, one in passages.items() if one.section == passages[row].section}


def encode_filter_values(value: Any) -> list[str]:
    """Encode a metadata value as JSON to compare, or each value of a list. 2.0 is encoded as 2."""
    if isinstance(value, list | tuple | set | frozenset):
        return [text for each in value for text in encode_filter_values(each)]
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return [msgspec.json.encode(value, order="sorted").decode()]


def build_damage_error(doc_id: str) -> LibraryError:
    """Build the error for a document that cannot be read."""
    return LibraryError(f"{doc_id}: its rows in the library are damaged; remove it and add it again.")


def pack(value: Any) -> bytes:
    """Return the value as compressed JSON: a quarter of the size, for 0.025 ms per passage."""
    return zlib.compress(msgspec.json.encode(value), 1)


def unpack(data: bytes, kind: type[Kind]) -> Kind:
    """Return the value from its compressed JSON.

    Raises:
        ValueError: it is not the JSON of a value of that kind.
        zlib.error: it is not compressed.
    """
    return msgspec.json.decode(zlib.decompress(data), type=kind)


def _rebuild_sections(frames: Sequence[Section], pieces: list[Passage], *, whole: bool) -> list[Section]:
    """Return the sections with their paragraphs; unless the document is whole, empty ones are left out."""
    by_section = groupby(pieces, key=lambda passage: passage.section)
    held = {number: join_paragraphs(list(passages)) for number, passages in by_section}
    return [
        replace(frame, paragraphs=held.get(number, []))
        for number, frame in enumerate(frames)
        if whole or number in held
    ]
