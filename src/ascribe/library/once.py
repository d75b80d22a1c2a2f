"""``ask`` over documents that are handed in: a library in memory, for one question."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

from ascribe.errors import SourceError
from ascribe.library.config import Config, config_of
from ascribe.library.library import Library
from ascribe.library.options import Options
from ascribe.read.sources.loading import Progress, nothing_read
from ascribe.read.sources.readers import Readers
from ascribe.records import Answer
from ascribe.stages import Limits


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

    Only what the question's words find is encoded. Whoever asks the same documents twice keeps them in a
    ``Library``.

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
    Options().told(**options)  # an argument that does not exist is told before anything is read
    told = replace(config_of(config), encode=False)
    with Library.from_config(told, ":memory:") as library:
        language = options.get("language") or told.language
        taken = library.add(
            documents, language=language, limits=limits, readers=readers, progress=progress, ocr=ocr
        )
        if not library.documents():
            raise SourceError("documents", nothing_read(taken.skipped))
        answer = library.ask(question, **options)
    return replace(answer, skipped=taken.skipped)


async def aask(question: str, documents: Any, **options: Any) -> Answer:
    """What ``ask`` returns, computed in a thread so that an event loop goes on. Same arguments."""
    return await asyncio.to_thread(ask, question, documents, **options)
