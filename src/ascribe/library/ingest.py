"""Ingest sources into a library: find what is new, read it, split it into passages, encode and store it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from ascribe.errors import InputError
from ascribe.inference.encoder import Encoder
from ascribe.library.chunking import split_document
from ascribe.library.store import Store, StoredDocument
from ascribe.library.store.vectors import encode_passages
from ascribe.protocols import Limits
from ascribe.read.files import Readers, SourceFile, compute_file_digest
from ascribe.read.inline_sources import InlineSource
from ascribe.read.sources import Source, collect_ids, find_sources, read_source
from ascribe.records import Document, SkippedSource
from ascribe.records.serialization import compute_digest, escape_surrogates
from ascribe.version import __version__


@dataclass(frozen=True, slots=True)
class AddResult:
    """What happened to each source, by id of the document.

    Args:
        added: new documents.
        updated: documents that were in the library and have changed.
        unchanged: documents that are in the library as they are, or whose bytes are there under another name.
        skipped: files of folders that could not be read, with the reason.
    """

    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    skipped: list[SkippedSource] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PendingSource:
    """A source that may have to be read.

    Args:
        source: the source.
        key: its unique key in the library.
        ids: the ids it may get, in order of preference.
        digest: returns the digest of its content.
        read: returns the document, given its id.
        kind: what else affects the reading: the extension and the reader of a file, the metadata of a text.
    """

    source: Source
    key: str
    ids: Sequence[str]
    digest: Callable[[], str]
    read: Callable[[str], Document]
    kind: str = ""


def list_pending_sources(
    sources: object,
    language: str | None,
    limits: Limits,
    *,
    readers: Readers | None = None,
    ocr: bool = False,
) -> list[PendingSource]:
    """List the sources one by one, without reading them; see ``read_sources`` for what they may be.

    Raises:
        InputError: a source cannot be used; the message names it.
    """
    chosen = {} if readers is None else readers
    pending = [
        _build_pending_source(source, language, limits, chosen, ocr=ocr)
        for source in find_sources(sources, readers)
    ]
    collect_ids((each.source.position, get_given_id(each.key)) for each in pending)
    return pending


def _build_pending_source(
    source: Source, language: str | None, limits: Limits, readers: Readers, *, ocr: bool
) -> PendingSource:
    def read(doc_id: str) -> Document:
        found = read_source(source, limits, ocr=ocr)
        return found if isinstance(found, Document) else found.build(doc_id, language)

    match source.item:
        case SourceFile() as file:
            key, ids = build_file_key(file), list_file_ids(file)
            kind = _describe_file_reading(file, readers, ocr=ocr)
            return PendingSource(source, key, ids, lambda: compute_file_digest(file, limits), read, kind)
        case InlineSource() as text:
            digest = compute_digest(text.text.encode())
            key, ids = build_text_key(text.own_id, digest), list_text_ids(text.doc_id, text.origin, digest)
            return PendingSource(source, key, ids, lambda: digest, read, _digest_metadata(text))
        case document:
            return _build_pending_document(source, document)


def _build_pending_document(source: Source, document: Document) -> PendingSource:
    """Build the pending source for a document, as it will come back from JSON.

    Raises:
        InputError: the document cannot be expressed in JSON.
    """
    written = document.to_json()
    kept, digest = Document.from_json(written), compute_digest(written.encode())
    key = build_text_key(document.doc_id, digest)
    return PendingSource(source, key, [document.doc_id], lambda: digest, lambda _: kept)


def _describe_file_reading(file: SourceFile, readers: Readers, *, ocr: bool) -> str:
    """Return the extension, the chosen reader if any, and whether OCR is used."""
    ending = file.path.suffix.lower()
    reader = readers.get(ending, "")
    name = reader if isinstance(reader, str) else f"{type(reader).__module__}.{type(reader).__qualname__}"
    return " ".join(filter(None, (ending, name, "ocr" if ocr and file.reader == "pdf" else "")))


def _digest_metadata(source: InlineSource) -> str:
    """Return a short digest of the metadata, so that changed metadata make the document new."""
    written = msgspec.json.encode(source.metadata, order="sorted")
    return compute_digest(written).removeprefix("sha256:")[:16] if source.metadata else ""


# --- Indexing ---

_BATCH_SIZE = 64
"""Passages that are encoded and stored at a time."""


@dataclass(frozen=True, slots=True)
class Indexer:
    """Writer of sources into a store.

    Args:
        store: the library's file.
        encoder: computes the sentence vectors.
        encodes: False stores no vectors; the questions compute them.
    """

    store: Store
    encoder: Encoder
    encodes: bool

    def ingest(self, source: PendingSource, resolver: TargetResolver, outcome: AddResult) -> None:
        """Add one source to the store and record the outcome.

        Raises:
            InputError: the source cannot be used.
            MissingExtraError: its reader needs an optional package.
            LibraryError: the library cannot be written.
        """
        hashed = source.digest()
        place = resolver.resolve(source, hashed)
        while not (place.is_there or self._put(source, hashed, place)):
            place = resolver.resolve(source, hashed)  # another process has just taken the id
        known = outcome.unchanged if place.is_there else outcome.updated
        (outcome.added if place.is_new else known).append(place.doc_id)

    def _put(self, source: PendingSource, hashed: str, place: IngestTarget) -> bool:
        """Read and store a source; return False if another document has taken its id meanwhile."""
        document = self._with_absolute_path(source.read(place.doc_id), source.key)
        passages = split_document(document)
        encoded = encode_passages(self.encoder, passages) if self.encodes else ()
        return self.store.put(
            document,
            passages,
            source=source.key,
            digest=hashed,
            reading=place.reading,
            instead_of=place.moved_from,
            model=self.encoder.digest if self.encodes else "",
            encoded=encoded,
        )

    def _with_absolute_path(self, document: Document, key: str) -> Document:
        """Return the document with an absolute file path, unless it has none or the store is in memory.

        A library file may be opened from a different working directory later.
        """
        if self.store.in_memory or not Path(key).is_absolute():
            return document
        return replace(document, source_path=document.source_path.absolute())

    def encode_missing(self) -> int:
        """Encode the passages without vectors of the encoder, and return their number."""
        rows = self.store.find_unencoded(self.encoder.digest)
        for start in range(0, len(rows), _BATCH_SIZE):
            part = self.store.load_passages(rows[start : start + _BATCH_SIZE])
            encoded = encode_passages(self.encoder, list(part.values()))
            self.store.put_vectors(self.encoder.digest, dict(zip(part, encoded, strict=True)))
        return len(rows)


@dataclass(frozen=True, slots=True)
class IngestTarget:
    """Where a source goes.

    Args:
        doc_id: its id.
        reading: how it is read: version, language and kind of source.
        is_there: True if the library already holds the same content, so that nothing has to be done.
        is_new: False if it replaces a document.
        moved_from: the key of a document whose file had the same bytes and no longer exists.
    """

    doc_id: str
    reading: str = ""
    is_there: bool = False
    is_new: bool = False
    moved_from: str | None = None


class TargetResolver:
    """Decides whether a source has to be read, and under which id.

    It queries the store every time, because other processes may write to it.

    Args:
        store: where the sources go.
        language: the requested language; it is part of how a source is read.
    """

    def __init__(self, store: Store, language: str | None) -> None:
        self._store = store
        self._language = language or ""

    def resolve(self, source: PendingSource, hashed: str) -> IngestTarget:
        """Return the target of a source with this digest.

        Raises:
            InputError: the source came with an id that another document has.
        """
        reading = " ".join(filter(None, (__version__, self._language, source.kind)))
        known = next(iter(self._store.documents(source=source.key)), None)
        if known is not None and (known.digest, known.reading) == (hashed, reading):
            return IngestTarget(known.doc_id, is_there=True)
        gone = None
        for copy in self._find_copies(source, hashed, reading):
            if is_gone(copy.source):
                gone = gone or copy
            elif known is None:
                return IngestTarget(copy.doc_id, is_there=True)
        moved_from = gone.source if gone else None
        if known is not None:
            return IngestTarget(known.doc_id, reading, moved_from=moved_from)
        return IngestTarget(
            self._choose_id(source, moved_from), reading, is_new=gone is None, moved_from=moved_from
        )

    def _find_copies(self, source: PendingSource, hashed: str, reading: str) -> list[StoredDocument]:
        """Return the documents of other files that had the same bytes."""
        if not Path(source.key).is_absolute():
            return []
        alike = self._store.documents(digest=hashed, reading=reading)
        return [copy for copy in alike if copy.source != source.key and Path(copy.source).is_absolute()]

    def _choose_id(self, source: PendingSource, moved_from: str | None) -> str:
        """Choose an id that no other document has; the id of the document it replaces is free."""
        owner = ""
        for doc_id in source.ids:
            owner = next((other.source for other in self._store.documents(doc_id=doc_id)), source.key)
            if owner in (source.key, moved_from):
                return doc_id
        raise InputError(
            f"{source.source.name}: its id {source.ids[-1]!r} is already that of {owner} in the library; "
            "give it another id, or remove that document first."
        )


# --- Keys and ids ---

MIN_DIGEST_DIGITS = 8
"""Fewest hex digits of the digest in the id of a text; more are added if the id is taken."""

_GIVEN_PREFIX = "id:"

_ESCAPED_BYTE = re.compile(r"\\u(dc[89a-f][0-9a-f])")
"""Escape that ``escape_surrogates`` writes for a byte that is not UTF-8."""


def build_file_key(file: SourceFile) -> str:
    """Return the unique key of a file: its absolute path, with links resolved."""
    return escape_surrogates(os.path.realpath(file.path))


def is_gone(key: str) -> bool:
    """Return True if the file with that key no longer exists; an inaccessible one is not gone."""
    return all(map(_is_missing, {key, _ESCAPED_BYTE.sub(lambda code: chr(int(code[1], 16)), key)}))


def _is_missing(path: str) -> bool:
    try:
        Path(path).stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def list_file_ids(file: SourceFile) -> list[str]:
    """List the ids of a file: its name or path below the folder, then with ever more of the path."""
    parts = Path(os.path.realpath(file.path)).parts
    depth = 1 if file.folder is None else len(file.path.relative_to(file.folder).parts)
    return [escape_surrogates("/".join(parts[-length:])) for length in range(depth, len(parts) + 1)]


def build_text_key(doc_id: str | None, digest: str) -> str:
    """Return the unique key of a text: the id that it came with, or its digest."""
    return f"{_GIVEN_PREFIX}{doc_id}" if doc_id else digest


def get_given_id(key: str) -> str | None:
    """Return the id that the text with that key came with; None if it came without one."""
    return key.removeprefix(_GIVEN_PREFIX) if key.startswith(_GIVEN_PREFIX) else None


def list_text_ids(doc_id: str | None, name: str | None, digest: str) -> list[str]:
    """List the ids of a text: the given one, or its name or digest, made longer until it is unique."""
    if doc_id:
        return [doc_id]
    digits = digest.removeprefix("sha256:")
    made = [f"{name or 'text'}-{digits[:length]}" for length in range(MIN_DIGEST_DIGITS, len(digits) + 1)]
    return [name, *made] if name else made
