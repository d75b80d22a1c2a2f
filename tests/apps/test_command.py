"""Every command as a process of its own, and that ``run_command`` does the same in this one."""

import json
import locale
import logging
import os
import signal
import sys
import warnings
from pathlib import Path

import pytest

from ascribe import registry
from tests.apps.command import run_command, start_command

CHECK = ("-s", "source.txt", "--tier", "rules")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "reply.md").write_text("The mill has 14 sails [2]. Die Mühle ist alt.\n", encoding="utf-8")
    (tmp_path / "source.txt").write_text("The mill has 12 sails. It was built in 1871.", encoding="utf-8")
    (tmp_path / "rules.toml").write_text('tier = "rules"\nencode = false\n', encoding="utf-8")
    row = {"claim": "The mill has 12 sails.", "source": "The mill has 12 sails.", "label": "supported"}
    (tmp_path / "labelled.jsonl").write_text(json.dumps(row), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 2),
        (("--version",), 0),
        (("help", "check"), 0),
        (("check", "reply.md", *CHECK), 1),
        (("check", "-", *CHECK), 0),
        (("check", "reply.md", "--no-such-option"), 2),
        (("check", "none.md", *CHECK), 2),
        (("repair", "reply.md", *CHECK), 1),
        (("batch", "none.jsonl", "-o", "out"), 2),
        (("compare", "none", "nowhere"), 2),
        (("report", "none"), 2),
        (("add", "source.txt", "-l", "{}.ascribe", "--config", "rules.toml"), 0),
        (("ask", "How many sails has the mill?", "source.txt", "--config", "rules.toml"), 0),
        (("library", "list", "-l", "none.ascribe"), 2),
        (("audit", "verify", "none.jsonl"), 2),
        (("serve", "keys", "-h"), 0),
        (("evaluate", "labelled.jsonl", "--tier", "rules", "--resamples", "10"), 0),
        (("calibrate", "labelled.jsonl", "-o", "-"), 2),
        (("doctor", "--quiet", "-o", "-"), 2),
        (("schema",), 0),
        (("components",), 0),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, tuple) else None,
)
def test_a_command_does_the_same_in_either_process(folder, arguments, code) -> None:
    stdin = "The mill has 12 sails."
    own, here = (
        run(folder, *(one.replace("{}", run.__name__) for one in arguments), stdin=stdin)
        for run in (start_command, run_command)
    )
    assert own.returncode == code, own.stderr
    assert own.stdout + own.stderr
    assert (here.returncode, here.stdout, here.stderr) == (own.returncode, own.stdout, own.stderr)


def read_state() -> list[object]:
    """Return what a command could change in its process."""
    streams = (sys.stdin, sys.stdout, sys.stderr, sys.__stdin__, sys.__stdout__, sys.__stderr__)
    printing = (warnings.formatwarning, warnings.showwarning, list(warnings.filters))
    logger = logging.getLogger()
    logged = (list(logger.handlers), logger.level, logging.root.manager.disable)
    running = (signal.getsignal(signal.SIGINT), locale.setlocale(locale.LC_ALL))
    names = (list(sys.argv), list(sys.path), sys.modules["__main__"], sys.excepthook)
    return [Path.cwd(), dict(os.environ), streams, printing, logged, running, names, registry.components()]


@pytest.mark.parametrize("arguments", [("check", "reply.md", "-s", "."), ("check", "none.md"), ()])
def test_nothing_stays_changed(folder, arguments) -> None:
    before = read_state()
    run_command(folder, *arguments, environment={"NO_COLOR": "1", "ASCRIBE_NEW": "1"})
    assert read_state() == before


def test_a_warning_is_printed_and_not_raised(folder, declare) -> None:
    declare(("score.lexical", "nowhere_at_all:Scorer"))
    (refused,) = (row.refused for row in registry.list_refused())
    done = run_command(folder, "check", "-", *CHECK, "--scorer", "lexical", stdin="The mill has 12 sails.")
    assert (done.returncode, set(done.stderr.decode().splitlines())) == (0, {f"ascribe: {refused}"})


def test_a_missing_package_ends_in_one_sentence(folder) -> None:
    (folder / "tokenizers.py").write_text("raise ModuleNotFoundError(name='tokenizers')")
    arguments = ("check", "reply.md", "-s", "source.txt", "--tier", "builtin")
    run = start_command(folder, *arguments, environment={"PYTHONPATH": str(folder)})
    assert run.returncode == 2
    (line,) = run.stderr.decode().splitlines()
    assert line.startswith("ascribe: the Python module 'tokenizers' is missing; install ")
