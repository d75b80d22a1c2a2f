"""The keywords of the variants of ``ask``, for type checkers; ``options.py`` has those of all."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from ascribe.library.answering.follow_up import History
from ascribe.library.config import Config
from ascribe.library.options import AskArguments
from ascribe.protocols import Limits
from ascribe.read.files import Readers
from ascribe.read.sources import Progress
from ascribe.streaming.events import PartsWriter


class ReadingOptions(TypedDict, total=False):
    """How ``ask`` and its variants read the documents of one question."""

    limits: Limits | None
    readers: Readers | None
    progress: Progress | None
    ocr: bool


class AskDocumentsArguments(AskArguments, ReadingOptions, total=False):
    """Keywords of ``aask``: those of ``ask``."""

    config: Config | Path | str | None
    history: History | None


class StreamAnswerArguments(AskDocumentsArguments, total=False):
    """Keywords of ``astream_answer``: those of ``stream_answer``."""

    writer: str | PartsWriter


class StreamArguments(AskArguments, total=False):
    """Keywords of ``Library.astream``: those of ``Library.stream``."""

    writer: str | PartsWriter
    history: History | None
