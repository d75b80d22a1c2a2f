"""One line of an audit log: canonical JSON with its number, the hash of the line before it, and its own."""

from __future__ import annotations

import json
from typing import Any

from ascribe.errors import InputError
from ascribe.records.serialization import compute_digest

FORMAT = 1
"""Increased when a key of a line changes its meaning or is removed."""

FORMAT_KEY = "ascribe_audit"
"""The first key of each line in sorted order, so that a log is known by its first bytes."""

_START = f'{{"{FORMAT_KEY}":{FORMAT},'.encode()


def encode_canonically(value: Any) -> bytes:
    """Return the one JSON text of a value: sorted keys, no spaces, UTF-8.

    Raises:
        InputError: the value has half of a surrogate pair, or a number that JSON cannot express.
    """
    try:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        return text.encode("utf-8")
    except (TypeError, ValueError) as error:
        raise InputError(f"The audit log cannot record this answer: {error}.") from None


def build_line(entry: dict[str, Any], number: int, previous: str | None) -> tuple[bytes, str]:
    """Return the line of an entry, which ends with a line feed, and its hash.

    Args:
        entry: what the line records.
        number: place of the line in the file, from 1.
        previous: hash of the line before it; None for the first.
    """
    content = {**entry, "number": number, "previous": previous}
    own = compute_digest(encode_canonically(content))
    return encode_canonically({**content, "hash": own}) + b"\n", own


def is_torn(tail: bytes) -> bool:
    """Return True if the bytes at the end of a file begin a line of a log and do not end it."""
    return not tail.endswith(b"\n") and (tail.startswith(_START) or _START.startswith(tail))


def parse_line(line: bytes) -> dict[str, Any] | None:
    """Return the content of a line without its line feed; None if any byte of it was changed.

    A line must be the canonical JSON of its content, and its hash that of the content without the hash.
    """
    try:
        parsed = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(parsed, dict) or not isinstance(parsed.get("number"), int):
        return None
    content = {key: value for key, value in parsed.items() if key != "hash"}
    try:
        is_whole = encode_canonically(parsed) == line
        return (
            parsed if is_whole and parsed.get("hash") == compute_digest(encode_canonically(content)) else None
        )
    except InputError:
        return None
