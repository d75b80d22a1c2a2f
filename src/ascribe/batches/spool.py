"""The spool of a run: one line of JSON for each row, in order, from which a killed run goes on.

Its first line describes the run. A line that a kill cut off is removed when the run goes on; so each row has
exactly one result.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ascribe.errors import InputError


class Spool:
    """An append-only file with the result of each row; ``count`` rows are in it."""

    def __init__(self, path: Path, run: Mapping[str, Any]) -> None:
        """Open the spool, or begin it.

        Raises:
            InputError: the file is the spool of another run, or cannot be written.
        """
        self.path = path
        self.count = 0
        head = json.dumps({"run": run}, sort_keys=True).encode() + b"\n"
        try:
            self._size = self._recover(head)
            self._file = path.open("ab", buffering=0)
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror}); give another output.") from error
        if not self._size:
            self._file.write(head)
            self._size = len(head)

    def _recover(self, head: bytes) -> int:
        """Count the whole lines, cut off the rest, and return the size; 0 if the run has not begun."""
        if not self.path.exists():
            return 0
        size = 0
        with self.path.open("rb+") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                if not size and line != head:
                    raise InputError(
                        f"{self.path}: it is from a run with other options, another input or another version "
                        "of Ascribe; give another output, or start again with --restart."
                    )
                self.count += bool(size)
                size += len(line)
            file.truncate(size)
        return size

    def append(self, record: Mapping[str, Any]) -> int:
        """Write the line of the next row, and return where it begins."""
        line = json.dumps(record, separators=(",", ":")).encode() + b"\n"
        begin = self._size
        self._file.write(line)
        self._size += len(line)
        self.count += 1
        return begin

    def read_at(self, place: int) -> dict[str, Any]:
        """Return the record whose line begins there."""
        with self.path.open("rb") as file:
            file.seek(place)
            record: dict[str, Any] = json.loads(file.readline())
        return record

    def __iter__(self) -> Iterator[dict[str, Any]]:
        with self.path.open("rb") as file:
            file.readline()
            for line in file:
                yield json.loads(line)

    def close(self) -> None:
        """Write everything to the disk and close the file."""
        os.fsync(self._file.fileno())
        self._file.close()
