"""One reply while it is being written: text in, events out.

Every time a sentence may have been completed, the text so far is read as ``check`` reads a whole reply. What
is complete and was not judged before is judged, and the events lead from the sentences shown to those that
stand now.
"""

from __future__ import annotations

from typing import Any

from ascribe.pipeline import choose
from ascribe.read.sources import load_sources
from ascribe.records import StreamEvent
from ascribe.stages import Limits
from ascribe.streaming.growing import Growing
from ascribe.streaming.remembering import Remembering
from ascribe.streaming.showing import PartsWriter, Screen


class Session:
    """Takes a reply piece by piece. One thread at a time.

    Args:
        sources: as for ``check``; read here, once.
        question: as for ``check``.
        writer: name of a registered writer or an object with ``parts``; it makes the texts of the events.
        options: those of ``check``.

    Raises:
        InputError: as ``check``, or a writer that cannot show an answer sentence by sentence.
        UnknownComponentError: as ``check``.
    """

    def __init__(
        self, sources: Any, question: str | None = None, writer: str | PartsWriter = "md", **options: Any
    ) -> None:
        self._screen = Screen(writer)
        limits = options.pop("limits", None) or Limits()
        reading = {name: options.pop(name, None) for name in ("readers", "progress")}
        choice = choose(question, **options)
        language = options.get("language")
        loaded = load_sources(sources, language=language, limits=limits, **reading)
        self._judge = Remembering(choice, loaded, language)
        self._reply = Growing(language, limits)

    def add(self, delta: str) -> bool:
        """Takes the next piece of the reply; True if a sentence may be complete, so that ``events`` pays.

        Raises:
            InputError: the reply is longer than the limits allow.
        """
        return self._reply.add(delta)

    def events(self) -> list[StreamEvent]:
        """What has changed by the text so far: what is taken back, last first, then what is complete now.

        Raises:
            InputError: the text has a lone surrogate.
        """
        return self._screen.change(self._judge.partial(self._reply.so_far()))

    def finish(self) -> list[StreamEvent]:
        """The last changes, the references and the answer; the reply is complete.

        Raises:
            InputError: the text has a lone surrogate.
        """
        return self._screen.end(self._judge.answer(self._reply.whole()))
