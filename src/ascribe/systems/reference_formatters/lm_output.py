"""What a language model gave back → the names that it chose."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from ascribe.errors import InputError
from ascribe.llm.json_text import parse_json
from ascribe.read.replies import message_text
from ascribe.systems.reference_formatters.lm_context import as_name

_ABSENT = object()


@dataclass(frozen=True, slots=True)
class Chosen:
    """The chunks that an answer names.

    Args:
        names: under the metadata's key.
        ids: under ``id``.
    """

    names: frozenset[str]
    ids: frozenset[str]


class UnreadableOutput(ValueError):  # noqa: N818 - says what the output is, to the module beside it
    """The output holds no list of names; the message says what it is instead."""


def read_output(output: Any, reference_metadata: str) -> Chosen:
    """The names in a dict, an object with ``structured_output``, a structured object, or JSON text.

    Of several structured outputs the first counts. JSON text may stand in a fence, and may be a bare list.

    Raises:
        UnreadableOutput: there is no list under the key, nor under ``id``.
    """
    record = _record(output, reference_metadata)
    if isinstance(record, list):
        return Chosen(_names(record, reference_metadata), frozenset())
    named, by_id = _field(record, reference_metadata), _field(record, "id")
    if named is _ABSENT and by_id is _ABSENT:
        raise UnreadableOutput(f"The output has no {reference_metadata!r}: {_shown(output)}.")
    return Chosen(_names(named, reference_metadata), _names(by_id, "id"))


def _record(output: Any, key: str) -> Any:
    """What the names are fields of; or a list of names."""
    structured = getattr(output, "structured_output", None)
    if isinstance(structured, list | tuple):
        structured = structured[0] if structured else None
    if structured is not None:
        return structured
    if isinstance(output, list) or _field(output, key) is not _ABSENT:
        return output
    text = _text(output)
    return output if text is None else _parsed(text)


def _text(output: Any) -> str | None:
    """The text of a string, a chat message or a chat completion; None for anything else."""
    if isinstance(output, Mapping) and "choices" not in output:
        return None
    try:
        return message_text(output)
    except InputError:
        return None


def _parsed(text: str) -> Any:
    try:
        return parse_json(text)
    except ValueError:
        raise UnreadableOutput(f"The output is no JSON: {_shown(text)}.") from None


def _field(record: Any, key: str) -> Any:
    if isinstance(record, Mapping):
        return record.get(key, _ABSENT)
    return getattr(record, key, _ABSENT)


def _names(value: Any, key: str) -> frozenset[str]:
    """Each name on one line; a single one may stand without a list, and none may be null."""
    if value is None or value is _ABSENT:
        return frozenset()
    if isinstance(value, str | int) and not isinstance(value, bool):
        return frozenset({as_name(value)})
    if not isinstance(value, list | tuple | AbstractSet):
        raise UnreadableOutput(f"The output's {key!r} is no list of names: {_shown(value)}.")
    return frozenset(as_name(name) for name in value if name is not None)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:79]}…"
