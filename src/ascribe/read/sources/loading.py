"""Anything that holds text → Documents."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from ascribe.errors import AscribeError, InputError, MissingExtraError, SkippedSourceWarning, SourceError
from ascribe.read.blocks import split_blocks
from ascribe.read.document import build_document
from ascribe.read.sources.files import (
    SourceFile,
    digest,
    each_once,
    find_files,
    leave_out,
    read_file,
    too_long,
)
from ascribe.read.sources.ids import Unnamed, assign_ids
from ascribe.read.sources.inline import WAY_OUT, InlineSource, holds_text, inline_source
from ascribe.read.sources.metadata import json_values, name_in
from ascribe.read.sources.readers import Readers, checked, readable_extensions
from ascribe.records import Document, SkippedSource
from ascribe.records.serialise import spelled
from ascribe.stages import Extract, Limits

_LIMITS = Limits()
_NONE: Mapping[Path, str] = {}


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

    naming: Unnamed
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
    without: Mapping[Path, str] = _NONE,
    ocr: bool = False,
) -> SourceSet:
    """As ``read_sources``, with the skipped files in the result; a ``SourceSet`` is given back as it is.

    ``without`` has files that are not to be read as sources, and why: a folder is read without them, and
    they are refused as sources of their own. ``ocr`` recognises print, as in ``read_sources``.
    """
    if isinstance(sources, SourceSet):
        return sources
    readers = checked(readers)
    items = dict(enumerate(listed(sources), start=1))
    if not items:
        raise InputError(f"sources: there are none; {WAY_OUT}.")
    paths = {at: Path(os.fsdecode(item)) for at, item in items.items() if isinstance(item, os.PathLike)}
    found = each_once([file for at, path in paths.items() for file in find_files(path, at, readers)])
    files: dict[int, list[SourceFile]] = {at: [] for at in paths}
    for file in leave_out(found, without):
        files[file.position].append(file)
    reading = _Reading(limits, progress, total=len(found), ocr=ocr)
    drafts: list[tuple[int, _Draft | Document]] = []
    for position, item in items.items():
        if position in files:
            drafts += [(position, draft) for draft in reading.files(files[position], paths[position])]
        elif isinstance(item, Document):
            drafts.append((position, item))
        else:
            drafts.append((position, _inline_draft(inline_source(item, position), position, limits)))
    return SourceSet(_documents(drafts, language), reading.skipped)


class _Reading:
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
            raise SourceError(str(path), nothing_read(self.skipped[before:]))
        return drafts

    def file(self, file: SourceFile) -> _Draft | None:
        draft = None
        try:
            read = read_file(file, self.limits, ocr=self.ocr)
            draft = _Draft(
                Unnamed(file.position, file=file), _plain(read.extract), read.parser_name, read.digest
            )
        except AscribeError as error:
            if file.folder is None or isinstance(error, MissingExtraError):
                raise
            reason = error.reason if isinstance(error, SourceError) else str(error)
            self.skipped.append(SkippedSource(spelled(str(file.path)), reason))
        self.done += 1
        if self.progress is not None:
            self.progress(spelled(str(file.path)), self.done, self.total)
        return draft


def nothing_read(skipped: list[SkippedSource]) -> str:
    """Why folders gave nothing, in one sentence; the first file that was skipped stands for all."""
    if not skipped:
        return f"there are no files in this folder; readable are {readable_extensions()}."
    first, more = skipped[0], len(skipped) - 1
    others = f" (and {more} more)" if more else ""
    return f"nothing in this folder can be read. {first.source}{others}: {first.reason}"


def _plain(extract: Extract) -> Extract:
    return replace(extract, metadata=json_values(extract.metadata))


def listed(sources: object) -> Iterable[object]:
    """The sources one by one, be it one or many.

    Raises:
        InputError: there is nothing.
    """
    if sources is None:
        raise InputError(f"sources: there are none; {WAY_OUT}.")
    single = isinstance(sources, str | bytes | bytearray | memoryview | Mapping | os.PathLike | Document)
    if single or not isinstance(sources, Iterable) or holds_text(sources):
        return [sources]
    # Sets have no order of their own; sorting makes the same positions in every process.
    return sorted(sources, key=str) if isinstance(sources, AbstractSet) else sources


def _inline_draft(source: InlineSource, position: int, limits: Limits) -> _Draft:
    extract = inline_extract(source, position, limits)
    given, name = source.doc_id, name_in(source.metadata)
    if name and source.has_made_up_id:
        given, extract = None, replace(extract, metadata={"id": given, **extract.metadata})
    naming = Unnamed(position, given=given, name=name)
    return _Draft(naming, extract, source.parser_name, digest(source.text.encode()))


def inline_extract(source: InlineSource, position: int, limits: Limits) -> Extract:
    """The text of a source in memory, unchanged, with its blocks.

    Raises:
        InputError: it is too long, or has no words; the message names the position.
    """
    if len(source.text) > limits.max_chars:
        raise SourceError(f"source {position}", too_long(len(source.text), limits))
    extract = Extract(source.text, split_blocks(source.text), metadata=source.metadata)
    if not extract.blocks:
        raise InputError(f"source {position}: its text has no words; leave it out or give its text.")
    return extract


def _documents(drafts: list[tuple[int, _Draft | Document]], language: str | None) -> list[Document]:
    namings = [
        Unnamed(position, given=draft.doc_id) if isinstance(draft, Document) else draft.naming
        for position, draft in drafts
    ]
    return [
        draft if isinstance(draft, Document) else draft.document(doc_id, language)
        for (_, draft), doc_id in zip(drafts, assign_ids(namings), strict=True)
    ]
