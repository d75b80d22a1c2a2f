"""Documents that are handed in, asked once: a library in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from ascribe.errors import SourceError
from ascribe.library.answering.asking import Asked
from ascribe.library.answering.telling import Events, told
from ascribe.library.config import Config, config_of
from ascribe.library.library import Library
from ascribe.library.options import Options
from ascribe.read.sources import SourceSet
from ascribe.read.sources.loading import Progress, nothing_read
from ascribe.read.sources.readers import Readers
from ascribe.records import Answer, StreamEvent
from ascribe.stages import Limits
from ascribe.streaming.showing import PartsWriter, Screen
from ascribe.streaming.threads import each_in_thread

FEW = 300
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

    Of more than ``FEW`` sentences, only what the question's words find is encoded. Whoever asks the same
    documents twice keeps them in a ``Library``.

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
    with _asked(question, documents, config, reading, options) as asked:
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
    screen = Screen(writer)
    reading = {"limits": limits, "readers": readers, "progress": progress, "ocr": ocr}
    with _asked(question, documents, config, reading, options) as asked:
        yield from told(asked, screen)


def astream_answer(question: str, documents: Any, **options: Any) -> AsyncGenerator[StreamEvent]:
    """What ``stream_answer`` yields, made in a thread so that an event loop goes on. Same arguments."""
    return each_in_thread(stream_answer(question, documents, **options))


@contextmanager
def _asked(
    question: str,
    documents: Any,
    config: Config | Path | str | None,
    reading: dict[str, Any],
    options: dict[str, Any],
) -> Iterator[Asked]:
    """The question with what was found for it in a library of these documents alone."""
    Options().told(**options)  # an argument that does not exist is told before anything is read
    wanted = config_of(config)
    with Library.from_config(replace(wanted, encode=False), ":memory:") as library:
        language = options.get("language") or wanted.language
        taken = library.add(documents, language=language, **reading)
        if not library.documents():
            raise SourceError("documents", nothing_read(taken.skipped))
        if wanted.encode and library.info()["sentences"] <= FEW:
            library.reindex()
        asked = library.asked(question, **options)
        yield replace(asked, sources=SourceSet(asked.sources.documents, taken.skipped))
