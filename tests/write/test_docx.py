"""Word files: one numbering, wrong citations, and the command that writes them."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from docx import Document
from hypothesis import given, settings
from hypothesis import strategies as st

import ascribe
from ascribe import registry
from ascribe.errors import InputError, UnknownComponentError
from ascribe.records import Answer
from tests.apps.command import run_command as run

MILL = "The old mill on the Arle has 12 sails and is 30 m high. It was built in 1871 by Anna Kohl."
BRIDGE = "The bridge at Thal has 5 arches. It was opened in 1902."
REPLY = "The mill has 12 sails [2]. It was built in 1871 [1]. The bridge has 5 arches [2]."


@pytest.fixture(scope="module")
def answer() -> Answer:
    sources = [{"id": "mill.txt", "text": MILL}, {"id": "bridge.txt", "text": BRIDGE}]
    return ascribe.check(REPLY, sources, tier="rules")


def read_lines(path: Path) -> list[str]:
    return [paragraph.text for paragraph in Document(str(path)).paragraphs]


def test_a_wrong_citation_is_written_where_the_sentence_is() -> None:
    sources = [{"id": "mill.txt", "text": MILL}, {"id": "bridge.txt", "text": BRIDGE}]
    answer = ascribe.check("The mill has 12 sails [2]. It was built in 1871 [1].", sources, tier="rules")
    content = registry.make("file", "docx").write(answer)
    lines = [paragraph.text for paragraph in Document(io.BytesIO(content)).paragraphs]
    assert "The mill has 12 sails [2]. [3] [⚠ wrong citation]" in lines[lines.index("The reply") + 1]
    assert "✓ supported · ⚠ wrong citation · 1. The mill has 12 sails [2]." in lines
    assert "citation: [2] (bridge.txt) does not say this; the support is in mill.txt (source 1)" in lines


MARKDOWN = """# Mills

The **old** mill has 12 sails [1].
It was *built* in 1871.

1. It is `30 m` high.
2. It has 5 doors.
   - It is red.

> It was sold.

| Ward | Beds |
|---|---|
| North | 12 |
| South | |

---

```
first line
second line
```

