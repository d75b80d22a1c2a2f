"""Results of rows kept between runs, in an SQLite file, by the digest of the row and the options."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Self

from ascribe.batches.worker import RowResult
from ascribe.errors import InputError


class ResultCache:
    """Digest → result; without a file it keeps nothing."""

    def __init__(self, connection: sqlite3.Connection | None) -> None:
        self._connection = connection

    @classmethod
    def open(cls, path: Path | str | None) -> Self:
        """Open the cache, or create it.

        Raises:
            InputError: the file is something else, or cannot be opened.
        """
        if path is None:
            return cls(None)
        try:
            connection = sqlite3.connect(path, isolation_level=None)
            connection.execute("pragma journal_mode = wal")
            connection.execute(
                "create table if not exists results (key text primary key, result text) strict"
            )
        except sqlite3.Error as error:
            raise InputError(f"{path}: cannot be used as a cache ({error}); give another file.") from error
        return cls(connection)

    def get(self, key: str) -> RowResult | None:
        """Return the result of that digest, or None."""
        if self._connection is None:
            return None
        found = self._connection.execute("select result from results where key = ?", (key,)).fetchone()
        result: RowResult | None = json.loads(found[0]) if found else None
        return result

    def put(self, key: str, result: RowResult) -> None:
        """Keep the result of that digest."""
        if self._connection is not None:
            self._connection.execute("insert or ignore into results values (?, ?)", (key, json.dumps(result)))

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
