"""A library file, opened: told from other files, made where there is none."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from ascribe.errors import LibraryError
from ascribe.library.store.connection import Connection
from ascribe.library.store.schema import APPLICATION, TABLES, VERSION

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
                self._writer.insist("PRAGMA journal_mode = WAL")  # readers go on while one writes
            self._create()
        version = self._writer.run("PRAGMA user_version")
        if version != VERSION:
            raise LibraryError(
                f"{self.name}: it was made by another version of Ascribe (format {version}, here {VERSION}); "
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
            if application == APPLICATION:
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
            run(f"PRAGMA application_id = {APPLICATION}")
            run(f"PRAGMA user_version = {VERSION}")

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
