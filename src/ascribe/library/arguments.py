"""The keywords of ``ask`` and its variants, for type checkers; ``config.py`` has the defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from ascribe.library.answering.follow_up import History
from ascribe.library.reranking import Rerank
from ascribe.library.retrieval import Context
from ascribe.protocols import Generator, Limits, VerifierFactory
from ascribe.read.files import Readers
from ascribe.read.sources import Progress
from ascribe.records import Strictness
from ascribe.streaming.events import PartsWriter

if TYPE_CHECKING:
    from ascribe.library.config import Config


class AskArguments(TypedDict, total=False):
    """The fields of ``AskOptions`` as keywords of ``ask`` and its variants; None takes the default."""

    generator: str | Generator | Callable[..., str] | None
    strictness: Strictness | None
    tier: str | VerifierFactory | None
    top: int | None
    where: Mapping[str, Any] | None
    rerank: Rerank | None
    context: Context | None
    verify: bool | None
    language: str | None
    calibration: str | Path | None


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
