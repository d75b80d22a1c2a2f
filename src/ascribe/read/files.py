"""Files and folders: finds the files, chooses a reader for each, and reads them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from stat import S_ISDIR
from typing import Any

from ascribe import registry
from ascribe.errors import AscribeError, BrokenComponentError, InputError, SourceError
from ascribe.protocols import Extract, Limits, Reader
from ascribe.read.document import build_document, to_json_values
from ascribe.read.separate_process import (
    SEPARATE_READERS,
    ReaderFailedError,
    can_start_process,
    read_separately,
)
from ascribe.records import Document
from ascribe.records.serialization import compute_digest

Readers = Mapping[str, str | Reader]
"""File extension, such as ``.pdf`` → name of a registered reader, or an object with a ``read`` method."""

NO_READERS: Readers = {}


def validate_readers(readers: Readers | None) -> Readers:
    """Return the given readers after checking their extensions and names.

    Raises:
        InputError: a key is not an extension, or a value is not a reader; the message names it.
        UnknownComponentError: no reader has that name.
    """
    if readers is None:
        return NO_READERS
    if not isinstance(readers, Mapping):
        raise InputError(
            f"readers must be a dict that maps extensions to readers, got {type(readers).__name__}."
        )
    for ending, reader in readers.items():
        if not isinstance(ending, str) or not ending.startswith(".") or ending != ending.lower():
            raise InputError(
                f"readers: {ending!r} is not an extension; give one in lower case, such as '.pdf'."
            )
        if isinstance(reader, str):
            registry.load("read", reader)
        elif isinstance(reader, type) or not hasattr(reader, "read"):
            raise InputError(
                f"readers: for {ending} give the name of a reader or an object with a 'read' method, "
                f"got {reader!r}."
            )
    return readers


def describe_extensions() -> str:
    """List the supported extensions for a message; a reader that cannot be loaded adds none."""
    return " ".join(ending for row in registry.components("read") for ending in _list_valid_extensions(row))


def find_reader(path: Path, readers: Readers) -> str | Reader:
    """Return the reader for the file, or its name; "" if there is none.

    Raises:
        InputError: readers of several packages support the extension, and none was chosen.
        BrokenComponentError: the reader of another package declares no extensions.
    """
    ending = path.suffix.lower()
    if not ending:
        return ""
    if ending in readers:
        return readers[ending]
    rows = registry.components("read")
    own = next((row.name for row in rows if ending in row.handles), "")
    others = [] if own else [row for row in rows if row.package and ending in list_extensions(row)]
    if len(others) > 1:
        named = " and ".join(f"{row.name!r} of {row.package}" for row in others)
        raise InputError(
            f"the readers {named} support files ending in {ending}; choose one with "
            f"readers={{{ending!r}: {others[0].name!r}}}."
        )
    return others[0].name if others else own


def list_extensions(row: registry.Component) -> tuple[str, ...]:
    """Return the extensions that a registered reader supports.

    Raises:
        BrokenComponentError: the reader is of another package and declares none.
    """
    if not row.package:
        return row.handles
    found: Any = getattr(registry.load("read", row.name), "extensions", None)
    if isinstance(found, str) or not found:
        raise BrokenComponentError(
            f"The reader {row.name!r} of the package {row.package} does not declare which files it supports; "
            "it must have an attribute 'extensions', such as ('.epub',)."
        )
    return tuple(found)


def describe_overridden_extensions(row: registry.Component) -> str:
    """Name the extensions that the reader serves only if chosen, in one sentence; "" if there are none.

    Raises:
        BrokenComponentError: the reader declares no extensions.
    """
    taken = {e: other.name for other in registry.components("read") for e in other.handles}
    both = [ending for ending in list_extensions(row) if taken.get(ending, row.name) != row.name]
    if not both:
        return ""
    return (
        f"files ending in {', '.join(both)} stay with the built-in reader; choose this one with "
        f"readers={{{both[0]!r}: {row.name!r}}} or --reader {both[0]}={row.name}."
    )


def _list_valid_extensions(row: registry.Component) -> tuple[str, ...]:
    try:
        return list_extensions(row)
    except AscribeError:
        return ()


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to read.

    Args:
        path: as the user gave it, or a path below the given folder.
        position: place of the file or folder among the sources, from 1.
        folder: the folder it was found in; None for a file that was given directly.
        problem: why it cannot be read; empty if it can.
        reader: its reader, or the name of its reader.
    """

    path: Path
    position: int
    folder: Path | None = None
    problem: str = ""
    reader: str | Reader = ""


