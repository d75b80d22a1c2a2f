"""The example of the page on telemetry, with the real SDK."""

import re
from pathlib import Path

import pytest

from tests.test_docs import run_example

pytestmark = pytest.mark.telemetry

PAGE = Path(__file__).parents[2] / "docs" / "telemetry.md"


def test_the_example_prints_what_the_page_says(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    [(code, shown)] = re.findall(r"```py\n(.*?)```\n+```text\n(.*?)```", text, re.DOTALL)
    printed = run_example(code, tmp_path)
    assert [line.rstrip() for line in printed.splitlines()] == shown.splitlines()
