"""Any stream of chunks, sync or async → the events of its reply."""

from __future__ import annotations

import io
from collections.abc import AsyncGenerator, AsyncIterable, Generator, Iterable, Mapping
from contextlib import aclosing, closing
from functools import partial
from inspect import isawaitable
from typing import Any

from ascribe.errors import InputError
from ascribe.records import StreamEvent
from ascribe.streaming.deltas import delta_text
from ascribe.streaming.session import Session
from ascribe.streaming.showing import PartsWriter
from ascribe.streaming.threads import each_in_thread, in_thread


def stream(
    chunks: Iterable[Any],
    sources: Any,
    question: str | None = None,
    *,
    writer: str | PartsWriter = "md",
    **options: Any,
) -> Generator[StreamEvent]:
    """Each sentence of a reply with its verdict as soon as it is written, then references and the answer.

    The text of the last event is what the writer makes of ``check``'s answer, and that answer is equal to the
    one of ``check``. The texts of all sentences that were not retracted, joined with that of the
    ``references`` event, are the same text. Whatever is retracted is the last sentence that stands.

    Nothing is read before the first event is asked for; the sources are read once. If ``chunks`` raises, the
    sentences that are complete are judged and told first, then its error goes on as it is: there is no
    answer for half a reply. Closing the generator closes ``chunks``.

    Args:
        chunks: strings; chunks of OpenAI chat completions or events of the Responses API; or message chunks
            with ``content``. A string by itself is one chunk.
        sources: as for ``check``.
        question: as for ``check``.
        writer: ``md``, ``terminal`` or an object with ``parts``: it makes the texts.
        options: those of ``check``.

    Raises:
        InputError: as ``check``; a chunk that cannot be read, or one that reports a failure.
        UnknownComponentError: as ``check``.

    Example:
        >>> chunks = ["The mill has 12 sa", "ils. It was ", "built in 1999."]
        >>> for event in stream(chunks, ["The mill has 12 sails. It was built in 1871."], tier="rules"):
        ...     if event.sentence:
        ...         print(event.id, event.sentence.verdict.status)
        0-22 supported
        23-44 contradicted
    """
    session = Session(sources, question, writer, **options)
    with closing(_texts(chunks)) as texts:
        while True:
            try:
                text = next(texts, None)
            except Exception:
                yield from session.events()
                raise
            if text is None:
                break
            if session.add(text):
                yield from session.events()
    yield from session.finish()


async def astream(
    chunks: AsyncIterable[Any] | Iterable[Any],
    sources: Any,
    question: str | None = None,
    *,
    writer: str | PartsWriter = "md",
    **options: Any,
) -> AsyncGenerator[StreamEvent]:
    """What ``stream`` yields, over an async iterator too. Same arguments.

    Sentences are judged in a thread, so that an event loop goes on. When the generator is closed or its task
    cancelled, it waits for the sentence at hand, closes ``chunks`` and leaves nothing running.
    """
    session = await in_thread(partial(Session, sources, question, writer, **options))
    async with aclosing(_async_texts(chunks)) as texts:
        while True:
            try:
                text = await anext(texts, None)
            except Exception:
                for event in await in_thread(session.events):
                    yield event
                raise
            if text is None:
                break
            if session.add(text):
                for event in await in_thread(session.events):
                    yield event
    for event in await in_thread(session.finish):
        yield event


def _texts(chunks: Iterable[Any]) -> Generator[str]:
    """The text of each chunk; the chunks are closed at the end."""
    if isinstance(chunks, AsyncIterable):
        raise InputError("chunks is an async iterator; use ascribe.astream.")
    iterator = iter(_iterable(chunks))
    try:
        for number, chunk in enumerate(iterator, 1):
            yield delta_text(chunk, number)
    finally:
        for opened in (iterator, chunks):
            _close(opened)


async def _async_texts(chunks: AsyncIterable[Any] | Iterable[Any]) -> AsyncGenerator[str]:
    """The text of each chunk; the chunks are closed at the end. A sync iterator is asked in a thread."""
    if not isinstance(chunks, AsyncIterable):
        async with aclosing(each_in_thread(_texts(chunks))) as texts:
            async for text in texts:
                yield text
        return
    iterator, number = aiter(chunks), 0
    try:
        async for chunk in iterator:
            number += 1
            yield delta_text(chunk, number)
    finally:
        for opened in (iterator, chunks):
            closed = _close(opened)
            if isawaitable(closed):
                await closed


def _iterable(chunks: Any) -> Iterable[Any]:
    if isinstance(chunks, str):
        return [chunks]
    if isinstance(chunks, bytes | bytearray | Mapping) or not isinstance(chunks, Iterable):
        raise InputError(f"chunks must be an iterable of texts or chunks, got {type(chunks).__name__}.")
    return chunks


def _close(opened: Any) -> Any:
    """Closes a generator or a stream; a file is left to whoever opened it."""
    if isinstance(opened, io.IOBase):
        return None
    close = getattr(opened, "aclose", None) or getattr(opened, "close", None)
    return close() if callable(close) else None