@dataclass(frozen=True, slots=True)
class ReadSource:
    """A source that was read and has everything but its id.

    Args:
        extract: its text with its blocks.
        parser_name: the name of its reader.
        digest: the digest of its bytes.
        path: its file; None for a text in memory.
    """

    extract: Extract
    parser_name: str
    digest: str
    path: Path | None = None

    def build(self, doc_id: str, language: str | None) -> Document:
        """Build the document with that id."""
        return build_document(
            replace(self.extract, metadata=to_json_values(self.extract.metadata)),
            doc_id=doc_id,
            source_path=self.path or Path(doc_id),
            parser_name=self.parser_name,
            digest=self.digest,
            language=language,
        )


def find_files(path: Path, position: int, readers: Readers = NO_READERS) -> list[SourceFile]:
    """Return the file itself, or all files below the folder, sorted and without hidden ones.

    Raises:
        SourceError: the path does not exist or cannot be read.
    """
    try:
        is_folder = S_ISDIR(path.stat().st_mode)
    except (OSError, RuntimeError, ValueError) as error:
        raise SourceError(str(path), _describe_error(error)) from None
    if is_folder:
        found = sorted(_walk(path), key=lambda pair: pair[0].parts)
        return [_assign_reader(SourceFile(file, position, path, problem), readers) for file, problem in found]
    return [_assign_reader(SourceFile(path, position, None, _find_problem(path)), readers)]


def _assign_reader(file: SourceFile, readers: Readers) -> SourceFile:
    """Return the file with its reader, or with the reason why it has none."""
    if file.problem:
        return file
    try:
        reader = find_reader(file.path, readers)
    except AscribeError as error:
        return replace(file, problem=str(error))
    if reader:
        return replace(file, reader=reader)
    suffix = file.path.suffix
    ending = f"files ending in {suffix}" if suffix else "files without an extension"
    return replace(
        file, problem=f"no reader supports {ending}; convert it to one of {describe_extensions()}."
    )


def deduplicate(files: Sequence[SourceFile]) -> list[SourceFile]:
    """Mark as unreadable each file that a link in the same folder repeats.

    Raises:
        InputError: two sources are, or contain, the same file; the message names both positions.
    """
    seen: dict[str, SourceFile] = {}
    kept = []
    for file in files:
        other = file if file.problem else seen.setdefault(os.path.realpath(file.path), file)
        if other.position != file.position:
            raise InputError(
                f"source {file.position}: {file.path} is the same file as {other.path} of source "
                f"{other.position}; give each file once."
            )
        kept.append(file if other is file else replace(file, problem=f"it is the same file as {other.path}."))
    return kept


def exclude(files: Sequence[SourceFile], reasons: Mapping[Path, str]) -> list[SourceFile]:
    """Set the given reason as the problem of each file to be excluded."""
    by_path = {os.path.realpath(path): reason for path, reason in reasons.items()}
    return [
        replace(file, problem=file.problem or by_path.get(os.path.realpath(file.path), "")) for file in files
    ]


def read_file(file: SourceFile, limits: Limits, *, ocr: bool = False, separate: bool = True) -> ReadSource:
    """Read the text of the file; ``ocr`` recognizes text in the images of a PDF as well.

    With ``separate``, PDF and Word files are parsed in a process of their own, within limits of memory and
    time, except with OCR.

    Raises:
        SourceError: the file cannot be read; the message says why and what to do.
    """
    name = str(file.path)
    if file.problem:
        raise SourceError(name, file.problem)
    parser_name = file.reader if isinstance(file.reader, str) else type(file.reader).__name__
    options = {"ocr": True} if ocr and file.reader == "pdf" else {}
    data = _read_bytes(file.path, limits)
    if separate and not options and file.reader in SEPARATE_READERS and can_start_process():
        extract = _run_reader(partial(read_separately, str(file.reader)), parser_name, data, name, limits)
    else:
        reader = (
            registry.make("read", file.reader, **options) if isinstance(file.reader, str) else file.reader
        )
        extract = _run_reader(reader.read, parser_name, data, name, limits)
    if not extract.blocks:
        raise SourceError(name, "it contains no text; leave it out or give a file with text.")
    if len(extract.text) > limits.max_chars:
        raise SourceError(name, describe_excess_length(len(extract.text), limits))
    return ReadSource(extract, parser_name, compute_digest(data), file.path)


