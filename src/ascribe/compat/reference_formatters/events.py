"""The events of the reference formatters, for functions, other objects and GLLM's own event emitter."""

from __future__ import annotations

import base64
import uuid
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any

from ascribe.compat.reference_formatters.chunks import OfferedChunk


class EventLevel(IntEnum):
    """The severity of an event, as GLLM orders and numbers them."""

    TRACE = 0
    DEBUG = 1
    INFO = 2
    WARN = 3
    ERROR = 4
    FATAL = 5


@dataclass(frozen=True, slots=True)
class ReferenceEvent:
    """An event for an event emitter, with the fields of GLLM's ``Event``.

    Args:
        id: the same for all events of one call.
        value: the whole text of the references, or one chunk as a dict with ``id``, ``content``,
            ``additional_context``, ``metadata`` and ``score``.
        value_type: ``text`` or ``json``.
        level: always ``EventLevel.INFO``.
        type: always ``reference``.
        timestamp: when the event was made, in UTC.
        metadata: empty.
    """

    id: str
    value: str | dict[str, Any]
    value_type: str
    level: EventLevel = EventLevel.INFO
    type: str = "reference"
    timestamp: datetime = field(default_factory=lambda: datetime.now(UTC), compare=False)
    metadata: dict[str, Any] = field(default_factory=dict)


def build_events(result: str | list[Any], chunks: Sequence[OfferedChunk]) -> list[ReferenceEvent]:
    """Build one event with the text, unless it is empty, or one event per chunk; all have the same id."""
    name = str(uuid.uuid4())
    if isinstance(result, str):
        return [ReferenceEvent(name, result, "text")] if result else []
    return [ReferenceEvent(name, _chunk_to_dict(chunk), "json") for chunk in chunks]


def choose_event_class(event_emitter: object) -> Callable[[ReferenceEvent], Any]:
    """Return what makes of an event the one that this emitter takes.

    The handlers of GLLM's emitter call methods of its own ``Event``, a Pydantic model, so it gets that; any
    other emitter gets the ``ReferenceEvent``.
    """
    if not any(kind.__module__.partition(".")[0] == "gllm_core" for kind in type(event_emitter).__mro__):
        return _keep_event
    from gllm_core.constants import EventLevel as GllmLevel
    from gllm_core.schema import Event

    return lambda event: Event(**{**asdict(event), "level": GllmLevel[event.level.name]})


def _keep_event(event: ReferenceEvent) -> ReferenceEvent:
    return event


def _chunk_to_dict(chunk: OfferedChunk) -> dict[str, Any]:
    return {
        "id": chunk.id,
        "content": chunk.content,
        "additional_context": [_to_text(part) for part in chunk.additional_context],
        "metadata": dict(chunk.metadata),
        "score": chunk.score,
    }


def _to_text(part: Any) -> Any:
    """Return bytes as base64, the form in which GLLM serializes them; anything else unchanged."""
    return base64.b64encode(part).decode() if isinstance(part, bytes) else part
