"""Word files: reads headings, paragraphs, lists, tables, text boxes and notes as blocks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ascribe.errors import SourceError
from ascribe.protocols import BlockKind, Extract, Limits
from ascribe.read.docx.elements import (
    W,
    count_columns,
    count_skipped_columns,
    find_cells,
    find_child,
    find_nested_tables,
    find_rows,
    get_attribute,
    is_header_row,
    is_merged_above,
)
from ascribe.read.docx.numbering import Numbering
from ascribe.read.docx.package import open_package, parse_part
from ascribe.read.docx.paragraph_text import find_text_boxes, read_paragraph_text
from ascribe.read.docx.styles import Styles
from ascribe.read.list_numbers import add_mark
from ascribe.read.merged_cells import TableCell, expand_rows
from ascribe.read.text_builder import TextBuilder, collapse_lines, is_layout_table, join_row

_NUMBERING = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering"
_NOTES = ("footnotes", "endnotes")
_WRAPPERS = frozenset(W + name for name in ("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag"))


class DocxReader:
    """Reads the text that Word prints, with the notes at the end.

    Headers, footers, comments and deletions are left out.
    """

    def read(self, data: bytes, name: str, limits: Limits) -> Extract:
        """Return the text, with ``title`` and ``author`` in the metadata if the file has them.

        Raises:
            SourceError: the file is not a Word file, has a password, is damaged, too large when unpacked,
                nested too deeply, or without text.
        """
        package = open_package(data, name, limits)
        text = _BodyText(Styles(_load_styles(package)), Numbering(_load_numbering(package)))
        try:
            text.add_blocks(package.element.body)
            for note in _find_notes(package, name):
                text.add_blocks(note)
        except RecursionError as error:
            raise SourceError(name, "the Word file is nested too deeply to read; save it as text.") from error
        extract = text.builder.extract(_read_metadata(package))
        if not extract.blocks:
            raise SourceError(name, "the Word file contains no text; leave it out or give a file with text.")
        return extract


def _load_styles(package: Any) -> Any:
    try:
        return package.styles.element
    except (KeyError, AttributeError):
        return None


def _load_numbering(package: Any) -> Any:
    """Return the element with the lists of the file; None if it has none."""
    try:
        return package.part.part_related_by(_NUMBERING).element
    except (KeyError, AttributeError):
        return None


def _read_metadata(package: Any) -> dict[str, Any]:
    properties = package.core_properties
    found = {"title": properties.title, "author": properties.author}
    return {key: text for key, text in found.items() if text}


def _find_notes(package: Any, name: str) -> Iterable[Any]:
    """Yield the footnotes, then the endnotes; separator lines, which have a ``type``, are left out."""
    for kind in _NOTES:
        for relation in package.part.rels.values():
            if relation.is_external or not relation.reltype.endswith(f"/{kind}"):
                continue
            for note in parse_part(relation.target_part.blob, name).findall(W + kind.removesuffix("s")):
                if get_attribute(note, "type") in ("", "normal"):
                    yield note


class _BodyText:
    """Converts paragraphs and tables into blocks, in order.

    With ``tables=False``, tables are left out, and so are the numbers of items, for the text of one cell.
    """

    def __init__(self, styles: Styles, numbering: Numbering, *, tables: bool = True) -> None:
        self.styles = styles
        self.numbering = numbering
        self.tables = tables
        self.builder = TextBuilder()
        self.in_list = False

    def add_blocks(self, parent: Any) -> None:
        """Add everything in a body, a cell, a text box or a note."""
        for element in parent:
            if element.tag == W + "p":
                self._add_paragraph(element)
            elif element.tag == W + "tbl" and self.tables:
                self._add_table(element)
            elif element.tag in _WRAPPERS and not _is_contents_control(element):
                self.add_blocks(element)

    def _add_paragraph(self, paragraph: Any) -> None:
        """Add a paragraph as one block, and the blocks of the text boxes anchored in it."""
        text = read_paragraph_text(paragraph)
        mark = self.numbering.write_mark(*self.styles.find_numbering(paragraph))
        mark = mark if self.tables else ""
        if text and not self.styles.is_contents_entry(paragraph):
            self._add_block(paragraph, text, mark)
        for box in find_text_boxes(paragraph):
            self.add_blocks(box)

    def _add_block(self, paragraph: Any, text: str, mark: str) -> None:
        level = self.styles.find_heading_level(paragraph)
        is_item = not level and self.styles.is_list_item(paragraph)
        if level:
            words, number = add_mark(mark, collapse_lines(text))
            self.builder.add("heading", words, level=level, number=number)
        elif is_item:
            depth = self.styles.find_list_level(paragraph)
            words, number = add_mark(f"{mark}." if mark[-1:].isalnum() else mark, text.strip())
            self.builder.add("list_item", words, level=depth, continues=self.in_list, number=number)
        else:
            self.builder.add("prose", text)
        self.in_list = is_item

    def _add_table(self, table: Any) -> None:
        """Add each row as one block; add a table that is only layout as running text."""
        rows = find_rows(table)
        counts = self.numbering.copy_counts()
        cells = _read_cells(rows, self.styles, self.numbering)
        if is_layout_table([[cell.text for cell in row] for row in cells]):
            self.numbering.restore_counts(counts)
            for cell in (cell for row in rows for cell in find_cells(row) if not is_merged_above(cell)):
                self.add_blocks(cell)
        else:
            self._add_rows(table, rows, cells)
        self.in_list = False

    def _add_rows(self, table: Any, rows: list[Any], cells: list[list[TableCell]]) -> None:
        kinds: list[BlockKind] = [
            "table_header" if is_header_row(table, row, number, [cell.text for cell in own]) else "table_row"
            for number, (row, own) in enumerate(zip(rows, cells, strict=True))
        ]
        continues = False
        for row, expanded in zip(rows, expand_rows(kinds, cells), strict=True):
            self.builder.add(expanded.kind, join_row(expanded.cells), continues=continues)
            continues = continues or any(expanded.cells)
            for nested in (inner for cell in find_cells(row) for inner in find_nested_tables(cell)):
                self._add_table(nested)
                continues = False


def _read_cells(rows: list[Any], styles: Styles, numbering: Numbering) -> list[list[TableCell]]:
    """Return the cells that begin in each row; one merged into the cell above makes that one longer."""
    found: list[list[TableCell]] = []
    above: dict[int, tuple[int, int]] = {}
    for row in rows:
        column = count_skipped_columns(row)
        line = [TableCell("")] * column
        for cell in find_cells(row):
            if is_merged_above(cell) and column in above:
                number, place = above[column]
                longer = found[number][place]
                found[number][place] = replace(longer, rows=longer.rows + 1)
            else:
                above[column] = (len(found), len(line))
                line.append(TableCell(_read_cell_text(cell, styles, numbering), count_columns(cell)))
            column += count_columns(cell)
        found.append(line)
    return found


def _read_cell_text(cell: Any, styles: Styles, numbering: Numbering) -> str:
    """Return the paragraphs of a cell as one line, without nested tables; empty if merged into another."""
    if is_merged_above(cell):
        return ""
    inner = _BodyText(styles, numbering, tables=False)
    inner.add_blocks(cell)
    return collapse_lines(inner.builder.extract({}).text)


def _is_contents_control(control: Any) -> bool:
    """Return True for the content control that Word puts around a table of contents."""
    gallery = find_child(find_child(find_child(control, "sdtPr"), "docPartObj"), "docPartGallery")
    return gallery is not None and get_attribute(gallery, "val") == "Table of Contents"
