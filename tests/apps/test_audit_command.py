"""``--audit`` of check, ask and repair, and ``ascribe audit``: what they print, and their exit codes."""

import json

import pytest
from typer.testing import CliRunner

from ascribe.apps.cli import app
from ascribe.audit import verify_log
from ascribe.errors import AuditLogError, InputError

SOURCE = "The mill has 12 sails. It was built in 1871."


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "mill.txt").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "reply.md").write_text("The mill has 12 sails [1]. It has 5 doors.", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, stdin: str | None = None):
    return CliRunner().invoke(app, list(arguments), input=stdin, prog_name="ascribe")


def record_all() -> None:
    assert run("check", "reply.md", "-s", "mill.txt", "--audit", "log.jsonl").exit_code == 1
    assert run("ask", "How many sails has the mill?", "mill.txt", "--audit", "log.jsonl").exit_code == 0
    assert run("repair", "reply.md", "-s", "mill.txt", "--audit", "log.jsonl").exit_code in (0, 1)
    streamed = ("check", "-", "-s", "mill.txt", "--stream", "--audit", "log.jsonl")
    assert run(*streamed, stdin="The mill has 12 sails.").exit_code == 0


def test_each_command_records_one_line_which_verify_and_replay_accept(here) -> None:
    record_all()
    entries = [json.loads(line) for line in (here / "log.jsonl").read_bytes().splitlines()]
    assert [entry["command"] for entry in entries] == ["check", "ask", "repair", "check"]
    verified = run("audit", "verify", "log.jsonl")
    assert (verified.exit_code, verified.output.splitlines()) == (
        0,
        ["log.jsonl: 4 lines, whole", f"head {entries[-1]['hash']}"],
    )
    replayed = run("audit", "replay", "log.jsonl")
    assert replayed.exit_code == 0
    assert replayed.output.splitlines()[-1] == "4 of 4 replies the same, 4 checked again"


def test_a_broken_log_exits_with_one_and_names_the_line(here) -> None:
    record_all()
    log = here / "log.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(lines[0] + lines[2])
    for command in ("verify", "replay"):
        result = run("audit", command, "log.jsonl")
        assert result.exit_code == 1
        assert "broken at line 2: at least one line before it was removed" in result.output


def test_a_head_noted_earlier_shows_that_lines_were_cut_off(here) -> None:
    record_all()
    log = here / "log.jsonl"
    head = verify_log(log).head
    assert head is not None
    record_all()
    result = run("audit", "verify", "log.jsonl", "--head", head)
    assert (result.exit_code, "4 lines after the given head" in result.output) == (0, True)
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:2]))
    assert run("audit", "verify", "log.jsonl").exit_code == 0
    result = run("audit", "verify", "log.jsonl", "--head", head)
    assert (result.exit_code, "no line has the expected head" in result.output) == (1, True)


def test_a_source_that_changed_makes_a_replay_fail(here) -> None:
    record_all()
    (here / "mill.txt").write_text(SOURCE.replace("12", "14"), encoding="utf-8")
    assert run("audit", "replay", "log.jsonl").exit_code == 0
    result = run("audit", "replay", "log.jsonl", "-s", "mill.txt")
    assert result.exit_code == 1
    assert "source mill.txt: changed" in result.output
    assert "sentence 1: supported" in result.output


def test_digests_suffice_for_a_replay_with_the_files(here) -> None:
    run("check", "reply.md", "-s", "mill.txt", "--audit", "log.jsonl", "--digests-only")
    assert "sails" not in (here / "log.jsonl").read_text(encoding="utf-8")
    assert run("audit", "replay", "log.jsonl").exit_code == 1
    result = run("audit", "replay", "log.jsonl", "-s", "mill.txt", "--reply", "reply.md")
    assert result.exit_code == 0
    assert result.output == "line 1, check: the same\n1 of 1 reply the same, 1 checked again\n"


def test_what_cannot_be_recorded_is_not_shown(here) -> None:
    (here / "log.jsonl").write_text("my notes\n", encoding="utf-8")
    result = run("check", "reply.md", "-s", "mill.txt", "--audit", "log.jsonl")
    assert isinstance(result.exception, AuditLogError)
    assert result.output == ""


def test_a_file_that_would_be_read_as_a_source_is_no_log(here) -> None:
    for command in (("check", "reply.md", "-s", "."), ("ask", "How many sails?", ".")):
        result = run(*command, "--audit", "log.txt")
        assert isinstance(result.exception, InputError)
        assert "give a name that ends in .jsonl" in str(result.exception)
    assert not (here / "log.txt").exists()


def test_options_that_cannot_be_used_are_named(here) -> None:
    result = run("check", "reply.md", "-s", "mill.txt", "--digests-only")
    assert isinstance(result.exception, InputError)
    assert "--audit" in str(result.exception)
    assert isinstance(run("audit", "verify", "none.jsonl").exception, AuditLogError)
    (here / "empty.jsonl").touch()
    assert run("audit", "verify", "empty.jsonl").exit_code == 0
    assert isinstance(run("audit", "replay", "empty.jsonl").exception, AuditLogError)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_that_is_no_log_is_an_error_and_no_broken_log(command: str) -> None:
    result = run("audit", command, "mill.txt")
    assert isinstance(result.exception, AuditLogError)
    assert "mill.txt: this is no audit log; give a file that --audit" in str(result.exception)
