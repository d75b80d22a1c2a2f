"""A reply is understood alike in every format: items, rows and headings are what they are as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import pytest
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import ListFlowable, Paragraph, SimpleDocTemplate, Spacer, Table

from ascribe import check
from ascribe.errors import InputError
from ascribe.protocols import Extract, Limits
from ascribe.read.blocks import split_blocks
from ascribe.read.docx import DocxReader
from ascribe.read.extract_markdown import write_markdown
from ascribe.read.html import HtmlReader
from ascribe.read.pdf import PdfReader
from ascribe.read.reply_files import read_reply_file
from ascribe.text.table_cells import split_cells

OPENING = "The mill of Aldbrook stands on the north bank of the river and is open from March to October."
SOURCE = f"""{OPENING} The mill has 12 sails and 4 floors. The mill has a store below the ground.
Dogs are not allowed in the mill. Bicycles are allowed in the yard.

| Year | Visitors | Tours |
|---|---|---|
| 2021 | 310 | 12 |
| 2022 | 450 | 18 |
| 2023 | 520 | 21 |
"""
ITEMS = ("12 sails", "5 floors", "a store below the ground")
FORBIDDEN = ("Dogs in the mill", "Bicycles in the yard")
ROWS = (("Year", "Visitors", "Tours"), ("2021", "310", "12"), ("2022", "540", "18"), ("2023", "520", "21"))
MARKDOWN = f"""# The mill

{OPENING}

The mill has:

{"".join(f"- {item}{chr(10)}" for item in ITEMS)}
## Not allowed

{"".join(f"- {item}{chr(10)}" for item in FORBIDDEN)}
## Visitors

