"""Ask documents once: build a library in memory, ask it and return or stream the answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from ascribe.errors import SourceError
from ascribe.library.answering.request import AskRequest
from ascribe.library.answering.streaming import Events, stream_events
from ascribe.library.config import Config, resolve_config
from ascribe.library.library import Library
from ascribe.library.options import AskOptions
from ascribe.protocols import Limits
from ascribe.read.sources import SourceSet
from ascribe.read.sources.files import Readers
from ascribe.read.sources.loading import Progress, describe_nothing_read
from ascribe.records import Answer, StreamEvent
from ascribe.streaming.api import iterate_in_thread
from ascribe.streaming.events import EventRenderer, PartsWriter

MAX_ENCODED_SENTENCES = 300
"""Sentences that are all encoded, so that other words find them too. It takes a second."""


def ask(
    question: str,
    documents: Any,
    *,
    config: Config | Path | str | None = None,
    limits: Limits | None = None,
    readers: Readers | None = None,
    progress: Progress | None = None,
    ocr: bool = False,
    **options: Any,
) -> Answer:
    """An answer out of these documents, every sentence cited and checked, or a refusal with its reason.

    Of more than ``MAX_ENCODED_SENTENCES`` sentences, only what the question's words find is encoded. Whoever
    asks the same documents twice keeps them in a ``Library``.

    Args:
        question: what to ask.
        documents: as the sources of ``check``.
        config: itself or its file: what holds where ``options`` and ``limits`` are silent. Its library
            is not asked.
        limits: how large a document may be.
        readers: who reads files of an extension, as of ``check``.
        progress: told of every document that was read.
        ocr: recognise the print on PDF pages without readable text; needs the extra ``ocr``.
        options: those of ``Library.ask``; ``language`` is that of the question and of the documents.

    Raises:
        InputError: a document or an argument cannot be used; the message names it.

    Example:
        >>> answer = ask("How many sails has the mill?", ["The mill has 12 sails. It is made of oak."])
        >>> answer.reply
        'The mill has 12 sails.'
    """
    reading = {"limits": limits, "readers": readers, "progress": progress, "ocr": ocr}
    with _open_request(question, documents, config, reading, options) as asked:
        return asked.answer()


async def aask(question: str, documents: Any, **options: Any) -> Answer:
    """What ``ask`` returns, computed in a thread so that an event loop goes on. Same arguments."""
    return await asyncio.to_thread(ask, question, documents, **options)


def stream_answer(
    question: str,
    documents: Any,
    *,
    writer: str | PartsWriter = "md",
    config: Config | Path | str | None = None,
    limits: Limits | None = None,
    readers: Readers | None = None,
    progress: Progress | None = None,
    ocr: bool = False,
    **options: Any,
) -> Events:
    """What ``Library.stream`` yields, out of these documents; the answer is that of ``ask``.

    Args:
        question: what to ask.
        documents: as the sources of ``check``.
        writer: as of ``Library.stream``.
        config: as of ``ask``, and so all others.
        limits: how large a document may be.
        readers: who reads files of an extension.
        progress: told of every document that was read.
        ocr: recognise the print on PDF pages without readable text.
        options: those of ``Library.ask``.

    Raises:
        InputError: as ``ask``, or a writer that cannot show an answer sentence by sentence.

    Example:
        >>> documents = ["The mill has 12 sails. It is made of oak."]
        >>> [event.kind for event in stream_answer("How many sails has the mill?", documents)]
        ['sentence', 'references', 'final']
    """
    screen = EventRenderer(writer)
    reading = {"limits": limits, "readers": readers, "progress": progress, "ocr": ocr}
    with _open_request(question, documents, config, reading, options) as asked:
        yield from stream_events(asked, screen)


def astream_answer(question: str, documents: Any, **options: Any) -> AsyncGenerator[StreamEvent]:
    """What ``stream_answer`` yields, made in a thread so that an event loop goes on. Same arguments."""
    return iterate_in_thread(stream_answer(question, documents, **options))


@contextmanager
def _open_request(
    question: str,
    documents: Any,
    config: Config | Path | str | None,
    reading: dict[str, Any],
    options: dict[str, Any],
) -> Iterator[AskRequest]:
    """The question with what was found for it in a library of these documents alone."""
    AskOptions().told(**options)  # an argument that does not exist is told before anything is read
    wanted = resolve_config(config)
    with Library.from_config(replace(wanted, encode=False), ":memory:") as library:
        language = options.get("language") or wanted.language
        taken = library.add(documents, language=language, **reading)
        if not library.documents():
            raise SourceError("documents", describe_nothing_read(taken.skipped))
        if wanted.encode and library.info()["sentences"] <= MAX_ENCODED_SENTENCES:
            library.reindex()
        asked = library.asked(question, **options)
        yield replace(asked, sources=SourceSet(asked.sources.documents, taken.skipped))
