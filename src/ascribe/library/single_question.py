"""``ask``: one question to documents that are in no library; a temporary one holds them meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from ascribe.errors import InputError, SourceError
from ascribe.library.answering.follow_up import History
from ascribe.library.answering.request import AskRequest
from ascribe.library.answering.streaming import Events, stream_events
from ascribe.library.arguments import AskDocumentsArguments, ReadingOptions, StreamAnswerArguments
from ascribe.library.config import Config, resolve_config
from ascribe.library.library import Library
from ascribe.library.options import AskArguments
from ascribe.option_names import explain_unknown_options
from ascribe.protocols import Limits
from ascribe.read.files import Readers
from ascribe.read.sources import Progress, SourceSet, describe_nothing_read
from ascribe.records import Answer, StreamEvent
from ascribe.streaming.api import iterate_in_thread
from ascribe.streaming.events import EventRenderer, PartsWriter
from ascribe.telemetry import trace_operation, trace_step

MAX_ENCODED_SENTENCES = 300
"""Up to this many sentences, all are encoded, so that paraphrases are found too. It takes a second."""


@explain_unknown_options(AskArguments)
def ask(
    question: str,
    documents: Any,
    *,
    config: Config | Path | str | None = None,
    limits: Limits | None = None,
    readers: Readers | None = None,
    progress: Progress | None = None,
    ocr: bool = False,
    history: History | None = None,
    **options: Unpack[AskArguments],
) -> Answer:
    """Answer a question from these documents: every sentence is verified, or the answer is withheld.

    If the documents have more than ``MAX_ENCODED_SENTENCES`` sentences, only the passages that match words
    of the question are encoded. To ask the same documents several times, keep them in a ``Library``.

    Args:
        question: the question.
        documents: as the sources of ``check``.
        config: a configuration or its file; it applies where ``options`` and ``limits`` are not given. Its
            library is not searched.
        limits: how large a document may be.
        readers: the reader for each file extension, as in ``check``.
        progress: called after each document that was read.
        ocr: recognise the print on PDF pages without readable text; needs the extra ``ocr``.
        history: the conversation before the question, as in ``Library.ask``.
        options: those of ``Library.ask``; ``language`` applies to the question and to the documents.

    Raises:
        InputError: a document or an argument cannot be used; the message names it.

    Example:
        >>> answer = ask("How many sails has the mill?", ["The mill has 12 sails. It is made of oak."])
        >>> answer.reply
        'The mill has 12 sails.'
    """
    reading: ReadingOptions = {"limits": limits, "readers": readers, "progress": progress, "ocr": ocr}
    with trace_operation("ascribe.ask") as report:
        with _open_request(question, documents, config, reading, history, options) as request:
            answer = request.answer()
        report(answer)
    return answer


@explain_unknown_options(AskDocumentsArguments)
async def aask(question: str, documents: Any, **options: Unpack[AskDocumentsArguments]) -> Answer:
    """Run ``ask`` in a thread, so that the event loop is not blocked. Same arguments."""
    return await asyncio.to_thread(ask, question, documents, **options)


@explain_unknown_options(AskArguments)
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
    history: History | None = None,
    **options: Unpack[AskArguments],
) -> Events:
    """Yield the events of ``Library.stream`` for these documents; the answer is the one that ``ask`` returns.

    Args:
        question: the question.
        documents: as the sources of ``check``.
        writer: as in ``Library.stream``.
        config: as in ``ask``; so are the remaining arguments.
        limits: how large a document may be.
        readers: the reader for each file extension.
        progress: called after each document that was read.
        ocr: recognise the print on PDF pages without readable text.
        history: the conversation before the question.
        options: those of ``Library.ask``.

    Raises:
        InputError: as ``ask``, or a writer that cannot render single sentences.

    Example:
        >>> documents = ["The mill has 12 sails. It is made of oak."]
        >>> [event.kind for event in stream_answer("How many sails has the mill?", documents)]
        ['sentence', 'references', 'final']
    """
    renderer = EventRenderer(writer)
    reading: ReadingOptions = {"limits": limits, "readers": readers, "progress": progress, "ocr": ocr}
    with _open_request(question, documents, config, reading, history, options) as request:
        yield from stream_events(request, renderer)


@explain_unknown_options(StreamAnswerArguments)
def astream_answer(
    question: str, documents: Any, **options: Unpack[StreamAnswerArguments]
) -> AsyncGenerator[StreamEvent]:
    """Run ``stream_answer`` in a thread, so that the event loop is not blocked. Same arguments."""
    return iterate_in_thread(stream_answer(question, documents, **options))


@contextmanager
def _open_request(
    question: str,
    documents: Any,
    config: Config | Path | str | None,
    reading: ReadingOptions,
    history: History | None,
    options: AskArguments,
) -> Iterator[AskRequest]:
    """Yield the question with the passages found for it in a temporary library of these documents."""
    if isinstance(documents, Library):
        raise InputError("documents is a Library, which is asked itself: library.ask(question).")
    settings = resolve_config(config)
    with Library.from_config(replace(settings, encode=False), ":memory:") as library:
        language = options.get("language") or settings.language
        with trace_step("ascribe.read"):
            taken = library.add(documents, language=language, **reading)
        if not library.documents():
            raise SourceError("documents", describe_nothing_read(taken.skipped))
        if settings.encode and library.info()["sentences"] <= MAX_ENCODED_SENTENCES:
            library.reindex()
        request = library.build_request(question, history=history, **options)
        yield replace(request, sources=SourceSet(request.sources.documents, taken.skipped))