| {" | ".join(ROWS[0])} |
|---|---|---|
{"".join(f"| {' | '.join(row)} |{chr(10)}" for row in ROWS[1:])}"""


def write_html(path: Path) -> None:
    def write_list(items: tuple[str, ...]) -> str:
        return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"

    def write_row(row: tuple[str, ...], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for cell in row)}</tr>"

    table = write_row(ROWS[0], "th") + "".join(write_row(row, "td") for row in ROWS[1:])
    path.write_text(
        f"<h1>The mill</h1><p>{OPENING}</p><p>The mill has:</p>{write_list(ITEMS)}<h2>Not allowed</h2>"
        f"{write_list(FORBIDDEN)}<h2>Visitors</h2><table>{table}</table>",
        encoding="utf-8",
    )


def write_docx(path: Path) -> None:
    file = docx.Document()
    file.add_heading("The mill", 1)
    file.add_paragraph(OPENING)
    file.add_paragraph("The mill has:")
    for item in ITEMS:
        file.add_paragraph(item, style="List Bullet")
    file.add_heading("Not allowed", 2)
    for item in FORBIDDEN:
        file.add_paragraph(item, style="List Number")
    file.add_heading("Visitors", 2)
    table = file.add_table(0, 3)
    for row in ROWS:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    file.save(str(path))


def write_pdf(path: Path) -> None:
    styles = getSampleStyleSheet()
    plain = styles["BodyText"]

    def build_list(items: tuple[str, ...]) -> ListFlowable:
        return ListFlowable([Paragraph(item, plain) for item in items], bulletType="bullet")

    SimpleDocTemplate(str(path)).build(
        [
            Paragraph("The mill", styles["Heading1"]),
            Paragraph(OPENING, plain),
            Paragraph("The mill has:", plain),
            build_list(ITEMS),
            Paragraph("Not allowed", styles["Heading2"]),
            build_list(FORBIDDEN),
            Paragraph("Visitors", styles["Heading2"]),
            Spacer(1, 6),
            Table(ROWS),
        ]
    )


WRITERS: dict[str, Callable[[Path], None]] = {"html": write_html, "docx": write_docx, "pdf": write_pdf}


_MARK = re.compile(r"\A[-#• ]*(?:\d\. )?")


def judge(reply: str) -> list[tuple[str, str, str]]:
    """Words, status and reason of each sentence, in tier ``rules``."""
    return [
        (_MARK.sub("", " ".join(split_cells(one.text))), one.verdict.status, one.verdict.reason)
        for one in check(reply, SOURCE, tier="rules").sentences
        if one.verdict is not None
    ]


@pytest.mark.parametrize("kind", WRITERS)
def test_a_reply_has_the_verdicts_of_the_same_reply_as_markdown(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"reply.{kind}"
    WRITERS[kind](path)
    assert_judged_as_markdown(read_reply_file(path))


@pytest.mark.parametrize("is_wrapped", [False, True])
def test_so_has_a_reply_that_is_a_text_with_tags(is_wrapped: bool, tmp_path: Path) -> None:
    write_html(tmp_path / "reply.html")
    text = (tmp_path / "reply.html").read_text(encoding="utf-8")
    text = text.replace("><", ">\n<") if is_wrapped else text
    assert_judged_as_markdown(text)
    answer = check(text, SOURCE, tier="rules")
    assert all(text[one.char_start : one.char_end] == one.text for one in answer.sentences)
    cited = answer.to_markdown()
    assert "<li>12 sails [" in cited
    assert "<td>21 [" in cited


def assert_judged_as_markdown(reply: str) -> None:
    judged = judge(reply)
    assert judged == judge(MARKDOWN)
    statuses = {words: status for words, status, _ in judged}
    assert statuses["5 floors"] == statuses["2022 540 18"] == "contradicted"
    assert statuses["12 sails"] == statuses["Dogs in the mill"] == statuses["2023 520 21"] == "supported"
    assert statuses["Bicycles in the yard"] == "contradicted"
    assert statuses["Visitors"] == statuses["Year Visitors Tours"] == "not_checkable"
    assert "column_unclear" not in {reason for _, _, reason in judged}


def read_html(markup: str) -> Extract:
    return HtmlReader().read(markup.encode(), "reply.html", Limits())


@pytest.mark.parametrize(
    ("markup", "written"),
    [
        ("<h3>A <b>title</b></h3><p>One.<p>Two.", "### A title\n\nOne.\n\nTwo."),
        ("<ul><li>a<ul><li>b</ul><li>c</ul><p>d", "- a\n    - b\n- c\n\nd"),
        ("<ul><li><p>a</p><p>more</p></li><li>b</ul>", "- a\n\nmore\n\n- b"),
        ("<p>Built: 1871<br>Sails: 12", "Built: 1871  \nSails: 12"),
        ("<ul><li>• own<li>✅ sign<li>– dash<li>2) two", "- own\n- ✅ sign\n- dash\n2) two"),
        ("<pre>x = 1\n```\ny", "````\nx = 1\n```\ny\n````"),
        (
            "<table><tr><td>a<td>b<tr><td>c<td>d</table><p>e",
            "| a | b |\n| c | d |\n\ne",
        ),
        (
            "<table><tr><th><th>b<th>d<tr><td>c<td><td>5</table><table><tr><th>x<th>y<tr><td>1<td>2</table>",
            "|  | b | d |\n| --- | --- | --- |\n| c |  | 5 |\n\n| x | y |\n| --- | --- |\n| 1 | 2 |",
        ),
    ],
)
def test_markdown_of_a_page(markup: str, written: str) -> None:
    extract = read_html(markup)
    assert write_markdown(extract) == written
    assert [one.kind for one in split_blocks(written)] == [one.kind for one in extract.blocks]


def test_an_item_of_several_sentences_keeps_its_bullet() -> None:
    extract = read_html("<p>Known are:<p>• One. Two.<p>• Three. Four.")
    assert write_markdown(extract) == "Known are:\n\n- One. Two.\n- Three. Four."


def test_heads_that_no_mark_shows_become_a_header(tmp_path: Path) -> None:
    write_pdf(tmp_path / "a.pdf")
    extract = PdfReader().read((tmp_path / "a.pdf").read_bytes(), "a.pdf", Limits())
    assert "table_header" not in {block.kind for block in extract.blocks}
    assert "| Year | Visitors | Tours |\n| --- | --- | --- |\n| 2021 |" in write_markdown(extract)


def test_merged_heads_of_a_word_table(tmp_path: Path) -> None:
    def fill(cells: Any, texts: tuple[str, ...]) -> None:
        for cell, text in zip(cells, texts, strict=True):
            cell.text = text

    file = docx.Document()
    table = file.add_table(2, 3)
    fill(table.rows[0].cells, ("Group", "Adults", "Children"))
    fill(table.rows[1].cells, ("Local", "4", "2"))
    table.add_row().cells[0].merge(table.rows[2].cells[2]).text = "In winter"
    file.save(str(tmp_path / "a.docx"))
    extract = DocxReader().read((tmp_path / "a.docx").read_bytes(), "a.docx", Limits())
    assert write_markdown(extract) == (
        "| Group | Adults | Children |\n| --- | --- | --- |\n| Local | 4 | 2 |\n| In winter |"
    )


def test_a_folder_is_no_reply(tmp_path: Path) -> None:
    (tmp_path / "reply.html").mkdir()
    with pytest.raises(InputError, match="this is a folder"):
        read_reply_file(tmp_path / "reply.html")
