"""Word files: reads headings, paragraphs, lists, tables, text boxes and notes as blocks.

Damaged and oversized files are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any
from zipfile import ZipFile, ZipInfo

from ascribe.errors import SourceError
from ascribe.protocols import BlockKind, Extract, Limits
from ascribe.read.text_builder import (
    TextBuilder,
    collapse_blanks,
    collapse_lines,
    is_layout_table,
    join_row,
    to_superscript,
)

_HEADING = re.compile(
    "(?:heading|überschrift|titre|título|titulo|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor"
    r"|заголовок|επικεφαλίδα|başlık|見出し|标题|標題|제목|כותרת)\s*([1-9])",
    re.IGNORECASE,
)
"""Word stores ``heading 1`` in every language; other programs store the name in their own language."""

_TITLE = frozenset({"title", "titel", "titre", "título", "titolo"})
_CONTENTS = re.compile(r"(?:toc|contents|table of figures)\s*\d*|toc heading", re.IGNORECASE)
_LIST = re.compile(r"list (?:bullet|number)\b.*", re.IGNORECASE)

_BODY_TEXT_LEVEL = 9
"""The outline level of body text."""

_MAX_CHAIN = 20


class Styles:
    """The paragraph styles of a file, including the styles that they are based on."""

    def __init__(self, root: Any) -> None:
        self._by_id = {get_attribute(style, "styleId"): style for style in _find_children(root, "style")}
        self._default = next(
            (
                get_attribute(style, "styleId")
                for style in _find_children(root, "style")
                if get_attribute(style, "type") == "paragraph"
                and get_attribute(style, "default") in ("1", "true")
            ),
            "",
        )

    def find_heading_level(self, paragraph: Any) -> int:
        """Return the level of a heading from 1 to 6, or 0 for other text."""
        own = _read_outline_level(paragraph)
        if own is not None:
            return 0 if own >= _BODY_TEXT_LEVEL else min(6, own + 1)
        for style in self._build_chain(paragraph):
            name = _read_name(style)
            match = _HEADING.fullmatch(name)
            if match or name.lower() in _TITLE:
                return min(6, int(match[1])) if match else 1
            level = _read_outline_level(style)
            if level is not None:
                return 0 if level >= _BODY_TEXT_LEVEL else min(6, level + 1)
        return 0

    def is_list_item(self, paragraph: Any) -> bool:
        """Return True if the paragraph or one of its styles has numbers or bullets."""
        for element in (paragraph, *self._build_chain(paragraph)):
            numbering = find_child(find_child(element, "pPr"), "numPr")
            if numbering is not None:
                number = find_child(numbering, "numId")
                return number is None or get_attribute(number, "val") != "0"
        return any(_LIST.fullmatch(_read_name(style)) for style in self._build_chain(paragraph))

    def find_list_level(self, paragraph: Any) -> int:
        """Return how deep a list item is nested, from 1."""
        for element in (paragraph, *self._build_chain(paragraph)):
            depth = find_child(find_child(find_child(element, "pPr"), "numPr"), "ilvl")
            if depth is not None and get_attribute(depth, "val").isdecimal():
                return 1 + int(get_attribute(depth, "val"))
        styles = (_LIST.fullmatch(_read_name(style)) for style in self._build_chain(paragraph))
        numbers = (re.search(r"\d+", match.group()) for match in styles if match)
        return next((int(number.group()) for number in numbers if number), 1)

    def is_contents_entry(self, paragraph: Any) -> bool:
        """Return True for a line of a table of contents, which repeats a heading."""
        return any(_CONTENTS.fullmatch(_read_name(style)) for style in self._build_chain(paragraph)[:1])

    def _build_chain(self, paragraph: Any) -> list[Any]:
        """Return the style of the paragraph, followed by the styles that it is based on."""
        reference = find_child(find_child(paragraph, "pPr"), "pStyle")
        name = self._default if reference is None else get_attribute(reference, "val")
        chain: list[Any] = []
        while name in self._by_id and len(chain) < _MAX_CHAIN:
            chain.append(self._by_id[name])
            based_on = find_child(chain[-1], "basedOn")
            name = "" if based_on is None else get_attribute(based_on, "val")
        return chain


def _find_children(root: Any, name: str) -> list[Any]:
    return [] if root is None else list(root.findall(W + name))


def _read_outline_level(element: Any) -> int | None:
    level = find_child(find_child(element, "pPr"), "outlineLvl")
    text = "" if level is None else get_attribute(level, "val")
    return int(text) if text.isdecimal() else None


def _read_name(style: Any) -> str:
    name = find_child(style, "name")
    return "" if name is None else get_attribute(name, "val").strip()


# --- Tables ---

_FIRST_ROW_BIT = 0x0020
"""The bit of ``w:tblLook`` that formats the first row as a header (ECMA-376 part 1, 17.4.55)."""


def find_rows(table: Any) -> list[Any]:
    """Return the rows, without those whose deletion is tracked."""
    return [row for row in _find_wrapped(table, "tr") if find_child(find_child(row, "trPr"), "del") is None]


def find_cells(row: Any) -> list[Any]:
    """Return the cells of a row."""
    return list(_find_wrapped(row, "tc"))


def is_merged_above(cell: Any) -> bool:
    """Return True for a cell that continues the one above it."""
    merge = find_child(find_child(cell, "tcPr"), "vMerge")
    return merge is not None and get_attribute(merge, "val") in ("", "continue")


def find_nested_tables(cell: Any) -> list[Any]:
    """Return the tables within a cell."""
    return list(_find_wrapped(cell, "tbl"))


def is_header_row(table: Any, row: Any, number: int, texts: list[str]) -> bool:
    """Return True for a row marked as header, or a first row of names that the table style highlights."""
    if is_switched_on(find_child(find_child(row, "trPr"), "tblHeader")):
        return True
    named = sum(map(bool, texts)) > 1 and not any(text[:1].isdigit() for text in texts)
    return number == 0 and named and _has_header_style(table)


def _has_header_style(table: Any) -> bool:
    look = find_child(find_child(table, "tblPr"), "tblLook")
    if look is None:
        return False
    bits = get_attribute(look, "val")
    try:
        return get_attribute(look, "firstRow") in ("1", "true") or bool(int(bits or "0", 16) & _FIRST_ROW_BIT)
    except ValueError:
        return False


def _find_wrapped(parent: Any, name: str) -> Iterator[Any]:
    """Yield the children with that name, including those in content controls and tracked insertions."""
    for element in parent:
        if element.tag == W + name:
            yield element
        elif element.tag in (W + "sdt", W + "sdtContent", W + "ins", W + "customXml"):
            yield from _find_wrapped(element, name)


# --- Opening the file ---

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MAX_TAGS = 5_000_000
"""Most tags in all parts: each takes a hundred times the memory of its bytes in the file."""

_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_SAVE_AGAIN_HINT = "open it in a word processor and save it as a Word document (.docx)"


def open_package(data: bytes, name: str, limits: Limits) -> Any:
    """Open the document with python-docx.

    Raises:
        SourceError: the file is not a Word file, has a password, is damaged, or is too large when unpacked.
    """
    from docx import Document

    _check_format(data, name)
    _check_unpacked_size(data, name, limits)
    try:
        package = Document(BytesIO(data))
    except MemoryError:
        raise
    except (
        Exception
    ) as error:  # zipfile, zlib, lxml and python-docx raise many kinds of errors on a damaged file
        raise SourceError(
            name, f"the Word file is damaged or in another format; {_SAVE_AGAIN_HINT}."
        ) from error
    if find_child(package.element, "body") is None:
        raise SourceError(name, f"the Word file is damaged (it has no body); {_SAVE_AGAIN_HINT}.")
    return package


def parse_part(blob: bytes, name: str) -> Any:
    """Parse the XML of one part.

    Raises:
        SourceError: the part is not well-formed.
    """
    from docx.oxml import parse_xml

    try:
        return parse_xml(blob)
    except SyntaxError as error:
        raise SourceError(name, f"a part of the Word file is damaged; {_SAVE_AGAIN_HINT}.") from error


def _check_format(data: bytes, name: str) -> None:
    if data.startswith(_OLE):
        locked = _ENCRYPTED in data
        raise SourceError(
            name,
            "the Word file has a password; remove the password in a word processor and save it again."
            if locked
            else f"this is a Word file in the old format (.doc); {_SAVE_AGAIN_HINT}.",
        )
    if not data.startswith(b"PK"):
        raise SourceError(name, f"this is not a Word file; {_SAVE_AGAIN_HINT}.")


def _check_unpacked_size(data: bytes, name: str, limits: Limits) -> None:
    tags = 0
    try:
        with ZipFile(BytesIO(data)) as archive:
            # zipfile stops at the size stated in the directory, so the sum is the maximum unpacked size.
            size = sum(member.file_size for member in archive.infolist())
            if size <= limits.max_bytes:
                tags = sum(_count_tags(archive, one) for one in archive.infolist() if _is_xml(one.filename))
    except Exception as error:  # zipfile raises five kinds of errors on a damaged directory
        raise SourceError(name, f"the Word file is damaged; {_SAVE_AGAIN_HINT}.") from error
    if size > limits.max_bytes:
        raise SourceError(
            name,
            f"the Word file unpacks to {size:,} bytes, more than the limit of {limits.max_bytes:,}; "
            "split it, or raise the limit with Limits(max_bytes=…).",
        )
    if tags > _MAX_TAGS:
        raise SourceError(
            name, f"the Word file has {tags:,} tags, more than the limit of {_MAX_TAGS:,}; split it."
        )


def _is_xml(member: str) -> bool:
    return member.lower().endswith((".xml", ".rels"))


def _count_tags(archive: ZipFile, member: ZipInfo) -> int:
    count = 0
    with archive.open(member) as part:
        while piece := part.read(1 << 20):
            count += piece.count(b"<")
    return count


# --- XML names and attributes ---

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"


def find_child(element: Any, name: str) -> Any:
    """Return the first child with that name, or None; for None, return None."""
    return None if element is None else element.find(W + name)


def get_attribute(element: Any, attribute: str) -> str:
    """Return an attribute, or an empty string if it is missing."""
    return str(element.get(W + attribute, ""))


def is_switched_on(element: Any) -> bool:
    """Return True for a switch that is present and not switched off."""
    return element is not None and get_attribute(element, "val") not in ("0", "false", "off")


# --- The reader ---

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
        text = _BodyText(Styles(_load_styles(package)))
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

    With ``tables=False``, tables are left out, for the text of one cell.
    """

    def __init__(self, styles: Styles, *, tables: bool = True) -> None:
        self.styles = styles
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
        if text and not self.styles.is_contents_entry(paragraph):
            self._add_block(paragraph, text)
        for box in find_text_boxes(paragraph):
            self.add_blocks(box)

    def _add_block(self, paragraph: Any, text: str) -> None:
        level = self.styles.find_heading_level(paragraph)
        is_item = not level and self.styles.is_list_item(paragraph)
        if level:
            self.builder.add("heading", collapse_lines(text), level=level)
        elif is_item:
            depth = self.styles.find_list_level(paragraph)
            self.builder.add("list_item", text, level=depth, continues=self.in_list)
        else:
            self.builder.add("prose", text)
        self.in_list = is_item

    def _add_table(self, table: Any) -> None:
        """Add each row as one block; add a table that is only layout as running text."""
        rows = find_rows(table)
        texts = [[_read_cell_text(cell, self.styles) for cell in find_cells(row)] for row in rows]
        if is_layout_table(texts):
            for cell in (cell for row in rows for cell in find_cells(row) if not is_merged_above(cell)):
                self.add_blocks(cell)
        else:
            self._add_rows(table, rows, texts)
        self.in_list = False

    def _add_rows(self, table: Any, rows: list[Any], texts: list[list[str]]) -> None:
        continues = False
        for number, (row, cells) in enumerate(zip(rows, texts, strict=True)):
            kind: BlockKind = "table_header" if is_header_row(table, row, number, cells) else "table_row"
            self.builder.add(kind, join_row(cells), continues=continues)
            continues = continues or any(cells)
            for nested in (inner for cell in find_cells(row) for inner in find_nested_tables(cell)):
                self._add_table(nested)
                continues = False


