"""The examples of ``docs/evaluation-hooks.md``, each where its tool is installed."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.test_docs import run_example

PAGE = Path(__file__).parents[2] / "docs/evaluation-hooks.md"
EXAMPLE = re.compile(r"```py\n(.*?)```\n+```text\n(.*?)```", re.DOTALL)
MARKERS = {"haystack": "haystack", "llama_index": "llama_index"}
TOOLS = ["ragas", "deepeval", "phoenix", "langsmith", "mlflow", "haystack", "llama_index"]


def examples() -> dict[str, tuple[str, str]]:
    """Tool → code and what it prints."""
    found = EXAMPLE.finditer(PAGE.read_text(encoding="utf-8"))
    pairs = [(match[1], match[2]) for match in found]
    return {re.findall(r"from ascribe\.adapters\.(\w+)", code)[0]: (code, shown) for code, shown in pairs}


def test_every_tool_has_an_example() -> None:
    assert list(examples()) == TOOLS


def marked(tool: str) -> Any:
    return pytest.param(tool, marks=getattr(pytest.mark, MARKERS.get(tool, "evaluators")))


@pytest.mark.parametrize("tool", [marked(tool) for tool in TOOLS])
def test_the_example_prints_what_the_page_says(tool: str, tmp_path: Path) -> None:
    code, shown = examples()[tool]
    assert run_example(code, tmp_path).strip() == shown.strip()
