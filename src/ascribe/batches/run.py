"""``batch``: check every reply of a table and write one table of answers and one of sentences.

The results of a run have the name of its output: ``results.csv`` (a row for each answer),
``results.sentences.csv`` (a row for each sentence) and, if there are any, ``results.rejects.jsonl`` (rows
that could not be checked, with the reason). While it runs they are in ``results.csv.partial``, from which the
same call goes on after a kill. Memory does not grow with the table.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any, Unpack

from ascribe.batches.cache import ResultCache
from ascribe.batches.engines import Engine
from ascribe.batches.results import write_results
from ascribe.batches.rows import COLUMN_NAMES, Row, check_columns, parse_row
from ascribe.batches.spool import Spool
from ascribe.batches.tables import Record, Unreadable, count_records, get_table_format, iterate_records
from ascribe.batches.worker import RowResult, WorkerSettings
from ascribe.errors import InputError
from ascribe.option_names import explain_unknown_options
from ascribe.pipeline import CheckArguments, CheckOptions, build_config, read_sources
from ascribe.records import SkippedSource
from ascribe.records.outcomes import Status
from ascribe.version import __version__

RowProgress = Callable[[int, "int | None"], None]
CheckRows = Callable[[Iterable[Row]], Iterator[tuple[Row, RowResult]]]

RECENT_ROWS = 100_000
"""Rows whose digests are remembered, so that a repeated row is not checked again."""

MOST_WAITING = 10_000
"""Rows that wait for an earlier one; further rows are then checked even if their result is known."""

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class BatchSummary:
    """What a run did.

    Args:
        rows: rows of the table.
        rejected: rows without a result.
        repeated: rows whose result was known, from an equal row or from the cache.
        resumed: rows that an earlier run of the same call had done.
        seconds: time of this run.
        files: what was written: answers, sentences, rejects if there are any.
        skipped: files of the common sources that could not be read, with the reason.
        counts: status → number of sentences, over all answers.
        reasons: why rows were rejected → how many rows, the most frequent reason first. Of more than
            ``results.MOST_REASONS`` different ones, the first are counted.
    """

    rows: int
    rejected: int
    repeated: int
    resumed: int
    seconds: float
    files: tuple[Path, ...]
    skipped: tuple[SkippedSource, ...] = ()
    counts: Mapping[Status, int] = field(default_factory=dict)
    reasons: Mapping[str, int] = field(default_factory=dict)


@explain_unknown_options(CheckArguments)
def batch(
    table: Path | str | Iterable[Record],
    output: Path | str,
    *,
    sources: Any = None,
    library: Path | str | None = None,
    columns: Mapping[str, str] | None = None,
    keep: Sequence[str] = (),
    workers: int = 1,
    engine: str = "local",
    address: str | None = None,
    cache: Path | str | None = None,
    include_answers: bool = False,
    restart: bool = False,
    on_progress: RowProgress | None = None,
    **options: Unpack[CheckArguments],
) -> BatchSummary:
    """Check every reply of a table, or of a folder, and write the results as tables.

    Each row of the input has one row in the answers or in the rejects; the same input gives the same output,
    whatever the engine and the number of workers, and whether or not the run was killed and started again.

    Args:
        table: file named .jsonl, .csv or .parquet, folder of replies, or records. The columns are named as
            ``ascribe.batches.rows`` says.
        output: file named .jsonl, .csv or .parquet for the answers. The other tables lie beside it.
        sources: sources of the rows that have none, as ``check`` takes them. They are read once.
        library: file or URL of a library; the sources of a row are then ids of its documents.
        columns: ``reply``, ``question``, ``sources`` or ``id`` → the name of that column.
        keep: columns that the answers repeat besides those that they repeat anyway, such as the question or
            ``metadata.model``, a path into nested objects.
        workers: processes that check rows.
        engine: where they are: ``local`` (this machine), ``ray`` or ``spark``.
        address: cluster of Ray, or master of Spark; None starts the engine on this machine, for the run.
        cache: file that keeps results between runs, by the digest of the row and the options.
        include_answers: True adds a column ``answer`` with the whole answer as JSON.
        restart: True forgets what an unfinished run has done.
        on_progress: called with (rows done, rows in total or None) after each row.
        options: the options of ``check``.

    Raises:
        InputError: a file or an option cannot be used; an unfinished run had others.
        MissingExtraError: Parquet, the engine or the tier needs a package that is not installed.
    """
    from ascribe.library.store import parse_location

    begun = monotonic()
    if not isinstance(output, str | Path):
        raise InputError(f"output must be the path of a table, got {type(output).__name__}.")
    target = Path(output)
    get_table_format(target)
    _check_arguments(table, target, columns, keep)
    path = Path(table) if isinstance(table, str | Path) else None
    if path is not None:  # records in Python may be an iterator, which can be read once
        check_columns(iterate_records(path), columns or {})
    where = Engine(engine, workers, address)
    chosen = CheckOptions(**options)
    build_config(None, chosen)
    common = None if sources is None else read_sources(sources, chosen)
    settings = WorkerSettings(
        options, common, None if library is None else parse_location(library), include_answers
    )
    key = describe_settings(settings)
    partial = target.with_name(target.name + ".partial")
    if restart:
        partial.unlink(missing_ok=True)
    chosen_columns = _Columns(dict(columns or {}), tuple(keep))
    run = {"version": __version__, "settings": key, **asdict(chosen_columns), "table": str(path)}
    records, rows = _open_table(table, where.counts_first)
    with closing(ResultCache.open(cache)) as kept, closing(Spool(partial, run)) as spool:
        total = count_records(path) if path is not None and on_progress else None
        done = (lambda count: on_progress(count, total)) if on_progress else (lambda _: None)
        job = _Job(spool, key, chosen_columns, kept, done)
        resumed = spool.count
        job.run(records, lambda given: where.check_rows(given, settings, rows - resumed))
    files, tally = write_results(spool, target)
    partial.unlink()
    skipped = () if common is None else tuple(common.skipped)
    seconds = monotonic() - begun
    return BatchSummary(
        spool.count,
        tally.rejected,
        job.repeated,
        resumed,
        seconds,
        files,
        skipped,
        tally.counts,
        dict(tally.reasons.most_common()),
    )


def _check_arguments(table: object, output: Path, columns: Mapping[str, str] | None, keep: object) -> None:
    if isinstance(table, str | Path) and Path(table).exists() and output.exists() and output.samefile(table):
        raise InputError(f"{output}: the output would overwrite the table; give another output.")
    if not isinstance(table, str | Path) and (isinstance(table, Mapping) or not isinstance(table, Iterable)):
        raise InputError(f"table must be a path or records, got {type(table).__name__}.")
    unknown = sorted(set(columns or {}) - set(COLUMN_NAMES))
    if unknown:
        raise InputError(f"columns can name {', '.join(COLUMN_NAMES)}, got {unknown[0]!r}.")
    if isinstance(keep, str):
        raise InputError(f"keep must be a list of columns, got {keep!r}; write [{keep!r}].")


def _open_table(table: Path | str | Iterable[Record], counted: bool) -> tuple[Iterator[Any], int]:
    """Return the records of a table and, if that is wanted, their number."""
    if not isinstance(table, str | Path):
        held = list(table) if counted else None
        return (iter(table), 0) if held is None else (iter(held), len(held))
    path = Path(table)
    if not counted:
        return iterate_records(path), 0
    known = count_records(path)
    return iterate_records(path), sum(1 for _ in iterate_records(path)) if known is None else known


def describe_settings(settings: WorkerSettings) -> str:
    """Return the digest of everything but the rows that the results depend on."""
    options = CheckOptions(**settings.options)
    described = {name: _ADDRESS.sub("", repr(getattr(options, name))) for name in CheckOptions.__slots__}
    parts = {
        "version": __version__,
        "options": described,
        "calibration": Path(options.calibration).read_bytes().hex() if options.calibration else None,
        "sources": [(d.doc_id, d.full_text) for d in settings.sources.documents]
        if settings.sources
        else None,
        "library": _describe_library(settings.library),
        "answers": settings.include_answers,
    }
    return sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _describe_library(file: Path | str | None) -> list[str] | None:
    if file is None:
        return None
    from ascribe.library import Library

    with Library(file) as library:
        return [repr(document) for document in library.documents()]


@dataclass(frozen=True, slots=True)
class _Columns:
    """Which columns have another name here, and which the output repeats besides the usual ones."""

    columns: Mapping[str, str]
    keep: tuple[str, ...]


class _Job:
    """Fill the spool with the results of all rows, in order.

    A row waits in ``_waiting`` from when it is read until its result is appended. ``_recent`` has the place
    in the spool of the results of the last rows, by their digest.
    """

    def __init__(
        self,
        spool: Spool,
        key: str,
        columns: _Columns,
        cache: ResultCache,
        on_done: Callable[[int], None],
    ) -> None:
        self.spool = spool
        self.key = key
        self.columns = columns
        self.cache = cache
        self.on_done = on_done
        self.repeated = 0
        self._recent: OrderedDict[str, int] = OrderedDict()
        self._waiting: deque[_Waiting] = deque()

    def run(self, records: Iterator[Any], check_rows: CheckRows) -> None:
        """Check the rows that are not in the spool yet, and append their results."""
        numbered = enumerate(records)
        self._skip_done(islice(numbered, self.spool.count))
        for _, result in check_rows(self._list_open_rows(numbered)):
            self._append_known()
            self._append(self._waiting.popleft(), result)
        self._append_known()

    def _skip_done(self, done: Iterator[tuple[int, Any]]) -> None:
        """Compare the rows of an earlier run with the table."""
        compared = 0
        for (number, record), known in zip(done, self.spool, strict=False):
            if known["key"] != self._parse(number, record).key:
                raise self._build_change_error(number)
            compared += 1
        if compared < self.spool.count:
            raise self._build_change_error(compared)

    def _build_change_error(self, number: int) -> InputError:
        return InputError(
            f"row {number + 1} of the table has changed since {self.spool.path} was begun; give another "
            "output, or start again with --restart."
        )

    def _parse(self, number: int, record: Any) -> _Waiting:
        """Return the row with its digest; without a row, its result is the reason."""
        if isinstance(record, Unreadable):
            return _build_reject(number, record.text, record.reason)
        if not isinstance(record, Mapping):
            return _build_reject(number, record, f"a row must be a mapping, got {type(record).__name__}.")
        try:
            row = parse_row(number, record, self.columns.columns, self.columns.keep)
        except InputError as error:
            return _build_reject(number, record, str(error))
        return _Waiting(number, row.compute_key(self.key), record, row)

    def _list_open_rows(self, numbered: Iterator[tuple[int, Any]]) -> Iterator[Row]:
        """Yield the rows that must be checked; append the others when their turn comes."""
        for number, record in numbered:
            waiting = self._parse(number, record)
            self._waiting.append(waiting)
            if waiting.row is not None and len(self._waiting) < MOST_WAITING:
                waiting.known = self._find_known(waiting.key)
                self.repeated += waiting.known is not None
            if waiting.known is None and waiting.row is not None:
                yield waiting.row
            else:
                self._append_known()

    def _find_known(self, key: str) -> RowResult | int | None:
        """Return the result of an equal row, or its place in the spool."""
        place = self._recent.get(key)
        return self.cache.get(key) if place is None else place

    def _append_known(self) -> None:
        """Append the results of the first rows that wait, as far as they are known."""
        while self._waiting and (known := self._waiting[0].known) is not None:
            self._append(self._waiting.popleft(), self._read(known) if isinstance(known, int) else known)

    def _read(self, place: int) -> RowResult:
        record = self.spool.read_at(place)
        return {name: record[name] for name in ("answer", "sentences", "error") if name in record}

    def _append(self, waiting: _Waiting, result: RowResult) -> None:
        place = self.spool.append(
            {"row": waiting.number, "key": waiting.key, **waiting.describe(result), **result}
        )
        if "error" not in result:
            self.cache.put(waiting.key, result)
        self._recent[waiting.key] = place
        self._recent.move_to_end(waiting.key)
        while len(self._recent) > RECENT_ROWS:
            self._recent.popitem(last=False)
        self.on_done(self.spool.count)


@dataclass
class _Waiting:
    """A row whose result is not in the spool yet, and the result if it is known, or its place."""

    number: int
    key: str
    record: Any
    row: Row | None
    known: RowResult | int | None = None

    def describe(self, result: RowResult) -> dict[str, Any]:
        """Return what the output repeats of the input: the id and other columns, or all of a reject."""
        if self.row is None or "error" in result:
            return {"input": json.loads(json.dumps(self.record, default=str))}
        return {"id": self.row.id, "extra": dict(self.row.extra)}


def _build_reject(number: int, record: Any, reason: str) -> _Waiting:
    digest = sha256(f"{reason} {record!r}".encode("utf-8", "surrogatepass")).hexdigest()
    return _Waiting(number, digest, record, None, {"error": reason})
