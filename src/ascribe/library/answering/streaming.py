"""Stream the verified sentences of an answer while the generator writes its draft, then the answer itself."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from typing import TypeAlias

from ascribe.library.answering.abstention import has_statement, mark_refusals, redact_partial
from ascribe.library.answering.generators import stream_draft
from ascribe.library.answering.request import AskRequest
from ascribe.protocols import Draft, Limits
from ascribe.records import Answer, StreamEvent
from ascribe.streaming.events import EventRenderer
from ascribe.streaming.session import IncrementalChecker, ReplyBuffer

Events: TypeAlias = Generator[StreamEvent]


def stream_events(asked: AskRequest, screen: EventRenderer) -> Events:
    """What ``redact_partial`` lets out of each draft that is not whole yet; at the end all of the answer.

    The draft is what the generator ends with. If its pieces said anything else, that is taken back.
    """
    if not asked.offered:
        yield from screen.end(asked.refuse_empty())
        return
    telling = _StreamedDraft(asked)
    drafting = stream_draft(asked.generator, asked.question, asked.material, asked.language)
    with closing(drafting) as pieces:
        for piece in pieces:
            if isinstance(piece, Draft):
                yield from screen.end(telling.answer(piece))
            elif telling.add(piece):
                yield from screen.update(telling.so_far())


class _StreamedDraft:
    """The draft so far, and who judges it."""

    def __init__(self, asked: AskRequest) -> None:
        self._asked = asked
        self._draft = ReplyBuffer(asked.reply_language, Limits())
        self._judge: IncrementalChecker | None = None

    def add(self, piece: str) -> bool:
        """Takes the next piece of the draft; True if a sentence may be complete."""
        if self._asked.verify and self._judge is None:  # the model goes on writing while the sources are read
            self._judge = IncrementalChecker(
                self._asked.choice, self._asked.sources, self._asked.reply_language
            )
        return self._draft.add(piece)

    def so_far(self) -> Answer:
        """What may be shown of it now."""
        read = self._draft.so_far()
        if self._judge is not None:
            return redact_partial(mark_refusals(self._judge.partial(read), read.claims))
        return self._asked.build_unchecked(read if has_statement(read.claims) else replace(read, claims=[]))

    def answer(self, draft: Draft) -> Answer:
        """That of ``ask``."""
        return self._asked.build_answer(draft, self._judge.answer if self._judge else self._asked.checked)
