"""A reply as a string or as the chat message of any framework: its text and its metadata."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ascribe.errors import InputError
from ascribe.read.replies import message_text

_SIGNS_OF_A_MESSAGE = ("role", "content", "text", "choices")
_META = ("meta", "metadata", "response_metadata")
"""Haystack; plain dicts; LangChain, where the token counts stand beside it."""


def reply_text(reply: object) -> str:
    """Its text, untouched: "" for a message without text, such as a tool call; ``str()`` of anything else."""
    if isinstance(reply, str):
        return reply
    if not _is_message(reply):
        return str(reply)
    try:
        return message_text(reply)
    except InputError:
        return ""


def reply_meta(reply: object) -> dict[str, Any]:
    """A copy of what came with the message: ``meta`` of Haystack, ``response_metadata`` of LangChain."""
    if isinstance(reply, str) or not _is_message(reply):
        return {}
    found = next((value for name in _META if isinstance(value := _field(reply, name), Mapping)), {})
    usage = _field(reply, "usage_metadata")
    return {**found, **({"usage_metadata": dict(usage)} if isinstance(usage, Mapping) else {})}


def _is_message(reply: object) -> bool:
    if isinstance(reply, Mapping):
        return any(name in reply for name in _SIGNS_OF_A_MESSAGE)
    return any(hasattr(reply, name) for name in _SIGNS_OF_A_MESSAGE)


def _field(record: object, name: str) -> Any:
    return record.get(name) if isinstance(record, Mapping) else getattr(record, name, None)
