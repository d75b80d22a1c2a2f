"""The same run on Ray and on Spark: the files have the same bytes, and a lost worker loses nothing."""

import importlib.util
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ascribe import InputError, MissingExtraError, batch
from ascribe.batches.ray_data import CHUNKS_AHEAD, _choose_chunk_size
from ascribe.install_command import build_install_command
from tests.batches.test_batch import build_rows, count_lines, read_all, read_lines, write_lines
from tests.batches.tiers import DeadlyTier, HoldingTier, PatientTier, wait_for

ENGINES = [pytest.param(name, marks=getattr(pytest.mark, name)) for name in ("ray", "spark")]

pytestmark = pytest.mark.filterwarnings(r"default:::(ray|pyspark)\b")
"""The engines use what they themselves and pandas deprecate."""


@pytest.fixture(scope="module")
def spark_session() -> Iterator[Any]:
    """One Spark for the tests that do not start their own."""
    from ascribe.batches.spark import open_session

    with open_session(None, 2) as session:
        yield session


@pytest.fixture(scope="module")
def ray_cluster() -> Iterator[Any]:
    """One Ray for the tests that do not start their own."""
    import ray

    from ascribe.batches.ray_data import connect

    with connect(ray, None, 2):
        yield ray


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    """The name of an engine that is running."""
    name: str = request.param
    request.getfixturevalue({"ray": "ray_cluster", "spark": "spark_session"}[name])
    return name


def build_different_rows(count: int) -> list[dict[str, Any]]:
    rows = build_rows(count)
    for number, row in enumerate(rows):
        if "answer" in row:
            row["answer"] += f" Visitor {number} saw it in {1900 + number}."
    return rows


@pytest.mark.parametrize("engine", ENGINES, indirect=True)
def test_a_killed_worker_loses_nothing(engine: str, tmp_path: Path) -> None:
    rows = build_different_rows(60)
    rows[25]["answer"] = "The mill can hold 80 sacks."
    tier = HoldingTier(tmp_path)
    workers = tmp_path / "workers"

    def kill_the_one_that_waits() -> int:
        process = int(wait_for(lambda: (tmp_path / "held").exists() and (tmp_path / "held").read_text()))
        wait_for(lambda: len(list(workers.iterdir())) >= 2)
        os.kill(process, signal.SIGKILL)
        return process

    outputs = [tmp_path / name / "out.csv" for name in (engine, "local")]
    for output in outputs:
        output.parent.mkdir()
    with ThreadPoolExecutor(1) as other:
        killed = other.submit(kill_the_one_that_waits)
        summary = batch(rows, outputs[0], engine=engine, workers=2, tier=tier, language="en")
        assert (workers / str(killed.result())).exists()
    assert (summary.rows, summary.rejected) == (60, 6)
    assert not (workers / str(os.getpid())).exists()
    batch(rows, outputs[1], tier=tier, language="en")
    assert read_all(outputs[0]) == read_all(outputs[1])


@pytest.mark.ray
@pytest.mark.usefixtures("ray_cluster")
def test_all_rows_that_were_handed_out_may_be_done_before_the_first(tmp_path: Path) -> None:
    """The rows after them are handed out when the first result is here, so nothing may keep it back."""
    chunks = 2 * CHUNKS_AHEAD
    rows = [{"reply": f"Row {n} is dull.", "sources": ["It is."]} for n in range(8 * chunks)]
    size = _choose_chunk_size(len(rows), 2)
    for row in rows[:size]:
        row["reply"] = "The first rows are patient."
    seen = tmp_path / "seen"
    seen.mkdir()
    tier = PatientTier(seen, (chunks - 1) * size)
    summary = batch(rows, tmp_path / "out.jsonl", engine="ray", workers=2, tier=tier, language="en")
    assert (summary.rows, summary.rejected) == (len(rows), 0)
    assert [r["row"] for r in read_lines(tmp_path / "out.jsonl")] == list(range(1, len(rows) + 1))


