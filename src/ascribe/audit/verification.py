"""Verify an audit log: find the first line that was changed, removed, moved or torn, and name its head."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from ascribe.audit.lines import FORMAT_KEY, parse_line
from ascribe.errors import AuditLogError

BreakKind: TypeAlias = Literal["changed", "removed", "reordered", "torn", "cut_off"]

_WORDS: dict[BreakKind, str] = {
    "changed": "it was changed: its content does not have its hash",
    "removed": "at least one line before it was removed",
    "reordered": "it is not in its place: lines were moved or repeated",
    "torn": "it is incomplete: its writer was interrupted before it acknowledged the line",
    "cut_off": "the lines after it were removed, or it was written anew: no line has the expected head",
}

_REHASHED = "it or the line before it was changed and hashed anew: they do not belong to one chain"


@dataclass(frozen=True, slots=True)
class Break:
    """The first place where a log is broken.

    Args:
        line: number of the line in the file, from 1; for ``cut_off`` the last line left, or 0.
        kind: ``changed``, ``removed``, ``reordered``, ``torn`` or ``cut_off``.
        message: what is wrong, in words.
    """

    line: int
    kind: BreakKind
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class LogState:
    """The result of a verification.

    Args:
        lines: how many lines the chain holds, up to the break if there is one.
        head: hash of the last of them; None if there is none.
        broken: the first break; None if the log is whole.
        after_head: how many lines follow the expected head; 0 without one.
    """

    lines: int
    head: str | None
    broken: Break | None = None
    after_head: int = 0


def verify_log(path: Path | str, head: str | None = None) -> LogState:
    """Verify the chain of an audit log.

    Args:
        path: the file.
        head: a hash that ``AuditLog.record`` or an earlier verification gave. It must be the hash of a line;
            otherwise the log was cut off or written anew, which its chain alone cannot show.

    Raises:
        AuditLogError: the file cannot be read, or is no audit log.
    """
    raw = read_raw_lines(path)
    if raw and not any(map(_has_key, raw)):
        raise AuditLogError(f"{path}: this is no audit log; give a file that --audit or AuditLog wrote.")
    hashes: list[str] = []
    for number in range(1, len(raw) + 1):
        checked = _check_line(raw, number, hashes[-1] if hashes else None)
        if isinstance(checked, Break):
            return LogState(len(hashes), hashes[-1] if hashes else None, checked)
        hashes.append(checked)
    last = hashes[-1] if hashes else None
    if head is None:
        return LogState(len(hashes), last)
    if head not in hashes:
        return LogState(len(hashes), last, Break(len(hashes), "cut_off", _WORDS["cut_off"]))
    return LogState(len(hashes), last, after_head=len(hashes) - 1 - hashes.index(head))


def read_raw_lines(path: Path | str) -> list[bytes]:
    """Return the lines of a log with their line feeds; the last may lack its own.

    Raises:
        AuditLogError: the file cannot be read.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise AuditLogError(f"{path}: the audit log cannot be read ({error.strerror}).") from error
    *whole, torn = data.split(b"\n")
    return [line + b"\n" for line in whole] + ([torn] if torn else [])


def iterate_entries(path: Path | str) -> Iterator[dict[str, Any]]:
    """Yield the entries of a log that was verified, in order."""
    for line in read_raw_lines(path):
        entry = parse_line(line[:-1])
        if entry is not None:
            yield entry


def _has_key(line: bytes) -> bool:
    """Return True if a line has a key of a log, changed or not."""
    return any(f'"{key}":'.encode() in line for key in (FORMAT_KEY, "hash", "previous"))


def _check_line(raw: list[bytes], number: int, previous: str | None) -> str | Break:
    """Return the hash of a line whose predecessor has the hash ``previous``, or what is wrong with it."""
    line = raw[number - 1]
    if not line.endswith(b"\n"):
        return Break(number, "torn", _WORDS["torn"])
    entry = parse_line(line[:-1])
    if entry is None:
        return Break(number, "changed", _WORDS["changed"])
    if entry["number"] != number:
        is_moved = entry["number"] < number or _has_number(raw[number:], number)
        kind: BreakKind = "reordered" if is_moved else "removed"
        return Break(number, kind, _WORDS[kind])
    if entry.get("previous") != previous:
        return Break(number, "changed", _REHASHED)
    return str(entry["hash"])


def _has_number(lines: list[bytes], number: int) -> bool:
    """Return True if one of the lines is whole and has that number."""
    return any((entry := parse_line(line[:-1])) is not None and entry["number"] == number for line in lines)
