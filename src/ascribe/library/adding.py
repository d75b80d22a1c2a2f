"""Sources → documents of a library: what is there already is not read again."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from ascribe.errors import InputError
from ascribe.library.naming import id_of_file, id_of_text, key_of_file, key_of_text
from ascribe.library.store import Store
from ascribe.read.document import build_document
from ascribe.read.sources.files import SourceFile, digest, each_once, file_digest, find_files, read_file
from ascribe.read.sources.inline import inline_source
from ascribe.read.sources.loading import inline_extract, listed
from ascribe.records import Document, SkippedSource
from ascribe.stages import Limits
from ascribe.version import __version__


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
        doc_id: gives its id, when told which ids are taken.
        digest: gives the digest of its bytes or text.
        read: gives the document of that id.
        is_listed: False if it was found in a folder, so that it may be skipped.
    """

    name: str
    key: str
    doc_id: Callable[[Collection[str]], str]
    digest: Callable[[], str]
    read: Callable[[str], Document]
    is_listed: bool = True


def incoming(sources: object, language: str | None, limits: Limits) -> list[Incoming]:
    """The sources one by one, not read yet; see ``read_sources`` for what they may be.

    Raises:
        InputError: one cannot be used; the message says which.
    """
    items = dict(enumerate(listed(sources), start=1))
    paths = {at: Path(os.fsdecode(item)) for at, item in items.items() if isinstance(item, os.PathLike)}
    files = each_once([file for at, path in paths.items() for file in find_files(path, at)])
    found = [_file(file, language, limits) for file in files]
    return found + [_held(item, at, language, limits) for at, item in items.items() if at not in paths]


def _file(file: SourceFile, language: str | None, limits: Limits) -> Incoming:
    def read(doc_id: str) -> Document:
        found = read_file(file, limits)
        return build_document(
            found.extract,
            doc_id=doc_id,
            source_path=file.path,
            parser_name=found.parser_name,
            digest=found.digest,
            language=language,
        )

    return Incoming(
        str(file.path),
        key_of_file(file),
        lambda taken: id_of_file(file, taken),
        lambda: file_digest(file, limits),
        read,
        is_listed=file.folder is None,
    )


def _held(item: object, position: int, language: str | None, limits: Limits) -> Incoming:
    """A source that is in memory."""
    if isinstance(item, Document):
        return _document(item)
    source = inline_source(item, position)
    extract = inline_extract(source, position, limits)
    hashed = digest(source.text.encode())

    def read(doc_id: str) -> Document:
        return build_document(
            extract,
            doc_id=doc_id,
            source_path=Path(doc_id),
            parser_name=source.parser_name,
            digest=hashed,
            language=language,
        )

    doc_id = id_of_text(source.doc_id, hashed)
    key = key_of_text(source.doc_id, hashed)
    return Incoming(f"source {position}", key, lambda _: doc_id, lambda: hashed, read)


def _document(document: Document) -> Incoming:
    hashed = document.digest or digest((document.full_text or "").encode())
    name = document.doc_id
    return Incoming(name, key_of_text(name, hashed), lambda _: name, lambda: hashed, lambda _: document)


class Shelf:
    """What a library holds while sources are put in: says what has to be read, and under which id.

    Args:
        store: where they go.
        language: the language asked for, as another one reads otherwise.
    """

    def __init__(self, store: Store, language: str | None) -> None:
        self.reading = f"{__version__} {language or ''}".strip()
        self._by_key: dict[str, tuple[str, str]] = {}
        self._by_digest: dict[str, list[str]] = {}
        self._ids: dict[str, str] = {}
        for document in store.documents():
            self.keep(document.source, document.doc_id, document.digest, document.reading)

    def keep(self, key: str, doc_id: str, hashed: str, reading: str) -> None:
        """Note what the library holds from now on."""
        self._by_key[key] = (doc_id, f"{hashed} {reading}")
        self._by_digest.setdefault(f"{hashed} {reading}", []).append(key)
        self._ids[doc_id] = key

    def known(self, key: str) -> str | None:
        """The id of the document of that key; None if there is none."""
        return self._by_key.get(key, (None,))[0]

    def same(self, key: str, hashed: str) -> str | None:
        """The id of the document that is the same: of this key, or another file with these bytes."""
        read = f"{hashed} {self.reading}"
        if key in self._by_key:
            doc_id, found = self._by_key[key]
            return doc_id if found == read else None
        others = [other for other in self._copies(key, read) if Path(other).exists()]
        return self._by_key[others[0]][0] if others else None

    def moved(self, key: str, hashed: str) -> str | None:
        """The id of the document whose file had these bytes and is gone: it has a new path now."""
        gone = [k for k in self._copies(key, f"{hashed} {self.reading}") if not Path(k).exists()]
        return self._by_key[gone[0]][0] if gone else None

    def _copies(self, key: str, read: str) -> list[str]:
        """Other files that had the same bytes."""
        alike = [other for other in self._by_digest.get(read, ()) if other != key]
        return [other for other in alike if Path(other).is_absolute() and Path(key).is_absolute()]

    def new_id(self, source: Incoming) -> str:
        """An id for a source that is not there.

        Raises:
            InputError: it came with an id that another document has.
        """
        doc_id = source.doc_id(self._ids)
        if doc_id in self._ids:
            raise InputError(
                f"{source.name}: its id {doc_id!r} is that of {self._ids[doc_id]} in the library; give it "
                "another id, or remove that one first."
            )
        return doc_id