@pytest.mark.parametrize("engine", ENGINES, indirect=True)
def test_a_row_that_ends_every_worker_is_rejected_and_no_other(engine: str, tmp_path: Path) -> None:
    rows = [{"reply": f"Row {n} is dull.", "sources": ["It is."]} for n in range(12)]
    rows[5]["reply"] = "These things explode."
    batch(rows, tmp_path / "out.jsonl", engine=engine, workers=2, tier=DeadlyTier(), language="en")
    (reject,) = read_lines(tmp_path / "out.rejects.jsonl")
    assert (reject["row"], "ended the worker process" in reject["error"]) == (6, True)
    assert [r["row"] for r in read_lines(tmp_path / "out.jsonl")] == [n for n in range(1, 13) if n != 6]


@pytest.mark.parametrize("engine", ENGINES, indirect=True)
def test_the_models_say_the_same(engine: str, tmp_path: Path) -> None:
    table = write_lines(tmp_path / "in.jsonl", build_different_rows(20))
    outputs = [tmp_path / name / "out.jsonl" for name in (engine, "local")]
    for output in outputs:
        output.parent.mkdir()
        batch(table, output, engine=output.parent.name, workers=2, include_answers=True)
    assert read_all(outputs[0]) == read_all(outputs[1])
    assert {row["tier"] for row in read_lines(outputs[0])} == {"builtin"}


@pytest.mark.parametrize("name", ENGINES)
def test_a_killed_run_goes_on_where_it_stopped(name: str, tmp_path: Path) -> None:
    """The command starts the engine, and is killed with all that it has started; the rest runs here."""
    table = write_lines(tmp_path / "in.jsonl", build_different_rows(800))
    output = tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "ascribe", "batch", str(table), str(output), "--engine", name]
    command += ["--workers", "2", "--tier", "rules"]
    process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
    spool = tmp_path / "out.jsonl.partial"
    try:
        wait_for(lambda: count_lines(spool) > 40 or process.poll() is not None)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    summary = batch(table, output, tier="rules")
    assert 40 <= summary.resumed < 800
    assert summary.rows == 800
    (tmp_path / "whole").mkdir()
    batch(table, tmp_path / "whole" / "out.jsonl", tier="rules")
    assert read_all(output) == read_all(tmp_path / "whole" / "out.jsonl")


@pytest.mark.spark
def test_a_spark_table_has_the_results_of_the_run(spark_session: Any, tmp_path: Path) -> None:
    from ascribe.batches.spark import check_frame

    rows = [{"nothing": None, **row} for row in build_different_rows(12)]
    schema = "nothing string, id int, question string, answer string, contexts array<string>"
    frame = spark_session.createDataFrame([{"id": 0, **row} for row in rows], schema)
    found = [each.asDict(recursive=True) for each in check_frame(frame, tier="rules").collect()]
    batch(rows, tmp_path / "out.jsonl", tier="rules")
    answers = {row["id"]: row for row in read_lines(tmp_path / "out.jsonl")}
    sentences = read_lines(tmp_path / "out.sentences.jsonl")
    assert {row["id"] for row in found if row["error"]} == {
        str(row["id"]) for row in rows if "answer" not in row
    }
    assert len(answers) == sum(row["error"] is None for row in found) == 11
    for row in found:
        if row["error"] is None:
            assert row["answer"].items() >= {n: answers[row["id"]][n] for n in ("supported", "tier")}.items()
            assert row["sentences"] == [
                {name: value for name, value in each.items() if name not in ("row", "id")}
                for each in sentences
                if each["id"] == row["id"]
            ]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"engine": "dask"}, "engine must be local, ray or spark"),
        ({"address": "auto"}, "address is for the engines ray and spark"),
        ({"engine": "ray", "workers": 0}, "workers must be at least 1"),
    ],
)
def test_mistakes_end_in_a_sentence(tmp_path: Path, given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        batch([], tmp_path / "out.csv", **given)


@pytest.mark.parametrize(("name", "package"), [("ray", "ray"), ("spark", "pyspark")])
def test_an_engine_that_is_not_installed_names_its_extra(tmp_path: Path, name: str, package: str) -> None:
    if importlib.util.find_spec(package):
        pytest.skip(f"{package} is installed")
    with pytest.raises(MissingExtraError, match=re.escape(build_install_command(name))):
        batch([{"reply": "It is.", "sources": ["It is."]}], tmp_path / "out.csv", engine=name, tier="rules")
