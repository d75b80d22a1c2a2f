"""The rows of a table of replies, under the column names of the tools that write such tables.

RAGAS writes ``user_input``, ``response`` and ``retrieved_contexts`` (earlier ``question``, ``answer`` and
``contexts``), LangSmith ``inputs.question`` and ``outputs.answer``, Phoenix ``attributes.input.value``,
``attributes.output.value`` and ``attributes.retrieval.documents``, or ``input``, ``output`` and
``reference``. A dotted name is a column of that name, or a path into nested objects.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from hashlib import sha256
from typing import Any

from ascribe.errors import InputError

COLUMN_NAMES: Mapping[str, tuple[str, ...]] = {
    "reply": (
        "reply", "response", "answer", "output", "prediction", "generated_answer",
        "outputs.answer", "outputs.output", "attributes.output.value",
    ),
    "question": (
        "question", "user_input", "query", "input",
        "inputs.question", "inputs.input", "attributes.input.value",
    ),
    "sources": (
        "sources", "retrieved_contexts", "contexts", "documents", "context",
        "outputs.contexts", "outputs.documents", "attributes.retrieval.documents", "reference",
    ),
    "id": ("id", "row_id", "example_id", "span_id", "context.span_id"),
}  # fmt: skip
"""Names of each column; the first one that a row has is used."""

_MOST_NAMES = 30
"""Columns that a message names at most."""

_TEXT_NAMES = ("text", "content", "page_content", "document.content", "document_content")
_ID_NAMES = ("id", "doc_id", "document_id", "document.id")
_METADATA_NAMES = ("metadata", "meta", "document.metadata")


@dataclass(frozen=True, slots=True)
class Row:
    """One reply of a table.

    Args:
        number: place in the table, from 0.
        reply: text of the reply.
        sources: its sources as ``check`` takes them, or ids of documents; None if the row has none.
        question: the question that the reply answers.
        id: the row's own id.
        extra: the question, and the row's other columns that hold text, numbers, truth values, dates or
            times.
    """

    number: int
    reply: Any
    sources: Any = None
    question: str | None = None
    id: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def compute_key(self, settings: str) -> str:
        """Return the digest of everything that the result depends on; ``settings`` is that of the run."""
        parts = [settings, self.reply, self.sources, self.question]
        return sha256(
            json.dumps(parts, sort_keys=True, default=repr).encode("utf-8", "surrogatepass")
        ).hexdigest()


def parse_row(
    number: int,
    record: Mapping[str, Any],
    columns: Mapping[str, str] | None = None,
    keep: Sequence[str] = (),
) -> Row:
    """Build a row from a record.

    Args:
        number: place in the table, from 0.
        record: column → value.
        columns: ``reply``, ``question``, ``sources`` or ``id`` → the name of that column here.
        keep: further columns for ``extra``, such as the question, or paths into nested objects.

    Raises:
        InputError: the record has no reply, or sources of a wrong type; the message names the columns.
    """
    found = {part: _find_column(record, part, columns or {}) for part in COLUMN_NAMES}
    reply = found["reply"][1]
    if reply is None:
        named = ", ".join(str(name) for name, value in record.items() if value is not None) or "none"
        raise InputError(
            f"no reply; the columns that are filled: {named}. Name the one with the reply (reply=NAME)."
        )
    if not isinstance(reply, str | list | Mapping):
        raise InputError(f"{found['reply'][0]} must be text, got {type(reply).__name__}.")
    named, given = found["sources"]
    sources = parse_sources(given, named)
    if sources == []:
        raise InputError(f"{named} is empty; give at least one source, or leave the column out to use -s.")
    used = {name for name, _ in found.values()}
    question = found["question"][1]
    row_id = found["id"][1]
    return Row(
        number,
        reply,
        sources,
        None if question is None else str(question),
        None if row_id is None else str(row_id),
        {**_list_question(*found["question"]), **_list_extra(record, used, keep)},
    )


def check_columns(records: Iterable[Any], columns: Mapping[str, str]) -> None:
    """Read records until they have had a value in each named column, and in one with a reply.

    Args:
        records: those of a table; what is no mapping is left out.
        columns: ``reply``, ``question``, ``sources`` or ``id`` → the name of that column here.

    Raises:
        InputError: the table has rows, and none has such a column; the message names those that they have.
    """
    open_parts = {**columns, "reply": columns.get("reply", "")}
    filled: dict[str, None] = {}
    for record in records:
        if not open_parts:
            return
        if isinstance(record, Mapping):
            open_parts = {
                part: name for part, name in open_parts.items() if not _find_column(record, part, columns)[0]
            }
            new = [str(name) for name, value in record.items() if value is not None]
            filled |= dict.fromkeys(new[: _MOST_NAMES - len(filled)])
    if open_parts and filled:
        part, name = next(iter(open_parts.items()))
        missing = f"the column {name!r} ({part}={name})" if name else "a reply"
        raise InputError(
            f"no row has {missing}; the columns that are filled: {', '.join(filled)}. Name the one with the "
            f"{part} ({part}=NAME)."
        )


def _list_question(name: str, value: Any) -> dict[str, Any]:
    """Return the question under its name, so that a row of the answers says what it is about."""
    return {name: value} if isinstance(value, str) else {}


def _list_extra(record: Mapping[str, Any], used: set[str], keep: Sequence[str]) -> dict[str, Any]:
    """Return the other columns as values of JSON: those that hold no list or object, and those to keep."""
    extra = {
        str(name): _simplify(value)
        for name, value in record.items()
        if name not in used and isinstance(value, str | int | float | bool | date | time)
    }
    for name in keep:
        value = _get_value(record, name)
        if value is not None:
            extra[name] = _simplify(value)
    return extra


def _simplify(value: Any) -> str | int | float | bool:
    """Return text, a number or a truth value: dates and times as in ISO 8601, all else as JSON."""
    if isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False, default=str)


def _find_column(record: Mapping[str, Any], part: str, columns: Mapping[str, str]) -> tuple[str, Any]:
    """Return the name and value of the first column of that part; the value is None without one."""
    names = (columns[part],) if part in columns else COLUMN_NAMES[part]
    for name in names:
        value = _get_value(record, name)
        if value is not None:
            return name, value
    return "", None


def _get_value(record: Mapping[str, Any], name: str) -> Any:
    if name in record:
        return record[name]
    value: Any = record
    for key in name.split("."):
        if not isinstance(value, Mapping) or key not in value:
            return None
        value = value[key]
    return value


def parse_sources(value: Any, name: str = "sources") -> list[Any] | None:
    """Return the sources as a list of texts and dicts; None if there are none.

    Text that is a list in JSON, or as Python prints it, is that list: tables in CSV hold it so.

    Raises:
        InputError: neither text, nor an object with text, nor a list of these.
    """
    if value is None:
        return None
    if isinstance(value, str):
        value = _parse_list(value)
    elif isinstance(value, Mapping):
        value = [value]
    elif not isinstance(value, list | tuple):
        raise InputError(f"{name} must be a list of texts, got {type(value).__name__}.")
    return [_parse_source(each, name, place) for place, each in enumerate(value)]


def _parse_list(text: str) -> list[Any]:
    if text.lstrip()[:1] in ("[", "{"):
        for parse in (json.loads, ast.literal_eval):
            try:
                value = parse(text)
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
            return value if isinstance(value, list) else [value]
    return [text]


def _parse_source(value: Any, name: str, place: int) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        text = next((t for key in _TEXT_NAMES if isinstance(t := _get_value(value, key), str)), None)
        if text is not None:
            source_id = next((v for key in _ID_NAMES if (v := _get_value(value, key)) is not None), None)
            metadata = next((v for key in _METADATA_NAMES if (v := _get_value(value, key)) is not None), None)
            built = {"text": text, "id": None if source_id is None else str(source_id), "metadata": metadata}
            return {key: each for key, each in built.items() if each is not None}
    raise InputError(f"{name}[{place}] must be text or an object with a text, got {type(value).__name__}.")
