"""Find sources of any kind, read them as documents, and give each a unique id."""

from __future__ import annotations

import io
import os
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Protocol, runtime_checkable

from ascribe.errors import (
    AscribeError,
    InputError,
    LibraryError,
    MissingExtraError,
    SkippedSourceWarning,
    SourceError,
)
from ascribe.option_names import explain_unknown_options
from ascribe.protocols import Claim, Limits
from ascribe.read.files import (
    Readers,
    ReadSource,
    SourceFile,
    deduplicate,
    describe_extensions,
    exclude,
    find_files,
    read_file,
    validate_readers,
)
from ascribe.read.inline_sources import (
    SOURCE_HINT,
    InlineSource,
    build_inline_source,
    is_framework_document,
    read_inline_source,
)
from ascribe.read.printed import build_printed_documents, detect_quoted_languages
from ascribe.records import Document, Reference, SkippedSource
from ascribe.records.serialization import escape_surrogates

_LIMITS = Limits()
_NO_EXCLUSIONS: Mapping[Path, str] = {}


@dataclass(frozen=True, slots=True)
class SourceSet:
    """The documents that were read, in order, and the files of folders that could not be read."""

    documents: list[Document] = field(default_factory=list)
    skipped: list[SkippedSource] = field(default_factory=list)


@runtime_checkable
class SourceFinder(Protocol):
    """Sources that choose for each reply what it is checked against, such as a library."""

    def find_sources(self, claims: Sequence[Claim] | None) -> SourceSet:
        """Return the documents to check these claims against.

        Args:
            claims: the claims of the reply; None if they are not known yet.

        Raises:
            InputError: they cannot be chosen; says the way out.
        """


class Progress(Protocol):
    """Callback that reports the steps of some work, such as reading the sources, one by one."""

    def __call__(self, name: str, done: int, total: int, /) -> None:
        """Report that ``done`` of ``total`` steps are done; ``name`` is the source, or the file of labels."""


@dataclass(frozen=True, slots=True)
class Source:
    """A source that was found and has not been read yet.

    Args:
        position: its place among the given sources, from 1; the files of a folder share it.
        item: a file, a text in memory, or a document that is used as it is.
    """

    position: int
    item: SourceFile | InlineSource | Document

    @property
    def name(self) -> str:
        """Return the name by which the user knows it."""
        match self.item:
            case SourceFile(path):
                return escape_surrogates(str(path))
            case Document(doc_id):
                return doc_id
            case _:
                return f"source {self.position}"

    @property
    def given_id(self) -> str | None:
        """Return the id that it came with, if any."""
        return None if isinstance(self.item, SourceFile) else self.item.doc_id

    @property
    def folder(self) -> Path | None:
        """Return the folder that it was found in; None if it was given by itself."""
        return self.item.folder if isinstance(self.item, SourceFile) else None


