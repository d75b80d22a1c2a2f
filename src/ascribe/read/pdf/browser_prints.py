"""The head and the footer that a browser prints around a page: date, title, address, page of pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ascribe.read.pdf.lines import Line

_OF_PAGES = re.compile(r"(?:[^\W\d_]{1,6}\.? )?(\d{1,4})(?:\s?/\s?| [^\W\d_]{1,4} )(\d{1,4})")
_ADDRESS = re.compile(r"(?:https?|file|about|data|blob):\S+(?: ?…)?")
_DATE = re.compile(
    r"\d{1,4}([./-])\s?\d{1,2}\1\s?\d{1,4}\.?(?:,?\s\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?)?",
    re.IGNORECASE,
)
_LEAST_TITLE = 5
"""Characters of a title that was cut off, at least."""


def browser_lines(rows: Sequence[Sequence[Line]], page: int, pages: int, title: str) -> Iterator[Line]:
    """The lines of those rows that hold nothing but two or more of these, or the page of pages alone.

    ``page`` counts from 0; ``title`` is that of the file. A file of one page repeats nothing, so its head
    is told by what it says.
    """
    for row in rows:
        kinds = {_kind(cell.strip(), page, pages, title) for line in row for cell in line.cells}
        if "" not in kinds and (len(kinds) > 1 or kinds == {"page"}):
            yield from row


def _kind(cell: str, page: int, pages: int, title: str) -> str:
    """What a browser means by it; empty for other text."""
    counted = _OF_PAGES.fullmatch(cell)
    if counted and (int(counted[1]), int(counted[2])) == (page + 1, pages):
        return "page"
    if _ADDRESS.fullmatch(cell):
        return "address"
    if _DATE.fullmatch(cell):
        return "date"
    start = cell.rstrip("….").rstrip()
    cut = len(start) >= _LEAST_TITLE and start != cell and title.startswith(start)
    return "title" if cell and (cell == title or cut) else ""
