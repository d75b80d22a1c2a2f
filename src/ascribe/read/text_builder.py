"""Pieces of a file → one text with its blocks: what the HTML and the Word reader share."""

from __future__ import annotations

import re
from typing import Any

from ascribe.protocols import Block, BlockKind, Extract

_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
"""Soft hyphens, zero-width spaces and joiners: nobody who copies a quote by eye has them."""

_LONGEST_ROW = 1_000
"""Characters. A longer row is no unit that one can take in."""

_BLANKS = re.compile(r"[ \t\r\f\v]+")
_LINE_END = re.compile(r" ?\n ?")
_SUPERSCRIPTS = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")


def collapse_lines(text: str) -> str:
    """The text with every run of blanks and line ends as one space, without invisible characters."""
    return _BLANKS.sub(" ", text.translate(_INVISIBLE).replace("\n", " ")).strip()


def collapse_blanks(text: str) -> str:
    """As ``collapse_lines``, but line ends stay: each of them was a line break on purpose."""
    return _LINE_END.sub("\n", _BLANKS.sub(" ", text.translate(_INVISIBLE))).strip()


def to_superscript(text: str) -> str:
    """Digits and signs as superscript characters, so that 10 to the 6th does not become 106."""
    stripped = text.strip()
    if stripped and not stripped.strip("0123456789+-−"):
        return stripped.translate(_SUPERSCRIPTS)
    return text


def join_row(cells: list[str]) -> str:
    """The cells joined by `` | ``; empty ones keep their place, a row of empty cells is empty."""
    return " | ".join(cells).strip() if any(cells) else ""


def is_layout_table(rows: list[list[str]]) -> bool:
    """True for the cells of a table without data: its cells are then read as text of their own."""
    widest = max((sum(map(bool, row)) for row in rows), default=0)
    return widest < 2 or any(len(join_row(row)) > _LONGEST_ROW for row in rows)


class TextBuilder:
    """Collects blocks in order and keeps their places in the text that grows."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._blocks: list[Block] = []
        self._length = 0

    def add(self, kind: BlockKind, text: str, *, level: int = 0, continues: bool = False) -> None:
        """Append a block; blank text is left out.

        Args:
            kind: what it is.
            text: its text; surrounding white space is cut off.
            level: 1 to 6 for headings.
            continues: it belongs to the same list or table as the block before.
        """
        text = text.strip()
        if not text:
            return
        start = self._open_gap(continues=continues)
        self._append(text)
        self._blocks.append(Block(kind, start, start + len(text), level))

    def add_blocks(self, text: str, blocks: list[Block]) -> None:
        """Append a text whose blocks are known already, as one stretch."""
        start = self._open_gap(continues=False)
        self._append(text)
        self._blocks += [Block(b.kind, b.start + start, b.end + start, b.level) for b in blocks]

    def extract(self, metadata: dict[str, Any]) -> Extract:
        """What was collected."""
        return Extract("".join(self._parts), list(self._blocks), metadata=metadata)

    def _open_gap(self, *, continues: bool) -> int:
        if self._parts:
            self._append("\n" if continues else "\n\n")
        return self._length

    def _append(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)
