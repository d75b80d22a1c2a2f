"""Word files become the text that Word prints."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import docx
import pytest
from docx.enum.style import WD_STYLE_TYPE
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from hypothesis import given
from hypothesis import strategies as st

from ascribe.errors import SourceError
from ascribe.protocols import Extract, Limits
from ascribe.read.docx import DocxReader
from tests.read.extract_laws import check_extract

Edit = Callable[[Any], None]


def saved(edit: Edit) -> bytes:
    document = docx.Document()
    edit(document)
    data = io.BytesIO()
    document.save(data)
    return data.getvalue()


def read(edit: Edit) -> Extract:
    return DocxReader().read(saved(edit), "a.docx", Limits())


def blocks(edit: Edit) -> list[tuple[str, str]]:
    return check_extract(read(edit))


def body_xml(xml: str) -> Edit:
    """An edit that puts the XML in front of the section properties."""

    def edit(document: Any) -> None:
        spaces = nsdecls("w") + (
            ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
            ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
            ' xmlns:v="urn:schemas-microsoft-com:vml"'
            ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
        )
        for element in parse_xml(f"<w:body {spaces}>{xml}</w:body>"):
            document.element.body.insert_element_before(element, "w:sectPr")

    return edit


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(content: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{content}</w:p>"


class TestParagraphs:
    def test_headings_lists_and_prose(self):
        def edit(document: Any) -> None:
            document.add_heading("The mill", 0)
            document.add_heading("History", 2)
            document.add_paragraph("It was built in 1871.  It  stands.")
            document.add_paragraph("first", style="List Bullet")
            document.add_paragraph("second", style="List Number 2")
            document.add_paragraph("   ")
            document.add_paragraph("end")

        assert blocks(edit) == [
            ("heading", "The mill"),
            ("heading", "History"),
            ("prose", "It was built in 1871. It stands."),
            ("list_item", "first"),
            ("list_item", "1. second"),
            ("prose", "end"),
        ]
        assert [b.level for b in read(edit).blocks] == [1, 2, 0, 1, 2, 0]
        assert "first\n1. second\n\nend" in read(edit).text

    @pytest.mark.parametrize("name", ["Überschrift 3", "Titre 3", "Заголовок 3", "見出し 3"])
    def test_heading_styles_in_other_languages(self, name: str):
        def edit(document: Any) -> None:
            document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
            based = document.styles.add_style("Mine", WD_STYLE_TYPE.PARAGRAPH)
            based.base_style = document.styles[name]
            document.add_paragraph("Head", style=name)
            document.add_paragraph("Another", style="Mine")

        assert [(b.kind, b.level) for b in read(edit).blocks] == [("heading", 3)] * 2

    def test_outline_level(self):
        xml = paragraph(run("Head"), '<w:outlineLvl w:val="1"/>')
        xml += paragraph(run("text"), '<w:outlineLvl w:val="9"/>')
        assert [(b.kind, b.level) for b in read(body_xml(xml)).blocks] == [("heading", 2), ("prose", 0)]

    def test_own_numbering(self):
        def numbered(number: int) -> str:
            return f'<w:numPr><w:ilvl w:val="0"/><w:numId w:val="{number}"/></w:numPr>'

        xml = paragraph(run("item"), numbered(1)) + paragraph(
            run("no item"), f'<w:pStyle w:val="ListBullet"/>{numbered(0)}'
        )
        assert blocks(body_xml(xml)) == [("list_item", "item"), ("prose", "no item")]

    def test_runs(self):
        content = (
            run("One w") + run("ord", "<w:b/>") + "<w:r><w:tab/><w:t>tab</w:t><w:br/><w:t>line</w:t></w:r>"
            "<w:r><w:noBreakHyphen/><w:t>end, 10</w:t></w:r>"
            + run("6", '<w:vertAlign w:val="superscript"/>')
            + run("hidden", "<w:vanish/>")
            + run("struck", "<w:strike/>")
            + run("struck twice", "<w:dstrike/>")
            + run(" shown", '<w:vanish w:val="0"/>')
        )
        assert blocks(body_xml(paragraph(content))) == [("prose", "One word tab\nline-end, 10⁶ shown")]

    def test_links_controls_fields_and_formulas(self):
        content = (
            f"<w:hyperlink>{run('link ')}</w:hyperlink>"
            f"<w:sdt><w:sdtPr/><w:sdtContent>{run('control ')}</w:sdtContent></w:sdt>"
            f"<w:fldSimple>{run('field ')}</w:fldSimple>"
            '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGEREF x</w:instrText></w:r>'
            f"<w:smartTag>{run('tag ')}</w:smartTag><m:oMath><m:r><m:t>x+1</m:t></m:r></m:oMath>"
        )
        assert blocks(body_xml(paragraph(content))) == [("prose", "link control field tag x+1")]

    def test_tracked_changes(self):
        content = (
            run("It has ")
            + f"<w:ins>{run('12')}</w:ins><w:del><w:r><w:delText>11</w:delText></w:r></w:del>"
            + f"<w:moveFrom>{run('MOVED')}</w:moveFrom><w:moveTo>{run(' sails')}</w:moveTo>"
        )
        assert blocks(body_xml(paragraph(content))) == [("prose", "It has 12 sails")]

    def test_text_boxes_once(self):
        inner = f"<w:txbxContent>{paragraph(run('In the box.'))}</w:txbxContent>"
        content = run("Anchor.") + (
            "<w:r><mc:AlternateContent><mc:Choice Requires='wps'>"
            f"<w:drawing><wps:txbx>{inner}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>{inner}</v:textbox></w:pict></mc:Fallback>"
            "</mc:AlternateContent></w:r>"
        )
        assert blocks(body_xml(paragraph(content))) == [("prose", "Anchor."), ("prose", "In the box.")]

    def test_block_controls_and_tables_of_contents(self):
        contents = (
            '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/>'
            "</w:docPartObj></w:sdtPr>"
            f"<w:sdtContent>{paragraph(run('The mill 3'))}</w:sdtContent></w:sdt>"
        )
        control = f"<w:sdt><w:sdtContent>{paragraph(run('Kept.'))}</w:sdtContent></w:sdt>"
        assert blocks(body_xml(contents + control)) == [("prose", "Kept.")]

    def test_headers_footers_and_comments_are_left_out(self):
        def edit(document: Any) -> None:
            section = document.sections[0]
            section.header.paragraphs[0].text = "HEADER"
            section.footer.paragraphs[0].text = "FOOTER"
            noted = document.add_paragraph("Text.")
            document.add_comment(noted.runs, text="COMMENT", author="A")

        assert blocks(edit) == [("prose", "Text.")]


class TestTables:
    def test_rows(self):
        def edit(document: Any) -> None:
            table = document.add_table(3, 3)
            texts_of_rows = (("Mill", "Year", "Sails"), ("A", "1871", ""), ("", "", ""))
            for row, texts in zip(table.rows, texts_of_rows, strict=True):
                for cell, text in zip(row.cells, texts, strict=True):
                    cell.text = text
            table.cell(1, 0).add_paragraph("on the river")

        assert blocks(edit) == [
            ("table_header", "Mill | Year | Sails"),
            ("table_row", "A on the river | 1871 |"),
        ]
        assert "Sails\nA on" in read(edit).text

    def test_merged_cells_are_in_each_row_and_column(self):
        def edit(document: Any) -> None:
            table = document.add_table(3, 3)
            for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
                cell.text = str(number)
            table.cell(0, 0).merge(table.cell(0, 1)).text = "wide"
            table.cell(1, 2).merge(table.cell(2, 2)).text = "tall"

        assert [text for _, text in blocks(edit)] == ["wide | wide | 2", "3 | 4 | tall", "6 | 7 | tall"]

    def test_heads_of_two_rows_are_joined(self):
        def edit(document: Any) -> None:
            table = document.add_table(3, 3)
            texts_of_rows = (("Route", "Fare", ""), ("", "Adult", "Child"), ("Oslo", "80", "40"))
            for row, texts in zip(table.rows, texts_of_rows, strict=True):
                for cell, text in zip(row.cells, texts, strict=True):
                    cell.text = text
            table.cell(0, 0).merge(table.cell(1, 0)).text = "Route"
            table.cell(0, 1).merge(table.cell(0, 2)).text = "Fare"

        assert blocks(edit) == [
            ("table_header", "Route | Fare Adult | Fare Child"),
            ("table_row", "Oslo | 80 | 40"),
        ]

    def test_a_row_that_begins_in_a_later_column(self):
        def edit(document: Any) -> None:
            table = document.add_table(2, 3)
            for cell, text in zip(table._cells, ("Mill", "Year", "Sails", "", "1871", "12"), strict=True):
                cell.text = text
            row = table.rows[1]._tr
            row.remove(row.tc_lst[0])
            skipped = OxmlElement("w:gridBefore")
            skipped.set(qn("w:val"), "1")
            row.get_or_add_trPr().append(skipped)

        assert [text for _, text in blocks(edit)] == ["Mill | Year | Sails", "|  | 1871 | 12 |"]

    def test_nested_tables_follow_their_row(self):
        def edit(document: Any) -> None:
            table = document.add_table(2, 2)
            for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
                cell.text = f"c{number}"
            nested = table.cell(0, 1).add_table(1, 2)
            nested.cell(0, 0).text, nested.cell(0, 1).text = "n0", "n1"

        assert [text for _, text in blocks(edit)] == ["c0 | c1", "n0 | n1", "c2 | c3"]

    def test_a_frame_around_text_is_text(self):
        def edit(document: Any) -> None:
            cell = document.add_table(1, 1).cell(0, 0)
            cell.paragraphs[0].text = "Box."
            cell.add_paragraph("It has two paragraphs.")

        assert blocks(edit) == [("prose", "Box."), ("prose", "It has two paragraphs.")]

    def test_a_deleted_row(self):
        def edit(document: Any) -> None:
            table = document.add_table(2, 2)
            for cell in table._cells:
                cell.text = "x"
            table.rows[1]._tr.get_or_add_trPr().append(OxmlElement("w:del"))

        assert [text for _, text in blocks(edit)] == ["x | x"]

    def test_a_first_row_of_figures_is_no_header(self):
        def edit(document: Any) -> None:
            table = document.add_table(1, 2)
            table.cell(0, 0).text, table.cell(0, 1).text = "Sails", "12"

        assert blocks(edit) == [("table_row", "Sails | 12")]


def add_notes(document: Any, kind: str, texts: list[str]) -> None:
    """The part that python-docx cannot write: a separator and the notes."""
    notes = "".join(
        f'<w:{kind} w:id="{number}">{paragraph("<w:r><w:footnoteRef/></w:r>" + run(text))}</w:{kind}>'
        for number, text in enumerate(texts, start=1)
    )
    separator = f'<w:{kind} w:type="separator" w:id="0">{paragraph(run("SEPARATOR"))}</w:{kind}>'
    xml = f"<w:{kind}s {nsdecls('w')}>{separator}{notes}</w:{kind}s>"
    content_type = f"application/vnd.openxmlformats-officedocument.wordprocessingml.{kind}s+xml"
    part = Part(PackURI(f"/word/{kind}s.xml"), content_type, xml.encode(), document.part.package)
    document.part.relate_to(
        part, RELATIONSHIP_TYPE.FOOTNOTES if kind == "footnote" else RELATIONSHIP_TYPE.ENDNOTES
    )


def test_notes_come_at_the_end_without_their_marks():
    def edit(document: Any) -> None:
        first = document.add_paragraph("It was built in 1871")
        mark = OxmlElement("w:footnoteReference")
        mark.set(qn("w:id"), "1")
        first.add_run()._r.append(mark)
        first.add_run(" by a miller.")
        add_notes(document, "footnote", ["Parish book, p. 4.", "Letter of 1870."])
        add_notes(document, "endnote", ["See the map."])

    assert [text for _, text in blocks(edit)] == [
        "It was built in 1871 by a miller.",
        "Parish book, p. 4.",
        "Letter of 1870.",
        "See the map.",
    ]


def test_metadata():
    def edit(document: Any) -> None:
        document.core_properties.title = "Mills"
        document.core_properties.author = "A. Miller"
        document.add_paragraph("Text.")

    assert read(edit).metadata == {"title": "Mills", "author": "A. Miller"}


def rewritten(change: Callable[[str, bytes], bytes | None]) -> bytes:
    """A good file with its members changed, or left out where None comes back."""
    source = ZipFile(io.BytesIO(saved(lambda document: document.add_paragraph("Text."))))
    data = io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = change(name, source.read(name))
            if content is not None:
                target.writestr(name, content)
    return data.getvalue()


GOOD = saved(lambda document: document.add_paragraph("Text."))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"plain text", "not a Word file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "old format"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "password"),
        (GOOD[: len(GOOD) // 2], "damaged"),
        (GOOD[:2000] + b"\0" * 3000 + GOOD[5000:], "damaged"),
        (rewritten(lambda name, data: None if name == "word/document.xml" else data), "damaged"),
        (rewritten(lambda name, data: None if name == "[Content_Types].xml" else data), "damaged"),
        (rewritten(lambda name, data: b"<a><b>" if name == "word/document.xml" else data), "damaged"),
        (rewritten(lambda name, data: b"<a/>" if name == "word/document.xml" else data), "damaged"),
        (saved(lambda document: document.add_paragraph(" ")), "contains no text"),
    ],
)
def test_what_cannot_be_read(data: bytes, words: str):
    with pytest.raises(SourceError) as caught:
        DocxReader().read(data, "a.docx", Limits())
    assert caught.value.source == "a.docx"
    assert words in caught.value.reason


@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), min_size=1, max_size=8))
def test_a_damaged_file_is_read_or_refused(changes: list[tuple[int, int]]):
    data = bytearray(GOOD)
    for position, byte in changes:
        data[-position] = byte  # the directory of the archive stands at the end
    try:
        extract = DocxReader().read(bytes(data), "a.docx", Limits())
    except SourceError:
        return
    assert check_extract(extract) == [("prose", "Text.")]


def test_what_unpacks_to_more_than_the_limit():
    bomb = rewritten(lambda name, data: b"\0" * 3_000_000 if name == "docProps/thumbnail.jpeg" else data)
    assert len(bomb) < 1_000_000
    with pytest.raises(SourceError, match=r"unpacks to 3,\d{3},\d{3} bytes.*max_bytes"):
        DocxReader().read(bomb, "a.docx", Limits(max_bytes=1_000_000))


def test_deeply_nested_tables_end():
    xml = paragraph(run("deep"))
    for _ in range(40):
        inner = f"<w:sdt><w:sdtContent>{xml}</w:sdtContent></w:sdt>{paragraph(run('x'))}"
        xml = f"<w:tbl><w:tr><w:tc>{inner}</w:tc></w:tr></w:tbl>"
    assert ("prose", "deep") in blocks(body_xml(xml))


def test_shared_guide(shared_data: Path):
    data = (shared_data / "docs" / "fedramp_conmon_guide.docx").read_bytes()
    extract = DocxReader().read(data, "guide", Limits())
    kinds = [kind for kind, _ in check_extract(extract)]
    assert kinds.count("heading") == 17
    assert kinds.count("list_item") == 39  # of 56 paragraphs with numbers, 17 are headings
    assert kinds.count("table_row") >= 20
    assert kinds[-2:] == ["prose", "prose"]  # the two footnotes
    assert "OMB A-130, dated 7/28/2016, Appendix I, Section 5." in extract.text[-600:]


def test_shared_footnotes(shared_data: Path):
    data = (shared_data / "docs" / "footnotes_small.docx").read_bytes()
    assert DocxReader().read(data, "notes", Limits()).text == "Ouch.\n\nA tachyon walks into a bar.\n\nFin."
