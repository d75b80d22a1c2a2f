"""Loads sources of any kind as documents, each with a unique id."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from ascribe.errors import AscribeError, InputError, MissingExtraError, SkippedSourceWarning, SourceError
from ascribe.protocols import Extract, Limits
from ascribe.read.blocks import split_blocks
from ascribe.read.document import build_document, find_source_name, to_json_values
from ascribe.read.sources.files import (
    Readers,
    SourceFile,
    compute_digest,
    deduplicate,
    describe_excess_length,
    describe_extensions,
    exclude,
    find_files,
    read_file,
    validate_readers,
)
from ascribe.read.sources.inline import SOURCE_HINT, InlineSource, build_inline_source, is_framework_document
from ascribe.records import Document, SkippedSource
from ascribe.records.serialization import escape_surrogates

_LIMITS = Limits()
_NO_EXCLUSIONS: Mapping[Path, str] = {}


@dataclass(frozen=True, slots=True)
class SourceSet:
    """The documents that were read, in order, and the files of folders that could not be read."""

    documents: list[Document] = field(default_factory=list)
    skipped: list[SkippedSource] = field(default_factory=list)


class Progress(Protocol):
    """Callback that reports each file: its name, how many are done, and how many there are."""

    def __call__(self, name: str, done: int, total: int, /) -> None:
        """Report one file; called once for each file, in order."""


@dataclass(frozen=True, slots=True)
class _Draft:
    """A source that has everything except its id."""

    identity: SourceIdentity
    extract: Extract
    parser_name: str
    digest: str

    def build(self, doc_id: str, language: str | None) -> Document:
        """Build the document with that id."""
        file = self.identity.file
        return build_document(
            self.extract,
            doc_id=doc_id,
            source_path=Path(doc_id) if file is None else file.path,
            parser_name=self.parser_name,
            digest=self.digest,
            language=language,
        )


def read_sources(
    sources: object,
    *,
    language: str | None = None,
    limits: Limits = _LIMITS,
    readers: Readers | None = None,
    ocr: bool = False,
) -> list[Document]:
    """Read sources as documents, with a ``SkippedSourceWarning`` for each unreadable file of a folder.

    Args:
        sources: one source or an iterable of them. A ``str`` is the text itself; a ``Path`` is a file or a
            folder; a dict has ``text``, and may have ``id`` and ``metadata``; documents of Haystack,
            LangChain and LlamaIndex are accepted too, and Ascribe's own are used as they are.
        language: ISO 639-1 code of all sources; None detects it.
        limits: how large a source may be.
        readers: extension, such as ``.pdf`` → name of a registered reader, or an object with a ``read``
            method, to replace the built-in reader.
        ocr: recognize the print on PDF pages without readable text; needs the extra ``ocr``.

    Raises:
        InputError: a source cannot be used; the message names it and the way out.
        MissingExtraError: ``ocr`` is set, but its extra is not installed.
    """
    loaded = load_sources(sources, language=language, limits=limits, readers=readers, ocr=ocr)
    for skipped in loaded.skipped:
        warnings.warn(f"{skipped.source}: {skipped.reason}", SkippedSourceWarning, stacklevel=2)
    return loaded.documents


def load_sources(
    sources: object,
    *,
    language: str | None = None,
    limits: Limits = _LIMITS,
    readers: Readers | None = None,
    progress: Progress | None = None,
    without: Mapping[Path, str] = _NO_EXCLUSIONS,
    ocr: bool = False,
) -> SourceSet:
    """Read sources as ``read_sources`` does, but return skipped files; a ``SourceSet`` is returned as it is.

    ``without`` maps files that must not be read as sources to the reason: they are skipped in a folder, and
    rejected as sources of their own. ``ocr`` recognizes print, as in ``read_sources``.
    """
    if isinstance(sources, SourceSet):
        return sources
    readers = validate_readers(readers)
    items = dict(enumerate(as_list(sources), start=1))
    if not items:
        raise InputError(f"sources: there are none; {SOURCE_HINT}.")
    paths = {at: Path(os.fsdecode(item)) for at, item in items.items() if isinstance(item, os.PathLike)}
    found = deduplicate([file for at, path in paths.items() for file in find_files(path, at, readers)])
    files: dict[int, list[SourceFile]] = {at: [] for at in paths}
    for file in exclude(found, without):
        files[file.position].append(file)
    loader = _FileLoader(limits, progress, total=len(found), ocr=ocr)
    drafts: list[tuple[int, _Draft | Document]] = []
    for position, item in items.items():
        if position in files:
            drafts += [(position, draft) for draft in loader.load_all(files[position], paths[position])]
        elif isinstance(item, Document):
            drafts.append((position, item))
        else:
            drafts.append(
                (position, _build_inline_draft(build_inline_source(item, position), position, limits))
            )
    return SourceSet(_build_documents(drafts, language), loader.skipped)


class _FileLoader:
    """Loader that reads one file after the other and records those that it skips."""

    def __init__(self, limits: Limits, progress: Progress | None, total: int, *, ocr: bool) -> None:
        self.limits = limits
        self.ocr = ocr
        self.progress = progress
        self.total = total
        self.done = 0
        self.skipped: list[SkippedSource] = []

    def load_all(self, files: list[SourceFile], path: Path) -> list[_Draft]:
        """Load the files found at ``path``; raise SourceError if none of them can be read."""
        before = len(self.skipped)
        drafts = [draft for file in files if (draft := self._load(file)) is not None]
        if not drafts:
            raise SourceError(str(path), describe_nothing_read(self.skipped[before:]))
        return drafts

    def _load(self, file: SourceFile) -> _Draft | None:
        draft = None
        try:
            read = read_file(file, self.limits, ocr=self.ocr)
            draft = _Draft(
                SourceIdentity(file.position, file=file),
                _convert_metadata(read.extract),
                read.parser_name,
                read.digest,
            )
        except AscribeError as error:
            if file.folder is None or isinstance(error, MissingExtraError):
                raise
            reason = error.reason if isinstance(error, SourceError) else str(error)
            self.skipped.append(SkippedSource(escape_surrogates(str(file.path)), reason))
        self.done += 1
        if self.progress is not None:
            self.progress(escape_surrogates(str(file.path)), self.done, self.total)
        return draft


def describe_nothing_read(skipped: list[SkippedSource]) -> str:
    """Explain in one sentence why nothing was read, with the first skipped file as the example."""
    if not skipped:
        return f"this folder contains no files; supported extensions are {describe_extensions()}."
    first, more = skipped[0], len(skipped) - 1
    others = f" (and {more} more)" if more else ""
    return f"nothing in this folder can be read. {first.source}{others}: {first.reason}"


def _convert_metadata(extract: Extract) -> Extract:
    return replace(extract, metadata=to_json_values(extract.metadata))


def as_list(sources: object) -> Iterable[object]:
    """Return an iterable of the sources, for a single source as well.

    Raises:
        InputError: the argument is None.
    """
    if sources is None:
        raise InputError(f"sources: there are none; {SOURCE_HINT}.")
    single = isinstance(sources, str | bytes | bytearray | memoryview | Mapping | os.PathLike | Document)
    if single or not isinstance(sources, Iterable) or is_framework_document(sources):
        return [sources]
    # Sets are unordered; sorting gives the same positions in every process.
    return sorted(sources, key=str) if isinstance(sources, AbstractSet) else sources


def _build_inline_draft(source: InlineSource, position: int, limits: Limits) -> _Draft:
    extract = build_inline_extract(source, position, limits)
    given, name = source.doc_id, find_source_name(source.metadata)
    if name and source.has_made_up_id:
        given, extract = None, replace(extract, metadata={"id": given, **extract.metadata})
    identity = SourceIdentity(position, given=given, name=name)
    return _Draft(identity, extract, source.parser_name, compute_digest(source.text.encode()))


def build_inline_extract(source: InlineSource, position: int, limits: Limits) -> Extract:
    """Split the text of a source in memory into blocks; the text itself is unchanged.

    Raises:
        SourceError: it is too long.
        InputError: it contains no words; the message names the position.
    """
    if len(source.text) > limits.max_chars:
        raise SourceError(f"source {position}", describe_excess_length(len(source.text), limits))
    extract = Extract(source.text, split_blocks(source.text), metadata=source.metadata)
    if not extract.blocks:
        raise InputError(f"source {position}: its text contains no words; leave it out or give its text.")
    return extract


def _build_documents(drafts: list[tuple[int, _Draft | Document]], language: str | None) -> list[Document]:
    identities = [
        SourceIdentity(position, given=draft.doc_id) if isinstance(draft, Document) else draft.identity
        for position, draft in drafts
    ]
    return [
        draft if isinstance(draft, Document) else draft.build(doc_id, language)
        for (_, draft), doc_id in zip(drafts, assign_ids(identities), strict=True)
    ]


@dataclass(frozen=True, slots=True)
class SourceIdentity:
    """What the id of a source is made from: the id it came with, its file, its name, or else its position."""

    position: int
    given: str | None = None
    file: SourceFile | None = None
    name: str | None = None


def assign_ids(sources: Sequence[SourceIdentity]) -> list[str]:
    """Assign each source a unique id, in order.

    Raises:
        InputError: two sources came with the same id; the message names both positions.
    """
    given = _collect_given_ids(sources)
    named = _build_file_ids([source.file for source in sources if source.file], frozenset(given))
    taken, uses = {*given, *named}, Counter[str]()
    ids: list[str] = []
    for source in sources:
        if source.file is not None:
            doc_id = named.pop(0)
            if doc_id in given:
                raise build_duplicate_id_error(source.position, given[doc_id], doc_id)
        else:
            doc_id = source.given or _find_free_id(source.name or f"source-{source.position}", taken, uses)
            taken.add(doc_id)
        ids.append(doc_id)
    return ids


def _collect_given_ids(sources: Sequence[SourceIdentity]) -> dict[str, int]:
    given: dict[str, int] = {}
    for source in sources:
        if source.given is None:
            continue
        if source.given in given:
            raise build_duplicate_id_error(source.position, given[source.given], source.given)
        given[source.given] = source.position
    return given


def build_duplicate_id_error(position: int, other: int, doc_id: str) -> InputError:
    """Build the error for two sources with the same id; it names their positions."""
    return InputError(
        f"source {position}: its id {doc_id!r} is the id of source {other} too; give each source its own id."
    )


def _build_file_ids(files: Sequence[SourceFile], taken: frozenset[str]) -> list[str]:
    """Build each id from the file name or relative path, with as many parent folders as make it unique."""
    parts = [Path(os.path.abspath(file.path)).parts for file in files]  # noqa: PTH100 (resolve() follows links)
    depths = [_find_unique_depth(file) for file in files]
    while True:
        ids = [escape_surrogates("/".join(part[-depth:])) for part, depth in zip(parts, depths, strict=True)]
        counts = Counter([*ids, *taken])
        longer = [i for i, doc_id in enumerate(ids) if counts[doc_id] > 1 and depths[i] < len(parts[i])]
        if not longer:
            return ids
        for i in longer:
            depths[i] += 1


def _find_unique_depth(file: SourceFile) -> int:
    return 1 if file.folder is None else len(file.path.relative_to(file.folder).parts)


def _find_free_id(wanted: str, taken: set[str], uses: Counter[str]) -> str:
    """Return the wanted id, or, if it is taken, the id with a number: ``source-3 (2)``."""
    while True:
        uses[wanted] += 1
        doc_id = wanted if uses[wanted] == 1 else f"{wanted} ({uses[wanted]})"
        if doc_id not in taken:
            return doc_id
