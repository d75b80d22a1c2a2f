"""Numbers of list items: as a page or Word prints them, in sources and in the Markdown of replies."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from hypothesis import given
from hypothesis import strategies as st

from ascribe import check
from ascribe.protocols import Extract, Limits
from ascribe.read.blocks import split_blocks
from ascribe.read.docx import DocxReader
from ascribe.read.extract_markdown import write_markdown
from ascribe.read.html import HtmlReader
from ascribe.read.list_numbers import write_letters, write_roman
from ascribe.read.replies import read_reply
from ascribe.read.reply_files import read_reply_file
from tests.read.extract_laws import check_extract


@pytest.mark.parametrize(
    ("number", "letters", "roman"),
    [
        (1, "a", "i"),
        (4, "d", "iv"),
        (26, "z", "xxvi"),
        (27, "aa", "xxvii"),
        (53, "ba", "liii"),
        (1994, "bxr", "mcmxciv"),
    ],
)
def test_letters_and_roman_numerals(number: int, letters: str, roman: str) -> None:
    assert (write_letters(number), write_roman(number)) == (letters, roman)


@given(st.integers(-5, 9000))
def test_every_number_is_written(number: int) -> None:
    assert write_letters(number).isalpha() == (number > 0)
    assert write_roman(number).isalpha() == (0 < number < 4000)


def read_html(markup: str) -> Extract:
    return HtmlReader().read(markup.encode(), "a.html", Limits())


@pytest.mark.parametrize(
    ("markup", "items"),
    [
        ("<ol><li>a<li>b</ol>", ["1. a", "2. b"]),
        ("<ol start=4><li>a<li>b</ol>", ["4. a", "5. b"]),
        ("<ol start=x><li>a</ol>", ["1. a"]),
        ("<ol start=99999999><li>a</ol>", ["99999999. a"]),
        ("<ol start=9999999999><li>a</ol>", ["1. a"]),
        ("<ol><li><h3>a</h3><p>b</p><li><h3>c</h3><p>d</ol>", ["1. a", "b", "2. c", "d"]),
        ("<ul><li><h3>a</h3><p>b</p></ul>", ["a", "b"]),
        ("<ol start=0><li>a<li>b</ol>", ["0. a", "1. b"]),
        ("<ol><li>a<li value=7>b<li>c</ol>", ["1. a", "7. b", "8. c"]),
        ("<ol reversed><li>a<li>b<li>c</ol>", ["3. a", "2. b", "1. c"]),
        ("<ol reversed start=9><li>a<li value=3>b<li>c</ol>", ["9. a", "3. b", "2. c"]),
        ("<ol type=a><li>x<li>y</ol>", ["a. x", "b. y"]),
        ("<ol type=A start=3><li>x</ol>", ["C. x"]),
        ("<ol type=i><li>x<li>y<li>z</ol>", ["i. x", "ii. y", "iii. z"]),
        ("<ol type=I start=9><li>x</ol>", ["IX. x"]),
        ("<ol type=I start=0><li>x</ol>", ["0. x"]),
        ("<ol><li type=a>x<li>y</ol>", ["a. x", "2. y"]),
        ("<ol style='color: red; LIST-STYLE-TYPE: Upper-Roman'><li>x</ol>", ["I. x"]),
        ("<ol style='list-style: none'><li>x</ol>", ["x"]),
        ("<ol style='list-style: inside decimal-leading-zero'><li>x</ol>", ["01. x"]),
        ("<ul><li>x</ul>", ["x"]),
        ("<ol><li>a<ol type=a><li>b<li>c</ol><li>d</ol>", ["1. a", "a. b", "b. c", "2. d"]),
        ("<ol><li>a<ul><li>b</ul><li>c</ol>", ["1. a", "b", "2. c"]),
        ("<ol><li><p>a</p><p>more</p><li>b</ol>", ["1. a", "more", "2. b"]),
        ("<ol><li>1. a<li>2) b<li>(3) c<li>5. d</ol>", ["1. a", "2) b", "(3) c", "4. 5. d"]),
        ("<table><tr><td>a<td><ol><li>b<li>c</ol></table>", ["a | b c"]),
    ],
)
def test_numbers_of_a_page(markup: str, items: list[str]) -> None:
    assert [text for _, text in check_extract(read_html(markup))] == items


# --- Word ---

_LISTS = """
<w:abstractNum w:abstractNumId="90">
  <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
  <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl>
  <w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="(%3)"/></w:lvl>
</w:abstractNum>
<w:abstractNum w:abstractNumId="91">
  <w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1"/></w:lvl>
  <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:isLgl/>
    <w:lvlText w:val="%1.%2"/></w:lvl>
</w:abstractNum>
<w:abstractNum w:abstractNumId="92">
  <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="Step %1:"/></w:lvl>
  <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl>
  <w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="none"/><w:lvlText w:val="%3"/></w:lvl>
