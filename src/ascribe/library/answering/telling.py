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
            elif telling.draft.add(piece):
                yield from screen.change(telling.so_far())


class _Telling:
    """The draft so far, and who judges it."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self.draft = Growing(asked.language, Limits())
        self._judge = Remembering(asked.choice, asked.sources, asked.language) if asked.verify else None

    def so_far(self) -> Answer:
        """What may be shown of it now."""
        read = self.draft.so_far()
        if self._judge is not None:
            return shown_so_far(without_refusals(self._judge.partial(read), read.claims))
        return self._asked.unchecked(read if states_something(read.claims) else replace(read, claims=[]))

    def answer(self, draft: Draft) -> Answer:
        """That of ``ask``."""
        checked = self._asked.unchecked if self._judge is None else self._judge.answer
        return self._asked.answer_of(draft, checked)
