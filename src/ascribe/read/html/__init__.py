"""HTML pages: reads the main text as headings, paragraphs, lists and tables, with the declared character
set, and refuses pages that are nested too deeply."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ascribe.errors import SourceError
from ascribe.protocols import BlockKind, Extract, Limits
from ascribe.read.blocks import split_blocks
from ascribe.read.encodings import decode
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

_PROSE_WORDS = 40
_PROSE_SHARE = 0.9
"""A ``<pre>`` of so many words, whose characters are letters, blanks and stops to that share, is prose."""


class HtmlReader:
    """Reads a saved page. White space is collapsed as browsers do it; marks of notes are left out."""

    def read(self, data: bytes, name: str, limits: Limits) -> Extract:
        """The text of the page; ``title`` and ``language`` in the metadata where the page has them.

        Raises:
            SourceError: no readable encoding, no text, or nesting that no person would write.
        """
        markup = _expand_empty_elements(decode(data, name, find_declared_charset(data)))
        check_nesting_depth(markup, name, limits.max_depth)
        page = LexborHTMLParser(markup)
        root = find_main_part(page)
        extract = _PageText(root).extract(_read_metadata(page)) if root is not None else Extract("", [])
        if not extract.blocks:
            raise SourceError(
                name,
                "the page holds no text; if a script fills it, save it from the browser.",
            )
        return extract


def _expand_empty_elements(markup: str) -> str:
    """XHTML as HTML: ``<a/>`` is closed there, but left open by the rules of HTML."""
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

    def __init__(self, root: LexborNode) -> None:
        self.root = root
        self.pieces: list[PageBlock] = []
        self.inline: list[str] = []
        self.in_link = self.links = self.linked = 0
        self.level = 0
        self.lists = 0
        self.in_run = False
        self.items: list[bool] = []
        self._walk()

    def extract(self, metadata: dict[str, Any]) -> Extract:
        builder = TextBuilder()
        for piece in remove_menus(self.pieces):
            if piece.blocks:
                builder.add_blocks(piece.text, list(piece.blocks))
            else:
                builder.add(piece.kind, piece.text, level=piece.level, continues=piece.continues)
        return builder.extract(metadata)

    def _walk(self) -> None:
        stack = [(self.root, False)]
        while stack:
            node, leaving = stack.pop()
            if leaving:
                self._leave(node)
            elif node.is_text_node:
                self._words(_SPACES.sub(" ", node.text_content or ""))
            elif node.is_element_node and self._enter(node):
                stack.append((node, True))
                child = node.last_child
                while child is not None:
                    stack.append((child, False))
                    child = child.prev
        self._close()

    def _words(self, text: str) -> None:
        self.inline.append(text)
        if self.in_link:
            self.linked += len(text.strip())

    def _enter(self, node: LexborNode) -> bool:
        """True if the children are to be read too."""
        tag = node.tag or ""
        if self._left_out(node):
            if tag in BLOCKS or tag == "nav":
                self._close()
            return False
        if tag == "br":
            self.inline.append("\n")
        elif tag == "sup":
            self.inline.append(to_superscript(node.text()))
        elif tag == "pre":
            self._preformatted(node)
        elif tag != "table" or not self._table(node):
            self._open(node, tag)
            return True
        return False

    def _left_out(self, node: LexborNode) -> bool:
        return node.mem_id != self.root.mem_id and is_left_out(node, self.root)

    def _open(self, node: LexborNode, tag: str) -> None:
        level = _find_heading_level(node, tag)
        if tag in BLOCKS or level:
            self._close()
        if level:
            self.level = level
        if tag in LISTS:
            self.in_run = self.in_run and self.lists > 0
            self.lists += 1
        if tag in LIST_ITEMS:
            self.items.append(False)
        if tag == "a":
            self.in_link += 1
            self.links += 1

    def _leave(self, node: LexborNode) -> None:
        tag = node.tag or ""
        level = _find_heading_level(node, tag)
        if tag in BLOCKS or level:
            self._close()
        if level:
            self.level = 0
        if tag in LISTS:
            self.lists -= 1
        if tag in LIST_ITEMS:
            self.items.pop()
        if tag == "a":
            self.in_link -= 1

    def _close(self) -> None:
        """Ends the running text and makes a block of it, or several where empty lines part it."""
        text = collapse_blanks("".join(self.inline))
        self.inline.clear()
        for part in _EMPTY_LINES.split(text):
            if part.strip():
                self._add(part)
        self.links = self.linked = 0

    def _add(self, text: str) -> None:
        links, linked = self.links, self.linked
        if self.level:
            self.pieces.append(PageBlock("heading", collapse_lines(text), level=self.level))
        elif self.items and not self.items[-1]:
            self.pieces.append(PageBlock("list_item", text, 0, self.in_run, links, linked))
            self.items[-1] = self.in_run = True
        else:
            self.pieces.append(PageBlock("prose", text, links=links, linked=linked))

    def _preformatted(self, node: LexborNode) -> None:
        self._close()
        text = node.text().replace("\r\n", "\n").strip()
        if node.css_first("code, span") is None and _is_prose(text):
            self.pieces.append(PageBlock("code", text, blocks=tuple(split_blocks(text))))
        else:
            self.pieces.append(PageBlock("code", text))

    def _table(self, table: LexborNode) -> bool:
        """True if it was a table with data, which is then read."""
        rows = extract_table_rows(table, self._left_out, _read_cell_text)
        if rows is None:
            return False
        self._close()
        caption = table.css_first("caption")
        if caption is not None and not self._left_out(caption):
            self.pieces.append(PageBlock("prose", _read_cell_text(caption)))
        self.pieces += [PageBlock(row.kind, row.text, continues=n > 0) for n, row in enumerate(rows)]
        return True


def _read_cell_text(cell: LexborNode) -> str:
    return collapse_lines(_PageText(cell).extract({}).text)


def _find_heading_level(node: LexborNode, tag: str) -> int:
    if node.attributes.get("role") == "heading":
        level = node.attributes.get("aria-level") or "2"
        return min(6, int(level)) if level.isdecimal() and int(level) else 2
    return HEADINGS.get(tag, 0)


def _is_prose(text: str) -> bool:
    plain = sum(char.isalpha() or char in " \n.,;:!?'\"’“”-()" for char in text)
    return len(text.split()) >= _PROSE_WORDS and plain >= _PROSE_SHARE * len(text)


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row as text."""

    kind: BlockKind
    text: str


