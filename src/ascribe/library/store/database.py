"""A library file: opened, created or brought up to date, and read and written in transactions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from ascribe.errors import LibraryError
from ascribe.library.store.codes import insert_missing_codes
from ascribe.library.store.connection import MEMORY, Connection, ReadOnlyConnection, is_read_only
from ascribe.library.store.tables import APPLICATION_ID, FORMAT_VERSION, TABLES


class Database:
    """An open library file. Threads of one process may share it: they read while one of them writes.

    Args:
        path: the file, created if it does not exist; ``:memory:`` for a database without a file.

    Raises:
        LibraryError: the file cannot be opened, or is not a library.
    """

    def __init__(self, path: Path | str) -> None:
        self.name = str(path)
        if not self.name:
            raise LibraryError(f"the path of the library is empty; give a file, or {MEMORY}.")
        self._read_only = is_read_only(self.name)
        connect = ReadOnlyConnection if self._read_only else Connection
        self._writer = self._reader = connect(self.name)
        try:
            self._file = self._find_file()
            self._prepare()
            if self.name != MEMORY and not self._read_only:
                self._reader = Connection(self.name)
            self._file = self._find_file()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        if self._is_new():
            if self.name != MEMORY:
                # with a log of writes, readers do not wait while one process writes
                self._writer.run_when_free("PRAGMA journal_mode = WAL")
            self._create()
        version = self._writer.run("PRAGMA user_version")
        if version == 1 and not self._read_only:
            version = self._add_codes()
        if version == 1:
            raise LibraryError(
                f"{self.name}: an earlier version of Ascribe made it; open it once where it may be written."
            )
        if version != FORMAT_VERSION:
            raise LibraryError(
                f"{self.name}: it was made by another version of Ascribe (format {version}, here "
                f"{FORMAT_VERSION}); add the documents to a new library."
            )

    def _is_new(self) -> bool:
        """Return True for a file without any content.

        Raises:
            LibraryError: another program made it.
        """
        with self.reading() as run:
            application = run("PRAGMA application_id").fetchone()[0]
            if application == APPLICATION_ID:
                return False
            if application or run("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise LibraryError(
                    f"{self.name}: this is the database of another program; give another path."
                )
        return True

    def _create(self) -> None:
        """Create the tables in one transaction, unless another process has just created them."""
        with self._writer.transaction("BEGIN IMMEDIATE") as run:
            if not self._is_new():
                return
            for statement in TABLES.split(";\n"):
                if statement.strip():
                    run(statement)
            run(f"PRAGMA application_id = {APPLICATION_ID}")
            run(f"PRAGMA user_version = {FORMAT_VERSION}")

    def _add_codes(self) -> int:
        """Add the codes to a file of version 1, in one transaction, and return its new version."""
        with self.writing() as run:
            if run("PRAGMA user_version").fetchone()[0] == 1:  # no other process has just done it
                for statement in TABLES[TABLES.index("CREATE TABLE codes") :].split(";\n"):
                    if statement.strip():
                        run(statement)
                insert_missing_codes(run)
                run("PRAGMA user_version = 2")
        return 2

    def reading(self) -> AbstractContextManager[Any]:
        """Open a read transaction: its ``execute`` sees one state of the file.

        Raises:
            LibraryError: the file is damaged, or was removed.
        """
        return self._reader.transaction("BEGIN")

    def writing(self) -> AbstractContextManager[Any]:
        """Open a write transaction: what its ``execute`` writes is committed as a whole, or not at all.

        Raises:
            LibraryError: another process is writing, the disk is full, or the file is not writable.
        """
        return self._write()

    @contextmanager
    def _write(self) -> Iterator[Any]:
        with self._writer.transaction("BEGIN IMMEDIATE") as run:
            yield run
            if self._find_file() != self._file:
                raise LibraryError(
                    f"{self.name}: it was moved, replaced or removed while it was open, and nothing was "
                    "written; "
                    "move it back before you close it, or open it again under its new name."
                )

    def _find_file(self) -> tuple[int, int] | None:
        """Return what identifies the file that now has the library's name; None if there is none."""
        if self.name == MEMORY:
            return None
        try:
            status = Path(self.name).stat()
        except (OSError, ValueError):
            return None
        return status.st_dev, status.st_ino

    @property
    def state(self) -> tuple[int, int]:
        """Value that changes whenever the content of the file does, whoever wrote it."""
        return self._reader.state

    def close(self) -> None:
        """Close both connections; the database cannot be used afterwards."""
        self._reader.close()
        self._writer.close()
