"""Sources → documents of a library: what is there already is not read again."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from ascribe.errors import InputError, SourceError
from ascribe.library.naming import ids_of_file, ids_of_text, is_given, key_of_file, key_of_text
from ascribe.read.document import build_document
from ascribe.read.sources.files import SourceFile, digest, each_once, file_digest, find_files, read_file
from ascribe.read.sources.ids import same_id
from ascribe.read.sources.inline import WAY_OUT, InlineSource, inline_source
from ascribe.read.sources.loading import inline_extract, listed, nothing_read
from ascribe.read.sources.metadata import json_values, name_in
from ascribe.read.sources.readers import Readers, checked
from ascribe.records import Document, SkippedSource
from ascribe.records.serialise import spelled
from ascribe.stages import Limits


@dataclass(frozen=True, slots=True)
class Added:
    """What became of the sources, by id of the document.

    Args:
        added: new ones.
        updated: those that were there and have changed.
        unchanged: those that were there as they are, and those whose bytes are there under another name.
        skipped: files of folders that could not be read, and why.
    """

    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    skipped: list[SkippedSource] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Incoming:
    """A source that may have to be read.

    Args:
        name: how the user knows it.
        key: what tells it from others.
        ids: those it may have, the best first.
        digest: gives the digest of what it is read from.
        read: gives the document of that id.
        kind: what else its reading rests on: the extension and the reader of a file, the metadata of a
            text.
        is_listed: False if it was found in a folder, so that it may be skipped.
    """

    name: str
    key: str
    ids: Sequence[str]
    digest: Callable[[], str]
    read: Callable[[str], Document]
    kind: str = ""
    is_listed: bool = True


def incoming(
    sources: object,
    language: str | None,
    limits: Limits,
    *,
    readers: Readers | None = None,
    ocr: bool = False,
) -> list[Incoming]:
    """The sources one by one, not read yet; see ``read_sources`` for what they may be.

    Raises:
        InputError: one cannot be used; the message says which.
    """
    items = dict(enumerate(listed(sources), start=1))
    if not items:
        raise InputError(f"sources: there are none; {WAY_OUT}.")
    paths = {at: Path(os.fsdecode(item)) for at, item in items.items() if isinstance(item, os.PathLike)}
    chosen = checked(readers)
    inside = {at: find_files(path, at, chosen) for at, path in paths.items()}
    for at, path in paths.items():
        if not inside[at]:
            raise SourceError(str(path), nothing_read([]))
    files = each_once([file for each in inside.values() for file in each])
    found = [_file(file, language, limits, chosen, ocr=ocr) for file in files]
    held = {at: _held(item, at, language, limits) for at, item in items.items() if at not in paths}
    _check_ids(held)
    return [*found, *held.values()]


def _check_ids(held: Mapping[int, Incoming]) -> None:
    """Refuse an id that two sources came with: the second would replace the first.

    Raises:
        InputError: there is one; the message names both positions.
    """
    positions: dict[str, int] = {}
    for position, source in held.items():
        if is_given(source.key) and positions.setdefault(source.key, position) != position:
            raise same_id(position, positions[source.key], source.ids[0])


def _file(file: SourceFile, language: str | None, limits: Limits, readers: Readers, *, ocr: bool) -> Incoming:
    def read(doc_id: str) -> Document:
        found = read_file(file, limits, ocr=ocr)
        return build_document(
            replace(found.extract, metadata=json_values(found.extract.metadata)),
            doc_id=doc_id,
            source_path=file.path,
            parser_name=found.parser_name,
            digest=found.digest,
            language=language,
        )

    return Incoming(
        spelled(str(file.path)),
        key_of_file(file),
        ids_of_file(file),
        lambda: file_digest(file, limits),
        read,
        kind=_kind_of_file(file, readers, ocr=ocr),
        is_listed=file.folder is None,
    )


def _kind_of_file(file: SourceFile, readers: Readers, *, ocr: bool) -> str:
    """The extension, the reader if it was chosen, and whether print is recognised."""
    ending = file.path.suffix.lower()
    reader = readers.get(ending, "")
    name = reader if isinstance(reader, str) else f"{type(reader).__module__}.{type(reader).__qualname__}"
    return " ".join(filter(None, (ending, name, "ocr" if ocr and file.reader == "pdf" else "")))


def _held(item: object, position: int, language: str | None, limits: Limits) -> Incoming:
    """A source that is in memory."""
    if isinstance(item, Document):
        return _document(item)
    source = inline_source(item, position)
    hashed, name = digest(source.text.encode()), name_in(source.metadata)
    given = None if name and source.has_made_up_id else source.doc_id

    def read(doc_id: str) -> Document:
        return build_document(
            inline_extract(source, position, limits),
            doc_id=doc_id,
            source_path=Path(doc_id),
            parser_name=source.parser_name,
            digest=hashed,
            language=language,
        )

    return Incoming(
        f"source {position}",
        key_of_text(source.doc_id, hashed),
        ids_of_text(given, name, hashed),
        lambda: hashed,
        read,
        kind=_kind(source),
    )


def _kind(source: InlineSource) -> str:
    """The metadata as a short text, so that new ones make the document new."""
    written = msgspec.json.encode(source.metadata, order="sorted")
    return digest(written).removeprefix("sha256:")[:16] if source.metadata else ""


def _document(document: Document) -> Incoming:
    """As JSON has it, which is how it comes out again.

    Raises:
        InputError: JSON cannot express it.
    """
    written = document.to_json()
    kept = Document.from_json(written)
    hashed = digest(written.encode())
    name = document.doc_id
    return Incoming(name, key_of_text(name, hashed), [name], lambda: hashed, lambda _: kept)
