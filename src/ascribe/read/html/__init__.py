"""HTML pages: reads the main text as headings, paragraphs, lists and tables.

The declared character set is used. Pages that are nested too deeply are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ascribe.errors import SourceError
from ascribe.protocols import BlockKind, Extract, Limits
from ascribe.read.blocks import split_blocks
from ascribe.read.encodings import decode
from ascribe.read.html.item_numbers import ItemNumbers
from ascribe.read.html.main_content import (
    BLOCKS,
    END_TAG_OPTIONAL,
    FORMATTING,
    HEADINGS,
    LIST_ITEMS,
    LISTS,
    VOID,
    PageBlock,
    find_main_part,
    is_left_out,
    remove_menus,
)
from ascribe.read.html.measures import PageMeasures
from ascribe.read.list_numbers import add_mark
from ascribe.read.merged_cells import TableCell, TableRow, expand_rows
from ascribe.read.text_builder import (
    TextBuilder,
    collapse_blanks,
    collapse_lines,
    is_layout_table,
    join_row,
    to_superscript,
)

_SPACES = re.compile(r"[ \t\r\n\f]+")
_EMPTY_LINES = re.compile(r"\n\s*\n")
_XML_EMPTY = re.compile(r"<([a-zA-Z][\w:-]*)((?:\s[^<>]*?)?)/>")

_MIN_PROSE_WORDS = 40
_MIN_PROSE_SHARE = 0.9
"""Minimum words of a ``<pre>`` that is prose, and minimum share of letters, spaces and punctuation in it."""


class HtmlReader:
    """Reads a saved page. White space is collapsed as browsers do; note marks are left out."""

    def read(self, data: bytes, name: str, limits: Limits) -> Extract:
        """Return the text of the page, with ``title`` and ``language`` in the metadata if the page has them.

        Raises:
            SourceError: no encoding is readable, there is no text, or elements are nested too deeply.
        """
        markup = _expand_empty_elements(decode(data, name, find_declared_charset(data)))
        check_nesting_depth(markup, name, limits.max_depth)
        page = LexborHTMLParser(markup)
        measures = PageMeasures(page)
        root = find_main_part(page, measures)
        extract = (
            _PageText(root, measures).extract(_read_metadata(page)) if root is not None else Extract("", [])
        )
        if not extract.blocks:
            raise SourceError(
                name,
                "the page contains no text; if a script writes it, save the page from a browser.",
            )
        return extract


def _expand_empty_elements(markup: str) -> str:
    """Convert empty elements of XHTML, such as ``<a/>``, which HTML parsers leave open."""
    if not markup.lstrip().startswith("<?xml"):
        return markup
    return _XML_EMPTY.sub(_add_end_tag, markup)


def _add_end_tag(match: re.Match[str]) -> str:
    tag, attributes = match[1], match[2]
    return match[0] if tag.lower() in VOID else f"<{tag}{attributes}></{tag}>"


def _read_metadata(page: LexborHTMLParser) -> dict[str, Any]:
    title = page.css_first("head > title")
    language = page.root.attributes.get("lang") if page.root is not None else None
    found = {"title": collapse_lines(title.text()) if title is not None else "", "language": language or ""}
    return {key: value for key, value in found.items() if value}


class _PageText:
    """Walks the elements in order, without recursion, and closes a block wherever a new line begins."""

    def __init__(self, root: LexborNode, measures: PageMeasures) -> None:
        self.root = root
        self.measures = measures
        self.pieces: list[PageBlock] = []
        self.inline: list[str] = []
        self.in_link = self.links = self.linked = 0
        self.level = 0
        self.lists: list[ItemNumbers] = []
        self.in_run = False
        self.items: list[str | None] = []
        """The mark of each open item, empty once a heading has it, None after its first words."""
        self._walk()

    def extract(self, metadata: dict[str, Any]) -> Extract:
        builder = TextBuilder()
        for piece in remove_menus(self.pieces):
            if piece.blocks:
                builder.add_blocks(piece.text, list(piece.blocks))
            else:
                words, number = add_mark(piece.mark, piece.text.strip())
                builder.add(piece.kind, words, level=piece.level, continues=piece.continues, number=number)
        return builder.extract(metadata)

    def _walk(self) -> None:
        stack = [(self.root, False)]
        while stack:
            node, leaving = stack.pop()
            if leaving:
                self._leave_element(node)
            elif node.is_text_node:
                self._add_words(_SPACES.sub(" ", node.text_content or ""))
            elif node.is_element_node and self._enter_element(node):
                stack.append((node, True))
                child = node.last_child
                while child is not None:
                    stack.append((child, False))
                    child = child.prev
        self._close_block()

    def _add_words(self, text: str) -> None:
        self.inline.append(text)
        if self.in_link:
            self.linked += len(text.strip())

    def _enter_element(self, node: LexborNode) -> bool:
        """Process the start of an element; return True if its children must be read too."""
        tag = node.tag or ""
        if self._is_left_out(node):
            if tag in BLOCKS or tag == "nav":
                self._close_block()
            return False
        if tag == "br":
            self.inline.append("\n")
        elif tag == "sup":
            self.inline.append(to_superscript(node.text()))
        elif tag == "pre":
            self._add_preformatted(node)
        elif tag != "table" or not self._add_table(node):
            self._open_element(node, tag)
            return True
        return False

    def _is_left_out(self, node: LexborNode) -> bool:
        return node.mem_id != self.root.mem_id and is_left_out(node, self.root, self.measures)

    def _open_element(self, node: LexborNode, tag: str) -> None:
        level = _find_heading_level(node, tag)
        if tag in BLOCKS or level:
            self._close_block()
        if level:
            self.level = level
        if tag in LISTS:
            self.in_run = self.in_run and bool(self.lists)
            self.lists.append(ItemNumbers(node))
        if tag in LIST_ITEMS:
            self.items.append(self.lists[-1].write_mark(node) if self.lists else "")
        if tag == "a":
            self.in_link += 1
            self.links += 1

    def _leave_element(self, node: LexborNode) -> None:
        tag = node.tag or ""
        level = _find_heading_level(node, tag)
        if tag in BLOCKS or level:
            self._close_block()
        if level:
            self.level = 0
        if tag in LISTS:
            self.lists.pop()
        if tag in LIST_ITEMS:
            self.items.pop()
        if tag == "a":
            self.in_link -= 1

    def _close_block(self) -> None:
        """End the running text and add it as a block, or as several where empty lines separate it."""
        text = collapse_blanks("".join(self.inline))
        self.inline.clear()
        for part in _EMPTY_LINES.split(text):
            if part.strip():
                self._add_block(part)
        self.links = self.linked = 0

    def _add_block(self, text: str) -> None:
        links, linked = self.links, self.linked
        if self.level:
            number = (self.items[-1] if self.items else None) or ""
            self.pieces.append(PageBlock("heading", collapse_lines(text), level=self.level, mark=number))
            if number:
                self.items[-1] = ""
        elif self.items and (mark := self.items[-1]) is not None:
            depth = len(self.lists)
            self.pieces.append(PageBlock("list_item", text, depth, self.in_run, links, linked, mark=mark))
            self.items[-1], self.in_run = None, True
        else:
            self.pieces.append(PageBlock("prose", text, links=links, linked=linked))

    def _add_preformatted(self, node: LexborNode) -> None:
        self._close_block()
        text = node.text().replace("\r\n", "\n").strip()
        if node.css_first("code, span") is None and _is_prose(text):
            self.pieces.append(PageBlock("code", text, blocks=tuple(split_blocks(text))))
        else:
            self.pieces.append(PageBlock("code", text))

    def _add_table(self, table: LexborNode) -> bool:
        """Add a table with data; return False if the table only arranges the page."""
        rows = extract_table_rows(table, self._is_left_out, self._read_cell_text)
        if rows is None:
            return False
        self._close_block()
        caption = table.css_first("caption")
        if caption is not None and not self._is_left_out(caption):
            self.pieces.append(PageBlock("prose", self._read_cell_text(caption)))
        self.pieces += [
            PageBlock(row.kind, join_row(row.cells), continues=n > 0) for n, row in enumerate(rows)
        ]
        return True

    def _read_cell_text(self, cell: LexborNode) -> str:
        pieces = remove_menus(_PageText(cell, self.measures).pieces)
        return collapse_lines("\n".join(piece.text for piece in pieces))


def _find_heading_level(node: LexborNode, tag: str) -> int:
    if node.attributes.get("role") == "heading":
        level = node.attributes.get("aria-level") or "2"
        return min(6, int(level)) if level.isdecimal() and int(level) else 2
    return HEADINGS.get(tag, 0)


def _is_prose(text: str) -> bool:
    plain = sum(char.isalpha() or char in " \n.,;:!?'\"’“”-()" for char in text)
    return len(text.split()) >= _MIN_PROSE_WORDS and plain >= _MIN_PROSE_SHARE * len(text)


# --- Tables ---


_DIGITS = re.compile(r"\s*(\d{1,5})(?!\d)")


def extract_table_rows(
    table: LexborNode, is_left_out: Callable[[LexborNode], bool], cell_text: Callable[[LexborNode], str]
) -> list[TableRow] | None:
    """Return the rows with text, or None for a table that only arranges the page."""
    if table.attributes.get("role") in ("presentation", "none") or len(table.css("table")) > 1:
        return None
    kinds: list[BlockKind] = []
    rows: list[list[TableCell]] = []
    in_head = True
    for row, left in _iterate_rows(table):
        if is_left_out(row):
            continue
        cells = [cell for cell in row.iter() if cell.tag in ("td", "th") and not is_left_out(cell)]
        in_head = (in_head and all(cell.tag == "th" for cell in cells)) or _is_in_thead(row)
        kinds.append("table_header" if in_head else "table_row")
        rows.append([_read_cell(cell, cell_text(cell), left) for cell in cells])
    if is_layout_table([[cell.text for cell in row] for row in rows]):
        return None
    return [row for row in expand_rows(kinds, rows) if any(row.cells)]


def _iterate_rows(table: LexborNode) -> Iterator[tuple[LexborNode, int]]:
    """Yield each row, and how many rows its part of the table has from there on: no cell reaches further."""
    for _, part in groupby(table.css("tr"), key=lambda row: row.parent.mem_id if row.parent else 0):
        rows = list(part)
        yield from zip(rows, range(len(rows), 0, -1), strict=True)


def _read_cell(cell: LexborNode, text: str, left: int) -> TableCell:
    """Return a cell with the columns and rows that it covers; 0 rows are all that are ``left``."""
    return TableCell(text, _read_span(cell, "colspan") or 1, min(_read_span(cell, "rowspan") or left, left))


def _read_span(cell: LexborNode, name: str) -> int:
    """Return the number in an attribute; 1 without a number."""
    digits = _DIGITS.match(cell.attributes.get(name) or "")
    return int(digits[1]) if digits else 1


def _is_in_thead(row: LexborNode) -> bool:
    return row.parent is not None and row.parent.tag == "thead"


# --- Declared character set ---

_META_CHARSET = re.compile(rb"""<meta[^>]{0,500}?charset\s*=\s*["']?\s*([\w:.-]+)""", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]+)""", re.IGNORECASE)
_HEAD_BYTES = 4_096

_ALIASES = {
    "ascii": "cp1252",
    "us-ascii": "cp1252",
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "iso-8859-1": "cp1252",
    "iso8859-1": "cp1252",
    "iso-8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "utf-16": "utf-8",
    "utf-16le": "utf-8",
    "utf-16be": "utf-8",
}
"""What browsers read under these names (WHATWG Encoding Standard, "Names and labels")."""


def find_declared_charset(data: bytes) -> str | None:
    """Return Python's name for the declared encoding, or None if the page declares none."""
    head = data[:_HEAD_BYTES]
    match = _XML_ENCODING.search(head) or _META_CHARSET.search(head)
    if match is None:
        return None
    label = match[1].decode("ascii", errors="ignore").lower()
    return _ALIASES.get(label, label)


# --- Nesting depth ---

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")

_FLAT_ELEMENTS = VOID | END_TAG_OPTIONAL

_MAX_REOPENED = 50_000_000
"""Maximum sum over all tags of the open formatting elements; a page of a million tags has about five
million."""


def check_nesting_depth(markup: str, name: str, deepest: int) -> None:
    """Check that elements are not nested too deeply; every page that a person would read passes.

    Raises:
        SourceError: the page would keep the parser busy for minutes.
    """
    depth = formatting = reopened = 0
    for match in _TAG.finditer(markup):
        tag = match[2].lower()
        reopened += formatting
        step = 0 if tag in _FLAT_ELEMENTS else -1 if match[1] else 1
        depth = max(0, depth + step)
        if tag in FORMATTING:
            formatting = max(0, formatting + step)
        if depth > deepest or reopened > _MAX_REOPENED:
            raise SourceError(
                name, "its elements are nested too deeply to read; save it as text, or again from a browser."
            )


__all__ = ["HtmlReader"]
