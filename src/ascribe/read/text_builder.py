"""Assembles the pieces of a file into one text with its blocks, for the HTML and Word readers."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from ascribe.protocols import Block, BlockKind, Extract
from ascribe.text.character_classes import PLAIN_TO_RAISED
from ascribe.text.table_cells import CELL_SEPARATOR

_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
"""Soft hyphens, zero-width spaces and joiners, which a quote typed by hand does not contain."""

_MAX_ROW_CHARS = 1_000
"""Characters; a table with a longer row is read as layout, not as data."""

_BLANKS = re.compile(r"[ \t\r\f\v]+")
_LINE_END = re.compile(r" ?\n ?")


def collapse_lines(text: str) -> str:
    """Return the text with runs of white space as one space and without invisible characters."""
    return _BLANKS.sub(" ", text.translate(_INVISIBLE).replace("\n", " ")).strip()


def collapse_blanks(text: str) -> str:
    """Collapse blanks as ``collapse_lines`` does, but keep line ends, which are deliberate line breaks."""
    return _LINE_END.sub("\n", _BLANKS.sub(" ", text.translate(_INVISIBLE))).strip()


def to_superscript(text: str) -> str:
    """Return digits and signs as superscripts, so that 10 to the 6th does not become 106."""
    stripped = text.strip()
    if stripped and not stripped.strip("0123456789+-−"):
        return stripped.translate(PLAIN_TO_RAISED)
    return text


def join_row(cells: list[str]) -> str:
    """Join the cells with `` | ``; empty cells keep their place, and a row of them gives an empty text.

    A row whose first cell is empty has pipes on both sides: one before the first word alone opens the row.
    """
    row = CELL_SEPARATOR.join(cells) if any(cells) else ""
    return f"| {row} |" if row and not cells[0] else row.strip()


def is_layout_table(rows: list[list[str]]) -> bool:
    """Return True if the table is used for layout, so that its cells are separate texts."""
    widest = max((sum(map(bool, row)) for row in rows), default=0)
    return widest < 2 or any(len(join_row(row)) > _MAX_ROW_CHARS for row in rows)


class TextBuilder:
    """Builder of a text that records the offsets of the blocks appended to it."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._blocks: list[Block] = []
        self._length = 0

    def add(
        self, kind: BlockKind, text: str, *, level: int = 0, continues: bool = False, number: int = 0
    ) -> None:
        """Append a block; blank text is skipped.

        Args:
            kind: the kind of block.
            text: its text; surrounding white space is removed.
            level: 1 to 6 for headings; the depth of a list item, from 1.
            continues: whether it belongs to the same list or table as the block before.
            number: how many of its first characters are the number before it.
        """
        text = text.strip()
        if not text:
            return
        start = self._open_gap(continues=continues)
        self._append(text)
        self._blocks.append(Block(kind, start, start + len(text), level, number))

    def add_blocks(self, text: str, blocks: list[Block]) -> None:
        """Append a text as a whole, with the blocks that it is already split into."""
        start = self._open_gap(continues=False)
        self._append(text)
        self._blocks += [replace(b, start=b.start + start, end=b.end + start) for b in blocks]

    def extract(self, metadata: dict[str, Any]) -> Extract:
        """Return the collected text and blocks as an extract."""
        return Extract("".join(self._parts), list(self._blocks), metadata=metadata)

    def _open_gap(self, *, continues: bool) -> int:
        if self._parts:
            self._append("\n" if continues else "\n\n")
        return self._length

    def _append(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)
