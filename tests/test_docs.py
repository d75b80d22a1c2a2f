"""Docs that cannot rot: generated pages are current, examples run and print what they say, links work."""

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from docs.generate import HERE, build_pages

from tests.test_api import modules

ROOT = HERE.parent
PROSE = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(HERE.glob("*.md"))]
EXAMPLE = re.compile(r"```python\n(.*?)```(?:\n+```text\n(.*?)```)?", re.DOTALL)


@pytest.mark.parametrize("name", sorted(build_pages()))
def test_generated_pages_are_current(name) -> None:
    assert (HERE / name).read_text(encoding="utf-8") == build_pages()[name], "run: make docs"


def examples() -> list[Any]:
    return [
        pytest.param(match[1], match[2], id=f"{path.name}-{number}")
        for path in PROSE
        for number, match in enumerate(EXAMPLE.finditer(path.read_text(encoding="utf-8")), 1)
    ]


@pytest.mark.parametrize(("code", "expected"), examples())
def test_examples_run_and_print_what_they_say(code, expected, tmp_path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    shown = run_example(code, tmp_path)
    if expected is not None:
        assert shown.strip() == expected.strip()


def run_example(code: str, folder: Path) -> str:
    """Run an example in a process of its own, in that folder, and return what it prints."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.name)
def test_links_between_pages_lead_somewhere(path: Path) -> None:
    prose = re.sub(r"`[^`\n]*`", "", path.read_text(encoding="utf-8"))  # code shows forms of markers
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", prose)
    for target in targets:
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", [p for p in modules() if ">>>" in p.read_text(encoding="utf-8")], ids=str)
def test_examples_in_docstrings_run(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_every_command_and_component_is_documented() -> None:
    from ascribe.apps.cli import app
    from ascribe.registry import components

    shown = build_pages()
    for command in app.registered_commands:
        assert command.callback is not None
        assert f"## `ascribe {command.callback.__name__}`" in shown["command-line.md"]
    assert all(f"`{row.name}`" in shown["components.md"] for row in components())
