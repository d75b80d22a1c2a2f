"""The connection to a library file: opening, transactions, and errors in plain words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from ascribe.errors import LibraryError
from ascribe.library.store.schema import APPLICATION, TABLES, VERSION

MEMORY = ":memory:"

PATIENCE = 30.0
"""Seconds to wait for another writer."""


class Database:
    """An open library file. Threads of one process may share it; each call holds it for itself.

    Args:
        path: the file, made if it is not there; ``:memory:`` for none.

    Raises:
        LibraryError: it cannot be opened, or is no library.
    """

    def __init__(self, path: Path | str) -> None:
        self.name = str(path)
        self._lock = RLock()
        try:
            self._connection = sqlite3.connect(
                self.name, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            self._prepare()
        except sqlite3.Error as error:
            raise self._told(error) from error

    def _prepare(self) -> None:
        run = self._connection.execute
        run("PRAGMA foreign_keys = ON")
        if self.name != MEMORY:
            run("PRAGMA journal_mode = WAL")  # readers go on while one writes
            run("PRAGMA synchronous = FULL")  # what was committed outlives a loss of power too
        application = run("PRAGMA application_id").fetchone()[0]
        if application == 0:
            self._create()
        elif application != APPLICATION:
            raise LibraryError(f"{self.name}: this is a database of another program; give another path.")
        version = run("PRAGMA user_version").fetchone()[0]
        if version != VERSION:
            raise LibraryError(
                f"{self.name}: it was made by another version of Ascribe (format {version}, here {VERSION}); "
                "add the documents to a new library."
            )

    def _create(self) -> None:
        """The tables, in one transaction, unless another process has just made them."""
        with self.writing() as run:
            if run("PRAGMA application_id").fetchone()[0] == APPLICATION:
                return
            if run("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise LibraryError(f"{self.name}: this is a database of another program; give another path.")
            for statement in TABLES.split(";\n"):
                if statement.strip():
                    run(statement)
            run(f"PRAGMA application_id = {APPLICATION}")
            run(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def reading(self) -> Iterator[Any]:
        """Gives ``execute``; all that is read inside belongs to the same moment.

        Raises:
            LibraryError: the file is damaged, or was taken away.
        """
        with self._lock:
            try:
                with self._transaction("BEGIN"):
                    yield self._connection.execute
            except sqlite3.Error as error:
                raise self._told(error) from error

    @contextmanager
    def writing(self) -> Iterator[Any]:
        """Gives ``execute``; all that is written inside is kept, or nothing of it.

        Raises:
            LibraryError: another process is writing, the disk is full, or the file may not be written.
        """
        with self._lock:
            try:
                with self._transaction("BEGIN IMMEDIATE"):
                    yield self._connection.execute
            except sqlite3.Error as error:
                raise self._told(error) from error

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        if self._connection.in_transaction:  # part of a larger one
            yield
            return
        self._connection.execute(begin)
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @property
    def state(self) -> tuple[int, int]:
        """Changes whenever the file does, whoever wrote."""
        with self._lock:
            theirs = self._connection.execute("PRAGMA data_version").fetchone()[0]
            return theirs, self._connection.total_changes

    def close(self) -> None:
        """Nothing can be asked afterwards."""
        with self._lock:
            self._connection.close()

    def _told(self, error: sqlite3.Error) -> LibraryError:
        """The error in one sentence with a way out."""
        said = str(error)
        if "locked" in said:
            return LibraryError(
                f"{self.name}: another process has been writing for {PATIENCE:.0f} s; try again later."
            )
        if "not a database" in said or "malformed" in said:
            return LibraryError(f"{self.name}: this is no library, or it is damaged; give another path.")
        if "unable to open" in said:
            return LibraryError(f"{self.name}: it cannot be opened; check the folder and its permissions.")
        if "readonly" in said:
            return LibraryError(f"{self.name}: it may not be written; check its permissions.")
        if "full" in said:
            return LibraryError(f"{self.name}: the disk is full; make room and try again.")
        if "closed" in said:
            return LibraryError(f"{self.name}: the library is closed; open it again with Library(path).")
        return LibraryError(f"{self.name}: the library cannot be used ({said}).")