def compute_file_digest(file: SourceFile, limits: Limits) -> str:
    """Return the digest of the file's bytes without parsing them.

    Raises:
        SourceError: the file cannot be opened, or is larger than the limit.
    """
    if file.problem:
        raise SourceError(str(file.path), file.problem)
    return compute_digest(_read_bytes(file.path, limits))


def describe_excess_length(length: int, limits: Limits) -> str:
    """Describe, for an error message, by how much a text exceeds the limit on its length."""
    return (
        f"it has {length:,} characters, more than the limit of {limits.max_chars:,}; "
        "split it, or raise the limit with Limits(max_chars=…) (--max-chars of ascribe check)."
    )


def _run_reader(
    read: Callable[[bytes, str, Limits], Extract], parser_name: str, data: bytes, name: str, limits: Limits
) -> Extract:
    try:
        return read(data, name, limits)
    except AscribeError:
        raise
    except Exception as error:
        failure = str(error) if isinstance(error, ReaderFailedError) else f"{type(error).__name__}: {error}"
        raise SourceError(
            name,
            f"the {parser_name} reader failed on it ({failure}); "
            "the file may be damaged: open it in its own program and save it again.",
        ) from error


def _walk(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield every file below the folder with the reason why it cannot be read, or ""."""
    problems: list[tuple[Path, str]] = []

    def note(error: OSError) -> None:
        problems.append((Path(error.filename), _describe_error(error)))

    for root, folders, names in os.walk(folder, onerror=note):
        folders[:] = [name for name in folders if not _is_hidden(name)]
        for name in folders:
            if (Path(root) / name).is_symlink():
                yield Path(root) / name, "links to folders are not followed; give that folder as a source."
        for name in names:
            if not _is_hidden(name):
                path = Path(root) / name
                yield path, _find_problem(path) or _find_way_out(path, folder)
    yield from problems


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "~$"))  # ~$ is the lock file of an open Word document


def _find_way_out(path: Path, folder: Path) -> str:
    """Return why a link is not followed: it leads out of the folder, which may come from a stranger."""
    if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
        return "the link leads to a file outside this folder; give that file as a source."
    return ""


def _find_problem(path: Path) -> str:
    try:
        if not path.exists():
            return "the link is broken; repair it or leave it out."
        if not path.is_file():
            return "it is not a regular file; give a file or a folder."
    except (OSError, RuntimeError) as error:
        return _describe_error(error)
    return ""


def _read_bytes(path: Path, limits: Limits) -> bytes:
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            data = file.read(limits.max_bytes + 1) if size <= limits.max_bytes else b""
    except OSError as error:
        raise SourceError(str(path), _describe_error(error)) from None
    if max(size, len(data)) > limits.max_bytes:
        raise SourceError(
            str(path),
            f"it has {max(size, len(data)):,} bytes, more than the limit of {limits.max_bytes:,}; "
            "split it, or raise the limit with Limits(max_bytes=…).",
        )
    if not data.strip():
        raise SourceError(str(path), "the file is empty; leave it out or give a file with text.")
    return data


def _describe_error(error: OSError | RuntimeError | ValueError) -> str:
    match error:
        case FileNotFoundError():
            return "there is no such file or folder; check the path."
        case PermissionError():
            return "you have no permission to read it; change its permissions or leave it out."
        case OSError(strerror=str(text)):
            return f"it cannot be opened ({text.lower()}); check the path."
        case _:
            return f"it cannot be opened ({error}); check the path."