</w:abstractNum>
<w:num w:numId="90"><w:abstractNumId w:val="90"/></w:num>
<w:num w:numId="91"><w:abstractNumId w:val="91"/></w:num>
<w:num w:numId="92"><w:abstractNumId w:val="92"/></w:num>
<w:num w:numId="93"><w:abstractNumId w:val="90"/></w:num>
<w:num w:numId="94"><w:abstractNumId w:val="90"/>
  <w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
<w:num w:numId="95"><w:abstractNumId w:val="99"/></w:num>
"""


def build_docx(paragraphs: list[tuple[int, int, str]], form: str = "Step %1:") -> bytes:
    """Build a file of paragraphs, each with the id of its list (0 for none), its level and its words.

    ``form`` is how the numbers of list 92 are printed.
    """
    file = docx.Document()
    listed = _LISTS.replace("Step %1:", form)
    lists = parse_xml(f"<w:numbering {nsdecls('w')}>{listed}</w:numbering>")
    root = file.part.numbering_part.element
    for element in list(root):
        root.remove(element)
    root.extend(list(lists))
    for number, level, words in paragraphs:
        _add_numbered(file, number, level, words)
    data = io.BytesIO()
    file.save(data)
    return data.getvalue()


def _add_numbered(parent: Any, number: int, level: int, words: str) -> Any:
    paragraph = parent.add_paragraph(words)
    if number:
        properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
        properties.get_or_add_ilvl().val = level
        properties.get_or_add_numId().val = number
    return paragraph


def read_docx(paragraphs: list[tuple[int, int, str]]) -> Extract:
    return DocxReader().read(build_docx(paragraphs), "a.docx", Limits())


@pytest.mark.parametrize(
    ("paragraphs", "items"),
    [
        ([(90, 0, "a"), (90, 0, "b"), (0, 0, "text"), (90, 0, "c")], ["1. a", "2. b", "text", "3. c"]),
        (
            [(90, 0, "a"), (90, 1, "b"), (90, 1, "c"), (90, 2, "d"), (90, 0, "e"), (90, 1, "f")],
            ["1. a", "a) b", "b) c", "(i) d", "2. e", "a) f"],
        ),
        ([(91, 0, "a"), (91, 1, "b"), (91, 1, "c"), (91, 0, "d")], ["III. a", "3.1. b", "3.2. c", "IV. d"]),
        ([(91, 1, "a")], ["3.1. a"]),
        ([(92, 0, "a"), (92, 1, "b"), (92, 2, "c"), (92, 0, "d")], ["Step 1: a", "b", "c", "Step 2: d"]),
        ([(90, 0, "a"), (93, 0, "b"), (94, 0, "c"), (94, 0, "d")], ["1. a", "2. b", "5. c", "6. d"]),
        ([(90, 0, "a"), (90, 0, ""), (90, 0, "b")], ["1. a", "3. b"]),
        ([(90, 0, "1) a"), (90, 0, "b")], ["1) a", "2. b"]),
        ([(95, 0, "a"), (96, 0, "b"), (90, 7, "c")], ["a", "b", "c"]),
    ],
)
def test_numbers_of_word(paragraphs: list[tuple[int, int, str]], items: list[str]) -> None:
    assert [text for _, text in check_extract(read_docx(paragraphs))] == items


def test_a_heading_has_the_number_that_word_prints() -> None:
    file = docx.Document(io.BytesIO(build_docx([])))
    for level, words in ((0, "Terms"), (1, "Fees")):
        _add_numbered(file, 91, level, words).style = f"Heading {level + 1}"
    data = io.BytesIO()
    file.save(data)
    extract = DocxReader().read(data.getvalue(), "a.docx", Limits())
    assert check_extract(extract) == [("heading", "III Terms"), ("heading", "3.1 Fees")]


def test_the_items_in_a_cell_count_and_their_numbers_are_left_out() -> None:
    file = docx.Document(io.BytesIO(build_docx([(90, 0, "a")])))
    for row in (["b", "c"], ["d"]):
        table = file.add_table(1, len(row))
        for cell, words in zip(table.rows[0].cells, row, strict=True):
            cell.paragraphs[0]._p.getparent().remove(cell.paragraphs[0]._p)
            _add_numbered(cell, 90, 0, words)
    _add_numbered(file, 90, 0, "e")
    data = io.BytesIO()
    file.save(data)
    extract = DocxReader().read(data.getvalue(), "a.docx", Limits())
    assert [text for _, text in check_extract(extract)] == ["1. a", "b | c", "4. d", "5. e"]


def test_numbers_of_the_guide(shared_data: Path) -> None:
    data = (shared_data / "docs" / "fedramp_conmon_guide.docx").read_bytes()
    text = DocxReader().read(data, "guide", Limits()).text
    for heading in (
        "1. Overview",
        "1.2. Continuous Monitoring Process",
        "5. Appendix A - Control Frequencies",
    ):
        assert f"\n{heading}\n" in f"\n{text}\n"


# --- Replies ---


@pytest.mark.parametrize(
    ("markup", "written"),
    [
        ("<ol start=3><li>a<li>b</ol>", "3. a\n4. b"),
        ("<ol><li>a<ol><li>b</ol><li>c</ol>", "1. a\n    1. b\n2. c"),
        ("<ol type=i><li>a<li>b</ol>", "- i. a\n- ii. b"),
        ("<ol><li>a<ol type=a><li>b</ol></ol>", "1. a\n    - a. b"),
    ],
)
def test_a_reply_keeps_its_numbers(markup: str, written: str) -> None:
    extract = read_html(markup)
    assert write_markdown(extract) == written
    assert [one.kind for one in split_blocks(written)] == [one.kind for one in extract.blocks]


def test_a_list_that_begins_on_a_deeper_level_is_not_indented() -> None:
    assert write_markdown(read_docx([(0, 0, "Text."), (90, 1, "a"), (90, 2, "b")])) == (
        "Text.\n\n- a) a\n    - (i) b"
    )


@pytest.mark.parametrize(
    ("reply", "contents"),
    [
        ("- ii. Drain the tank. Then wait.\n- iii. Stop.", ["Drain the tank.", "Then wait.", "Stop."]),
        ("- 1.1. Drain it.\n- 1.2. Stop it.", ["Drain it.", "Stop it."]),
        ("- (iv) Drain it.", ["Drain it."]),
        ("- 24.12. Closed.\n- 26.12. Open.", ["24.12. Closed.", "26.12. Open."]),
        ("- 1.1 million people came.", ["1.1 million people came."]),
        ("i. Drain it.\nii. Stop it.", ["Drain it.", "Stop it."]),
    ],
)
def test_a_number_is_no_word_of_its_item(reply: str, contents: list[str]) -> None:
    assert [" ".join(one.content.split()) for one in read_reply(reply).claims][: len(contents)] == contents


STEPS = ("Unplug the pump.", "Drain the tank for 20 minutes.", "Close the valve on the left.")


@pytest.mark.parametrize("kind", ["html", "docx"])
@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_a_numbered_reply_is_supported_and_the_reference_shows_the_number(
    tmp_path: Path, kind: str, tier: str
) -> None:
    source, reply = tmp_path / f"source.{kind}", tmp_path / f"reply.{kind}"
    for path, opening in ((source, "The pump is cleaned in this order:"), (reply, "Clean the pump so:")):
        if kind == "html":
            items = "".join(f"<li>{step}</li>" for step in STEPS)
            path.write_text(f"<p>{opening}</p><ol type=I>{items}</ol>", encoding="utf-8")
        else:
            path.write_bytes(build_docx([(0, 0, opening), *((90, 0, step) for step in STEPS)]))
    answer = check(read_reply_file(reply), source, tier=tier)
    listed = [one for one in answer.sentences if one.text != "Clean the pump so:"]
    assert [one.verdict.status for one in listed if one.verdict] == ["supported"] * 3
    numbers = ("I.", "II.", "III.") if kind == "html" else ("1.", "2.", "3.")
    for number, item in zip(numbers, listed, strict=True):
        assert number in item.text
        assert item.references[0].quote is not None
        assert item.references[0].quote.startswith(number)


@pytest.mark.parametrize("kind", ["html", "md"])
def test_the_number_of_an_item_counts_nothing(tmp_path: Path, kind: str) -> None:
    items = ("Doors lead to the yard.", "Sails of canvas are on the mill.")
    source = tmp_path / f"source.{kind}"
    source.write_text(
        "<p>The mill has many parts.</p><ol start=11>" + "".join(f"<li>{one}" for one in items) + "</ol>"
        if kind == "html"
        else "The mill has many parts.\n\n" + "\n".join(f"{n}. {one}" for n, one in enumerate(items, 11)),
        encoding="utf-8",
    )
    for claim, status in (
        ("The mill has 12 sails of canvas.", False),
        ("The mill has sails of canvas.", True),
    ):
        verdict = check(claim, source, tier="rules").sentences[0].verdict
        assert verdict is not None
        assert (verdict.status == "supported") == status


@pytest.mark.parametrize("kind", ["html", "docx"])
def test_the_order_of_steps_is_that_of_their_numbers(tmp_path: Path, kind: str) -> None:
    steps = ("Drain the boiler.", "Open the cover.", "Clean the burner.")
    source = tmp_path / f"source.{kind}"
    if kind == "html":
        source.write_text(f"<ol>{''.join(f'<li>{step}' for step in steps)}</ol>", encoding="utf-8")
    else:
        source.write_bytes(build_docx([(90, 0, step) for step in steps]))
    claims = ("Open the cover, then clean the burner.", "Clean the burner, then open the cover.")
    found = [check(claim, source, tier="rules").sentences[0].verdict for claim in claims]
    assert ["order_unclear" in one.reason for one in found if one] == [False, True]
