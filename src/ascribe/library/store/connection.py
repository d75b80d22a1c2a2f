"""A connection to a library file: transactions, and errors in plain words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from time import monotonic, sleep
from typing import Any
from weakref import finalize

from ascribe.errors import LibraryError

PATIENCE = 30.0
"""Seconds to wait for another writer."""

_PAUSE = 0.01
"""Seconds between two tries."""

_REASONS = {
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
                name, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
        except (sqlite3.Error, ValueError) as error:  # no path may hold a null character
            raise told(name, error) from error
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
                raise told(self.name, error) from error

    def insist(self, statement: str) -> None:
        """Run a statement for which SQLite itself does not wait while the file is in use.

        Raises:
            LibraryError: it fails, or others use the file for longer than ``PATIENCE``.
        """
        until = monotonic() + PATIENCE
        while True:
            try:
                self.run(statement)
            except LibraryError as error:
                if not _is_busy(error.__cause__) or monotonic() > until:
                    raise
                sleep(_PAUSE)
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
                raise told(self.name, error) from error

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


def told(name: str, error: Exception) -> LibraryError:
    """The error in one sentence with a way out."""
    code = _code(error)
    if code in _REASONS:
        return LibraryError(f"{name}: {_REASONS[code]}")
    if "closed" in str(error):
        return LibraryError(f"{name}: the library is closed; open it again with Library(path).")
    return LibraryError(f"{name}: the library cannot be used ({error}).")


def _is_busy(error: BaseException | None) -> bool:
    return _code(error) == sqlite3.SQLITE_BUSY


def _code(error: BaseException | None) -> int:
    """SQLite's result code without its details; 0 for what Python's own module complains of."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
