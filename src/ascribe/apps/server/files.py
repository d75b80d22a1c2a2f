"""Uploaded files on disk, under the hash of their content; a file is deleted when nothing refers to it."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath, PureWindowsPath
from secrets import token_hex
from threading import Lock

_DIGEST = re.compile(r"[0-9a-f]{64}")
_SUFFIX = re.compile(r"\.[a-z0-9]{1,10}")
_MAX_NAME = 150


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file in the store.

    Args:
        digest: SHA-256 of its bytes, in hex.
        name: the name that it was uploaded with, without folders.
        path: where it is.
        size: its bytes.
    """

    digest: str
    name: str
    path: Path
    size: int


class FileStore:
    """A folder of files; ``put`` returns once the file would survive a crash.

    A file that was put is held until ``release``, so that it is not deleted before something refers to it.

    Args:
        folder: created if it does not exist.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._held: Counter[str] = Counter()
        self._lock = Lock()

    def put(self, data: bytes, name: str) -> StoredFile:
        """Write the file, unless it is there, and hold it."""
        digest = sha256(data).hexdigest()
        clean = clean_name(name)
        suffix = PurePosixPath(clean).suffix.lower()
        path = self.folder / (digest + (suffix if _SUFFIX.fullmatch(suffix) else ""))
        with self._lock:
            self._held[digest] += 1
            if not path.exists():
                _write_durably(path, data)
        return StoredFile(digest, clean, path, len(data))

    def release(self, files: Iterable[StoredFile]) -> None:
        """Stop holding these files; something refers to them now, or nothing will."""
        with self._lock:
            self._held.subtract(file.digest for file in files)
            self._held += Counter()  # drops the zeros

    def find(self, digest: str, suffix: str = "") -> StoredFile | None:
        """Return the file with that digest, or None; ``suffix`` chooses among several names."""
        if not _DIGEST.fullmatch(digest):
            return None
        for path in sorted(self.folder.glob(f"{digest}*")):
            if path.suffix == suffix or not suffix:
                return StoredFile(digest, path.name, path, path.stat().st_size)
        return None

    def remove_unused(self, find_used: Callable[[], set[str]]) -> int:
        """Delete the files that are neither held nor in use, and return their number.

        Args:
            find_used: returns the digests in use; called while no file can be put.
        """
        with self._lock:
            used = find_used() | set(self._held)
            unused = [path for path in self.folder.iterdir() if path.name[:64] not in used]
            for path in unused:
                path.unlink(missing_ok=True)
        return len(unused)


def clean_name(name: str) -> str:
    """Return the last part of a file name, without control characters; ``file`` if nothing is left."""
    last = PureWindowsPath(PurePosixPath(name).name).name
    printable = "".join(char for char in last if char.isprintable()).strip(". ")
    if len(printable) > _MAX_NAME:
        suffix = PurePosixPath(printable).suffix[:_MAX_NAME]
        printable = printable[: _MAX_NAME - len(suffix)] + suffix
    return printable or "file"


def _write_durably(path: Path, data: bytes) -> None:
    """Write the file so that it is complete or absent after a crash, and there once this returns."""
    draft = path.with_name(f".{token_hex(8)}")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
