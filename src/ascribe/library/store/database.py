"""A library file: its tables, its connections and transactions, and errors in plain words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import RLock
from time import monotonic, sleep
from typing import Any
from weakref import finalize

from ascribe.errors import LibraryError

MEMORY = ":memory:"


class Database:
    """An open library file. Threads of one process may share it: they read while one of them writes.

    Args:
        path: the file, made if it is not there; ``:memory:`` for none.

    Raises:
        LibraryError: it cannot be opened, or is no library.
    """

    def __init__(self, path: Path | str) -> None:
        self.name = str(path)
        if not self.name:
            raise LibraryError(f"the path of the library is empty; give a file, or {MEMORY}.")
        self._writer = self._reader = Connection(self.name)
        try:
            self._prepare()
            if self.name != MEMORY:
                self._reader = Connection(self.name)
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        if self._is_new():
            if self.name != MEMORY:
                self._writer.run_when_free("PRAGMA journal_mode = WAL")  # readers go on while one writes
            self._create()
        version = self._writer.run("PRAGMA user_version")
        if version != FORMAT_VERSION:
            raise LibraryError(
                f"{self.name}: it was made by another version of Ascribe (format {version}, here {FORMAT_VERSION}); "
                "add the documents to a new library."
            )
        self._writer.run("PRAGMA foreign_keys = ON")
        self._writer.run("PRAGMA synchronous = FULL")  # what was committed outlives a loss of power too

    def _is_new(self) -> bool:
        """True for a file without anything in it.

        Raises:
            LibraryError: another program made it.
        """
        with self.reading() as run:
            application = run("PRAGMA application_id").fetchone()[0]
            if application == APPLICATION_ID:
                return False
            if application or run("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise LibraryError(f"{self.name}: this is a database of another program; give another path.")
        return True

    def _create(self) -> None:
        """The tables, in one transaction, unless another process has just made them."""
        with self.writing() as run:
            if not self._is_new():
                return
            for statement in TABLES.split(";\n"):
                if statement.strip():
                    run(statement)
            run(f"PRAGMA application_id = {APPLICATION_ID}")
            run(f"PRAGMA user_version = {FORMAT_VERSION}")

    def reading(self) -> AbstractContextManager[Any]:
        """Gives ``execute``; all that is read inside belongs to the same moment.

        Raises:
            LibraryError: the file is damaged, or was taken away.
        """
        return self._reader.transaction("BEGIN")

    def writing(self) -> AbstractContextManager[Any]:
        """Gives ``execute``; all that is written inside is kept, or nothing of it.

        Raises:
            LibraryError: another process is writing, the disk is full, or the file may not be written.
        """
        return self._writer.transaction("BEGIN IMMEDIATE")

    @property
    def state(self) -> tuple[int, int]:
        """Changes whenever what ``reading`` shows does, whoever wrote."""
        return self._reader.state

    def close(self) -> None:
        """Nothing can be asked afterwards."""
        self._reader.close()
        self._writer.close()


WRITE_TIMEOUT = 30.0
"""Seconds to wait for another writer."""

_RETRY_PAUSE = 0.01
"""Seconds between two tries."""

_MESSAGES = {
    sqlite3.SQLITE_BUSY: "another process has been writing all the time; try again later.",
    sqlite3.SQLITE_NOTADB: "this is no library, or it is damaged; give another path.",
    sqlite3.SQLITE_CORRUPT: "this is no library, or it is damaged; give another path.",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; check the folder and its permissions.",
    sqlite3.SQLITE_READONLY: "it may not be written; check the permissions of the file and of its folder.",
    sqlite3.SQLITE_FULL: "the disk is full; make room and try again.",
}
"""Result code of SQLite → what to say."""


class Connection:
    """Threads of one process may share it; each transaction has it for itself.

    Args:
        name: the file, or ``:memory:``.

    Raises:
        LibraryError: it cannot be opened.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = RLock()
        try:
            self._connection = sqlite3.connect(
                name, timeout=WRITE_TIMEOUT, isolation_level=None, check_same_thread=False
            )
        except (sqlite3.Error, ValueError) as error:  # no path may hold a null character
            raise build_library_error(name, error) from error
        self._end = finalize(self, self._connection.close)  # whoever forgets to

    def run(self, statement: str) -> Any:
        """The first value that a statement gives, outside of any transaction.

        Raises:
            LibraryError: it fails.
        """
        with self._lock:
            try:
                return (self._connection.execute(statement).fetchone() or (None,))[0]
            except sqlite3.Error as error:
                raise build_library_error(self.name, error) from error

    def run_when_free(self, statement: str) -> None:
        """Run a statement for which SQLite itself does not wait while the file is in use.

        Raises:
            LibraryError: it fails, or others use the file for longer than ``WRITE_TIMEOUT``.
        """
        until = monotonic() + WRITE_TIMEOUT
        while True:
            try:
                self.run(statement)
            except LibraryError as error:
                if not _is_busy_error(error.__cause__) or monotonic() > until:
                    raise
                sleep(_RETRY_PAUSE)
            else:
                return

    @contextmanager
    def transaction(self, begin: str) -> Iterator[Any]:
        """Gives ``execute``; all inside is one transaction, or a part of the one that this thread is in.

        Raises:
            LibraryError: something fails, and nothing was written.
        """
        with self._lock:
            try:
                if self._connection.in_transaction:
                    yield self._connection.execute
                else:
                    with self._begun(begin):
                        yield self._connection.execute
            except sqlite3.Error as error:
                raise build_library_error(self.name, error) from error

    @contextmanager
    def _begun(self, begin: str) -> Iterator[None]:
        try:
            self._connection.execute(begin)
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # SQLite takes some failures back by itself
                self._connection.execute("ROLLBACK")
            raise

    @property
    def state(self) -> tuple[int, int]:
        """Changes whenever the file does, whoever wrote."""
        return self.run("PRAGMA data_version"), self._connection.total_changes

    def close(self) -> None:
        """Nothing can be asked afterwards."""
        with self._lock:
            self._end()


