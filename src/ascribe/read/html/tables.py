"""Tables of a page: those with data become rows; those that only arrange a page do not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from ascribe.read.text_builder import only_arranges, row_text
from ascribe.stages import BlockKind


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
    kinds: list[BlockKind] = []
    texts: list[list[str]] = []
    in_head = True
    for row in table.css("tr"):
        if is_left_out(row):
            continue
        cells = [cell for cell in row.iter() if cell.tag in ("td", "th") and not is_left_out(cell)]
        in_head = (in_head and all(cell.tag == "th" for cell in cells)) or _in_thead(row)
        kinds.append("table_header" if in_head else "table_row")
        texts.append([cell_text(cell) for cell in cells])
    if only_arranges(texts):
        return None
    return [TableRow(kind, text) for kind, row in zip(kinds, texts, strict=True) if (text := row_text(row))]


def _in_thead(row: LexborNode) -> bool:
    return row.parent is not None and row.parent.tag == "thead"
