"""The examples of the pages about frameworks, each where its package is installed."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = re.compile(r"```py\n(.*?)```\n+```text\n(.*?)```", re.DOTALL)
COUNTS = {
    "haystack": (pytest.mark.haystack, 1),
    "dspy": (pytest.mark.agents, 3),
    "pydantic-ai": (pytest.mark.agents, 1),
}
"""Page → the marker of its environment, and how many examples it has."""


@pytest.mark.parametrize(
    ("page", "count"), [pytest.param(page, n, marks=mark) for page, (mark, n) in COUNTS.items()]
)
def test_examples_print_what_they_say(page: str, count: int, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("PYTHONWARNINGS", "ignore")
    found = EXAMPLE.findall((DOCS / f"{page}.md").read_text(encoding="utf-8"))
    assert len(found) == count
    for code, shown in found:
        # In a process of its own: the frameworks leave event loops and sockets open.
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == shown.strip()
