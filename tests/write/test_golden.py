"""One realistic answer in every format. ``ASCRIBE_REGENERATE=1 pytest tests/write`` writes the files anew."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from ascribe.protocols import Writer
from ascribe.records import Answer
from ascribe.write.json import JsonWriter
from ascribe.write.markdown import MarkdownWriter
from ascribe.write.report.page import HtmlWriter
from ascribe.write.terminal import TerminalWriter

FILES: dict[str, Writer] = {
    "answer.txt": TerminalWriter(color=False),
    "answer.ansi": TerminalWriter(width=60),
    "answer.md": MarkdownWriter(),
    "answer.html": HtmlWriter(title="Pump check"),
    "answer.json": JsonWriter(),
}


@pytest.mark.parametrize(("name", "writer"), FILES.items(), ids=FILES)
def test_rendering(name: str, writer: Writer, answer: Answer, golden: Callable[[str, str], None]) -> None:
    golden(name, writer.write(answer).text)


def test_golden_files_were_compared_not_rewritten() -> None:
    """Fails by design in a run that rewrites the files: run the tests again without the flag."""
    assert os.environ.get("ASCRIBE_REGENERATE") != "1"
