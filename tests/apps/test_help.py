"""Help pages, their examples, and what the shell completes."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from ascribe.apps.cli import app
from ascribe.apps.examples import EXAMPLES

NOT_RUN = {"serve", "mcp", "calibrate", "doctor", "compare", "report"}
"""Servers, one command that needs a hundred statements, and others with tests of their own."""


def walk(command: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from walk(inner, f"{path} {name}".strip())


COMMANDS = dict(walk(typer.main.get_command(app)))


def test_every_command_has_examples_and_no_other_has() -> None:
    assert EXAMPLES.keys() == COMMANDS.keys()
    for path, examples in EXAMPLES.items():
        assert examples, path
        assert all("ascribe" in line for _, line in examples)


@pytest.mark.parametrize("path", COMMANDS)
def test_a_page_names_every_option_by_a_word_and_ends_in_examples(path: str) -> None:
    page = CliRunner().invoke(app, [*path.split(), "-h"], prog_name="ascribe").output
    assert "<str>" not in page
    assert "{" not in page
    options = [one for one in COMMANDS[path].params if one.param_type_name == "option"]
    for option in options:
        assert max(option.opts, key=len) in page
    assert page.rstrip().endswith(EXAMPLES[path][-1][1])


@pytest.mark.parametrize("path", ["", "check", "serve keys add"])
def test_the_command_help_prints_the_same_page(path: str) -> None:
    page = CliRunner().invoke(app, [*path.split(), "-h"], prog_name="ascribe").output
    assert CliRunner().invoke(app, ["help", *path.split()], prog_name="ascribe").output == page


def test_an_unknown_command_of_help_is_named() -> None:
    done = CliRunner().invoke(app, ["help", "chekc"], prog_name="ascribe")
    assert "there is no command 'chekc'" in str(done.exception)


def test_a_group_shows_whole_summaries() -> None:
    page = " ".join(CliRunner().invoke(app, ["-h"], prog_name="ascribe").output.split())
    assert "..." not in page
    assert "explain the refusal. library List, describe or empty a library." in page


@pytest.fixture
def workplace(
    tmp_path: Path, made_files: dict[str, tuple[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A folder with the files that the examples name."""
    (tmp_path / "papers").mkdir()
    name, data = made_files["pdf"]
    (tmp_path / "papers" / name).write_bytes(data)
    (tmp_path / "papers" / "church.md").write_text("The church has two bells.\n", encoding="utf-8")
    (tmp_path / "reply.md").write_text(
        "The mill stands on the river [1]. The church has two bells [1].\n", encoding="utf-8"
    )
    (tmp_path / "other.md").write_text("The church has three bells.\n", encoding="utf-8")
    (tmp_path / "ascribe.toml").write_text(
        'tier = "rules"\n[check]\nsources = ["papers"]\n', encoding="utf-8"
    )
    claims = [("The mill has 12 sails.", "supported"), ("The mill has 14 sails.", "unsupported")]
    lines = [{"claim": c, "source": "The mill has 12 sails.", "label": label} for c, label in claims]
    (tmp_path / "labelled.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    rows = [{"answer": "The mill has 12 sails.", "contexts": ["The mill has 12 sails."]}] * 2
    (tmp_path / "replies.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_example_runs(workplace: Path) -> None:
    ran = 0
    for path, examples in EXAMPLES.items():
        if path.partition(" ")[0] in NOT_RUN:
            continue
        for _, line in examples:
            fed, _, command = line.rpartition(" | ")
            given = (workplace / fed.removeprefix("cat ")).read_text(encoding="utf-8") if fed else None
            if command.startswith("ascribe doctor"):
                continue
            done = CliRunner().invoke(app, shlex.split(command)[1:], input=given, prog_name="ascribe")
            assert done.exit_code in (0, 1), (line, done.output, done.exception)
            assert done.exception is None or isinstance(done.exception, SystemExit), (line, done.exception)
            ran += 1
    assert ran > 30
    for name in (
        "report.html",
        "marked/mill.pdf",
        "cited.md",
        "answer.html",
        "repaired.md",
        "figures.md",
        "results.csv",
    ):
        assert (workplace / name).stat().st_size > 0, name


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("check --tier b", ["builtin"]),
        ("check --strictness ", ["loose", "balanced", "strict", "paranoid"]),
        ("check --fail-on partial,unk", ["partial,unknown"]),
        ("check --style author", ["author_year"]),
        ("ask --context s", ["section"]),
        ("che", ["check"]),
        ("library rem", ["remove"]),
    ],
)
def test_the_shell_completes_values_and_commands(words: str, expected: list[str]) -> None:
    told = {
        "_ASCRIBE_COMPLETE": "complete_bash",
        "COMP_WORDS": f"ascribe {words}",
        "COMP_CWORD": str(len(words.split(" "))),
    }
    done = CliRunner().invoke(app, [], prog_name="ascribe", env=told)
    assert done.output.split() == expected


