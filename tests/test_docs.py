"""Docs that cannot rot: generated pages are current, examples run and print what they say, links work."""

import doctest
import importlib
import os
import re
import subprocess
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from docs.generate import HERE, build_pages, find_reference_pages
from docs.site import NAVIGATION

import ascribe
from ascribe import records
from tests.apps.command import run_code
from tests.test_api import modules

ROOT = HERE.parent
PROSE = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(HERE.rglob("*.md"))]
TUTORIAL = [HERE / page for page in NAVIGATION["Tutorial"] if page.endswith(".md")]
"""Its pages build on one another, so they are run as a whole, in order."""
EXAMPLE = re.compile(r"```python\n(.*?)```(?:\n+```text\n(.*?)```)?", re.DOTALL)
STEP = re.compile(
    r"^```(?P<kind>console|python)(?: title=\"(?P<file>[^\"]+)\")?\n(?P<code>.*?)^```$"
    r"(?:\n+^```text\n(?P<shown>.*?)^```$)?",
    re.DOTALL | re.MULTILINE,
)
"""A step of the tutorial: commands, or Python to run, or a file to write; and what it shows."""


@pytest.mark.parametrize("name", sorted(build_pages()))
def test_generated_pages_are_current(name) -> None:
    assert (HERE / name).read_text(encoding="utf-8") == build_pages()[name], "run: make docs"


def examples() -> list[Any]:
    return [
        pytest.param(match[1], match[2], id=f"{path.name}-{number}")
        for path in PROSE
        if path not in TUTORIAL
        for number, match in enumerate(EXAMPLE.finditer(path.read_text(encoding="utf-8")), 1)
    ]


@pytest.mark.parametrize(("code", "expected"), examples())
def test_examples_run_and_print_what_they_say(code, expected, tmp_path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    shown = run_example(code, tmp_path)
    if expected is not None:
        assert shown.strip() == expected.strip()


def run_example(code: str, folder: Path) -> str:
    """Run an example in that folder and return what it prints."""
    done = run_code(folder, code)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def test_the_tutorial_runs_from_the_first_page_to_the_last(tmp_path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    steps = [step for page in TUTORIAL for step in STEP.finditer(page.read_text(encoding="utf-8"))]
    assert len(steps) > 10
    for step in steps:
        if step["file"]:
            (tmp_path / step["file"]).write_text(step["code"], encoding="utf-8")
        elif step["kind"] == "python":
            assert run_example(step["code"], tmp_path).strip() == step["shown"].strip()
        else:
            check_commands(step["code"], step["shown"], tmp_path)


def test_commands_of_the_readme_show_what_it_says(tmp_path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    steps = [step for step in STEP.finditer(text) if step["kind"] == "console" and step["shown"]]
    assert steps
    for step in steps:
        check_commands(step["code"], step["shown"], tmp_path)
        demo = step["code"].partition(" -o ")[0]
        if not demo.startswith("ascribe check"):
            continue
        assert demo in (ROOT / "Makefile").read_text(encoding="utf-8"), "make demo runs the same command"


@pytest.mark.parametrize("command", ["report", "serve", "mcp"])
def test_the_readme_names_the_extra_of_a_command(command: str) -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith(f"ascribe {command}"))
    assert f'pip install ".[{command}]"' in line


def test_the_figures_of_ask_are_those_of_the_results() -> None:
    results = (ROOT / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8").partition("benchmarks.ask ")[2]
    ours, floor = (
        next(line.split("|")[2:-1] for line in results.splitlines() if line.startswith(start))
        for start in ("| all |", "| the floor: ")
    )
    asked, _, answered, cited, _, without, refused = map(str.strip, ours)
    page = " ".join((HERE / "ask.md").read_text(encoding="utf-8").split())
    assert f"of {asked} questions with an answer {answered} are answered and {cited} cite a page" in page
    assert f"of {without} without one {refused} are refused" in page
    assert f"cites such a page for {floor[3].strip()}, too" in page
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert (
        f"| {cited}; {refused} | | {floor[3].strip()}; {floor[6].strip()} (always the first sentence)"
        in readme
    )


def check_commands(code: str, shown: str | None, folder: Path) -> None:
    """Run commands in a folder; they must show what the page says, or succeed where it shows nothing."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", code],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", "COLUMNS": "100"},
    )
    if shown is None:
        assert done.returncode == 0, done.stdout
    else:
        assert done.stdout.strip() == shown.strip()


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_between_pages_lead_somewhere(path: Path) -> None:
    prose = re.sub(r"`[^`\n]*`", "", path.read_text(encoding="utf-8"))  # code shows forms of markers
    for target, place in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)", prose):
        page = path.parent / target if target else path
        assert page.exists(), target
        assert not place or place in list_anchors(page), f"{target}#{place}"


def list_anchors(page: Path) -> set[str]:
    """Return the names of the headings of a page, as code hosts and the site make them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_page_is_in_the_navigation() -> None:
    named = {page for pages in NAVIGATION.values() for page in pages}
    pages = {path.relative_to(HERE).as_posix() for path in HERE.rglob("*.md")}
    assert pages - named == {"index.md"}
    assert all((HERE / page).is_file() or (ROOT / page).is_file() for page in named)


def test_every_public_name_is_in_the_reference() -> None:
    assert set(ascribe.__all__) - set(find_reference_pages()) == {"__version__"}


@pytest.mark.parametrize("name", [n for n in records.__all__ if is_dataclass(getattr(records, n))])
def test_every_field_of_a_record_is_described(name) -> None:
    record = getattr(records, name)
    assert record.__doc__
    described = re.findall(r"^ +(\w+): ", record.__doc__, re.MULTILINE)
    assert [field.name for field in fields(record) if field.name not in described] == []


def test_every_key_of_the_details_is_described() -> None:
    page = (HERE / "reference" / "details.md").read_text(encoding="utf-8")
    cases = [
        ("The mill has 14 sails. It stands on a hill.", ["The mill has 12 sails.", "The mill has 14 sails."]),
        ("Die Mühle hat 14 Flügel.", ["Die Mühle hat 12 Flügel und steht am Fluss."]),
        ("The mill by the river has twelve sails.", ["The river mill owns a dozen sails."]),
    ]
    answers = [ascribe.check(*case, tier=tier) for case in cases for tier in ("rules", "builtin")]
    verdicts = [sentence.verdict for answer in answers for sentence in answer.sentences]
    found = {key for verdict in verdicts if verdict for key in verdict.details}
    assert {"compared", "against", "features"} <= found
    assert [key for key in found if f"`{key}`" not in page] == []


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
        name = command.name or command.callback.__name__
        assert f"## `ascribe {name}`" in shown["command-line.md"]
    assert all(f"`{row.name}`" in shown["components.md"] for row in components())
