"""``ascribe evaluate``."""

import json
from pathlib import Path

import pytest

from tests.apps.command import run_command
from tests.evaluation.labelled import VERIFICATION, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "good.jsonl", VERIFICATION)
    write(tmp_path / "bad.jsonl", [VERIFICATION[0], {**VERIFICATION[1], "label": "maybe"}])
    return tmp_path


def evaluate(folder: Path, *arguments: str):
    return run_command(folder, "evaluate", *arguments)


def test_markdown_in_a_pipe(folder) -> None:
    done = evaluate(folder, "good.jsonl", "--tier", "rules", "--resamples", "100")
    shown = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "| check, tier rules | 100.0 [100.0, 100.0] |" in shown
    assert "13 items, 3 source documents, 6 positive" in shown
    assert "\x1b" not in shown


def test_several_tiers_are_measured_beside_each_other(folder) -> None:
    done = evaluate(folder, "good.jsonl", "--tier", "rules", "--tier", "builtin", "--resamples", "0")
    assert done.returncode == 0, done.stderr
    shown = done.stdout.decode()
    assert "| check, tier rules |" in shown
    assert "| check, tier builtin |" in shown
    twice = evaluate(folder, "good.jsonl", "--tier", "rules", "--tier", "rules")
    assert b"two systems are called 'check, tier rules'" in twice.stderr


@pytest.mark.parametrize(("width", "first"), [("80", "AUROC  "), ("120", "always yes  ")])
def test_a_table_for_a_terminal(folder, monkeypatch, width, first) -> None:
    monkeypatch.setenv("COLUMNS", width)
    shown = evaluate(folder, "good.jsonl", "--tier", "rules", "-f", "table").stdout.decode()
    lines = shown.splitlines()
    assert max(map(len, lines)) <= int(width)
    assert any(line.lstrip().startswith(first) for line in lines)
    assert "100.0–100.0" in shown
    assert "|" not in shown
    assert "\x1b" not in shown


def test_json_in_a_file(folder) -> None:
    done = evaluate(folder, "good.jsonl", "--tier", "rules", "--limit", "9", "-o", "figures.json")
    assert (done.returncode, done.stdout) == (0, b""), done.stderr
    shown = json.loads((folder / "figures.json").read_text(encoding="utf-8"))
    assert shown["settings"]["limit"] == shown["tables"][0]["items"] == 9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none.jsonl",), "none.jsonl: no such file"),
        (("bad.jsonl",), "bad.jsonl, line 2: label must be"),
        (("good.jsonl", "--tier", "magic"), "known: rules"),
        (("good.jsonl", "--tier", "rules", "--scorer", "magic"), "known: lexical"),
        (("good.jsonl", "--strictness", "harsh"), "strictness must be"),
        (("good.jsonl", "--format", "doc"), "--format must be"),
        (("good.jsonl", "-o", "figures.doc"), "this suffix has no format"),
        (("good.jsonl", "-o", "good.jsonl", "-f", "json"), "would overwrite a labelled file"),
        (("good.jsonl", "-o", "no/where.md"), "cannot be written"),
    ],
)
def test_what_cannot_run_exits_with_2_in_one_sentence(folder, arguments, message) -> None:
    done = evaluate(folder, *arguments)
    error = done.stderr.decode()
    assert done.returncode == 2
    assert message in error
    assert "Traceback" not in error
    assert len(error.strip().splitlines()) == 1
