"""What a stream is told of the references."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ascribe.systems.reference_formatters.chunks import OfferedChunk
from ascribe.systems.reference_formatters.collaborators import function_of


@dataclass(frozen=True, slots=True)
class ReferenceEvent:
    """Handed to an event emitter.

    Args:
        id: the same for all events of one call.
        value: the whole text of the references, or one chunk as a dict with ``id``, ``content``,
            ``metadata`` and ``score``.
        value_type: ``text`` or ``json``.
        level: always ``INFO``.
        type: always ``reference``.
        metadata: empty.
    """

    id: str
    value: str | dict[str, Any]
    value_type: str
    level: str = "INFO"
    type: str = "reference"
    metadata: dict[str, Any] = field(default_factory=dict)


def text_events(references: str) -> list[ReferenceEvent]:
    """One event with the whole text; none for an empty one."""
    return [ReferenceEvent(_new_id(), references, "text")] if references else []


def chunk_events(chunks: list[OfferedChunk]) -> list[ReferenceEvent]:
    """One event per chunk, all of one id."""
    name = _new_id()
    return [ReferenceEvent(name, _as_dict(chunk), "json") for chunk in chunks]


def emit_of(event_emitter: Any) -> Callable[[ReferenceEvent], Any]:
    """The function that takes the events: the emitter's ``emit``, or the emitter itself.

    Raises:
        InputError: it is neither.
    """
    way_out = "an object with emit(event), or a function of one event."
    return function_of("event_emitter", event_emitter, "emit", way_out)


def _new_id() -> str:
    return str(uuid.uuid4())


def _as_dict(chunk: OfferedChunk) -> dict[str, Any]:
    return {
        "id": chunk.id,
        "content": chunk.content,
        "metadata": dict(chunk.metadata),
        "score": chunk.score,
    }
