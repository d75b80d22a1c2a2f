"""HTML pages: the main text with its headings, paragraphs, lists and tables, without the site around it."""

from __future__ import annotations

import re
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ascribe.errors import SourceError
from ascribe.read.blocks import split_blocks
from ascribe.read.encodings import decode
from ascribe.read.html.charset import declared_charset
from ascribe.read.html.content import is_left_out, main_part
from ascribe.read.html.elements import BLOCKS, HEADINGS, LIST_ITEMS, LISTS, VOID
from ascribe.read.html.menus import Piece, without_menus
from ascribe.read.html.nesting import refuse_deep_nesting
from ascribe.read.html.tables import table_rows
from ascribe.read.text_builder import TextBuilder, kept_lines, one_line, superscript
from ascribe.stages import Extract, Limits

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
        markup = _expanded(decode(data, name, declared_charset(data)))
        refuse_deep_nesting(markup, name, limits.max_depth)
        page = LexborHTMLParser(markup)
        root = main_part(page)
        extract = _Text(root).extract(_metadata(page)) if root is not None else Extract("", [])
        if not extract.blocks:
            raise SourceError(
                name,
                "the page holds no text; if a script fills it, save it from the browser.",
            )
        return extract


def _expanded(markup: str) -> str:
    """XHTML as HTML: ``<a/>`` is closed there, but left open by the rules of HTML."""
    if not markup.lstrip().startswith("<?xml"):
        return markup
    return _XML_EMPTY.sub(_with_end_tag, markup)


def _with_end_tag(match: re.Match[str]) -> str:
    tag, attributes = match[1], match[2]
    return match[0] if tag.lower() in VOID else f"<{tag}{attributes}></{tag}>"


def _metadata(page: LexborHTMLParser) -> dict[str, Any]:
    title = page.css_first("head > title")
    language = page.root.attributes.get("lang") if page.root is not None else None
    found = {"title": one_line(title.text()) if title is not None else "", "language": language or ""}
    return {key: value for key, value in found.items() if value}


class _Text:
    """Walks the elements in order, without recursion, and closes a block wherever a new line begins."""

    def __init__(self, root: LexborNode) -> None:
        self.root = root
        self.pieces: list[Piece] = []
        self.inline: list[str] = []
        self.in_link = self.links = self.linked = 0
        self.level = 0
        self.lists = 0
        self.in_run = False
        self.items: list[bool] = []
        self._walk()

    def extract(self, metadata: dict[str, Any]) -> Extract:
        builder = TextBuilder()
        for piece in without_menus(self.pieces):
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
            self.inline.append(superscript(node.text()))
        elif tag == "pre":
            self._preformatted(node)
        elif tag != "table" or not self._table(node):
            self._open(node, tag)
            return True
        return False

    def _left_out(self, node: LexborNode) -> bool:
        return node.mem_id != self.root.mem_id and is_left_out(node, self.root)

    def _open(self, node: LexborNode, tag: str) -> None:
        level = _heading_level(node, tag)
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
        level = _heading_level(node, tag)
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
        text = kept_lines("".join(self.inline))
        self.inline.clear()
        for part in _EMPTY_LINES.split(text):
            if part.strip():
                self._add(part)
        self.links = self.linked = 0

    def _add(self, text: str) -> None:
        links, linked = self.links, self.linked
        if self.level:
            self.pieces.append(Piece("heading", one_line(text), level=self.level))
        elif self.items and not self.items[-1]:
            self.pieces.append(Piece("list_item", text, 0, self.in_run, links, linked))
            self.items[-1] = self.in_run = True
        else:
            self.pieces.append(Piece("prose", text, links=links, linked=linked))

    def _preformatted(self, node: LexborNode) -> None:
        self._close()
        text = node.text().replace("\r\n", "\n").strip()
        if node.css_first("code, span") is None and _reads_as_prose(text):
            self.pieces.append(Piece("code", text, blocks=tuple(split_blocks(text))))
        else:
            self.pieces.append(Piece("code", text))

    def _table(self, table: LexborNode) -> bool:
        """True if it was a table with data, which is then read."""
        rows = table_rows(table, self._left_out, _cell_text)
        if rows is None:
            return False
        self._close()
        caption = table.css_first("caption")
        if caption is not None and not self._left_out(caption):
            self.pieces.append(Piece("prose", _cell_text(caption)))
        self.pieces += [Piece(row.kind, row.text, continues=n > 0) for n, row in enumerate(rows)]
        return True


def _cell_text(cell: LexborNode) -> str:
    return one_line(_Text(cell).extract({}).text)


def _heading_level(node: LexborNode, tag: str) -> int:
    if node.attributes.get("role") == "heading":
        level = node.attributes.get("aria-level") or "2"
        return min(6, int(level)) if level.isdecimal() and int(level) else 2
    return HEADINGS.get(tag, 0)


def _reads_as_prose(text: str) -> bool:
    plain = sum(char.isalpha() or char in " \n.,;:!?'\"’“”-()" for char in text)
    return len(text.split()) >= _PROSE_WORDS and plain >= _PROSE_SHARE * len(text)
