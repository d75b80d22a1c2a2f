"""The documents of a request, and those of the folders, which are indexed once and again when they change."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ascribe.apps.mcp.folders import Folders
from ascribe.apps.mcp.records import SourceText, WorkEntry
from ascribe.errors import InputError
from ascribe.library import Library
from ascribe.library.single_question import MAX_ENCODED_SENTENCES
from ascribe.protocols import Limits
from ascribe.read.files import find_files
from ascribe.read.sources import SourceSet, load_sources
from ascribe.records import Document, SkippedSource

MAX_SOURCES = 100
MAX_SOURCE_CHARS = 2_000_000

LIMITS = Limits(
    max_bytes=50_000_000,
    max_chars=MAX_SOURCE_CHARS,
    max_pages=1_000,
    max_reply_chars=50_000,
    max_seconds=120.0,
)


def load_request(
    folders: Folders, sources: Sequence[str | SourceText] | None, files: Sequence[str] | None
) -> SourceSet:
    """Read the sources of a request: texts, and files and folders inside the folders of the server.

    Raises:
        InputError: there are none or too many, or a name leads outside of the folders.
        SourceError: a file cannot be read.
    """
    texts, names = list(sources or ()), list(files or ())
    if not texts and not names:
        raise InputError("sources: there are none; give texts in sources, or names of files in files.")
    if len(texts) + len(names) > MAX_SOURCES:
        raise InputError(
            f"sources: these are {len(texts) + len(names)}, more than {MAX_SOURCES}; give fewer."
        )
    given = [_build_source(text) for text in texts]
    if sum(len(one["text"]) for one in given) > MAX_SOURCE_CHARS:
        raise InputError(f"sources: together they have more than {MAX_SOURCE_CHARS:,} characters; give less.")
    paths = list(dict.fromkeys(folders.find(name) for name in names))
    folders.check_count(paths)
    return load_sources([*given, *paths], limits=LIMITS)


def _build_source(text: str | SourceText) -> dict[str, str]:
    """Return the text as a source; a dict, as a str that names a file of this machine would be an error."""
    if isinstance(text, str):
        return {"text": text}
    return {"text": text.text, **({"id": text.id} if text.id else {})}


def build_work_document(work: WorkEntry, number: int) -> Document:
    """Build a document without text that has a work as its metadata."""
    metadata = {
        "title": work.title,
        "author": work.authors,
        "date": work.date,
        "type": work.type,
        "container_title": work.container,
        "publisher": work.publisher,
        "volume": work.volume,
        "issue": work.issue,
        "pages": work.pages,
        "doi": work.doi,
        "url": work.url,
    }
    name = work.title or f"work-{number}"
    return Document(name, Path(f"work-{number}"), [], metadata=metadata)


class FolderLibrary:
    """The documents of all folders of a server. Threads may share it."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._lock = threading.Lock()
        self._library: Library | None = None
        self._state: tuple[Any, ...] = ()
        self._skipped: list[SkippedSource] = []

    def open(self) -> tuple[Library, list[SkippedSource]]:
        """Return the library, read anew if a file has changed since the last call, and what was skipped.

        Raises:
            InputError: there is no folder, or too many files.
            SourceError: no file can be read.
        """
        if not self._folders.roots:
            raise InputError(
                "ask_documents: this server was started without a folder, so it has no documents; start it "
                "with: ascribe mcp --folder DIR"
            )
        with self._lock:
            return self._refresh()

    def _refresh(self) -> tuple[Library, list[SkippedSource]]:
        roots = self._folders.list_outermost()
        self._folders.check_count(roots)
        files = [file.path for root in roots for file in find_files(root, 1) if not file.problem]
        state = tuple(map(_get_file_state, files))
        if self._library is None or state != self._state:
            loaded = load_sources(roots, limits=LIMITS)
            library = Library(encode=False, limits=LIMITS)
            library.add(loaded.documents)
            if library.info()["sentences"] <= MAX_ENCODED_SENTENCES:
                library.reindex()
            self._library, self._state, self._skipped = library, state, loaded.skipped
        return self._library, self._skipped


def _get_file_state(path: Path) -> tuple[Path, int, int]:
    """Return what changes with a file: its time and size; zeros if it has just been removed."""
    try:
        found = path.stat()
    except OSError:
        return path, 0, 0
    return path, found.st_mtime_ns, found.st_size
