"""Run rows through Spark: its Python workers check them in ``mapInPandas``, and may be lost.

``check_frame`` is for tables that Spark holds; ``check_rows_on_spark`` is the engine of ``batch``. Spark
repeats a task whose worker is lost. If a task ends its workers as often as Spark tries, its step of the run
is checked on this machine row by row, so that the row that does it is known.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from ascribe.batches.pool import recover_rows
from ascribe.batches.rows import Row, parse_row
from ascribe.batches.worker import (
    SUMMARY_COLUMNS,
    RowChecker,
    RowResult,
    WorkerSettings,
    raise_fatal,
    try_check,
)
from ascribe.errors import InputError, MissingExtraError
from ascribe.inference.onnx import limit_threads
from ascribe.install_command import build_install_command
from ascribe.pipeline import CheckArguments, CheckOptions, build_config, read_sources
from ascribe.records.sentence_rows import SENTENCE_COLUMNS

if TYPE_CHECKING:
    from pandas import DataFrame

STEP_ROWS = 128
"""Rows of each worker in one step; the results of a step come together."""

TASKS_OF_WORKER = 4
"""Tasks of each worker in one step, so that none is idle for long while a slow one is awaited."""

TRIES = 4
"""Times that Spark tries a task on this machine; clusters have the same number by default."""

LOST_WORKER = ("Python worker exited unexpectedly", "ExecutorLostFailure")
"""What Spark says when a worker, or the process that it belongs to, has been lost as often as it tries."""


def _build_struct(columns: Mapping[str, type]) -> str:
    """Return columns as a type of Spark SQL."""
    kinds = {str: "string", int: "int", float: "double"}
    return f"struct<{', '.join(f'{name} {kinds[kind]}' for name, kind in columns.items())}>"


FRAME_SCHEMA = (
    f"id string, answer {_build_struct(SUMMARY_COLUMNS)}, "
    f"sentences array<{_build_struct(SENTENCE_COLUMNS)}>, error string"
)
"""Columns of ``check_frame``: those of the tables of ``batch``, nested; a row has an answer or an error."""


def check_rows_on_spark(
    rows: Iterable[Row], settings: WorkerSettings, workers: int, address: str | None
) -> Iterator[tuple[Row, RowResult]]:
    """Yield each row with its result, in order.

    Args:
        rows: the rows.
        settings: what the workers need.
        workers: number of tasks that run at the same time.
        address: master of a cluster; None starts Spark on this machine, for the run.

    Raises:
        InputError: Spark cannot be started, or does not answer.
        MissingExtraError: Spark is not installed.
    """
    given = iter(rows)
    with open_session(address, workers) as session:
        while step := list(islice(given, workers * STEP_ROWS)):
            yield from _check_step(session, step, settings, workers * TASKS_OF_WORKER)


def _check_step(
    session: Any, rows: list[Row], settings: WorkerSettings, tasks: int
) -> Iterator[tuple[Row, RowResult]]:
    import pyarrow as pa

    # An Arrow table reaches Spark without a Python worker of its own, as a list of rows would have.
    table = pa.table({"place": range(len(rows)), "row": [pickle.dumps(row) for row in rows]})
    frame = session.createDataFrame(table).repartition(tasks)
    try:
        found = frame.mapInPandas(partial(_check_frames, settings), "place long, result string").collect()
    except Exception as error:  # its errors have no narrower class in all versions
        if not any(said in str(error) for said in LOST_WORKER):
            raise
        yield from recover_rows(rows, settings)
        return
    results = {each["place"]: json.loads(each["result"]) for each in found}
    for place, row in enumerate(rows):
        raise_fatal(results[place])
        yield row, results[place]


def _check_frames(settings: WorkerSettings, frames: Iterable[DataFrame]) -> Iterator[DataFrame]:
    """Check the rows of one task in a worker; its models are loaded once for all its tasks."""
    import pandas as pd

    limit_threads(1)
    checker = RowChecker(settings)
    for frame in frames:
        rows = (pickle.loads(row) for row in frame["row"])  # noqa: S301 - this module has written them
        results = [json.dumps(try_check(checker, row)) for row in rows]
        yield pd.DataFrame({"place": frame["place"], "result": results})


def check_frame(
    frame: Any,
    *,
    sources: Any = None,
    library: Path | str | None = None,
    columns: Mapping[str, str] | None = None,
    include_answers: bool = False,
    **options: Unpack[CheckArguments],
) -> Any:
    """Return the results of a Spark data frame of replies as another, which Spark computes when it is used.

    Args:
        frame: the replies; its columns are named as ``ascribe.batches.rows`` says. The id tells which result
            belongs to which row.
        sources: sources of the rows that have none, as ``check`` takes them. They are read once, here.
        library: file of a library that all workers can read; the sources of a row are ids of its documents.
        columns: ``reply``, ``question``, ``sources`` or ``id`` → the name of that column.
        include_answers: True fills ``answer.answer`` with the whole answer as JSON.
        options: the options of ``check``.

    Raises:
        InputError: an option cannot be used.
    """
    chosen = CheckOptions(**options)
    build_config(None, chosen)
    common = None if sources is None else read_sources(sources, chosen)
    settings = WorkerSettings(options, common, None if library is None else Path(library), include_answers)
    return frame.mapInPandas(partial(_check_records, settings, dict(columns or {})), FRAME_SCHEMA)


def _check_records(
    settings: WorkerSettings, columns: Mapping[str, str], frames: Iterable[DataFrame]
) -> Iterator[DataFrame]:
    """Check the records of one task in a worker."""
    import pandas as pd
    import pyarrow as pa

    limit_threads(1)
    checker = RowChecker(settings)
    for frame in frames:
        records = pa.RecordBatch.from_pandas(frame, preserve_index=False).to_pylist()
        found = [_check_record(checker, record, columns) for record in records]
        # Objects, since pandas would put NaN in the place of None, which is no answer and no text.
        yield pd.DataFrame(found, columns=["id", "answer", "sentences", "error"], dtype=object)


def _check_record(
    checker: RowChecker, record: Mapping[str, Any], columns: Mapping[str, str]
) -> dict[str, Any]:
    empty = {"answer": None, "sentences": None, "error": None}
    try:
        row = parse_row(0, record, columns)
    except InputError as error:
        value = record.get(columns.get("id", "id"))
        return {**empty, "id": None if value is None else str(value), "error": str(error)}
    found = checker.check(row)
    if "answer" in found:
        found["answer"] = {"answer": None, **found["answer"]}
    return {**empty, "id": row.id, **found}


@contextmanager
def open_session(address: str | None, workers: int) -> Iterator[Any]:
    """Give the session that the caller has, or start one: on this machine only on loopback, without pages."""
    try:
        import pandas as pd
        import pyarrow as pa
        from pyspark.sql import SparkSession
    except ModuleNotFoundError as error:
        raise MissingExtraError(f"Spark needs {error.name}; run: {build_install_command('spark')}") from error
    del pd, pa
    active = SparkSession.getActiveSession()
    if active is not None:
        yield active
        return
    builder = SparkSession.builder.appName("ascribe").config("spark.ui.enabled", "false")
    if address is None:
        builder = builder.config("spark.driver.host", "127.0.0.1").config(
            "spark.driver.bindAddress", "127.0.0.1"
        )
        os.environ.setdefault(
            "PYSPARK_PYTHON", sys.executable
        )  # else workers are of the first Python of the path
    try:
        session = builder.master(address or f"local[{workers},{TRIES}]").getOrCreate()
    except Exception as error:
        raise InputError(
            f"Spark cannot be started at {address or 'this machine'} ({error}); it needs Java 17 or newer."
        ) from error
    try:
        yield session
    finally:
        session.stop()
