"""Tables of a Word file: cells in rows, merged cells once, headers told from data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ascribe.read.docx.names import W, child, is_on, value

_FIRST_ROW = 0x0020
"""The bit of ``w:tblLook`` that says: the first row is formatted as a header (ECMA-376 part 1, 17.4.55)."""


def table_rows(table: Any) -> list[Any]:
    """The rows, without those whose deletion is tracked."""
    return [row for row in _wrapped(table, "tr") if child(child(row, "trPr"), "del") is None]


def row_cells(row: Any) -> list[Any]:
    """The cells of a row."""
    return list(_wrapped(row, "tc"))


def is_merged_away(cell: Any) -> bool:
    """True for a cell that continues the one above it."""
    merge = child(child(cell, "tcPr"), "vMerge")
    return merge is not None and value(merge, "val") in ("", "continue")


def nested_tables(cell: Any) -> list[Any]:
    """The tables within a cell."""
    return list(_wrapped(cell, "tbl"))


def is_header(table: Any, row: Any, number: int, texts: list[str]) -> bool:
    """True for a row marked as header, and for a first row of names if the table's style sets it apart."""
    if is_on(child(child(row, "trPr"), "tblHeader")):
        return True
    named = sum(map(bool, texts)) > 1 and not any(text[:1].isdigit() for text in texts)
    return number == 0 and named and _sets_first_row_apart(table)


def _sets_first_row_apart(table: Any) -> bool:
    look = child(child(table, "tblPr"), "tblLook")
    if look is None:
        return False
    bits = value(look, "val")
    try:
        return value(look, "firstRow") in ("1", "true") or bool(int(bits or "0", 16) & _FIRST_ROW)
    except ValueError:
        return False


def _wrapped(parent: Any, name: str) -> Iterator[Any]:
    """Children of that name, also those within content controls and tracked insertions."""
    for element in parent:
        if element.tag == W + name:
            yield element
        elif element.tag in (W + "sdt", W + "sdtContent", W + "ins", W + "customXml"):
            yield from _wrapped(element, name)
