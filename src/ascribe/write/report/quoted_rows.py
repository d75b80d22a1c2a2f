"""Find the rows of tables in a reply of quotations: they are its only markup.

The readers and ``ascribe.library.answering`` write a row as ``| Velm | 12 |``, whatever its source looks
like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from ascribe.text.table_cells import find_cells
from ascribe.write.report.markdown_parts import Part, Tag

_ROW = re.compile(r"\|.*\|[ \t]*\Z")
_RULE = re.compile(r"\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*\Z")
"""The line between the heads of the columns and the rows."""


def split_quoted_rows(text: str) -> list[Tag | Part]:
    """Split the text into its rows of tables, cell by cell, and the words around them, as they are."""
    found: list[Tag | Part] = []
    for is_row, lines in groupby(_iterate_lines(text), key=lambda line: bool(_ROW.match(text[slice(*line)]))):
        places = list(lines)
        if is_row:
            found += _build_table(text, places)
            continue
        start, end = places[0][0], min(places[-1][1] + 1, len(text))
        found += [Part(start, end)] if start < end else []
    return found


def _iterate_lines(text: str) -> Iterator[tuple[int, int]]:
    """Yield the place of each line, without its line feed."""
    start = 0
    for line in text.split("\n"):
        yield start, start + len(line)
        start += len(line) + 1


def _build_table(text: str, lines: list[tuple[int, int]]) -> Iterator[Tag | Part]:
    has_heads = len(lines) > 1 and bool(_RULE.match(text[slice(*lines[1])]))
    yield Tag('<div class="wide">')
    yield Tag("<table>")
    for number, (start, end) in enumerate(lines):
        if has_heads and number == 1:
            continue
        is_head = has_heads and number == 0
        yield Tag("<tr>")
        for first, last in find_cells(text[start:end]):
            yield Tag('<th scope="col">' if is_head else "<td>")
            if first < last:
                yield Part(start + first, start + last)
            yield Tag("</th>" if is_head else "</td>")
        yield Tag("</tr>")
    yield Tag("</table>")
    yield Tag("</div>")
