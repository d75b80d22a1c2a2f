"""Check one row after the other in one process: the part of a run that any engine may start many times."""

from __future__ import annotations

import warnings
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from ascribe.batches.rows import Row
from ascribe.errors import AscribeError, InputError, MissingExtraError, ModelFileError, SkippedSourceWarning
from ascribe.pipeline import CheckArguments, CheckOptions, check, read_sources
from ascribe.read.replies import get_message_text
from ascribe.read.sources import SourceSet
from ascribe.records import Answer, Document
from ascribe.records.sentence_rows import build_rows

RowResult = dict[str, Any]
"""``answer`` (a record with counts) and ``sentences`` (a list of records), or ``error`` (the reason)."""

SUMMARY_COLUMNS: dict[str, type] = {
    "sentences": int,
    "checked": int,
    "supported": int,
    "partial": int,
    "contradicted": int,
    "unsupported": int,
    "unknown": int,
    "not_checkable": int,
    "faithfulness": float,
    "tier": str,
    "answer": str,
}
"""Columns of the record of an answer, in order, with the types of their values."""

KEPT_SOURCE_SETS = 8
"""Sets of sources that a worker keeps read, since consecutive rows often share them."""

FATAL = (MissingExtraError, ModelFileError)
"""Errors of the installation: they end the run, as every row would fail alike."""


@dataclass(frozen=True)
class WorkerSettings:
    """What a worker needs besides the rows; it travels to other processes.

    Args:
        options: the options of ``check``.
        sources: documents that every row without sources of its own is checked against.
        library: file or URL of a library; the sources of a row are then ids of its documents.
        include_answers: True adds the whole answer as JSON to the record of each row.
    """

    options: CheckArguments = field(default_factory=CheckArguments)
    sources: SourceSet | None = None
    library: Path | str | None = None
    include_answers: bool = False


class RowChecker:
    """Check rows with models that are loaded once."""

    def __init__(self, settings: WorkerSettings) -> None:
        self.settings = settings
        self._options = CheckOptions(**settings.options)
        self._read: OrderedDict[str, SourceSet] = OrderedDict()

    def check(self, row: Row) -> RowResult:
        """Return the records of a row, or the reason why it has none.

        Raises:
            MissingExtraError, ModelFileError: the tier is not installed, or damaged.
        """
        try:
            _check_not_empty(row)
            answer = check(row.reply, self._get_sources(row), row.question, **self.settings.options)
        except FATAL:
            raise
        except AscribeError as error:
            return {"error": str(error)}
        except Exception as error:  # one row never stops the others
            return {"error": f"unexpected {type(error).__name__}: {error}; please report it with this row."}
        return build_result(answer, self.settings.include_answers)

    def _get_sources(self, row: Row) -> SourceSet:
        if row.sources is None:
            if self.settings.sources is None:
                raise InputError("the row has no sources; name their column, or give sources for all rows.")
            return self.settings.sources
        key = sha256(repr(row.sources).encode("utf-8", "surrogatepass")).hexdigest()
        if key in self._read:
            self._read.move_to_end(key)
        else:
            self._read[key] = self._read_sources(row.sources)
            while len(self._read) > KEPT_SOURCE_SETS:
                self._read.popitem(last=False)
        return self._read[key]

    def _read_sources(self, sources: list[Any]) -> SourceSet:
        if self.settings.library is not None:
            return SourceSet(list(self._load_documents(self.settings.library, sources)))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SkippedSourceWarning)
            return read_sources(sources, self._options)

    def _load_documents(self, file: Path | str, ids: list[Any]) -> Iterator[Document]:
        from ascribe.library import Library

        with Library(file) as library:
            for doc_id in ids:
                yield library.document(str(doc_id))


def _check_not_empty(row: Row) -> None:
    """Raise ``InputError`` for an empty reply: its answer could be taken for a passed check."""
    if not get_message_text(row.reply).strip():
        raise InputError("the reply is empty; there is nothing to check.")


def build_result(answer: Answer, include_answer: bool = False) -> RowResult:
    """Build the records of an answer: one with counts, and one for each sentence."""
    counts = answer.status_counts()
    summary: dict[str, Any] = {
        "sentences": len(answer.sentences),
        "checked": len(answer.verification_results),
        "supported": counts.get("supported", 0),
        "partial": counts.get("partial", 0),
        "contradicted": counts.get("contradicted", 0),
        "unsupported": counts.get("unsupported", 0),
        "unknown": counts.get("unknown", 0),
        "not_checkable": counts.get("not_checkable", 0),
        "faithfulness": round(answer.faithfulness_score, 4) if answer.verification_results else None,
        "tier": answer.settings.tier,
    }
    if include_answer:
        summary["answer"] = answer.to_json()
    return {"answer": summary, "sentences": build_rows(answer)}


def try_check(checker: RowChecker, row: Row) -> RowResult:
    """Return the records of a row; an error of the installation becomes a result that can travel as JSON."""
    try:
        return checker.check(row)
    except FATAL as error:
        return {"fatal": type(error).__name__, "message": str(error)}


def raise_fatal(result: RowResult) -> None:
    """Raise the error of the installation that a result stands for, if it does."""
    for kind in FATAL:
        if result.get("fatal") == kind.__name__:
            raise kind(result["message"])