def extract_table_rows(
    table: LexborNode, is_left_out: Callable[[LexborNode], bool], cell_text: Callable[[LexborNode], str]
) -> list[TableRow] | None:
    """The rows with text, or None for a table that only arranges the page."""
    if table.attributes.get("role") in ("presentation", "none") or len(table.css("table")) > 1:
        return None
    kinds: list[BlockKind] = []
    texts: list[list[str]] = []
    in_head = True
    for row in table.css("tr"):
        if is_left_out(row):
            continue
        cells = [cell for cell in row.iter() if cell.tag in ("td", "th") and not is_left_out(cell)]
        in_head = (in_head and all(cell.tag == "th" for cell in cells)) or _is_in_thead(row)
        kinds.append("table_header" if in_head else "table_row")
        texts.append([cell_text(cell) for cell in cells])
    if is_layout_table(texts):
        return None
    return [TableRow(kind, text) for kind, row in zip(kinds, texts, strict=True) if (text := join_row(row))]


def _is_in_thead(row: LexborNode) -> bool:
    return row.parent is not None and row.parent.tag == "thead"


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
    """Python's name for the declared encoding, or None where the page is silent."""
    head = data[:_HEAD_BYTES]
    match = _XML_ENCODING.search(head) or _META_CHARSET.search(head)
    if match is None:
        return None
    label = match[1].decode("ascii", errors="ignore").lower()
    return _ALIASES.get(label, label)


_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")

_NEVER_DEEP = VOID | END_TAG_OPTIONAL

_MAX_REOPENED = 50_000_000
"""Sum over all tags of the open formatting elements; a page of a million tags has some five million."""


def check_nesting_depth(markup: str, name: str, deepest: int) -> None:
    """Passes every page that a person would read.

    Raises:
        SourceError: the page would keep the parser busy for minutes.
    """
    depth = formatting = reopened = 0
    for match in _TAG.finditer(markup):
        tag = match[2].lower()
        reopened += formatting
        step = 0 if tag in _NEVER_DEEP else -1 if match[1] else 1
        depth = max(0, depth + step)
        if tag in FORMATTING:
            formatting = max(0, formatting + step)
        if depth > deepest or reopened > _MAX_REOPENED:
            raise SourceError(
                name, "its elements are nested too deeply to read; save it as text, or from a browser again."
            )


__all__ = ["HtmlReader"]
