"""Delimited text: finds the tables of CSV and TSV in a text, whose lines are rows between commas or tabs.

Only the shape tells: the same number of separators in each line, and none with a blank behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ascribe.protocols import Block
from ascribe.read.blocks import split_blocks
from ascribe.text.table_cells import split_cells

_DELIMITERS = ("", ";", ",")
"""Separators as ``find_cells`` takes them, in the order in which they are tried; the first one is the tab."""

_MARKS = {"": "\t", ";": ";", ",": ","}
_LINE = re.compile(r"[^\r\n]*\S")
_QUOTED = re.compile(r'"[^"]*"')
_THOUSANDS = re.compile(r"\d,\d{3}(?!\d)")
_VALUE = re.compile(r"[-+−]?[$€£]?\d[^A-Za-z]*[A-Za-z%°€$£]{0,4}")
_YEAR = re.compile(r"(?:1[5-9]|20|21)\d\d")
_MAX_HEAD_WORDS = 5


def split_source_blocks(text: str) -> list[Block]:
    """Return the blocks of Markdown or plain text, with the lines of delimited text as rows of a table."""
    return [one for block in split_blocks(text) for one in (_split_lines(text, block) or [block])]


def _split_lines(text: str, block: Block) -> list[Block]:
    """Return the rows of a paragraph of delimited text, the first as heads if it is; empty for prose."""
    if block.kind != "prose" or "\n" not in text[block.start : block.end]:
        return []
    lines = list(_iterate_lines(text, block))
    written = [text[start:end] for start, end in lines]
    delimiter = next((one for one in _DELIMITERS if _is_delimited(written, one)), None)
    if delimiter is None:
        return []
    rows = [split_cells(row, delimiter) for row in written]
    has_heads = _are_heads(rows[0], rows[1:])
    return [
        Block("table_header" if has_heads and not n else "table_row", *line) for n, line in enumerate(lines)
    ]


def _iterate_lines(text: str, block: Block) -> Iterator[tuple[int, int]]:
    for line in _LINE.finditer(text, block.start, block.end):
        words = line[0].lstrip()
        yield line.end() - len(words), line.end()


def _is_delimited(lines: Sequence[str], delimiter: str) -> bool:
    """Return True if all lines have the same number of cells, more than one, and none looks like prose."""
    mark = _MARKS[delimiter]
    bare = [_QUOTED.sub("", line) for line in lines]
    if any(mark not in line or '"' in line for line in bare):
        return False
    if mark != "\t" and any(re.search(rf"{mark}\s", line) for line in bare):
        return False
    if delimiter == "," and all(_THOUSANDS.search(line) and line.count(",") == 1 for line in bare):
        return False
    return len({line.count(mark) for line in bare}) == 1


def _are_heads(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return True if the first row names columns: it has no values, and the rows below differ from it.

    They have values in a column, or capitals where the heads have none.
    """
    named = all(head and len(head.split()) <= _MAX_HEAD_WORDS and not _is_value(head) for head in heads)
    if not named or len({*heads}) < len(heads):
        return False
    has_values = any(all(_is_value(row[n]) for row in rows) for n in range(1, len(heads)))
    capitals = [cell[:1].isupper() for row in rows for cell in row]
    return has_values or (all(head[0].islower() for head in heads) and 2 * sum(capitals) > len(capitals))


def _is_value(cell: str) -> bool:
    """Return True for a figure with a unit at most; a year may be a head."""
    return _VALUE.fullmatch(cell) is not None and _YEAR.fullmatch(cell) is None
