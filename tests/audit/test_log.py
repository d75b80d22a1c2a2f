"""What a line records, and that no acknowledged line is lost, whoever else writes and whatever stops."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import ascribe
from ascribe.audit import AuditLog, verify_log
from ascribe.errors import AuditLogError, TornLineWarning
from ascribe.llm.client import ChatEndpoint
from ascribe.verify.llm_judge.verifier import LLMJudge
from tests.audit.logs import MILL, check, write_log

ROOT = Path(__file__).resolve().parents[2]

WRITER = """
import sys
from ascribe.audit import AuditLog
from tests.audit.logs import check
log = AuditLog(sys.argv[1])
answer = check("The mill has 12 sails.")
sys.stdin.readline()
for number in range(int(sys.argv[2])):
    print(log.record(answer), flush=True)
"""


def start_writer(path: Path, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), str(count)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(["src", "."])},
    )


def begin(writer: subprocess.Popen[str]) -> None:
    assert writer.stdin is not None
    writer.stdin.write("go\n")
    writer.stdin.flush()


def read_entries(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def test_a_line_records_settings_digests_and_verdicts(tmp_path) -> None:
    path = tmp_path / "log.jsonl"
    answer = ascribe.check("The mill has 12 sails. It has 3 doors.", [MILL], "How many?", strictness="strict")
    own = AuditLog(path).record(answer)
    (entry,) = read_entries(path)
    assert entry["hash"] == own
    assert entry["previous"] is None
    assert entry["version"] == ascribe.__version__
    assert entry["settings"]["tier"] == "builtin"
    assert entry["settings"]["strictness"] == "strict"
    assert {"encoder.onnx", "verifier.onnx"} <= set(entry["models"])
    assert entry["question"]["text"] == "How many?"
    assert entry["reply"]["text"] == answer.reply
    assert entry["sources"][0]["digest"] == answer.documents[0].digest
    verdicts = [sentence.verdict for sentence in answer.sentences]
    assert [one["status"] for one in entry["sentences"]] == [
        verdict and verdict.status for verdict in verdicts
    ]
    assert [one["score"] for one in entry["sentences"]] == [verdict and verdict.score for verdict in verdicts]
    assert entry["sentences"][0]["span"] == [0, 22]


def test_without_texts_no_word_of_reply_source_or_question_is_written(tmp_path) -> None:
    path = tmp_path / "log.jsonl"
    write_log(path, texts=False)
    written = path.read_text(encoding="utf-8")
    for word in ("sails", "1871", "Arle", "Mühle", "How many", "Thanks"):
        assert word not in written
    assert "mill.txt" in written
    assert verify_log(path).broken is None


def test_a_repair_records_the_repaired_text_and_the_actions(tmp_path) -> None:
    path = tmp_path / "log.jsonl"
    sources = ["The mill has 12 sails.", "The bridge was built in 1871."]
    fixed = ascribe.repair("The bridge was built in 1871 [1].", sources, tier="rules")
    AuditLog(path).record(fixed, "repair")
    (entry,) = read_entries(path)
    assert entry["command"] == "repair"
    assert entry["repair"]["repaired"]["text"] == fixed.repaired
    assert [one["reason"] for one in entry["repair"]["actions"]] == ["wrong_source"]


def test_no_key_of_an_endpoint_is_written(tmp_path) -> None:
    judge = LLMJudge(ChatEndpoint("http://127.0.0.1:9/v1", "m", "secret-key-of-the-endpoint"))
    path = tmp_path / "log.jsonl"
    AuditLog(path).record(ascribe.check("Thanks!", [MILL], tier=judge))
    (entry,) = read_entries(path)
    assert entry["models"]["llm.model"] == "m"
    assert "secret-key" not in path.read_text(encoding="utf-8")


def test_two_processes_write_one_valid_chain(tmp_path) -> None:
    path = tmp_path / "log.jsonl"
    writers = [start_writer(path, 40) for _ in range(2)]
    for writer in writers:
        begin(writer)
    told = [line for writer in writers for line in writer.communicate(timeout=120)[0].split()]
    state = verify_log(path)
    assert state.broken is None
    assert sorted(told) == sorted(entry["hash"] for entry in read_entries(path))
    assert state.lines == 80


def test_threads_write_one_valid_chain(tmp_path) -> None:
    path = tmp_path / "log.jsonl"
    answer = check("The mill has 12 sails.")
    logs = [AuditLog(path) for _ in range(4)]
    threads = [
        threading.Thread(target=lambda log=log: [log.record(answer) for _ in range(10)]) for log in logs
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (verify_log(path).lines, verify_log(path).broken) == (40, None)


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
@pytest.mark.filterwarnings("ignore::ascribe.errors.TornLineWarning")
@pytest.mark.parametrize("acknowledged", [1, 7, 23])
def test_a_killed_writer_loses_no_acknowledged_line(tmp_path, acknowledged) -> None:
    path = tmp_path / "log.jsonl"
    with start_writer(path, 100_000) as writer:
        begin(writer)
        assert writer.stdout is not None
        told = [writer.stdout.readline().strip() for _ in range(acknowledged)]
        writer.send_signal(signal.SIGKILL)
        told += writer.stdout.read().split()
    AuditLog(path).record(check("It was built in 1871."))
    assert verify_log(path).broken is None
    kept = {entry["hash"] for entry in read_entries(path)}
    assert len(told) >= acknowledged
    assert set(told) <= kept


@pytest.mark.parametrize("cut", [1, 5, 300])
def test_a_torn_line_is_removed_and_the_next_line_says_so(tmp_path, cut) -> None:
    path = tmp_path / "log.jsonl"
    hashes = write_log(path)
    whole = path.read_bytes()
    torn = whole.splitlines(keepends=True)[0][:-cut]
    path.write_bytes(whole + torn)
    with pytest.warns(TornLineWarning, match="incomplete line"):
        AuditLog(path).record(check("The mill is old."))
    entries = read_entries(path)
    assert verify_log(path).broken is None
    assert [entry["hash"] for entry in entries[: len(hashes)]] == hashes
    assert entries[-2]["command"] == "recover"
    assert entries[-2]["torn"]["bytes"] == len(torn)


def test_a_damaged_last_line_is_never_continued(tmp_path) -> None:
    path = tmp_path / "log.jsonl"
    write_log(path)
    damaged = path.read_bytes()[:-5] + b"0000\n"
    path.write_bytes(damaged)
    with pytest.raises(AuditLogError, match="nothing was added"):
        AuditLog(path).record(check("The mill is old."))
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("content", [b"my notes", b"my notes\n", b"\n", b'{"a": 1}'])
def test_a_file_that_is_no_log_is_left_as_it_is(tmp_path, content) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(AuditLogError, match="not that of an audit log"):
        AuditLog(path).record(check("The mill is old."))
    assert path.read_bytes() == content


def test_paths_that_cannot_be_written_are_refused_at_once(tmp_path) -> None:
    with pytest.raises(AuditLogError, match="this is a folder"):
        AuditLog(tmp_path)
    with pytest.raises(AuditLogError, match="there is no folder"):
        AuditLog(tmp_path / "none" / "log.jsonl")


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_only_the_owner_can_read_a_new_log(tmp_path) -> None:
    path = tmp_path / "log.jsonl"
    write_log(path)
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk_adds_nothing_and_is_said() -> None:
    with pytest.raises(AuditLogError, match="nothing was added"):
        AuditLog("/dev/full").record(check("The mill is old."))
