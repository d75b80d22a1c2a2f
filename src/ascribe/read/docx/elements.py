"""The XML of Word files: names, attributes, and the rows and cells of tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"


def find_child(element: Any, name: str) -> Any:
    """Return the first child with that name, or None; for None, return None."""
    return None if element is None else element.find(W + name)


def get_attribute(element: Any, attribute: str) -> str:
    """Return an attribute, or an empty string if it is missing; for None, too."""
    return "" if element is None else str(element.get(W + attribute, ""))


def is_switched_on(element: Any) -> bool:
    """Return True for a switch that is present and not switched off."""
    return element is not None and get_attribute(element, "val") not in ("0", "false", "off")


# --- Tables ---

_FIRST_ROW_BIT = 0x0020
"""The bit of ``w:tblLook`` that formats the first row as a header (ECMA-376 part 1, 17.4.55)."""

_MAX_COLUMNS = 63
"""Most columns of a table in Word."""


def find_rows(table: Any) -> list[Any]:
    """Return the rows, without those whose deletion is tracked."""
    return [row for row in _find_wrapped(table, "tr") if find_child(find_child(row, "trPr"), "del") is None]


def find_cells(row: Any) -> list[Any]:
    """Return the cells of a row."""
    return list(_find_wrapped(row, "tc"))


def is_merged_above(cell: Any) -> bool:
    """Return True for a cell that continues the one above it."""
    merge = find_child(find_child(cell, "tcPr"), "vMerge")
    return merge is not None and get_attribute(merge, "val") in ("", "continue")


def count_columns(cell: Any) -> int:
    """Return the number of columns that a cell covers."""
    covered = get_attribute(find_child(find_child(cell, "tcPr"), "gridSpan"), "val")
    return min(int(covered), _MAX_COLUMNS) or 1 if covered.isdecimal() else 1


def count_skipped_columns(row: Any) -> int:
    """Return the number of columns that a row leaves out before its first cell."""
    skipped = get_attribute(find_child(find_child(row, "trPr"), "gridBefore"), "val")
    return min(int(skipped), _MAX_COLUMNS) if skipped.isdecimal() else 0


def find_nested_tables(cell: Any) -> list[Any]:
    """Return the tables within a cell."""
    return list(_find_wrapped(cell, "tbl"))


def is_header_row(table: Any, row: Any, number: int, texts: list[str]) -> bool:
    """Return True for a row marked as header, or a first row of names that the table style highlights."""
    if is_switched_on(find_child(find_child(row, "trPr"), "tblHeader")):
        return True
    named = sum(map(bool, texts)) > 1 and not any(text[:1].isdigit() for text in texts)
    return number == 0 and named and _has_header_style(table)


def _has_header_style(table: Any) -> bool:
    look = find_child(find_child(table, "tblPr"), "tblLook")
    if look is None:
        return False
    bits = get_attribute(look, "val")
    try:
        return get_attribute(look, "firstRow") in ("1", "true") or bool(int(bits or "0", 16) & _FIRST_ROW_BIT)
    except ValueError:
        return False


def _find_wrapped(parent: Any, name: str) -> Iterator[Any]:
    """Yield the children with that name, including those in content controls and tracked insertions."""
    for element in parent:
        if element.tag == W + name:
            yield element
        elif element.tag in (W + "sdt", W + "sdtContent", W + "ins", W + "customXml"):
            yield from _find_wrapped(element, name)
