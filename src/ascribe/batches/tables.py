"""Read and write tables of any length, a row at a time: JSON Lines, CSV, Parquet; and folders of replies."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ascribe.errors import AscribeError, InputError, MissingExtraError
from ascribe.install_command import build_install_command
from ascribe.records.sentence_rows import escape_formula

Record = Mapping[str, Any]

PARQUET_ROWS = 1024
"""Rows of one group of a Parquet file, and of one step of reading it."""

MAX_CELL_CHARS = 100_000_000

REPLY_SUFFIXES = frozenset((".md", ".markdown", ".txt", ".html", ".htm", ".docx", ".pdf"))


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A row that is no record, and why."""

    reason: str
    text: str


def get_table_format(path: Path) -> str:
    """Return ``jsonl``, ``csv`` or ``parquet``, by the suffix.

    Raises:
        InputError: another suffix.
    """
    formats = {".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".parquet": "parquet"}
    found = formats.get(path.suffix.lower())
    if found is None:
        raise InputError(f"{path}: a table is a file named .jsonl, .csv or .parquet.")
    return found


def iterate_records(path: Path) -> Iterator[Record | Unreadable]:
    """Yield the records of a table, or of a folder of replies, in order.

    Raises:
        InputError: the file cannot be opened, or has another suffix; the folder has no reply.
        MissingExtraError: Parquet without its extra.
    """
    if path.is_dir():
        if not _list_replies(path):
            endings = " ".join(sorted(REPLY_SUFFIXES))
            raise InputError(f"{path}: this folder contains no replies; supported extensions are {endings}.")
        return _iterate_folder(path)
    readers: dict[str, Callable[[Path], Iterator[Record | Unreadable]]] = {
        "jsonl": _iterate_json_lines,
        "csv": _iterate_csv,
        "parquet": _iterate_parquet,
    }
    reader = readers[get_table_format(path)]
    if not path.is_file():
        raise InputError(f"{path}: there is no such file or folder.")
    return reader(path)


def count_records(path: Path) -> int | None:
    """Return the number of records of a table; None if only reading it all would tell."""
    if path.is_dir():
        return len(_list_replies(path))
    kind = get_table_format(path)
    if kind == "parquet":
        return int(_import_parquet().ParquetFile(path).metadata.num_rows)
    if kind == "csv":
        return None  # a cell may hold line ends
    with path.open("rb") as file:
        return sum(1 for line in file if line.strip())


def _iterate_folder(folder: Path) -> Iterator[Record | Unreadable]:
    from ascribe.read.reply_files import read_reply_file

    for path in _list_replies(folder):
        name = path.relative_to(folder).as_posix()
        try:
            yield {"id": name, "reply": read_reply_file(path)}
        except AscribeError as error:
            yield Unreadable(str(error), name)


def _list_replies(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix.lower() in REPLY_SUFFIXES)


def _iterate_json_lines(path: Path) -> Iterator[Record | Unreadable]:
    with path.open("rb") as file:
        for line in file:
            if line.strip():
                yield _parse_json_line(line)


def _parse_json_line(line: bytes) -> Record | Unreadable:
    shown = line.decode("utf-8", "replace").strip()
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Unreadable(f"the line is no JSON: {error}.", shown)
    if not isinstance(record, dict):
        return Unreadable(f"the line must be an object, got {type(record).__name__}.", shown)
    return record


def _iterate_csv(path: Path) -> Iterator[Record | Unreadable]:
    csv.field_size_limit(MAX_CELL_CHARS)
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        rows = csv.reader(file)
        try:
            head = next(rows, [])
            for cells in rows:
                if cells:
                    yield _build_csv_record(head, cells)
        except csv.Error as error:
            raise InputError(f"{path}: line {rows.line_num} is no CSV: {error}.") from None


def _build_csv_record(head: Sequence[str], cells: Sequence[str]) -> Record | Unreadable:
    shown = ",".join(cells)
    if len(cells) != len(head):
        return Unreadable(f"the row has {len(cells)} cells, the head has {len(head)}.", shown)
    if not shown.isascii() and any("\udc80" <= sign <= "\udcff" for sign in shown):
        return Unreadable("the row is no UTF-8.", shown.encode("utf-8", "replace").decode("utf-8"))
    return {name: cell for name, cell in zip(head, cells, strict=True) if cell}


def _iterate_parquet(path: Path) -> Iterator[Record]:
    parquet = _import_parquet()
    try:
        with parquet.ParquetFile(path) as file:
            for group in file.iter_batches(batch_size=PARQUET_ROWS):
                yield from group.to_pylist()
    except (OSError, ValueError) as error:  # pyarrow's own errors are subclasses
        raise InputError(f"{path}: cannot be read as Parquet ({error}).") from None


def _import_parquet() -> Any:
    try:
        from pyarrow import parquet
    except ModuleNotFoundError as error:
        raise MissingExtraError(f"Parquet needs pyarrow; run: {build_install_command('parquet')}") from error
    return parquet


# --- Writing ---

RecordWriter = Callable[[Mapping[str, Any]], None]


def write_table(path: Path, records: Iterable[Record], columns: Mapping[str, type]) -> None:
    """Write records to a table whose format is that of the suffix.

    The file appears only when it is complete. Text in a CSV cell that a spreadsheet would run as a formula
    gets an apostrophe in front.

    Args:
        path: the file; an existing one is replaced.
        records: the rows; a missing column is empty.
        columns: name → type (``str``, ``int``, ``float`` or ``bool``), in order.
    """
    openers = {"jsonl": _open_json_lines, "csv": _open_csv, "parquet": _open_parquet}
    part = path.with_name(f".{path.name}.part")
    try:
        with openers[get_table_format(path)](part, columns) as write:
            for record in records:
                write(record)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _open_json_lines(path: Path, columns: Mapping[str, type]) -> AbstractContextManager[RecordWriter]:
    @contextmanager
    def opened() -> Iterator[RecordWriter]:
        with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
            yield lambda record: print(
                json.dumps({name: record[name] for name in columns if name in record}, ensure_ascii=False),
                file=file,
            )

    return opened()


def _open_csv(path: Path, columns: Mapping[str, type]) -> AbstractContextManager[RecordWriter]:
    @contextmanager
    def opened() -> Iterator[RecordWriter]:
        with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(columns)
            yield lambda record: rows.writerow([escape_formula(record.get(name)) for name in columns])

    return opened()


def _open_parquet(path: Path, columns: Mapping[str, type]) -> AbstractContextManager[RecordWriter]:
    parquet = _import_parquet()
    import pyarrow as pa

    types = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
    schema = pa.schema([(name, types[kind]) for name, kind in columns.items()])

    @contextmanager
    def opened() -> Iterator[RecordWriter]:
        held: list[dict[str, Any]] = []
        with parquet.ParquetWriter(path, schema) as file:

            def flush() -> None:
                if held:
                    file.write_table(pa.Table.from_pylist(held, schema=schema))
                    held.clear()

            def write(record: Record) -> None:
                held.append({name: _convert(record.get(name), kind) for name, kind in columns.items()})
                if len(held) >= PARQUET_ROWS:
                    flush()

            yield write
            flush()

    return opened()


def _convert(value: Any, kind: type) -> Any:
    """Return the value in the type of its column; lone surrogates, which Arrow refuses, are replaced."""
    if value is None:
        return None
    return str(value).encode("utf-8", "replace").decode("utf-8") if kind is str else kind(value)


class ColumnTypes:
    """The types of columns, gathered row by row.

    A column that mixes types holds text, one of whole and other numbers holds floats.
    """

    def __init__(self) -> None:
        self._found: dict[str, type] = {}

    def add(self, record: Record) -> None:
        """Add the columns of a row."""
        for name, value in record.items():
            known = self._found.get(name, type(None))
            self._found[name] = known if value is None else _join_types(known, type(value))

    def resolve(self) -> dict[str, type]:
        """Return name → type, in the order in which the columns were found; an empty column holds text."""
        return {name: str if kind is type(None) else kind for name, kind in self._found.items()}


def _join_types(one: type, other: type) -> type:
    kinds = {one, other} - {type(None)}
    if len(kinds) == 1:
        return kinds.pop()
    return float if kinds == {int, float} else str