def _read_cell_text(cell: Any, styles: Styles) -> str:
    """Return the paragraphs of a cell as one line, without nested tables; empty if merged into another."""
    if is_merged_above(cell):
        return ""
    inner = _BodyText(styles, tables=False)
    inner.add_blocks(cell)
    return collapse_lines(inner.builder.extract({}).text)


def _is_contents_control(control: Any) -> bool:
    """Return True for the content control that Word puts around a table of contents."""
    gallery = find_child(find_child(find_child(control, "sdtPr"), "docPartObj"), "docPartGallery")
    return gallery is not None and get_attribute(gallery, "val") == "Table of Contents"


# --- Text of a paragraph ---

TEXT_BOX = W + "txbxContent"

_EXCLUDED_ELEMENTS = frozenset(
    W + name for name in ("del", "moveFrom", "pPr", "rPr", "instrText", "delText", "rt", "sdtPr")
) | {COMPATIBILITY + "Fallback"}
"""Deleted and moved-away text, properties, field codes, ruby text above characters, and fallback versions."""

_HIDING_PROPERTIES = ("vanish", "strike", "dstrike")
"""Hidden text and struck-out text, both of which are no longer valid."""

_SIGN_TEXTS = {W + "tab": " ", W + "cr": "\n", W + "noBreakHyphen": "-", W + "ptab": " "}


