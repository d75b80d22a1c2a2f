"""Merged cells of tables in tags: which heads and cells hold for a row whose text stays as it is written.

A cell that spans several rows stands in the text of the first one only, and is a context of the others. The
heads of a row are those of its own cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ascribe.inline_markup import blank_inline_markup
from ascribe.protocols import Block
from ascribe.records.span import Context
from ascribe.text.table_cells import CELL_SEPARATOR, find_cells

_CELL_TAG = re.compile(r"<t[dh](?P<attributes>\s[^<>]{0,2000})?>", re.IGNORECASE)
_FIRST_TAG = re.compile(r"<t[dh](?P<attributes>\s[^<>]{0,2000})?>\s*\Z", re.IGNORECASE)
_PART_END = re.compile(r"</?t(?:head|body|foot)\b", re.IGNORECASE)
_SPAN = re.compile(r"(?P<name>colspan|rowspan)\s*=\s*[\"']?\s*(?P<number>\d{1,5})", re.IGNORECASE)
_MAX_TAG_CHARS = 2_100
_MAX_COLUMNS = 1_000
_MAX_HEAD_ROWS = 3
_MAX_CELLS = 100_000
"""Places of a table that are worked out; a larger one is read without its merged cells."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell in its place.

    Args:
        text: its words, without tags.
        start: where its words begin in the text.
        end: where they end.
        column: the first column that it covers.
        columns: how many columns it covers.
        rows: how many rows it covers from here on.
    """

    text: str
    start: int
    end: int
    column: int
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class GridRow:
    """The cells that begin in a row, and those above that reach into it."""

    own: tuple[GridCell, ...]
    reaching: tuple[GridCell, ...]

    @property
    def cells(self) -> list[str]:
        """The words of each column, from the first one; the name of a group alone."""
        if len(self.own) == 1 and not self.reaching:
            return [self.own[0].text]
        placed = sorted((*self.own, *self.reaching), key=lambda cell: cell.column)
        return [cell.text for cell in placed for _ in range(cell.columns)]


class TagTable:
    """A table in tags with merged cells.

    Args:
        blocks: its rows.
        rows: their cells in their places.
    """

    def __init__(self, blocks: Sequence[Block], rows: Sequence[GridRow]) -> None:
        self.blocks = blocks
        self.rows = dict(zip((block.start for block in blocks), rows, strict=True))
        self.cells = {start: row.cells for start, row in self.rows.items()}

    def extend_heads(self, heads: Sequence[Block]) -> list[Block]:
        """Return the rows with column heads, and those that a head beside a wide one reaches into."""
        if not heads:
            return []
        first = self.rows[heads[0].start].own
        is_wide = len(first) > 1 and any(cell.columns > 1 for cell in first)
        count = min(_MAX_HEAD_ROWS, max(cell.rows for cell in first)) if is_wide else 1
        at = list(self.blocks).index(heads[0])
        return list(self.blocks[at : at + max(len(heads), count)])

    def find_contexts(self, block: Block, heads: Sequence[Block]) -> list[Context]:
        """Return the heads of the row's own cells, and each cell above that holds for it, with its head."""
        row = self.rows[block.start]
        above = [self.rows[head.start] for head in heads]
        names = [_join_heads(cell, above) for cell in row.own]
        found = []
        if any(names):
            words = f"| {CELL_SEPARATOR.join(names)} |"
            found.append(Context("columns", words, heads[0].start, heads[-1].end))
        for cell in row.reaching:
            head = _join_heads(cell, above) if cell.column else ""
            if cell.text:
                words = f"{head}: {cell.text}" if head else cell.text
                found.append(Context("cell", words, cell.start, cell.end))
        return found


def read_tag_table(text: str, rows: Sequence[Block]) -> TagTable | None:
    """Return a table in tags with its cells in their places; None if no cell is merged."""
    if not any(_SPAN.search(text, max(0, row.start - _MAX_TAG_CHARS), row.end) for row in rows):
        return None
    found: list[GridRow] = []
    reaching: dict[int, GridCell] = {}
    above: Block | None = None
    count = 0
    for row in rows:
        if above is not None and _PART_END.search(text, above.end, row.start):
            reaching = {}
        own = tuple(_place_cells(text, row, reaching))
        found.append(GridRow(own, tuple(_list_once(reaching))))
        below = [*_list_once(reaching), *own]
        reaching = {
            at: GridCell(one.text, one.start, one.end, one.column, one.columns, one.rows - 1)
            for one in below
            if one.rows > 1
            for at in range(one.column, one.column + one.columns)
        }
        count += len(own) + len(reaching)
        if count > _MAX_CELLS:
            return None
        above = row
    is_merged = any(one.columns > 1 or one.rows > 1 for row in found for one in row.own)
    return TagTable(rows, found) if is_merged else None


def _place_cells(text: str, row: Block, reaching: dict[int, GridCell]) -> Iterator[GridCell]:
    """Yield the cells that begin in a row, beside those that reach into it."""
    opening = _FIRST_TAG.search(text, max(0, row.start - _MAX_TAG_CHARS), row.start)
    tags = [opening, *_CELL_TAG.finditer(text, row.start, row.end)]
    column = 0
    for (first, last), tag in zip(find_cells(text[row.start : row.end]), tags, strict=False):
        while column in reaching:
            column += 1
        spans = _read_spans((tag["attributes"] if tag else None) or "")
        columns = 1
        while columns < min(spans.get("colspan", 1), _MAX_COLUMNS) and column + columns not in reaching:
            columns += 1
        start, end = row.start + first, row.start + last
        words = " ".join(blank_inline_markup(text[start:end]).split())
        yield GridCell(words, start, end, column, columns, spans.get("rowspan", 1) or _MAX_CELLS)
        column += columns


def _read_spans(attributes: str) -> dict[str, int]:
    return {one["name"].lower(): int(one["number"]) for one in _SPAN.finditer(attributes)}


def _list_once(reaching: dict[int, GridCell]) -> list[GridCell]:
    return [cell for at, cell in sorted(reaching.items()) if at == cell.column]


def _join_heads(cell: GridCell, heads: Sequence[GridRow]) -> str:
    """Return the heads of the columns that a cell covers, from the top, each once."""
    covered = range(cell.column, cell.column + cell.columns)
    names = (
        " ".join(
            dict.fromkeys(
                head.text
                for row in heads
                for head in sorted((*row.reaching, *row.own), key=lambda one: one.column)
                if head.column <= column < head.column + head.columns and head.text
            )
        )
        for column in covered
    )
    return ", ".join(dict.fromkeys(filter(None, names))).replace("|", "/")
