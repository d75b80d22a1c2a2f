"""Rows of delimited text, such as CSV: their cells, which stand between commas or semicolons."""

from __future__ import annotations

import re
from itertools import pairwise

CELL_TAGS = r"(?:</[tT][dhDH]\s*>\s*)?<[tT][dhDH](?:\s[^<>]{0,2000})?>"
"""Pattern of the tags between two cells of a row in HTML."""

SEPARATOR = rf"(?<!\\)\||\t|{CELL_TAGS}"
"""Pattern of what separates the cells of all other rows: a pipe, a tab or the tags of cells."""

_SEPARATOR = re.compile(SEPARATOR)
_DELIMITERS = {mark: re.compile(rf'"[^"]*"|({mark})') for mark in (";", ",")}
"""What is between quotation marks is passed over."""


def find_delimiter(heads: str) -> str:
    """Return ";" or "," for the row of heads in delimited text; empty for rows with pipes or tabs."""
    if _SEPARATOR.search(heads):
        return ""
    return next((mark for mark in _DELIMITERS if mark in heads), "")


def find_delimited_cells(row: str, delimiter: str) -> list[tuple[int, int]]:
    """Return the spans of the cells, without the blanks and the quotation marks around them."""
    edges = [-1, *(found.start() for found in _DELIMITERS[delimiter].finditer(row) if found[1]), len(row)]
    spans = []
    for before, end in pairwise(edges):
        cell = row[before + 1 : end]
        start = before + 1 + len(cell) - len(cell.lstrip())
        last = start + len(cell.strip())
        is_quoted = last - start > 1 and row[start] == row[last - 1] == '"'
        spans.append((start + 1, last - 1) if is_quoted else (start, last))
    return spans


def write_cells_apart(row: str, delimiter: str) -> str:
    """Return a row with pipes between its cells: "52000,54100" would be one number."""
    if not delimiter:
        return row
    return " | ".join(row[start:end] for start, end in find_delimited_cells(row, delimiter))