def build_library_error(name: str, error: Exception) -> LibraryError:
    """The error in one sentence with a way out."""
    code = _get_error_code(error)
    if code in _MESSAGES:
        return LibraryError(f"{name}: {_MESSAGES[code]}")
    if "closed" in str(error):
        return LibraryError(f"{name}: the library is closed; open it again with Library(path).")
    return LibraryError(f"{name}: the library cannot be used ({error}).")


def _is_busy_error(error: BaseException | None) -> bool:
    return _get_error_code(error) == sqlite3.SQLITE_BUSY


def _get_error_code(error: BaseException | None) -> int:
    """SQLite's result code without its details; 0 for what Python's own module complains of."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


APPLICATION_ID = 0x41534352
"""``ASCR``: what says that a SQLite file is a library."""

FORMAT_VERSION = 1
"""Goes up when the tables change; a file of another version is refused."""

TABLES = """
CREATE TABLE documents (           -- long columns last: what stands behind one is as slow to read as it
    id INTEGER PRIMARY KEY,
    doc_id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL UNIQUE,   -- what tells the document from others: its path, its id or its digest
    digest TEXT NOT NULL,
    reading TEXT NOT NULL,         -- how it was read: the same digest read otherwise is another document
    language TEXT NOT NULL,
    pages INTEGER NOT NULL,
    sentences INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    frame BLOB NOT NULL,           -- the Document without text, paragraphs and lines, as compressed JSON
    text TEXT,
    lines BLOB NOT NULL            -- the printed lines, as compressed JSON
);
CREATE INDEX documents_by_digest ON documents (digest);
CREATE INDEX documents_by_language ON documents (language);
CREATE TABLE metadata (            -- to filter by: one row for each value, and each value of a list
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    value TEXT NOT NULL            -- as JSON
);
CREATE INDEX metadata_by_value ON metadata (key, value, document);
CREATE INDEX metadata_by_document ON metadata (document);
CREATE TABLE passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,   -- never used twice: a search may still hold those of the past
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    sentences INTEGER NOT NULL,
    data BLOB NOT NULL,            -- the Passage as compressed JSON
    UNIQUE (document, position)
);
CREATE VIRTUAL TABLE words USING fts5 (content, title, name, tokenize = 'ascii');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, row);
CREATE TABLE vectors (
    passage INTEGER PRIMARY KEY REFERENCES passages (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    data BLOB NOT NULL             -- one vector for each sentence, float16, little endian
);
CREATE INDEX vectors_by_model ON vectors (model, passage);
"""
