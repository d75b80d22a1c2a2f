"""A peer that crashes, hangs or prints garbage is reported as such, and none can reach the network."""

import os
import sys

import pytest
from benchmarks.peers import cost, quality
from benchmarks.peers.items import Item
from benchmarks.peers.runner import PeerError, PeerProcess, build_command

ADAPTER = """
import os, sys, time, socket

def load(*arguments):
    print("a peer may print while it loads")
    if "broken" in arguments:
        raise RuntimeError("no model here")
    return {"verify": verify, "answer": answer}

def verify(claim, texts):
    print("and while it works")
    if claim == "die":
        os._exit(7)
    if claim == "hang":
        time.sleep(600)
    if claim == "fail":
        raise ValueError("cannot read this")
    if claim == "call":
        socket.create_connection(("192.0.2.1", 80), timeout=5)
    if claim == "look up":
        socket.getaddrinfo("host.test", 80)
    return {"supported": claim in texts, "score": 0.5}

def answer(claims, passages):
    verify(claims[0], passages[0])
"""

READY = """import sys; print('{"operations": ["verify"]}', flush=True); sys.stdin.readline(); """


@pytest.fixture
def start(tmp_path):
    (tmp_path / "peer_of_the_test.py").write_text(ADAPTER, "utf-8")
    path = os.pathsep.join([os.environ.get("PYTHONPATH", ""), *sys.path, str(tmp_path)])
    alive = []

    def begin(*arguments, command=None):
        command = command or build_command(sys.executable, "peer_of_the_test", *arguments)
        alive.append(PeerProcess(command, tmp_path / "home", 60, {"PYTHONPATH": path}))
        return alive[-1]

    yield begin
    for process in alive:
        process.close()


def test_a_peer_answers_whatever_it_prints_meanwhile(start):
    process = start()
    assert process.operations == {"verify", "answer", "memory"}
    reply = process.ask("verify", claim="yes", texts=["yes"])
    assert (reply.value, reply.error) == ({"supported": True, "score": 0.5}, None)
    assert 1 < process.ask("memory").value < 2000


def test_an_error_on_one_item_does_not_stop_the_peer(start):
    process = start()
    assert process.ask("verify", claim="fail", texts=[]).error == "ValueError: cannot read this"
    assert process.ask("verify", claim="yes", texts=[]).value["supported"] is False


@pytest.mark.parametrize("claim", ["call", "look up"])
def test_no_peer_reaches_the_network(start, claim):
    assert "no network in this comparison" in start().ask("verify", claim=claim, texts=[]).error


def test_a_crash_is_reported_with_its_exit_code(start):
    with pytest.raises(PeerError, match="crashed: exit code 7") as caught:
        start().ask("verify", claim="die", texts=[])
    assert caught.value.how == "crashed"


def test_a_peer_that_does_not_load_is_reported_with_its_last_words(start):
    with pytest.raises(PeerError, match="crashed: exit code 1; RuntimeError: no model here"):
        start("broken")


def test_a_peer_that_hangs_is_stopped(start):
    process = start()
    with pytest.raises(PeerError, match=r"hung: no reply within 0\.5 s"):
        process.ask("verify", 0.5, claim="hang", texts=[])
    with pytest.raises(PeerError, match="crashed"):
        process.ask("verify", claim="yes", texts=[])


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[1]",
        '{"id": 99, "value": 1, "seconds": 0.1}',
        '{"id": 1, "seconds": 0.1}',
        '{"id": 1, "value": 1}',
    ],
)
def test_garbage_is_no_reply(start, line):
    process = start(
        command=[sys.executable, "-c", f"{READY}print({line!r}, flush=True); sys.stdin.readline()"]
    )
    with pytest.raises(PeerError, match="garbage") as caught:
        process.ask("verify", claim="yes", texts=[])
    assert caught.value.how == "garbage"


def test_garbage_at_the_start_is_reported(start):
    with pytest.raises(PeerError, match="garbage: no JSON object: 'hello"):
        start(command=[sys.executable, "-c", "print('hello')"])


def test_no_variable_of_the_caller_reaches_a_peer(start, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    count = "len(os.environ.get('OPENAI_API_KEY', ''))"
    code = f'import os; {READY}print(\'{{"id": 1, "seconds": 0.0, "value": %d}}\' % {count})'
    assert start(command=[sys.executable, "-c", code]).ask("verify").value == 0


def build_claims(*claims: str) -> list[Item]:
    return [
        Item("verification", "f", c, "verify", {"claim": c, "texts": ["yes"]}, c == "yes") for c in claims
    ]


def test_a_crash_ends_the_figures_of_a_peer_and_says_so(start):
    found = quality.ask_all(start(), build_claims("yes", "fail", "die", "no"), 60)
    assert found.values == [{"supported": True, "score": 0.5}, None, None, None]
    assert found.errors == 1
    assert found.ended.startswith("crashed: exit code 7")
    assert not found.tasks


def test_a_task_that_takes_too_long_is_stopped_and_said(start):
    found = quality.ask_all(start(), build_claims("yes", "no"), 0.0)
    assert found.values[1] is None
    assert found.ended == "too slow: verification stopped after 0 s"
    assert not found.tasks


def test_a_peer_that_fails_while_it_is_timed_is_reported_and_the_others_go_on(start):
    broken = [
        sys.executable,
        "-c",
        "print('{\"operations\": [\"answer\"]}', flush=True); input(); print('?')",
    ]
    found = cost.measure({"good": start, "bad": lambda: start(command=broken)}, 2, 1)
    assert [len(found["good"].seconds[size]) for size in cost.SIZES] == [2, 2, 2]
    assert len(found["good"].cold) == 1
    assert (found["good"].memory or 0) > 1
    assert found["bad"].ended.startswith("garbage")
    rows = cost.build_rows(found, ["good"])
    assert rows["good"]["time, of good"] == {"median": 1.0, "low": 1.0, "high": 1.0}
    assert rows["bad"]["time, of good"] is None
