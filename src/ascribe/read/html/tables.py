"""Tables of a page: those with data become rows; those that only arrange a page do not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from ascribe.read.text_builder import row_text
from ascribe.stages import BlockKind

LONGEST_ROW = 1_000
"""Characters. A longer row is no unit that one can take in: its cells are read as text of their own."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row as text."""

    kind: BlockKind
    text: str


def table_rows(
    table: LexborNode, is_left_out: Callable[[LexborNode], bool], cell_text: Callable[[LexborNode], str]
) -> list[TableRow] | None:
    """The rows with text, or None for a table that only arranges the page."""
    if table.attributes.get("role") in ("presentation", "none") or len(table.css("table")) > 1:
        return None
    rows: list[TableRow] = []
    widths: list[int] = []
    in_head = True
    for row in table.css("tr"):
        if is_left_out(row):
            continue
        cells = [cell for cell in row.iter() if cell.tag in ("td", "th") and not is_left_out(cell)]
        texts = [cell_text(cell) for cell in cells]
        in_head = (in_head and all(cell.tag == "th" for cell in cells)) or _in_thead(row)
        rows.append(TableRow("table_header" if in_head else "table_row", row_text(texts)))
        widths.append(len([text for text in texts if text]))
    arranged = max(widths, default=0) < 2 or any(len(row.text) > LONGEST_ROW for row in rows)
    return None if arranged else [row for row in rows if row.text]


def _in_thead(row: LexborNode) -> bool:
    return row.parent is not None and row.parent.tag == "thead"