1. Another list.
"""


def write(reply: str) -> Any:
    return Document(
        io.BytesIO(registry.make("file", "docx").write(ascribe.check(reply, [MILL], tier="rules")))
    )


def test_the_reply_has_the_layout_that_its_markdown_means() -> None:
    file = write(MARKDOWN)
    lines = [(paragraph.style.name, paragraph.text) for paragraph in file.paragraphs]
    names = [text for _, text in lines]
    shown = lines[names.index("The reply") + 1 : names.index("Sentence by sentence")]
    without_marks = [(style, re.sub(r" \[[^\]]*\D\]| \[[2-9]\]", "", text)) for style, text in shown]
    assert without_marks == [
        ("Heading 3", "Mills"),
        ("Normal", "The old mill has 12 sails [1].\nIt was built in 1871."),
        ("List", "1. It is 30 m high."),
        ("List", "2. It has 5 doors."),
        ("List Bullet 2", "It is red."),
        ("Quote", "It was sold."),
        ("Normal", "———"),
        ("Normal", "first line\nsecond line"),
        ("List", "1. Another list."),
    ]
    (table,) = file.tables
    cells = [[cell.text.partition(" [")[0] for cell in row.cells] for row in table.rows]
    assert cells == [["Ward", "Beds"], ["North", "12"], ["South", ""]]
    runs = {run.text: run.font for paragraph in file.paragraphs for run in paragraph.runs}
    assert runs["old"].bold
    assert runs["built"].italic
    assert {runs[words].name for words in ("30 m", "first line")} == {"Courier New"}
    assert runs["Another list."].name is None
    assert not any("# Mills" in text or "**" in text for text in names)


PARTS = (
    *("# ", "- ", "1. ", "> ", "\n", "\n\n", "old ", "mill.", "| a | b |\n|---|---|\n| c |", "**", "`"),
    *("```\n", "---\n", "<b>", "&amp;", "   ", "[1]", "\x00", "\r\n", "[x](http://a.b)"),
)


@given(st.lists(st.sampled_from(PARTS), max_size=12))
@settings(max_examples=60, deadline=None)
def test_any_reply_gives_a_file_with_its_words(parts: list[str]) -> None:
    reply = "".join(parts)
    file = write(reply)
    cells = [cell.text for table in file.tables for row in table.rows for cell in row.cells]
    shown = " ".join([*(paragraph.text for paragraph in file.paragraphs), *cells])
    assert all(shown.count(word) >= reply.count(word) for word in ("mill", "old"))


@pytest.mark.parametrize("references", ["own", "bibtex", "apa"])
def test_every_number_leads_to_one_source(answer, tmp_path, references) -> None:
    if references == "apa":
        pytest.importorskip("citeproc")
    lines = read_lines(answer.to_docx(tmp_path / "new" / "report.docx", references=references))
    quotes = dict(re.findall(r"\[(\d+)\] supported by (\w+\.txt)", "\n".join(lines)))
    assert quotes == {"3": "mill.txt", "4": "mill.txt", "5": "bridge.txt"}
    listed = lines[lines.index("References") + 1 :]
    assert any("mill.txt" in line for line in listed)
    if references != "bibtex":  # its entries have keys, not numbers
        assert [line.split("]")[0] for line in listed] == ["[3, 4", "[5"]
        assert [name in line for name, line in zip(("mill.txt", "bridge.txt"), listed, strict=True)] == [
            True,
            True,
        ]


def test_a_file_without_a_list_or_the_markers_of_the_reply(answer, tmp_path) -> None:
    made = answer.to_docx(tmp_path / "a.docx", "Mills", "2026-03-01", None, replace_markers=True)
    lines = read_lines(made)
    assert lines[:2] == ["Mills", "2026-03-01 · tier rules, level balanced"]
    assert "References" not in lines
    shown = "The mill has 12 sails. [1] It was built in 1871. [2] The bridge has 5 arches. [3]"
    assert lines[lines.index("The reply") + 1] == shown


def test_a_source_is_never_replaced(tmp_path) -> None:
    source = tmp_path / "mill.docx"
    file = Document()
    file.add_paragraph(MILL)
    file.save(str(source))
    before = source.read_bytes()
    answer = ascribe.check("The mill has 12 sails.", source, tier="rules")
    with pytest.raises(InputError, match="would replace a source"):
        answer.to_docx(source)
    with pytest.raises(InputError, match="cannot be written"):
        answer.to_docx(tmp_path)
    with pytest.raises(UnknownComponentError, match="No reference format"):
        answer.to_docx(tmp_path / "a.docx", references="apaa")
    assert source.read_bytes() == before


def test_the_command_writes_the_file_of_the_method(tmp_path) -> None:
    (tmp_path / "reply.md").write_text(REPLY)
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "a.txt").write_text(MILL)
    (tmp_path / "sources" / "b.txt").write_text(BRIDGE)
    command = ("check", "reply.md", "-s", "sources", "--tier", "rules")
    done = run(tmp_path, *command, "-o", "report.docx", "--title", "Mills")
    assert done.returncode == 0, done.stderr
    assert "report.docx" in done.stderr.decode()
    lines = read_lines(tmp_path / "report.docx")
    assert lines[0] == "Mills"
    assert lines[-1].startswith("[5] b.txt")
    (tmp_path / "all").mkdir()
    (tmp_path / "other.md").write_text("The bridge has 5 arches.")
    done = run(tmp_path, "check", "reply.md", "other.md", *command[2:], "-f", "docx", "-o", "all")
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == ["other.docx", "reply.docx"]
    refused = run(tmp_path, *command, "-f", "docx")
    assert refused.returncode == 2
    assert b"-f docx writes a file" in refused.stderr.replace(b"--format", b"-f")
    styled = run(tmp_path, *command, "--style", "bracket", "-o", "styled.docx")
    assert styled.returncode == 2
    assert not (tmp_path / "styled.docx").exists()
