"""A question → the events of its answer, while the generator is still writing the draft."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from typing import TypeAlias

from ascribe.library.answering.absence import states_something, without_refusals
from ascribe.library.answering.asking import Asked
from ascribe.library.answering.refusing import shown_so_far
from ascribe.library.generators import pieces_of
from ascribe.records import Answer, StreamEvent
from ascribe.stages import Draft, Limits
from ascribe.streaming.growing import Growing
from ascribe.streaming.remembering import Remembering
from ascribe.streaming.showing import Screen

Events: TypeAlias = Generator[StreamEvent]


def told(asked: Asked, screen: Screen) -> Events:
    """What ``shown_so_far`` lets out of each draft that is not whole yet; at the end all of the answer.

    The draft is what the generator ends with. If its pieces said anything else, that is taken back.
    """
    if not asked.offered:
        yield from screen.end(asked.nothing_found())
        return
    telling = _Telling(asked)
    drafting = pieces_of(asked.generator, asked.question, asked.material, asked.language)
    with closing(drafting) as pieces:
        for piece in pieces:
            if isinstance(piece, Draft):
                yield from screen.end(telling.answer(piece))
            elif telling.add(piece):
                yield from screen.change(telling.so_far())


class _Telling:
    """The draft so far, and who judges it."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._draft = Growing(asked.reply_language, Limits())
        self._judge: Remembering | None = None

    def add(self, piece: str) -> bool:
        """Takes the next piece of the draft; True if a sentence may be complete."""
        if self._asked.verify and self._judge is None:  # the model goes on writing while the sources are read
            self._judge = Remembering(self._asked.choice, self._asked.sources, self._asked.reply_language)
        return self._draft.add(piece)

    def so_far(self) -> Answer:
        """What may be shown of it now."""
        read = self._draft.so_far()
        if self._judge is not None:
            return shown_so_far(without_refusals(self._judge.partial(read), read.claims))
        return self._asked.unchecked(read if states_something(read.claims) else replace(read, claims=[]))

    def answer(self, draft: Draft) -> Answer:
        """That of ``ask``."""
        return self._asked.answer_of(draft, self._judge.answer if self._judge else self._asked.checked)
