"""Word files: headings, paragraphs, lists, tables, text boxes and notes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ascribe.errors import SourceError
from ascribe.read.docx.names import W, child, value
from ascribe.read.docx.package import open_package, parse_part
from ascribe.read.docx.runs import paragraph_text, text_boxes
from ascribe.read.docx.styles import Styles
from ascribe.read.docx.tables import is_header, is_merged_away, nested_tables, row_cells, table_rows
from ascribe.read.text_builder import TextBuilder, one_line, only_arranges, row_text
from ascribe.stages import BlockKind, Extract, Limits

_NOTES = ("footnotes", "endnotes")
_WRAPPERS = frozenset(W + name for name in ("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag"))


class DocxReader:
    """Reads the text that Word prints, notes at the end, without headers, footers, comments, deletions."""

    def read(self, data: bytes, name: str, limits: Limits) -> Extract:
        """The text; ``title`` and ``author`` in the metadata where the file has them.

        Raises:
            SourceError: not a Word file, locked, damaged, too large when unpacked, or without text.
        """
        package = open_package(data, name, limits)
        text = _Text(Styles(_styles(package)))
        try:
            text.blocks(package.element.body)
            for note in _notes(package, name):
                text.blocks(note)
        except RecursionError as error:
            raise SourceError(name, "its parts are nested too deeply to read; save it as text.") from error
        extract = text.builder.extract(_metadata(package))
        if not extract.blocks:
            raise SourceError(name, "the Word file holds no text; leave it out or give a file with text.")
        return extract


def _styles(package: Any) -> Any:
    try:
        return package.styles.element
    except (KeyError, AttributeError):
        return None


def _metadata(package: Any) -> dict[str, Any]:
    properties = package.core_properties
    found = {"title": properties.title, "author": properties.author}
    return {key: text for key, text in found.items() if text}


def _notes(package: Any, name: str) -> Iterable[Any]:
    """Footnotes, then endnotes; the lines that part them from the text have a ``type``."""
    for kind in _NOTES:
        for relation in package.part.rels.values():
            if relation.is_external or not relation.reltype.endswith(f"/{kind}"):
                continue
            for note in parse_part(relation.target_part.blob, name).findall(W + kind.removesuffix("s")):
                if value(note, "type") in ("", "normal"):
                    yield note


class _Text:
    """Turns paragraphs and tables into blocks, in order; without its tables for the text of one cell."""

    def __init__(self, styles: Styles, *, tables: bool = True) -> None:
        self.styles = styles
        self.tables = tables
        self.builder = TextBuilder()
        self.in_list = False

    def blocks(self, parent: Any) -> None:
        """Everything below a body, a cell, a text box or a note."""
        for element in parent:
            if element.tag == W + "p":
                self.paragraph(element)
            elif element.tag == W + "tbl" and self.tables:
                self.table(element)
            elif element.tag in _WRAPPERS and not _is_contents(element):
                self.blocks(element)

    def paragraph(self, paragraph: Any) -> None:
        """One block, and those of the text boxes anchored in it."""
        text = paragraph_text(paragraph)
        if text and not self.styles.is_contents_entry(paragraph):
            self._add(paragraph, text)
        for box in text_boxes(paragraph):
            self.blocks(box)

    def _add(self, paragraph: Any, text: str) -> None:
        level = self.styles.heading_level(paragraph)
        is_item = not level and self.styles.is_list_item(paragraph)
        if level:
            self.builder.add("heading", one_line(text), level=level)
        elif is_item:
            self.builder.add("list_item", text, continues=self.in_list)
        else:
            self.builder.add("prose", text)
        self.in_list = is_item

    def table(self, table: Any) -> None:
        """A row is one block; a table that only frames text is read as that text."""
        rows = table_rows(table)
        texts = [[_cell_text(cell, self.styles) for cell in row_cells(row)] for row in rows]
        if only_arranges(texts):
            for cell in (cell for row in rows for cell in row_cells(row) if not is_merged_away(cell)):
                self.blocks(cell)
        else:
            self._rows(table, rows, texts)
        self.in_list = False

    def _rows(self, table: Any, rows: list[Any], texts: list[list[str]]) -> None:
        continues = False
        for number, (row, cells) in enumerate(zip(rows, texts, strict=True)):
            kind: BlockKind = "table_header" if is_header(table, row, number, cells) else "table_row"
            self.builder.add(kind, row_text(cells), continues=continues)
            continues = continues or any(cells)
            for nested in (inner for cell in row_cells(row) for inner in nested_tables(cell)):
                self.table(nested)
                continues = False


def _cell_text(cell: Any, styles: Styles) -> str:
    """The paragraphs of a cell in one line, without its nested tables; empty if it is merged into another."""
    if is_merged_away(cell):
        return ""
    inner = _Text(styles, tables=False)
    inner.blocks(cell)
    return one_line(inner.builder.extract({}).text)


def _is_contents(control: Any) -> bool:
    """True for the content control that Word puts around a table of contents."""
    gallery = child(child(child(control, "sdtPr"), "docPartObj"), "docPartGallery")
    return gallery is not None and value(gallery, "val") == "Table of Contents"
