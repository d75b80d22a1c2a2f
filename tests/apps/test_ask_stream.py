"""``ascribe ask --stream``, while a language model writes."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ascribe.records import StreamEvent
from tests.apps.command import run_command
from tests.llm.server import Sent, Server, completion, streamed

QUESTION = "How many sails has the mill?"
SAID = json.dumps({"answerable": True, "answer": "The mill has 12 sails [1]. It was built in 1871 [2]."})
HALF = SAID.index("1871")
SHOWN = "The mill has 12 sails. [✓ 1]"
STREAM = ("--tier", "rules", "--generator", "llm", "--stream")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "mill.txt").write_text(
        "The mill has 12 sails. It was built in 1871.", encoding="utf-8"
    )
    assert run_command(tmp_path, "add", "docs").returncode == 0
    return tmp_path


@pytest.fixture
def model(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv("ASCRIBE_LLM_URL", server.url)
    monkeypatch.setenv("ASCRIBE_LLM_MODEL", "tiny")
    server.replies = [streamed(*SAID)]
    return server


@pytest.mark.parametrize("documents", [(), ("docs",)], ids=["library", "documents"])
def test_a_sentence_is_shown_while_the_model_writes(folder, model, documents) -> None:
    go_on = threading.Event()
    model.replies = [streamed(SAID[:HALF], go_on, SAID[HALF:])]
    command = [sys.executable, "-m", "ascribe", "ask", QUESTION, *documents, *STREAM]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        shown = process.stdout.read(len(SHOWN.encode()))
        go_on.set()
        rest, _ = process.communicate()
    model.replies = [Sent(completion(SAID))]
    whole = run_command(folder, "ask", QUESTION, *documents, *STREAM[:-1])
    assert (shown.decode(), process.returncode) == (SHOWN, 0)
    assert shown + rest == whole.stdout


def test_an_outage_midway_is_a_refusal_that_takes_back_what_was_shown(folder, model) -> None:
    model.replies = [streamed(SAID[:HALF], fails="cut", end="")]
    done = run_command(folder, "ask", QUESTION, *STREAM)
    assert done.returncode == 1
    text = done.stdout.decode()
    assert text.startswith(f"{SHOWN}\n[sentence 1 does not count: the draft broke off")
    assert "No answer was given: the generator failed" in text


def test_as_json_it_is_one_event_a_line(folder, model) -> None:
    done = run_command(folder, "ask", QUESTION, "docs", *STREAM, "-f", "json")
    assert (done.returncode, done.stderr, len(model.requests)) == (0, b"", 1)
    events = [StreamEvent.from_json(line) for line in done.stdout.decode().splitlines()]
    assert [event.kind for event in events] == ["sentence", "sentence", "references", "final"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("-f", "html"), b"not html"), (("-o", "out.txt"), b"leave -o out"), (("-o", "out.md"), b"not md")],
)
def test_what_cannot_be_streamed_is_named(folder, model, arguments, message) -> None:
    done = run_command(folder, "ask", QUESTION, *STREAM, *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr
    assert model.requests == []
