"""Splits text that is marked up with HTML tags into blocks with exact offsets.

A reply that a chat page or an editor made is often such a text, or has a table in tags between its Markdown.
Tags are never part of a block, except for those within a line and those between the cells of a row.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ascribe.inline_markup import blank_inline_markup
from ascribe.protocols import Block, BlockKind
from ascribe.text.package_data import load_package_json

_BLOCKS = load_package_json("read/html/elements.json", dict[str, str])["blocks"].split()
_ATTRIBUTES = r"(?:\s[^<>]{0,2000})?/?"
_COMMENT = r"<!--(?:[^-<]|-(?!->)|<(?!!--))*-->"
_UNSEEN = r"<(script|style)\b[^<>]{0,2000}>(?:[^<]|<(?!/?(?:script|style)\b))*</(?:script|style)\s*>"
_TAG = re.compile(
    rf"{_COMMENT}|{_UNSEEN}|<(?P<end>/?)(?P<name>{'|'.join(_BLOCKS)}){_ATTRIBUTES}>", re.IGNORECASE
)
_OPENING_TAG = re.compile(rf"</?(?:{'|'.join(_BLOCKS)}){_ATTRIBUTES}>", re.IGNORECASE)
_PARTS = re.compile(rf"<(?:li|dt|dd|tr){_ATTRIBUTES}>", re.IGNORECASE)

_LISTS = frozenset(("ul", "ol", "menu", "dir", "dl"))
_ITEMS = frozenset(("li", "dt", "dd"))
_CELLS = frozenset(("td", "th"))
_ROW_ENDS = frozenset(("tr", "table", "thead", "tbody", "tfoot"))
_HEADING = re.compile("h([1-6])")


def split_tagged_block(text: str, block: Block) -> list[Block]:
    """Return the blocks that tags make of a block of prose; the block itself if it is not made of tags.

    Prose is made of tags if it opens with one, or has items or rows and no code that could be about them.
    """
    words = text[block.start : block.end] if block.kind == "prose" and "<" in text else ""
    if not _OPENING_TAG.match(words) and ("`" in words or not _PARTS.search(words)):
        return [block]
    return _TagScanner(text, block).scan() or [block]


@dataclass(slots=True)
class _Row:
    """A row that is still open: where its first cell starts and its last one ends, and what its cells are."""

    start: int = -1
    end: int = -1
    is_open: bool = False
    is_head: bool = True


class _TagScanner:
    """Tag-by-tag scanner that keeps track of the line, the list and the row that are still open."""

    def __init__(self, text: str, block: Block) -> None:
        self.text = text
        self.block = block
        self.done: list[Block] = []
        self.start = block.start
        self.heading = 0
        self.lists = 0
        self.opens_item = False
        self.row: _Row | None = None
        self.in_head = True

    def scan(self) -> list[Block]:
        """Return the blocks with words."""
        for tag in _TAG.finditer(self.text, self.block.start, self.block.end):
            name = (tag["name"] or "").lower()
            if self.row is not None and name in _CELLS:
                self._read_cell(self.row, tag, name)
            elif self.row is None or name in _ROW_ENDS:
                self._close(tag.start())
                self.start = tag.end()
                self._open(name, ends=bool(tag["end"]))
        self._close(self.block.end)
        return self.done

    def _open(self, name: str, *, ends: bool) -> None:
        """Take in what a tag between two lines opens or ends."""
        heading = _HEADING.fullmatch(name)
        if heading:
            self.heading = 0 if ends else int(heading[1])
        elif name in _LISTS:
            self.lists = max(0, self.lists - 1) if ends else self.lists + 1
        elif name in _ITEMS:
            self.opens_item = not ends
        elif name in ("table", "thead"):
            self.in_head = not ends
        elif name == "tr" and not ends:
            self.row = _Row()

    def _read_cell(self, row: _Row, tag: re.Match[str], name: str) -> None:
        """Extend the open row by a cell; a cell without an end tag goes on to the next one."""
        if tag["end"]:
            row.end, row.is_open = tag.start(), False
            return
        row.start = tag.end() if row.start < 0 else row.start
        row.is_open = True
        row.is_head = row.is_head and name == "th"

    def _close(self, end: int) -> None:
        if self.row is not None:
            self._close_row(self.row, end)
        elif self.heading:
            self._add("heading", self.start, end, self.heading)
        elif self.opens_item:
            self.opens_item = not self._add("list_item", self.start, end, max(1, self.lists))
        else:
            self._add("prose", self.start, end)

    def _close_row(self, row: _Row, end: int) -> None:
        """Add the row; heads stand above all other rows."""
        self.row = None
        self.in_head = self.in_head and row.is_head
        if row.start >= 0:
            self._add(
                "table_header" if self.in_head else "table_row", row.start, end if row.is_open else row.end
            )

    def _add(self, kind: BlockKind, start: int, end: int, level: int = 0) -> bool:
        """Add a block without the white space around it; return False if it has no words."""
        words = self.text[start:end]
        if not blank_inline_markup(words).strip():
            return False
        start += len(words) - len(words.lstrip())
        self.done.append(Block(kind, start, start + len(words.strip()), level))
        return True
