"""Runs over tables: every row has one result, whatever the format, the workers and the kills."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from ascribe import Answer, InputError, Library, batch, check
from ascribe.apps.cli import app
from ascribe.batches.rows import parse_row, parse_sources
from ascribe.batches.worker import SUMMARY_COLUMNS, build_result
from ascribe.records.sentence_rows import SENTENCE_COLUMNS
from tests.batches.tiers import DeadlyTier

SOURCE = "The mill has 12 sails and was built in 1872."


def build_rows(count: int) -> list[dict[str, Any]]:
    """Rows of which each third is wrong and each tenth is no row."""
    rows: list[dict[str, Any]] = []
    for number in range(count):
        if number % 10 == 7:
            rows.append({"id": number, "nothing": "here"})
            continue
        sails = 14 if number % 3 == 0 else 12
        rows.append(
            {
                "id": number,
                "question": "How many?",
                "answer": f"The mill has {sails} sails.",
                "contexts": [SOURCE],
            }
        )
    return rows


def write_lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def read_all(output: Path) -> list[bytes]:
    """The bytes of all files of a run."""
    files = sorted(output.parent.glob(f"{output.stem}*"))
    return [file.read_bytes() for file in files]


def test_records_have_the_columns_that_are_declared() -> None:
    answer = check("The mill has 14 sails.", [SOURCE], tier="rules")
    record = build_result(answer, include_answer=True)
    assert list(record["answer"]) == list(SUMMARY_COLUMNS)
    assert [list(row) for row in record["sentences"]] == [list(SENTENCE_COLUMNS)]
    for row, columns in [(record["answer"], SUMMARY_COLUMNS), (record["sentences"][0], SENTENCE_COLUMNS)]:
        assert {name: type(value) for name, value in row.items() if value is not None}.items() <= (
            columns.items()
        )


def test_each_row_has_one_result_or_one_reject(tmp_path: Path) -> None:
    rows = build_rows(30)
    summary = batch(rows, tmp_path / "out.jsonl", tier="rules")
    answers, rejects = read_lines(tmp_path / "out.jsonl"), read_lines(tmp_path / "out.rejects.jsonl")
    assert sorted(r["row"] for r in answers + rejects) == list(range(1, 31))
    assert [r["row"] for r in rejects] == [8, 18, 28]
    assert all("reply=NAME" in r["error"] for r in rejects)
    assert {r["id"]: r["contradicted"] for r in answers} == {
        str(row["id"]): int("14" in row["answer"]) for row in rows if "answer" in row
    }
    assert (summary.rows, summary.rejected, summary.resumed) == (30, 3, 0)
    found = {status: n for status, n in summary.counts.items() if n}
    assert found == {"supported": 18, "contradicted": 9}
    assert summary.repeated == 25  # two different replies
    assert not list(tmp_path.glob("*.partial"))


@pytest.mark.parametrize("reply", ["", " \n", {"role": "assistant", "content": ""}])
def test_an_empty_reply_is_rejected(tmp_path: Path, reply: object) -> None:
    rows: list[dict[str, Any]] = [
        {"answer": reply, "contexts": [SOURCE]},
        {"answer": "The mill has 12 sails.", "contexts": [SOURCE]},
    ]
    done = run_batch(write_lines(tmp_path / "in.jsonl", rows), tmp_path / "out.jsonl")
    (reject,) = read_lines(tmp_path / "out.rejects.jsonl")
    assert (done.exit_code, reject["row"]) == (1, 1)
    assert reject["error"] == "the reply is empty; there is nothing to check."


@pytest.mark.parametrize("sources", [[], "[]", ()])
def test_an_empty_list_of_sources_is_named_by_its_column(sources: object) -> None:
    with pytest.raises(InputError, match=r"^contexts is empty; give at least one source"):
        parse_row(0, {"answer": "The mill has 12 sails.", "contexts": sources})


def test_an_empty_cell_is_not_listed_as_a_column_that_may_have_the_reply() -> None:
    with pytest.raises(InputError, match=r"filled: id\."):
        parse_row(0, {"id": "a", "answer": None})


def test_sentences_are_those_of_check(tmp_path: Path) -> None:
    reply = "The mill has 12 sails. It was built in 1871."
    batch([{"reply": reply, "sources": [SOURCE]}], tmp_path / "a.jsonl", tier="rules", include_answers=True)
    answer = check(reply, [SOURCE], tier="rules")
    (row,) = read_lines(tmp_path / "a.jsonl")
    assert Answer.from_json(row["answer"]) == answer
    found = read_lines(tmp_path / "a.sentences.jsonl")
    assert [(s["text"], s["status"], s["message"]) for s in found] == [
        (s.text, s.verdict.status, s.verdict.message) for s in answer.sentences if s.verdict
    ]
    assert [reply[s["char_start"] : s["char_end"]] for s in found] == [s["text"] for s in found]


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    table = write_lines(tmp_path / "in.jsonl", build_rows(24))
    for workers in (1, 2):
        (tmp_path / str(workers)).mkdir()
        batch(table, tmp_path / str(workers) / "out.csv", workers=workers, tier="rules")
    assert read_all(tmp_path / "1" / "out.csv") == read_all(tmp_path / "2" / "out.csv")


def test_a_row_that_ends_its_process_is_rejected_and_no_other(tmp_path: Path) -> None:
    rows = [{"reply": f"Row {n} is dull.", "sources": [SOURCE]} for n in range(12)]
    rows[5]["reply"] = "These things explode."
    summary = batch(rows, tmp_path / "out.jsonl", workers=2, tier=DeadlyTier(), language="en")
    (reject,) = read_lines(tmp_path / "out.rejects.jsonl")
    assert (reject["row"], summary.rows, summary.rejected) == (6, 12, 1)
    assert "ended the worker process" in reject["error"]
    assert [r["row"] for r in read_lines(tmp_path / "out.jsonl")] == [n for n in range(1, 13) if n != 6]


def test_a_killed_run_goes_on_and_gives_what_an_unkilled_one_gives(tmp_path: Path) -> None:
    rows = build_rows(400)
    for number, row in enumerate(rows):
        if "answer" in row:
            row["answer"] += f" Visitor {number} saw it in {1900 + number}."
    table = write_lines(tmp_path / "in.jsonl", rows)
    spool = tmp_path / "out.jsonl.partial"
    command = [
        sys.executable,
        "-m",
        "ascribe",
        "batch",
        str(table),
        str(tmp_path / "out.jsonl"),
        "--tier",
        "rules",
    ]
    for wanted in (20, 60, 100):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONUTF8": "1"})
        deadline = time.monotonic() + 60
        while count_lines(spool) < wanted and time.monotonic() < deadline and process.poll() is None:
            os.sched_yield()
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert count_lines(spool) >= wanted
    with spool.open("ab") as file:
        file.write(b'{"row": 9')  # as a kill in the middle of a line leaves it
    summary = batch(table, tmp_path / "out.jsonl", tier="rules")
    assert 99 <= summary.resumed < 400
    (tmp_path / "whole").mkdir()
    batch(table, tmp_path / "whole" / "out.jsonl", tier="rules")
    assert read_all(tmp_path / "out.jsonl") == read_all(tmp_path / "whole" / "out.jsonl")


def count_lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_a_run_goes_on_only_with_the_same_table_and_options(tmp_path: Path) -> None:
    table = write_lines(tmp_path / "in.jsonl", build_rows(9))
    output = tmp_path / "out.jsonl"

    class StopError(Exception):
        pass

    def stop(done: int, total: int | None) -> None:
        assert total == 9
        if done == 4:
            raise StopError

    with pytest.raises(StopError):
        batch(table, output, tier="rules", on_progress=stop)
    with pytest.raises(InputError, match="other options"):
        batch(table, output, tier="rules", strictness="strict")
    write_lines(table, build_rows(9)[1:])
    with pytest.raises(InputError, match="row 1 of the table has changed"):
        batch(table, output, tier="rules")
    write_lines(table, build_rows(9)[:2])
    with pytest.raises(InputError, match="row 3 of the table has changed"):
        batch(table, output, tier="rules")
    assert batch(table, output, tier="rules", restart=True).rows == 2


def test_results_are_kept_between_runs_by_what_they_depend_on(tmp_path: Path) -> None:
    rows = [{"reply": f"The mill has {n} sails.", "sources": [SOURCE]} for n in range(5)]
    cache = tmp_path / "cache.db"
    first = batch(rows, tmp_path / "a.jsonl", tier="rules", cache=cache)
    again = batch(rows[::-1], tmp_path / "b.jsonl", tier="rules", cache=cache)
    other = batch(rows, tmp_path / "c.jsonl", tier="rules", cache=cache, strictness="strict")
    assert (first.repeated, again.repeated, other.repeated) == (0, 5, 0)


def test_answers_repeat_the_question_under_its_own_name(tmp_path: Path) -> None:
    rows = [{"user_input": "How many?", "response": "The mill has 12 sails.", "retrieved_contexts": [SOURCE]}]
    batch(rows, tmp_path / "out.jsonl", tier="rules")
    (found,) = read_lines(tmp_path / "out.jsonl")
    assert (found["id"], found["user_input"]) == (None, "How many?")


def run_batch(*arguments: object) -> Any:
    return CliRunner().invoke(app, ["batch", *map(str, arguments), "--tier", "rules"])


def test_verdicts_decide_the_exit_code_if_that_is_asked_for(tmp_path: Path) -> None:
    rows = [row for row in build_rows(7) if "answer" in row]
    table, out = write_lines(tmp_path / "in.jsonl", rows), tmp_path / "out.csv"
    assert run_batch(table, out).exit_code == 0
    failed = run_batch(table, out, "--fail-on", "contradicted,unsupported")
    assert failed.exit_code == 1
    assert "3 answers have a sentence that is contradicted or unsupported: 0, 3, 6\n" in failed.stderr
    assert run_batch(table, out, "--fail-on", "unsupported").exit_code == 0
    assert run_batch(table, out, "--fail-on", "none", "--fail-under", 0.1).exit_code == 0
    low = run_batch(table, out, "--fail-under", 0.9)
    assert low.exit_code == 1
    assert "statements supported, below the share 0.9" in low.stderr
    silent = write_lines(tmp_path / "silent.jsonl", [{"reply": "Why?", "contexts": [SOURCE]}])
    assert "no sentence states anything" in run_batch(silent, out, "--fail-under", 0).stderr
    unread = run_batch(silent, out, "--fail-on", "contradicted")
    assert (unread.exit_code, "no sentence of any answer could be checked" in unread.stderr) == (1, True)
    assert run_batch(silent, out, "--fail-on", "none").exit_code == 0


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (["--fail-on", "miscited"], "the tables of batch have no citations; use ascribe check"),
        (["--fail-on", "wrong"], "--fail-on takes supported"),
        (["--fail-under", "2"], "--fail-under must be from 0 to 1, got 2"),
        (["-o", "x.csv"], "no option -o: the file of the results is the second argument"),
    ],
)
def test_a_wrong_option_is_explained_before_a_row_is_checked(
    tmp_path: Path, option: list[str], message: str
) -> None:
    table = write_lines(tmp_path / "in.jsonl", build_rows(2))
    result = run_batch(table, tmp_path / "out.csv", *option)
    assert isinstance(result.exception, InputError)
    assert message in str(result.exception)
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (
            ["--column", "reply=text"],
            "no row has the column 'text' (reply=text); the columns that are filled: id,",
        ),
        (["--column", "sources=a.b"], "no row has the column 'a.b' (sources=a.b)"),
        (["--column", "question=asked"], "id, question, answer, contexts. Name the one with the question"),
    ],
)
@pytest.mark.parametrize("name", ["in.jsonl", "in.csv"])
def test_a_column_that_no_row_has_is_named_before_a_row_is_checked(
    tmp_path: Path, name: str, option: list[str], message: str
) -> None:
    table = tmp_path / name
    if name.endswith(".csv"):
        table.write_text("id,question,answer,contexts\na,How many?,The mill has 12 sails.,It has 12 sails.\n")
    else:
        write_lines(table, build_rows(2))
    (tmp_path / "out.csv").write_text("of an earlier run")
    done = run_batch(table, tmp_path / "out.csv", *option)
    assert isinstance(done.exception, InputError)
    assert message in str(done.exception)
    assert sorted(tmp_path.iterdir()) == [table, tmp_path / "out.csv"]
    assert (tmp_path / "out.csv").read_text() == "of an earlier run"


def test_a_table_without_any_reply_is_an_error(tmp_path: Path) -> None:
    table = write_lines(tmp_path / "in.jsonl", [{"id": 1, "text": "The mill has 12 sails."}])
    with pytest.raises(InputError, match=r"no row has a reply; the columns that are filled: id, text\."):
        batch(table, tmp_path / "out.jsonl", sources=[SOURCE], tier="rules")


def test_a_column_that_only_a_late_row_has_will_do(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"nothing": 1},
        {"deep": {"text": "The mill has 12 sails."}, "contexts": [SOURCE]},
    ]
    table = write_lines(tmp_path / "in.jsonl", rows)
    assert batch(table, tmp_path / "o.jsonl", columns={"reply": "deep.text"}, tier="rules").rejected == 1


def test_the_summary_says_why_most_rows_were_rejected(tmp_path: Path) -> None:
    rows = [*build_rows(30), {"answer": " ", "contexts": [SOURCE]}]
    done = run_batch(write_lines(tmp_path / "in.jsonl", rows), tmp_path / "out.jsonl")
    assert "31 rows, 4 rejected" in done.output
    assert "\nrejected most often, 3 rows: no reply; the columns that are filled: id, nothing." in done.output
    reasons = batch(rows, tmp_path / "again.jsonl", tier="rules").reasons
    assert list(reasons.values()) == [3, 1]
    assert list(reasons)[1] == "the reply is empty; there is nothing to check."


def test_csv_in_and_out(tmp_path: Path) -> None:
    table = tmp_path / "in.csv"
    with table.open("w", encoding="utf-8-sig", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "answer", "contexts", "model"])
        rows.writerow(["a", "The mill\nhas 12 sails.", str([SOURCE, "It's old."]), "=m"])
        rows.writerow(["b", "The mill has 14 sails.", json.dumps([{"text": SOURCE, "id": "mill"}]), "n"])
        rows.writerow(["c", "too", "few"])
    assert batch(table, tmp_path / "out.csv", tier="rules").rejected == 1
    with (tmp_path / "out.csv").open(newline="") as file:
        found = list(csv.DictReader(file))
    assert [(r["id"], r["supported"], r["contradicted"], r["model"]) for r in found] == [
        ("a", "1", "0", "'=m"),
        ("b", "0", "1", "n"),
    ]
    with (tmp_path / "out.sentences.csv").open(newline="") as file:
        assert [r["document"] for r in csv.DictReader(file)] == ["source-1", "mill"]


def test_a_folder_without_replies_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "replies").mkdir()
    (tmp_path / "replies" / "data.xyz").write_text("1")
    with pytest.raises(InputError, match="contains no replies"):
        batch(tmp_path / "replies", tmp_path / "out.csv", sources=[SOURCE], tier="rules")
    assert not (tmp_path / "out.csv").exists()


def test_a_folder_of_replies_against_sources_for_all(tmp_path: Path) -> None:
    replies, sources = tmp_path / "replies", tmp_path / "sources"
    for folder in (replies / "deep", sources):
        folder.mkdir(parents=True)
    (sources / "mill.txt").write_text(SOURCE)
    (sources / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
    (replies / "one.md").write_text("The mill has **12** sails.")
    (replies / "deep" / "two.txt").write_text("The mill has 14 sails.")
    (replies / "empty.md").write_text("  ")
    run = CliRunner().invoke(
        app, ["batch", str(replies), str(tmp_path / "o.jsonl"), "-s", str(sources), "--tier", "rules"]
    )
    assert run.exit_code == 1, run.output
    assert "3 rows, 1 rejected" in run.output
    assert "statements: 1 of 2 supported, 1 contradicted\n" in run.stdout
    assert f"ascribe: skipped {sources / 'broken.pdf'}: " in run.stderr
    answers = read_lines(tmp_path / "o.jsonl")
    assert [(r["id"], r["supported"]) for r in answers] == [("deep/two.txt", 0), ("one.md", 1)]


def test_ids_name_documents_of_a_library(tmp_path: Path) -> None:
    file = tmp_path / "mill.lib"
    with Library(file, encode=False) as library:
        library.add([{"id": "mill", "text": SOURCE}])
    rows = [
        {"reply": "The mill has 12 sails.", "sources": ["mill"]},
        {"reply": "It is.", "sources": ["castle"]},
    ]
    assert batch(rows, tmp_path / "o.jsonl", library=file, tier="rules").rejected == 1
    assert read_lines(tmp_path / "o.jsonl")[0]["supported"] == 1
    assert "castle" in read_lines(tmp_path / "o.rejects.jsonl")[0]["error"]


@pytest.mark.parametrize(
    "record",
    [
        {"user_input": "q", "response": "r", "retrieved_contexts": ["c"], "reference": "ground truth"},
        {"question": "q", "answer": "r", "contexts": ["c"]},
        {"inputs": {"question": "q"}, "outputs": {"answer": "r", "contexts": ["c"]}},
        {"input": "q", "output": "r", "reference": "c"},
        {
            "attributes.input.value": "q",
            "attributes.output.value": "r",
            "attributes.retrieval.documents": [{"document.content": "c", "document.score": 0.5}],
        },
        {"question": "q", "reply": "r", "sources": [{"page_content": "c", "metadata": None}]},
    ],
    ids=["ragas", "older ragas", "langsmith", "phoenix evaluation", "phoenix spans", "ours"],
)
def test_columns_of_other_tools(record: dict[str, Any]) -> None:
    row = parse_row(0, record)
    texts = [each if isinstance(each, str) else each["text"] for each in row.sources]
    assert (row.question, row.reply, texts) == ("q", "r", ["c"])


@given(st.lists(st.text(), max_size=4))
@settings(max_examples=50)
def test_lists_of_texts_survive_a_cell(texts: list[str]) -> None:
    assert parse_sources(json.dumps(texts)) == texts
    assert parse_sources(str(texts)) == texts


def test_other_columns_and_those_to_keep_are_repeated(tmp_path: Path) -> None:
    record = {
        "reply": "The mill has 12 sails.",
        "question": "How many?",
        "sources": [SOURCE],
        "metadata": {"model": "m1", "tags": ["x", "ü"]},
        "day": date(2026, 3, 1),
        "at": datetime(2026, 3, 1, 12, 30, tzinfo=UTC),
        "list": [1],
    }
    keep = ["metadata.model", "metadata.tags", "question", "metadata.none"]
    batch([record], tmp_path / "out.jsonl", tier="rules", keep=keep)
    (row,) = read_lines(tmp_path / "out.jsonl")
    assert {name: row[name] for name in list(row)[list(row).index("tier") + 1 :]} == {
        "day": "2026-03-01",
        "at": "2026-03-01T12:30:00+00:00",
        "metadata.model": "m1",
        "metadata.tags": '["x", "ü"]',
        "question": "How many?",
    }


def test_a_run_goes_on_only_with_the_same_columns_to_keep(tmp_path: Path) -> None:
    rows = build_rows(6)

    def stop_early() -> Iterator[dict[str, Any]]:
        yield from rows[:3]
        raise KeyboardInterrupt

    output = tmp_path / "out.jsonl"
    with pytest.raises(KeyboardInterrupt):
        batch(stop_early(), output, tier="rules", keep=["question"])
    with pytest.raises(InputError, match="with other options"):
        batch(rows, output, tier="rules")
    assert batch(rows, output, tier="rules", keep=["question"]).rows == 6
    assert {row["question"] for row in read_lines(output)} == {"How many?"}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda p: batch([], p / "out.csv", keep="question"), r"write \['question'\]"),
        (lambda p: batch([], p / "out.txt"), "named .jsonl, .csv or .parquet"),
        (lambda p: batch(p / "none.jsonl", p / "out.csv"), "no such file"),
        (lambda p: batch([], p / "out.csv", columns={"text": "a"}), "columns can name"),
        (lambda p: batch([], p / "out.csv", workers=0), "workers must be at least 1"),
        (lambda p: batch(cast(Any, {"reply": "a"}), p / "out.csv"), "table must be"),
        (lambda p: batch([], p / "out.csv", strictness=cast(Any, "odd")), "odd"),
        (lambda p: batch([], p / "no" / "out.csv"), "cannot be written"),
    ],
)
def test_mistakes_end_in_a_sentence(tmp_path: Path, call: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        call(tmp_path)


@pytest.mark.tables
def test_parquet_in_and_out(tmp_path: Path) -> None:
    import pandas as pd

    rows = [
        {"response": f"The mill has {n} sails.", "retrieved_contexts": [SOURCE, "It is old."], "tokens": n}
        for n in range(10, 14)
    ]
    rows[2]["tokens"] = None
    rows[0]["asked"] = datetime(2026, 3, 1, 12)
    pd.DataFrame(rows).to_parquet(tmp_path / "in.parquet")
    batch(tmp_path / "in.parquet", tmp_path / "out.parquet", tier="rules", workers=2)
    found = pd.read_parquet(tmp_path / "out.parquet")
    assert found["supported"].tolist() == [0, 0, 1, 0]
    assert found["tokens"].tolist()[:2] == [10, 11]
    assert found["asked"].tolist()[0] == "2026-03-01T12:00:00"
    sentences = pd.read_parquet(tmp_path / "out.sentences.parquet")
    assert sentences["status"].tolist().count("contradicted") == 3


@pytest.mark.tables
def test_a_data_frame_has_the_rows_of_the_csv() -> None:
    answer = check("The mill has 12 sails. It was built in 1871.", [SOURCE], tier="rules")
    frame = answer.to_dataframe()
    rows = list(csv.DictReader(answer.to_csv().splitlines(keepends=True)))
    assert frame.columns.tolist() == list(rows[0])
    for name in ("text", "status", "reason", "quote", "document"):
        assert frame[name].tolist() == [row[name] for row in rows]


@given(st.text(min_size=1))
@settings(max_examples=50, deadline=None)
def test_answers_survive_dicts_and_csv_never_holds_a_formula(text: str) -> None:
    answer = check(f"={text}", [SOURCE], tier="rules", language="en")
    assert Answer.from_dict(answer.to_dict()) == answer
    assert Answer.from_dict(json.loads(json.dumps(answer.to_dict()))) == answer
    for row in csv.DictReader(answer.to_csv().splitlines(keepends=True)):
        assert row["text"][:1] not in ("=", "+", "-", "@")
