"""``AuditLog``: append one line for each reply, so that an acknowledged line survives a crash."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ascribe.audit.entry import build_entry, build_head
from ascribe.audit.lines import build_line, is_torn, parse_line
from ascribe.audit.locking import hold_lock
from ascribe.errors import AuditLogError, TornLineWarning
from ascribe.records import Answer, Repair
from ascribe.records.serialization import compute_digest

_BLOCK = 1 << 16

_OPEN = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class AuditLog:
    """A file with one line for each reply that was checked, asked for or repaired.

    Each line has the hash of the line before it, so that a line that is changed, removed or moved later is
    found. Threads and processes may write to one file. A new file can be read by its owner alone.

    Args:
        path: the file; it is created with the first line.
        texts: record the texts of questions, replies and sources, so that verdicts can be replayed from the
            file alone; False records their digests only.

    Raises:
        AuditLogError: the file cannot be written.

    Example:
        >>> import ascribe, tempfile
        >>> answer = ascribe.check("It has 12 sails.", ["It has 12 sails."], tier="rules")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     AuditLog(Path(folder) / "log.jsonl").record(answer)[:7]
        'sha256:'
    """

    def __init__(self, path: Path | str, *, texts: bool = True) -> None:
        self.path = Path(path)
        self.texts = texts
        if self.path.is_dir():
            raise AuditLogError(f"{self.path}: this is a folder; give the file of an audit log.")
        if not self.path.parent.is_dir():
            raise AuditLogError(
                f"{self.path}: cannot be written, as there is no folder {self.path.parent}; create it first."
            )
        if not os.access(self.path if self.path.exists() else self.path.parent, os.W_OK):
            raise AuditLogError(f"{self.path}: cannot be written (no permission); give another file.")

    def record(self, result: Answer | Repair, command: str = "check") -> str:
        """Append the line of an answer or a repair, and return its hash once the line is on the disk.

        Keep the hash elsewhere to prove later that no line up to this one was cut off. The incomplete last
        line of a process that was killed while it wrote is replaced by a line that says so, with a
        ``TornLineWarning``; its hash was never returned.

        Args:
            result: what to record.
            command: how it was made: ``check``, ``ask``, ``repair`` or a word of yours.

        Raises:
            AuditLogError: the line cannot be written, or the last line of the file is damaged. Nothing was
                added then.
            InputError: the answer contains something that JSON cannot express.
        """
        entry = build_entry(result, command, texts=self.texts)
        try:
            with self._open() as descriptor:
                return self._append(descriptor, entry)
        except OSError as error:
            if isinstance(error, AuditLogError):
                raise
            reason = error.strerror or str(error)
            raise AuditLogError(f"{self.path}: nothing was added, as writing failed ({reason}).") from error

    @contextmanager
    def _open(self) -> Iterator[int]:
        is_new = not self.path.exists()
        descriptor = os.open(self.path, _OPEN, 0o600)
        try:
            if is_new:
                _sync_folder(self.path.parent)
            with hold_lock(descriptor):
                yield descriptor
        finally:
            os.close(descriptor)

    def _append(self, descriptor: int, entry: dict[str, Any]) -> str:
        end = os.lseek(descriptor, 0, os.SEEK_END)
        start, tail = _read_last_line(descriptor, end)
        recovered = []
        if tail and is_torn(tail):  # the writer died before it could acknowledge this line
            warnings.warn(
                f"{self.path}: the last {len(tail)} bytes are an incomplete line of a writer that was "
                "interrupted; they are removed, and the next line says so.",
                TornLineWarning,
                stacklevel=3,
            )
            recovered.append(_build_recovery(tail))
            end = start
            start, tail = _read_last_line(descriptor, end)
        last: dict[str, Any] | None = parse_line(tail[:-1]) if tail else {"number": 0, "hash": None}
        if last is None:
            raise AuditLogError(
                f"{self.path}: the last line is not that of an audit log, or was changed, so nothing was "
                "added; keep the file as it is, and record to another one."
            )
        number, own = last["number"], last["hash"]
        data = b""
        for each in (*recovered, entry):
            number += 1
            line, own = build_line(each, number, own)
            data += line
        _write_durably(descriptor, data, end)
        return str(own)


def _build_recovery(torn: bytes) -> dict[str, Any]:
    """Build the entry that says which incomplete line was removed."""
    return {**build_head("recover"), "torn": {"bytes": len(torn), "digest": compute_digest(torn)}}


def _read_last_line(descriptor: int, end: int) -> tuple[int, bytes]:
    """Return where the last line before ``end`` starts, and its bytes, with its line feed if it has one."""
    found, start = b"", end
    while start > 0:
        size = min(_BLOCK, start)
        start -= size
        os.lseek(descriptor, start, os.SEEK_SET)
        found = _read_exactly(descriptor, size) + found
        cut = found.rfind(b"\n", 0, len(found) - 1)
        if cut >= 0:
            return start + cut + 1, found[cut + 1 :]
    return 0, found


def _read_exactly(descriptor: int, size: int) -> bytes:
    parts = []
    while size > 0 and (part := os.read(descriptor, size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _write_durably(descriptor: int, data: bytes, end: int) -> None:
    """Write the data after the first ``end`` bytes and wait for the disk; on failure keep only these."""
    try:
        os.ftruncate(descriptor, end)
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.fsync(descriptor)
    except OSError:
        with suppress(OSError):
            os.ftruncate(descriptor, end)
        raise


def _sync_folder(folder: Path) -> None:
    """Wait until the name of a new file is on the disk; not every system can open a folder."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
