"""Loads sources of any kind as documents and gives each a unique id."""

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
    """The sources that were read, in order, and the files of folders that could not be."""

    documents: list[Document] = field(default_factory=list)
    skipped: list[SkippedSource] = field(default_factory=list)


class Progress(Protocol):
    """Told of every file that was read: its name, how many are done, and how many there are."""

    def __call__(self, name: str, done: int, total: int, /) -> None:
        """Called once for each file, in order."""


@dataclass(frozen=True, slots=True)
class _Draft:
    """A source that has all but its id."""

    naming: SourceIdentity
    extract: Extract
    parser_name: str
    digest: str

    def document(self, doc_id: str, language: str | None) -> Document:
        file = self.naming.file
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
    """The sources as documents; a ``SkippedSourceWarning`` for each file of a folder that could not be read.

    Args:
        sources: one source or an iterable of them. A ``str`` is the text itself; a ``Path`` is a file or a
            folder; a dict has ``text``, and may have ``id`` and ``metadata``; documents of Haystack,
            LangChain and LlamaIndex are taken too, and Ascribe's own as they are.
        language: ISO 639-1 code of all sources; None detects it.
        limits: how large a source may be.
        readers: extension, such as ``.pdf`` → name of a registered reader, or an object with its method,
            where another one than the built-in is wanted.
        ocr: recognise the print on PDF pages without readable text; needs the extra ``ocr``.

    Raises:
        InputError: a source cannot be used; the message says which, and the way out.
        MissingExtraError: ``ocr`` without its extra.
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
    """As ``read_sources``, with the skipped files in the result; a ``SourceSet`` is given back as it is.

    ``without`` has files that are not to be read as sources, and why: a folder is read without them, and
    they are refused as sources of their own. ``ocr`` recognises print, as in ``read_sources``.
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
    reading = _FileLoader(limits, progress, total=len(found), ocr=ocr)
    drafts: list[tuple[int, _Draft | Document]] = []
    for position, item in items.items():
        if position in files:
            drafts += [(position, draft) for draft in reading.files(files[position], paths[position])]
        elif isinstance(item, Document):
            drafts.append((position, item))
        else:
            drafts.append(
                (position, _build_inline_draft(build_inline_source(item, position), position, limits))
            )
    return SourceSet(_build_documents(drafts, language), reading.skipped)


class _FileLoader:
    """Reads files one after the other and keeps what was skipped."""

    def __init__(self, limits: Limits, progress: Progress | None, total: int, *, ocr: bool) -> None:
        self.limits = limits
        self.ocr = ocr
        self.progress = progress
        self.total = total
        self.done = 0
        self.skipped: list[SkippedSource] = []

    def files(self, files: list[SourceFile], path: Path) -> list[_Draft]:
        before = len(self.skipped)
        drafts = [draft for file in files if (draft := self.file(file)) is not None]
        if not drafts:
            raise SourceError(str(path), describe_nothing_read(self.skipped[before:]))
        return drafts

    def file(self, file: SourceFile) -> _Draft | None:
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
    """Why folders gave nothing, in one sentence; the first file that was skipped stands for all."""
    if not skipped:
        return f"there are no files in this folder; readable are {describe_extensions()}."
    first, more = skipped[0], len(skipped) - 1
    others = f" (and {more} more)" if more else ""
    return f"nothing in this folder can be read. {first.source}{others}: {first.reason}"


def _convert_metadata(extract: Extract) -> Extract:
    return replace(extract, metadata=to_json_values(extract.metadata))


def as_list(sources: object) -> Iterable[object]:
    """The sources one by one, be it one or many.

    Raises:
        InputError: there is nothing.
    """
    if sources is None:
        raise InputError(f"sources: there are none; {SOURCE_HINT}.")
    single = isinstance(sources, str | bytes | bytearray | memoryview | Mapping | os.PathLike | Document)
    if single or not isinstance(sources, Iterable) or is_framework_document(sources):
        return [sources]
    # Sets have no order of their own; sorting makes the same positions in every process.
    return sorted(sources, key=str) if isinstance(sources, AbstractSet) else sources


def _build_inline_draft(source: InlineSource, position: int, limits: Limits) -> _Draft:
    extract = build_inline_extract(source, position, limits)
    given, name = source.doc_id, find_source_name(source.metadata)
    if name and source.has_made_up_id:
        given, extract = None, replace(extract, metadata={"id": given, **extract.metadata})
    naming = SourceIdentity(position, given=given, name=name)
    return _Draft(naming, extract, source.parser_name, compute_digest(source.text.encode()))


def build_inline_extract(source: InlineSource, position: int, limits: Limits) -> Extract:
    """The text of a source in memory, unchanged, with its blocks.

    Raises:
        InputError: it is too long, or has no words; the message names the position.
    """
    if len(source.text) > limits.max_chars:
        raise SourceError(f"source {position}", describe_excess_length(len(source.text), limits))
    extract = Extract(source.text, split_blocks(source.text), metadata=source.metadata)
    if not extract.blocks:
        raise InputError(f"source {position}: its text has no words; leave it out or give its text.")
    return extract


def _build_documents(drafts: list[tuple[int, _Draft | Document]], language: str | None) -> list[Document]:
    namings = [
        SourceIdentity(position, given=draft.doc_id) if isinstance(draft, Document) else draft.naming
        for position, draft in drafts
    ]
    return [
        draft if isinstance(draft, Document) else draft.document(doc_id, language)
        for (_, draft), doc_id in zip(drafts, assign_ids(namings), strict=True)
    ]


@dataclass(frozen=True, slots=True)
class SourceIdentity:
    """What decides the id of a source: the id it came with, its file, its name, or else its position."""

    position: int
    given: str | None = None
    file: SourceFile | None = None
    name: str | None = None


def assign_ids(sources: Sequence[SourceIdentity]) -> list[str]:
    """One id for each source, in order, no two the same.

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
    """What is raised for two sources with one id, by their positions."""
    return InputError(
        f"source {position}: its id {doc_id!r} is the id of source {other} too; give each source its own id."
    )


def _build_file_ids(files: Sequence[SourceFile], taken: frozenset[str]) -> list[str]:
    """The file name, or the path relative to the folder; as much more of the path as tells them apart."""
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
    """``source-3`` for the third source; ``source-3 (2)`` if another source has that id."""
    while True:
        uses[wanted] += 1
        doc_id = wanted if uses[wanted] == 1 else f"{wanted} ({uses[wanted]})"
        if doc_id not in taken:
            return doc_id
