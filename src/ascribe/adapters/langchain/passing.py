"""The answer of a chain while its chunks pass."""

from collections.abc import Mapping
from typing import Any

from langchain_core.runnables import AddableDict

from ascribe.adapters.langchain.keys import Keys
from ascribe.records import StreamEvent
from ascribe.streaming import Session


class PassingAnswer:
    """Adds up what the chunks say and has each sentence judged when it is complete. One thread at a time.

    The sources are read when the answer begins. A chain that makes answer and context side by side may say
    more of the context, or the question, after that: then what was told is taken back, and judged anew.
    """

    def __init__(self, keys: Keys, options: Mapping[str, Any]) -> None:
        self._keys = keys
        self._options = options
        self._said = AddableDict()
        self._session: Session | None = None
        self._standing: list[str] = []

    def add(self, chunk: object) -> bool:
        """Takes a chunk; True if a sentence may be complete, so that ``events`` pays.

        Raises:
            InputError: it is not a dict, or has an answer without text.
        """
        new = self._keys.chosen(chunk)
        self._said = self._said + AddableDict(new)
        delta = new.pop(self._keys.answer, "")
        if new:
            self._session = None
        if self._session is not None:
            return self._session.add(delta)
        return bool(delta) and self._keys.context in self._said

    def events(self) -> list[StreamEvent]:
        """What has changed by the answer so far."""
        session, retracted = self._begun()
        return self._noted([*retracted, *session.events()])

    def finish(self) -> list[StreamEvent]:
        """The last changes, the references and the ``final`` event; all chunks have passed.

        Raises:
            InputError: they had no answer or no context.
        """
        session, retracted = self._begun()
        return self._noted([*retracted, *session.finish()])

    def _begun(self) -> tuple[Session, list[StreamEvent]]:
        """The session, and where it has to begin anew the retractions of all that stands."""
        if self._session is not None:
            return self._session, []
        reply, sources, question = self._keys.arguments(self._said)
        self._session = Session(sources, question, **self._options)
        self._session.add(reply)
        return self._session, [
            StreamEvent("retracted", one, reason="rejudged") for one in reversed(self._standing)
        ]

    def _noted(self, events: list[StreamEvent]) -> list[StreamEvent]:
        for event in events:
            if event.kind == "sentence":
                self._standing.append(event.id)
            elif event.kind == "retracted":
                self._standing.pop()
        return events
