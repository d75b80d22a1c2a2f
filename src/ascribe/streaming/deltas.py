"""Chunks of a stream, of whatever framework → the text that each adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ascribe.errors import InputError

_TEXT_EVENT = "response.output_text.delta"
_FAILURES = frozenset({"error", "response.failed"})
_MISSING = object()


def delta_text(chunk: object, number: int) -> str:
    """The text that a chunk adds; empty for one without text.

    Args:
        chunk: a string; a chunk of a chat completion or of a completion, of which the first choice counts;
            an event of the Responses API; or a message chunk with ``content``. Objects and dicts alike.
        number: of the chunk, from 1, for the message.

    Raises:
        InputError: it is none of these, or it reports that the stream failed.
    """
    if isinstance(chunk, str):
        return chunk
    kind = _field(chunk, "type")
    if kind in _FAILURES or _field(chunk, "error"):
        raise InputError(f"chunk {number}: the stream reports that it failed{_told(chunk)}.")
    if isinstance(kind, str) and kind.startswith("response."):
        value = _field(chunk, "delta") if kind == _TEXT_EVENT else ""
    elif (choices := _field(chunk, "choices")) is not None:
        value = _of_choices(choices)
    elif isinstance(chunk, Mapping):
        value = chunk.get("content", _MISSING) or ""
    else:
        value = _field(chunk, "content")
    text = _joined_parts(value)
    if text is None:
        raise InputError(
            f"chunk {number}: a {type(chunk).__name__} without text in a known place; give text, or chunks "
            "as chat completions and the Responses API send them."
        )
    return text


def _of_choices(choices: Any) -> Any:
    """What the first choice adds; a chunk with the usage has no choices, the last one may have no delta."""
    if not isinstance(choices, list | tuple):
        return _MISSING
    first = next((choice for choice in choices if not _field(choice, "index")), None)
    if first is None:
        return ""
    delta = _field(first, "delta")
    if delta is not None:
        return _field(delta, "content") or ""
    return _field(first, "text") or ("" if _field(first, "finish_reason") else _MISSING)


def _joined_parts(value: Any) -> str | None:
    """Text as it is, of a list of parts that of each; None for anything else."""
    if isinstance(value, list | tuple):
        return "".join(part if isinstance(part, str) else _part(part) for part in value)
    return value if isinstance(value, str) else None


def _part(part: Any) -> str:
    text = _field(part, "text")
    return text if isinstance(text, str) else ""


def _field(record: object, name: str) -> Any:
    """The value under that name; None where there is none or where it is a method."""
    value = record.get(name) if isinstance(record, Mapping) else getattr(record, name, None)
    return None if callable(value) else value


def _told(chunk: object) -> str:
    """What the failure says of itself, if it does."""
    error = _field(_field(chunk, "response") or chunk, "error") or chunk
    message = error if isinstance(error, str) else _field(error, "message")
    return f": {message.rstrip('.')}" if isinstance(message, str) and message else ""
