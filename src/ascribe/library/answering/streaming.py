"""An answer that is verified and shown while its draft is being written."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from typing import TypeAlias

from ascribe.errors import InputError
from ascribe.library.answering.abstention import has_statement, mark_refusals, redact_partial
from ascribe.library.answering.drafting import stream_draft
from ascribe.library.answering.request import AskRequest
from ascribe.protocols import Draft, Limits
from ascribe.records import Answer, StreamEvent
from ascribe.streaming.events import EventRenderer
from ascribe.streaming.session import IncrementalChecker, ReplyBuffer

Events: TypeAlias = Generator[StreamEvent]


def stream_events(request: AskRequest, renderer: EventRenderer) -> Events:
    """Yield events for verified sentences while the draft streams, then the final answer.

    ``redact_partial`` decides what an unfinished draft may show. The draft that the generator ends with
    counts; sentences of its pieces that are not in it are retracted.
    """
    if not request.offered:
        yield from renderer.end(request.refuse_empty())
        return
    streamed = _StreamedDraft(request)
    drafting = stream_draft(request.generator, request.drafted_question, request.material, request.language)
    with closing(drafting) as pieces:
        for piece in pieces:
            if isinstance(piece, Draft):
                yield from renderer.end(streamed.answer(piece))
                continue
            streamed.prepare_checker()
            try:
                partial = streamed.build_partial() if streamed.add(piece) else None
            except InputError as error:  # too long, or no text: nothing that still comes can mend it
                failure = Draft(outcome="generator_error", details=str(error))
                yield from renderer.end(streamed.answer(failure))
                return
            if partial is not None:
                yield from renderer.update(partial)


class _StreamedDraft:
    """The draft so far, and the checker that verifies it."""

    def __init__(self, request: AskRequest) -> None:
        self._request = request
        self._draft = ReplyBuffer(request.reply_language, Limits())
        self._checker: IncrementalChecker | None = None

    def prepare_checker(self) -> None:
        """Read the sources, unless that is done; the model keeps writing meanwhile."""
        if self._request.verify and self._checker is None:
            self._checker = IncrementalChecker(
                self._request.check_config, self._request.sources, self._request.reply_language
            )

    def add(self, piece: str) -> bool:
        """Add the next piece of the draft; return True if a sentence may be complete.

        Raises:
            InputError: the draft is longer than a reply may be.
        """
        return self._draft.add(piece)

    def build_partial(self) -> Answer:
        """Return what may be shown of the draft now.

        Raises:
            InputError: the draft has a lone surrogate.
        """
        read = self._draft.read_partial()
        if self._checker is not None:
            return redact_partial(mark_refusals(self._checker.partial(read), read.claims))
        return self._request.build_unchecked(read if has_statement(read.claims) else replace(read, claims=[]))

    def answer(self, draft: Draft) -> Answer:
        """Return the answer, equal to that of ``ask``."""
        return self._request.build_answer(
            draft, self._checker.answer if self._checker else self._request.check_reply
        )
