"""Merged cells of tables: writes the words of a cell in each row and column that it covers.

A row of a text must say by itself what it says in the table: "Red" beside two names belongs to both, and a
price below "Adult" and "Child" to both heads. Heads of several rows become one row: "Summer Adult".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile, zip_longest

from ascribe.protocols import BlockKind

_MAX_REPEATED_CHARS = 100
"""Longest text of a cell that is repeated; a longer one is a remark, and stands in its first place only."""

_MAX_GROWTH = 8
"""Times by which repeated cells may make a table longer; beyond that each cell is written once."""

_MAX_HEAD_ROWS = 3


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell as it is marked up: its text, and how many columns and rows it covers."""

    text: str
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table as blocks have it: its kind and the texts of its cells."""

    kind: BlockKind
    cells: list[str]


def expand_rows(kinds: Sequence[BlockKind], rows: Sequence[Sequence[TableCell]]) -> list[TableRow]:
    """Return the rows with each cell in all places that it covers, and with one row of heads.

    Args:
        kinds: ``table_header`` or ``table_row`` for each row.
        rows: the cells of each row that begin in it.

    A row without words of its own has no cells. So has a row of heads that was joined to the next one.
    """
    texts = _place_cells(rows)
    heads = _count_head_rows(kinds, rows, texts)
    body = [TableRow(kind, cells) for kind, cells in zip(kinds[heads:], texts[heads:], strict=True)]
    if heads < 2:
        return [*(TableRow(kind, cells) for kind, cells in zip(kinds[:heads], texts, strict=False)), *body]
    joined = [_join_heads(column) for column in zip_longest(*texts[:heads], fillvalue="")]
    return [
        *(TableRow("table_header", []) for _ in range(heads - 1)),
        TableRow("table_header", joined),
        *body,
    ]


def _place_cells(rows: Sequence[Sequence[TableCell]]) -> list[list[str]]:
    """Return the texts of each row, those of cells that reach into it or further right among them."""
    width = max(map(len, rows), default=0)
    most = _MAX_GROWTH * (sum(len(cell.text) for row in rows for cell in row) + width * len(rows))
    found: list[list[str]] = []
    reaching: dict[int, TableCell] = {}
    for row in rows:
        line, reaching = _place_row(row, reaching, width)
        most -= sum(map(len, line)) + len(line)
        if most < 0:
            return [[cell.text for cell in one] for one in rows]
        found.append(line if any(cell.text for cell in row) else [])
    return found


def _place_row(
    row: Sequence[TableCell], reaching: dict[int, TableCell], width: int
) -> tuple[list[str], dict[int, TableCell]]:
    """Return the texts of a row, and by column the cells that reach into the next one.

    A cell alone in its row, such as the name of a group, is written once.
    """
    if len(row) == 1 and not reaching and row[0].rows == 1:
        return [row[0].text], {}
    line: list[str] = []
    below: dict[int, TableCell] = {}
    for cell in _fill_gaps(row, reaching, width):
        if cell.rows > 1 and len(line) < width:
            below[len(line)] = TableCell(cell.text, 1, cell.rows - 1)
        line.append(cell.text)
    return line, below


def _fill_gaps(row: Sequence[TableCell], reaching: dict[int, TableCell], width: int) -> Iterator[TableCell]:
    """Yield the cell of each column: of those that reach into the row, the others, and what they cover.

    A cell covers no more columns than the cells behind it leave of the width.
    """
    column = 0
    for place, cell in enumerate(row):
        while column in reaching:
            yield reaching[column]
            column += 1
        left = width - column - (len(row) - place - 1) - sum(other > column for other in reaching)
        free = sum(1 for _ in takewhile(lambda at: at not in reaching, range(column, column + left)))
        repeated = cell.text if len(cell.text) <= _MAX_REPEATED_CHARS else ""
        yield cell
        covered = max(1, min(cell.columns, free))
        yield from (TableCell(repeated, 1, cell.rows) for _ in range(covered - 1))
        column += covered
    last = max(reaching, default=-1)
    yield from (reaching.get(at, TableCell("")) for at in range(column, last + 1))


def _count_head_rows(
    kinds: Sequence[BlockKind], rows: Sequence[Sequence[TableCell]], texts: Sequence[Sequence[str]]
) -> int:
    """Return the number of first rows that are the heads of the columns together; 0 if they are not merged.

    They are the rows marked as heads, and those that a head beside a wide one reaches into.
    """
    marked = sum(1 for _ in takewhile(lambda kind: kind == "table_header", kinds))
    if not marked or not any(cell.columns > 1 for cell in rows[0]) or len(rows[0]) == 1:
        return 0
    heads = max(marked, *(cell.rows for cell in rows[0]))
    is_full = heads < len(rows) and all(len(cells) > 1 for cells in texts[:heads])
    return heads if is_full and heads <= _MAX_HEAD_ROWS else 0


def _join_heads(column: Sequence[str]) -> str:
    """Return the heads of a column from the top, each once."""
    return " ".join(dict.fromkeys(filter(None, column)))