def test_doctor_says_it_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    done = CliRunner().invoke(app, ["doctor", "--quiet"], prog_name="ascribe")
    assert (done.exit_code, done.output) == (0, "Ascribe works here; the default tier is builtin\n")
    monkeypatch.setenv("ASCRIBE_THREADS", "many")
    done = CliRunner().invoke(app, ["doctor", "--quiet"], prog_name="ascribe")
    assert done.exit_code == 1
    assert done.output.count("\n") == 1
    assert "ASCRIBE_THREADS" in done.output


# --- Options of check from a file ---


def run_check(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["check", *arguments], prog_name="ascribe")


def test_check_takes_sources_and_options_from_a_file(workplace: Path) -> None:
    config = workplace / "papers" / "strict.toml"
    config.write_text(
        'strictness = "strict"\ntier = "rules"\n[check]\nsources = ["church.md"]\nfail_on = ["miscited"]\n',
        encoding="utf-8",
    )
    done = run_check("other.md", "--config", "papers/strict.toml", "-f", "json")
    assert done.exit_code == 0, "what is contradicted does not fail by this file"
    settings = json.loads(done.output)["settings"]
    assert (settings["tier"], settings["strictness"]) == ("rules", "strict")
    done = run_check(
        "other.md",
        "--config",
        "papers/strict.toml",
        "--strictness",
        "loose",
        "--fail-on",
        "contradicted",
        "-f",
        "json",
    )
    assert (done.exit_code, json.loads(done.output)["settings"]["strictness"]) == (1, "loose")


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ('strictness = "strict"\n', "there are no sources; give -s"),
        ('[check]\nsource = ["papers"]\n', "there is no key 'check.source'; the nearest is 'check.sources'"),
        ("[check]\nsources = [3]\n", "check.sources: expected a list of files and folders"),
        ('[check]\nsources = ["papers"]\nfail_on = ["wrong"]\n', "check.fail_on: --fail-on takes"),
        ("[check]\nfail_under = 7\n", "check.fail_under: expected a number from 0 to 1"),
    ],
)
def test_a_wrong_file_is_named_with_the_key(workplace: Path, told: str, message: str) -> None:
    (workplace / "wrong.toml").write_text(told, encoding="utf-8")
    assert message in str(run_check("other.md", "--config", "wrong.toml").exception)


@pytest.mark.usefixtures("workplace")
def test_an_address_is_not_fetched() -> None:
    done = run_check("other.md", "-s", "https://example.org/mill")
    assert "nothing is fetched" in str(done.exception)


@pytest.mark.usefixtures("workplace")
def test_several_replies_in_one_file_end_in_one_line() -> None:
    done = run_check("reply.md", "other.md", "--config", "ascribe.toml", "-o", "all.sarif")
    assert done.stderr == "2 of 3 supported, 1 contradicted, 1 wrong citation → all.sarif\n"
