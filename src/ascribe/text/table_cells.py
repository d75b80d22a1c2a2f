"""Rows of tables as text: their cells, and the cells of a row named by the heads of their columns."""

from __future__ import annotations

import re

_SEPARATOR = re.compile(r" *(?<!\\)\| *|\t")
_DIGITS = re.compile(r"\d")
_LETTERS = re.compile(r"[^\W\d_]{2,}")


def split_cells(row: str) -> list[str]:
    """Return the cells of a row that is separated by ``|`` or tabs; a row without either is one cell."""
    text = row.strip()
    text = text.removeprefix("|").removesuffix("|") if len(text) > 1 and text.startswith("|") else text
    return [cell.strip() for cell in _SEPARATOR.split(text)]


def is_numeric(cell: str) -> bool:
    """Return True for a cell that holds a figure and at most one word: "12", "264,140", "30 days"."""
    return _DIGITS.search(cell) is not None and len(_LETTERS.findall(cell)) <= 1


def name_cells(heads: list[str], row: list[str]) -> list[str]:
    """Return each cell of the row behind the head of its column, "Permit: 264,140"; the first cell as it is.

    An empty cell gives an empty text; a column without a head, the bare cell.
    """
    named = [
        f"{head}: {cell}" if head and cell else cell for head, cell in zip(heads[1:], row[1:], strict=True)
    ]
    return [*row[:1], *named]