@explain_unknown_options()
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
        warnings.warn(f"{skipped.source}: {skipped.reason}", SkippedSourceWarning, stacklevel=3)
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

    A ``SourceFinder`` gives the documents for a reply that is not known yet.
    ``without`` maps files that must not be read as sources to the reason: they are skipped in a folder, and
    rejected as sources of their own. ``ocr`` recognizes print, as in ``read_sources``.
    """
    if isinstance(sources, SourceSet):
        return sources
    if isinstance(sources, SourceFinder):
        return sources.find_sources(None)
    found = find_sources(sources, readers, without)
    read: list[tuple[Source, ReadSource | Document]] = []
    skipped: list[SkippedSource] = []
    done = 0
    for _, group in groupby(found, lambda source: source.position):
        read_before, skipped_before = len(read), len(skipped)
        for source in group:
            try:
                read.append((source, read_source(source, limits, ocr=ocr)))
            except AscribeError as error:
                skipped.append(skip_unreadable(source, error, ocr=ocr))
            done += 1
            if progress is not None:
                progress(source.name, done, len(found))
        if len(read) == read_before:
            raise SourceError(str(source.folder), describe_nothing_read(skipped[skipped_before:]))
    ids = assign_ids([source for source, _ in read])
    documents = [
        each if isinstance(each, Document) else each.build(doc_id, language)
        for (_, each), doc_id in zip(read, ids, strict=True)
    ]
    return SourceSet(documents, skipped)


def find_sources(
    sources: object, readers: Readers | None = None, without: Mapping[Path, str] = _NO_EXCLUSIONS
) -> list[Source]:
    """List the sources one by one, in order, without reading them; see ``read_sources`` for their types.

    Raises:
        InputError: there are none, or one cannot be used; the message names it.
        SourceError: a path does not exist, or a folder has no files.
    """
    items = dict(enumerate(_as_list(sources), start=1))
    if not items:
        raise InputError(f"sources: there are none; {SOURCE_HINT}.")
    paths = {at: Path(os.fsdecode(item)) for at, item in items.items() if isinstance(item, os.PathLike)}
    chosen = validate_readers(readers)
    inside = {at: find_files(path, at, chosen) for at, path in paths.items()}
    for at, path in paths.items():
        if not inside[at]:
            raise SourceError(str(path), describe_nothing_read([]))
    files = exclude(deduplicate([file for each in inside.values() for file in each]), without)
    found = [Source(file.position, file) for file in files]
    found += [
        Source(at, item if isinstance(item, Document) else build_inline_source(item, at))
        for at, item in items.items()
        if at not in paths
    ]
    return sorted(found, key=lambda source: source.position)


def read_source(source: Source, limits: Limits, *, ocr: bool = False) -> ReadSource | Document:
    """Read a source; a document is returned as it is.

    Raises:
        SourceError: it cannot be read; the message says why and what to do.
        InputError: a text in memory contains no words.
        MissingExtraError: its reader needs an optional package.
    """
    match source.item:
        case SourceFile():
            return read_file(source.item, limits, ocr=ocr)
        case InlineSource():
            return read_inline_source(source.item, source.position, limits)
        case _:
            return source.item


def skip_unreadable(source: Source, error: AscribeError, *, ocr: bool) -> SkippedSource:
    """Return the record of a file of a folder that cannot be read.

    Raises:
        AscribeError: the error itself, if the source was given by itself, if the library cannot be written,
            or if OCR needs its extra.
    """
    needs_ocr = ocr and isinstance(error, MissingExtraError)
    if source.folder is None or needs_ocr or isinstance(error, LibraryError):
        raise error
    return SkippedSource(source.name, error.reason if isinstance(error, SourceError) else str(error))


def describe_nothing_read(skipped: list[SkippedSource]) -> str:
    """Explain in one sentence why nothing was read, with the first skipped file as the example."""
    if not skipped:
        return f"this folder contains no files; supported extensions are {describe_extensions()}."
    first, more = skipped[0], len(skipped) - 1
    others = f" (and {more} more)" if more else ""
    return f"nothing in this folder can be read. {first.source}{others}: {first.reason}"


def _as_list(sources: object) -> Iterable[object]:
    """Return an iterable of the sources, for a single source as well.

    Raises:
        InputError: the argument is None.
    """
    if sources is None:
        raise InputError(f"sources: there are none; {SOURCE_HINT}.")
    single = isinstance(
        sources,
        str | bytes | bytearray | memoryview | Mapping | os.PathLike | io.IOBase | Document | Reference,
    )
    if single or not isinstance(sources, Iterable) or is_framework_document(sources):
        sources = [sources]
    # Sets are unordered; sorting gives the same positions in every process.
    items = sorted(sources, key=str) if isinstance(sources, AbstractSet) else list(sources)
    quoted = [item for item in items if isinstance(item, Reference)]
    others = [item for item in items if not isinstance(item, Reference)]
    return [*build_printed_documents(quoted, detect_quoted_languages(quoted)), *others]


def assign_ids(sources: Sequence[Source]) -> list[str]:
    """Assign each source a unique id, in order.

    Raises:
        InputError: two sources came with the same id; the message names both positions.
    """
    given = collect_ids((source.position, source.given_id) for source in sources)
    named = _build_file_ids(
        [each.item for each in sources if isinstance(each.item, SourceFile)], frozenset(given)
    )
    taken, uses = {*given, *named}, Counter[str]()
    ids: list[str] = []
    for source in sources:
        if isinstance(source.item, SourceFile):
            doc_id = named.pop(0)
            if doc_id in given:
                raise build_duplicate_id_error(source.position, given[doc_id], doc_id)
        else:
            origin = source.item.origin if isinstance(source.item, InlineSource) else None
            doc_id = source.given_id or (
                _find_free_id(origin, ", part {}", taken, uses)
                if origin
                else _find_free_id(f"source-{source.position}", " ({})", taken, uses)
            )
            taken.add(doc_id)
        ids.append(doc_id)
    return ids


def collect_ids(ids: Iterable[tuple[int, str | None]]) -> dict[str, int]:
    """Return the position of each id that a source came with, from pairs (position, id or None).

    Raises:
        InputError: two sources came with the same id; the message names both positions.
    """
    given: dict[str, int] = {}
    for position, doc_id in ids:
        if doc_id is not None and given.setdefault(doc_id, position) != position:
            raise build_duplicate_id_error(position, given[doc_id], doc_id)
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


def _find_free_id(wanted: str, form: str, taken: set[str], uses: Counter[str]) -> str:
    """Return the wanted id, or, if it is taken, the id with a number: ``mill.pdf, part 2``."""
    while True:
        uses[wanted] += 1
        doc_id = wanted if uses[wanted] == 1 else wanted + form.format(uses[wanted])
        if doc_id not in taken:
            return doc_id