def read_paragraph_text(paragraph: Any) -> str:
    """Return the text of a paragraph, with line breaks as newlines.

    Insertions are kept; deletions, hidden and struck-out text are left out.
    """
    return collapse_blanks("".join(_read_pieces(paragraph)))


def find_text_boxes(paragraph: Any) -> list[Any]:
    """Return the text boxes anchored in the paragraph, outermost first, each once."""
    found: list[Any] = []
    stack = [paragraph]
    while stack:
        element = stack.pop()
        if element.tag == TEXT_BOX:
            found.append(element)
        elif element.tag not in _EXCLUDED_ELEMENTS:
            stack.extend(reversed(element))
    return found


def _read_pieces(element: Any) -> Iterator[str]:
    for part in element:
        tag = part.tag
        if tag in _EXCLUDED_ELEMENTS or tag == TEXT_BOX or not isinstance(tag, str):
            continue
        if tag == W + "r":
            yield from _read_run(part)
        elif tag in (W + "t", MATH + "t"):
            yield part.text or ""
        elif tag in _SIGN_TEXTS:
            yield _SIGN_TEXTS[tag]
        elif tag == W + "br":
            yield "\n" if get_attribute(part, "type") in ("", "textWrapping") else " "
        else:
            yield from _read_pieces(part)


def _read_run(run: Any) -> Iterator[str]:
    properties = find_child(run, "rPr")
    if any(is_switched_on(find_child(properties, name)) for name in _HIDING_PROPERTIES):
        return
    raised = find_child(properties, "vertAlign")
    if raised is not None and get_attribute(raised, "val") == "superscript":
        yield to_superscript("".join(_read_pieces(run)))
    else:
        yield from _read_pieces(run)
