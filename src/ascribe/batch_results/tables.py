"""Read the tables that ``batch`` has written: one row for each answer, one for each sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ascribe.batches.tables import Unreadable, get_table_format, iterate_records
from ascribe.errors import InputError
from ascribe.records.outcomes import STATUSES
from ascribe.records.sentence_rows import restore_formula

Counts = tuple[int, ...]
"""Number of sentences of each status, in the order of ``STATUSES``."""

OWN_COLUMNS = frozenset(
    ("row", "id", "sentences", "checked", "faithfulness", "tier", "answer", *STATUSES),
)
"""Columns of the answers that ``batch`` makes. All others come from its input."""

_PLACE = {status: place for place, status in enumerate(STATUSES)}


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One row of a table of answers.

    Args:
        row: place of the reply in the input of the run, from 1.
        id: the row's own id.
        counts: its sentences by status.
        faithfulness: None if nothing was checked.
        tier: the tier that checked it.
        extra: the columns of the input that the table repeats.
    """

    row: int
    id: str | None
    counts: Counts
    faithfulness: float | None
    tier: str
    extra: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The id, or the place without one."""
        return self.id if self.id is not None else f"row {self.row}"


@dataclass(frozen=True, slots=True)
class SentenceRow:
    """One row of a table of sentences; ``status`` is a place in ``STATUSES``."""

    row: int
    id: str | None
    sentence: int
    text: str
    status: int
    score: float | None
    message: str
    document: str | None
    label: str | None
    quote: str
    pages: str

    @property
    def name(self) -> str:
        """The id of its row, or the place without one."""
        return self.id if self.id is not None else f"row {self.row}"


def find_sentences_file(answers: Path) -> Path:
    """Return the table of sentences that ``batch`` wrote beside the table of answers.

    Raises:
        InputError: it is not there, or the file given is no table of answers.
    """
    path = answers.with_name(f"{answers.stem}.sentences{answers.suffix}")
    if path.is_file():
        return path
    _check_not_input(answers)
    raise InputError(
        f"{path}: there is no such file; keep the table of sentences beside that of the answers."
    )


def _check_not_input(path: Path) -> None:
    """Raise ``InputError`` if the first row of the file is none of a table of answers.

    A file that is missing is named by what is missing beside it, which the run wrote, too.
    """
    first = next(iter(_iterate(path)), None) if path.is_file() else None
    lacking = () if first is None else [name for name in ("row", "sentences", "tier") if name not in first[1]]
    if lacking:
        raise InputError(
            f"{path}: this is no result of ascribe batch, as it has no column {lacking[0]}; run ascribe "
            "batch on it, and give the table of answers that it writes."
        )


def count_rejects(answers: Path) -> int:
    """Return how many rows the run could not check."""
    path = answers.with_name(f"{answers.stem}.rejects.jsonl")
    return sum(1 for _ in iterate_records(path)) if path.is_file() else 0


def iterate_answers(path: Path) -> Iterator[AnswerRow]:
    """Yield the rows of a table of answers.

    Raises:
        InputError: the file cannot be read, or is no table of answers; the message names file and row.
        MissingExtraError: Parquet without its extra.
    """
    for place, record in _iterate(path):
        try:
            yield AnswerRow(
                int(record["row"]),
                _read_text(record, "id"),
                tuple(_read_count(record, status) for status in STATUSES),
                _read_float(record, "faithfulness"),
                str(record.get("tier") or ""),
                {name: value for name, value in record.items() if name not in OWN_COLUMNS},
            )
        except (KeyError, TypeError, ValueError) as error:
            raise _build_error(path, place, error, "answers") from None


def iterate_sentences(path: Path) -> Iterator[SentenceRow]:
    """Yield the rows of a table of sentences.

    A sentence without a status was not decided.

    Raises:
        InputError: the file cannot be read, or is no table of sentences; the message names file and row.
        MissingExtraError: Parquet without its extra.
    """
    for place, record in _iterate(path):
        try:
            yield SentenceRow(
                int(record["row"]),
                _read_text(record, "id"),
                int(record["sentence"]),
                str(record.get("text") or ""),
                _PLACE[record.get("status") or "unknown"],
                _read_float(record, "score"),
                str(record.get("message") or ""),
                _read_text(record, "document"),
                _read_text(record, "label"),
                str(record.get("quote") or ""),
                str(record.get("pages") or ""),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise _build_error(path, place, error, "sentences") from None


def _iterate(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield (row of the file from 1, record)."""
    is_csv = get_table_format(path) == "csv"
    partial = path.with_name(f"{path.name}.partial")
    if not path.exists() and partial.exists():
        raise InputError(f"{path}: the run is not finished ({partial.name}); run ascribe batch again first.")
    for place, record in enumerate(iterate_records(path), 1):
        if isinstance(record, Unreadable):
            raise InputError(f"{path}: row {place}: {record.reason}")
        yield place, {n: restore_formula(v) for n, v in record.items()} if is_csv else record


def _build_error(path: Path, place: int, error: Exception, kind: str) -> InputError:
    what = f"has no column {error}" if isinstance(error, KeyError) else f"cannot be used ({error})"
    return InputError(f"{path}: row {place} {what}; give the table of {kind} that ascribe batch wrote.")


def _read_count(record: Mapping[str, Any], name: str) -> int:
    number = int(record[name])
    if number < 0:
        raise ValueError(f"{name} is {number}")
    return number


def _read_float(record: Mapping[str, Any], name: str) -> float | None:
    value = record.get(name)
    return None if value is None or value == "" else float(value)


def _read_text(record: Mapping[str, Any], name: str) -> str | None:
    value = record.get(name)
    return None if value is None else str(value)
