"""Connections to a library file that threads may share, and error messages in plain words."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from time import monotonic, sleep
from typing import Any
from weakref import WeakSet, finalize

from ascribe.errors import LibraryError
from ascribe.forks import run_after_fork

MEMORY = ":memory:"
"""The name of a library without a file."""

WRITE_TIMEOUT = 30.0
"""Seconds to wait for another writer."""

_RETRY_PAUSE = 0.01
"""Seconds between two attempts."""

_MESSAGES = {
    sqlite3.SQLITE_BUSY: "another process kept the file locked; try again later.",
    sqlite3.SQLITE_NOTADB: "this is not a library, or it is damaged; give another path.",
    sqlite3.SQLITE_CORRUPT: "this is not a library, or it is damaged; give another path.",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; check the folder and its permissions.",
    sqlite3.SQLITE_READONLY: "it is not writable; check the permissions of the file and of its folder.",
    sqlite3.SQLITE_FULL: "the disk is full; free some space and try again.",
}
"""Result code of SQLite → message."""


class Connection:
    """A SQLite connection that threads of one process may share; a transaction locks out the other threads.

    A forked process opens the file anew, as SQLite's connections must not be used in two processes.

    Args:
        name: the file, or ``:memory:``.

    Raises:
        LibraryError: it cannot be opened.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._open()
        _connections.add(self)

    def _open(self) -> None:
        self._lock = RLock()
        self._connect()

    def _connect(self) -> None:
        """Open the file; ``_connection`` is then what reads it."""
        path, is_uri = self._find_path()
        try:
            self._connection = sqlite3.connect(
                path, timeout=WRITE_TIMEOUT, isolation_level=None, check_same_thread=False, uri=is_uri
            )
        except (sqlite3.Error, ValueError) as error:  # ValueError: the path contains a null character
            raise build_library_error(self.name, error) from error
        try:
            self._connection.execute("PRAGMA foreign_keys = ON")
            self._connection.execute("PRAGMA synchronous = FULL")  # commits survive a power failure
        except sqlite3.Error as error:
            self._connection.close()
            raise build_library_error(self.name, error) from error
        self._end = finalize(self, self._connection.close)  # in case nobody calls close

    def _find_path(self) -> tuple[str | Path, bool]:
        """Return what SQLite opens, and whether that is a URI; a name that the user gave never is."""
        return (self.name if self.name == MEMORY else Path(self.name).absolute()), False

    def leave_to_parent(self) -> None:
        """Open the file anew in a forked process; a library in memory stays, as a copy."""
        if self.name == MEMORY or not self._end.alive:
            self._lock = RLock()
            return
        self._end.detach()
        _of_parent.append(self._connection)
        self._open()

    def run(self, statement: str) -> Any:
        """Run a statement outside any transaction and return the first value of its result.

        Raises:
            LibraryError: the statement fails.
        """
        with self._lock:
            try:
                return (self._connection.execute(statement).fetchone() or (None,))[0]
            except (sqlite3.Error, UnicodeError) as error:
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
        """Yield ``execute`` within one transaction; a nested call joins the thread's open transaction.

        Raises:
            LibraryError: something fails, and nothing was written.
        """
        with self._lock:
            try:
                if self._connection.in_transaction:
                    yield self._connection.execute
                else:
                    with self._begin(begin):
                        yield self._connection.execute
            except (sqlite3.Error, UnicodeError) as error:  # a damaged text is no UTF-8
                raise build_library_error(self.name, error) from error

    @contextmanager
    def _begin(self, begin: str) -> Iterator[None]:
        try:
            self._connection.execute(begin)
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # SQLite rolls back some failures by itself
                self._connection.execute("ROLLBACK")
            raise

    @property
    def state(self) -> tuple[int, int]:
        """Value that changes whenever the file does, whoever wrote it."""
        return self.run("PRAGMA data_version"), self._connection.total_changes

    def close(self) -> None:
        """Close the connection; it cannot be used afterwards."""
        with self._lock:
            self._end()


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What distinguishes a file from another one, and from itself after a change.

    Args:
        file: device and inode.
        content: time of the last change, and size.
        in_use: whether a writer has it open, so that a second file holds what was written last.
    """

    file: tuple[int, int] = (0, 0)
    content: tuple[int, int] = (0, 0)
    in_use: bool = False

    @classmethod
    def read(cls, name: str) -> FileStamp:
        """Return the stamp of a library; that of nothing if it is not there."""
        log = Path(f"{name}-wal")
        try:
            status = Path(name).stat()
            in_use = log.is_file() and log.stat().st_size > 0
        except OSError:
            return cls()
        return cls((status.st_dev, status.st_ino), (status.st_mtime_ns, status.st_size), in_use)


class ReadOnlyConnection(Connection):
    """A connection to a file that this process may not write, as on a read-only volume.

    SQLite cannot lock such a file: what it reads is right only while nobody else writes. So the stamp of the
    file is compared before each transaction, to open a changed file anew, and after it.
    """

    def _connect(self) -> None:
        self._stamp = FileStamp.read(self.name)
        super()._connect()

    def _find_path(self) -> tuple[str, bool]:
        alone = "" if self._stamp.in_use else "&immutable=1"
        return f"{Path(self.name).absolute().as_uri()}?mode=ro{alone}", True

    def _reopen_if_changed(self) -> None:
        """Open the file anew if it was written.

        Raises:
            LibraryError: it is gone, or another file has its name: rows of both may have the same number.
        """
        if not self._end.alive or self._connection.in_transaction:
            return
        now = FileStamp.read(self.name)
        if now.file != self._stamp.file:
            raise LibraryError(f"{self.name}: it was replaced or removed while it was open; open it again.")
        if now != self._stamp:
            close = self._end
            self._connect()
            close()

    @contextmanager
    def transaction(self, begin: str) -> Iterator[Any]:
        """Yield ``execute``, as of any connection.

        Raises:
            LibraryError: something fails, or the file was written meanwhile.
        """
        with self._lock:
            self._reopen_if_changed()
            try:
                with super().transaction(begin) as run:
                    yield run
            except LibraryError as error:
                self._check_unchanged()
                if self._stamp.in_use and _get_error_code(error.__cause__) == sqlite3.SQLITE_CANTOPEN:
                    raise LibraryError(
                        f"{self.name}: it was not closed, and may not be written here; open it once where "
                        "it may be written."
                    ) from error
                raise
            self._check_unchanged()

    def _check_unchanged(self) -> None:
        if self._end.alive and not self._stamp.in_use and FileStamp.read(self.name) != self._stamp:
            raise LibraryError(f"{self.name}: it was written while it was read; try again.")

    @property
    def state(self) -> tuple[int, int]:
        """Value that changes whenever the file does."""
        with self._lock:
            self._reopen_if_changed()
            return hash(self._stamp), self.run("PRAGMA data_version")


def is_read_only(name: str) -> bool:
    """Return whether there is such a file in a folder in which this process may not write."""
    if name == MEMORY:
        return False
    try:
        path = Path(name).absolute()
        return path.is_file() and not os.access(path.parent, os.W_OK)
    except (OSError, ValueError):  # the path is too long, or contains a null character
        return False


_connections: WeakSet[Connection] = WeakSet()
_of_parent: list[sqlite3.Connection] = []
"""Connections of the process that this one was forked from: closing them here could damage the file."""


def _leave_connections_to_parent() -> None:
    for connection in list(_connections):
        connection.leave_to_parent()


run_after_fork(_leave_connections_to_parent)


def build_library_error(name: str, error: Exception) -> LibraryError:
    """Build the error: one sentence with a way out."""
    code = _get_error_code(error)
    if code in _MESSAGES:
        return LibraryError(f"{name}: {_MESSAGES[code]}")
    if "closed" in str(error):
        return LibraryError(f"{name}: the library is closed; open it again with Library(path).")
    return LibraryError(f"{name}: the library cannot be used ({error}).")


def _is_busy_error(error: BaseException | None) -> bool:
    return _get_error_code(error) == sqlite3.SQLITE_BUSY


def _get_error_code(error: BaseException | None) -> int:
    """Return SQLite's result code without its details; 0 for errors of Python's own module."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
