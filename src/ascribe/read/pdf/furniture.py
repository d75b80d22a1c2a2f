"""Page furniture: removes running heads, footers, page numbers and the lines that browsers print."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ascribe.read.pdf.lines import Line
from ascribe.read.pdf.text_runs import from_frame, to_frame

_MAX_ROWS = 5
"""Number of rows at the top and at the bottom of a page that may be running heads or footers."""

_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_EDGE_NUMBER = re.compile(r"^(\d{1,5})\b|\b(\d{1,5})$")

_MIN_TEXT_LINES = 5
"""Minimum lines of a page that has a text block with margins."""

_MAX_SHIFT = 4.0
"""Maximum difference in the height of a running head between pages, in points."""


def remove_furniture(pages: Sequence[list[Line]], title: str = "") -> tuple[list[list[Line]], int]:
    """Return the pages without their running heads and footers, and the number of lines removed.

    ``title`` is the title of the file, which browsers print on every page.
    """
    found: set[int] = set()
    for edge in (_find_top_rows, _find_bottom_rows):
        found |= _find_repeated([edge(page) for page in pages])
    found |= {id(line) for line in _find_rotated_repeats(pages)}
    found |= {id(line) for page in pages for line in _find_in_margin(page)}
    for number, page in enumerate(pages):
        edges = [*_find_top_rows(page)[:1], *_find_bottom_rows(page)[:1]]
        found |= {id(line) for line in find_browser_lines(edges, number, len(pages), title)}
    kept = [[line for line in page if id(line) not in found] for page in pages]
    return kept, len(found)


def _group_by_height(page: list[Line]) -> list[list[Line]]:
    """Group the upright lines into rows by height, top first."""
    main = page[0].turn if page else 0
    rows: list[list[Line]] = []
    for line in sorted((line for line in page if line.turn == main), key=lambda line: -line.base):
        if rows and rows[-1][0].base - line.base < 0.5 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _find_top_rows(page: list[Line]) -> list[list[Line]]:
    return _group_by_height(page)[:_MAX_ROWS]


def _find_bottom_rows(page: list[Line]) -> list[list[Line]]:
    return _group_by_height(page)[::-1][:_MAX_ROWS]


def _find_repeated(edges: Sequence[list[list[Line]]]) -> set[int]:
    """Return the ids of lines in the outermost rows that recur on other pages; a row counts as a whole."""
    seen: dict[str, list[tuple[int, float]]] = defaultdict(list)
    offsets: dict[int, list[int]] = defaultdict(list)
    for page, rows in enumerate(edges):
        for row in rows:
            for line in row:
                seen[_build_key(line)].append((page, line.base))
        for number in {n for row in rows[:2] for line in row for n in _find_edge_numbers(line)}:
            offsets[number - page].append(page)
    steady = {offset for offset, pages in offsets.items() if len(pages) >= 3}
    found: set[int] = set()
    for page, rows in enumerate(edges):
        for row in rows:
            if not all(
                _is_repeated(line, page, seen) or _has_page_number(line, page, steady) for line in row
            ):
                break
            found |= {id(line) for line in row}
    return found


def _build_key(line: Line) -> str:
    return _NUMBER.sub("#", line.text.casefold()).replace(" ", "")


def _is_repeated(line: Line, page: int, seen: dict[str, list[tuple[int, float]]]) -> bool:
    places = seen[_build_key(line)]
    return any(other != page and abs(base - line.base) <= _MAX_SHIFT for other, base in places)


def _find_edge_numbers(line: Line) -> Iterator[int]:
    for match in _EDGE_NUMBER.finditer(line.text):
        yield int(match[1] or match[2])


def _has_page_number(line: Line, page: int, steady: set[int]) -> bool:
    """Return True if the line begins or ends with a number that increases with the pages."""
    if len(line.text) > 120:
        return False
    return any(number - page in steady for number in _find_edge_numbers(line))


def _find_rotated_repeats(pages: Sequence[list[Line]]) -> Iterator[Line]:
    """Yield rotated margin text that occurs on more than one page."""
    rotated = [(i, line) for i, page in enumerate(pages) for line in page if line.turn != page[0].turn]
    on_pages: dict[str, set[int]] = defaultdict(set)
    for page, line in rotated:
        on_pages[_build_key(line)].add(page)
    yield from (line for _, line in rotated if len(on_pages[_build_key(line)]) > 1)


def _find_in_margin(page: Sequence[Line]) -> Iterator[Line]:
    """Yield rotated text entirely beside the upright text of its page: a stamp, or the name of a series."""
    upright = [line for line in page if line.turn == page[0].turn]
    if len(upright) < _MIN_TEXT_LINES:
        return
    left, right = min(line.left for line in upright), max(line.right for line in upright)
    for line in page:
        if line.turn != page[0].turn:
            box = from_frame(line.turn, (line.left, line.low, line.right, line.high))
            u0, _, u1, _ = to_frame(page[0].turn, box)
            if u1 <= left or u0 >= right:
                yield line


# --- Lines printed by browsers ---

_OF_PAGES = re.compile(r"(?:[^\W\d_]{1,6}\.? )?(\d{1,4})(?:\s?/\s?| [^\W\d_]{1,4} )(\d{1,4})")
_ADDRESS = re.compile(r"(?:https?|file|about|data|blob):\S+(?: ?…)?")
_DATE = re.compile(
    r"\d{1,4}([./-])\s?\d{1,2}\1\s?\d{1,4}\.?(?:,?\s\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?)?",
    re.IGNORECASE,
)
_MIN_TITLE_CHARS = 5
"""Minimum characters of a truncated title."""


def find_browser_lines(rows: Sequence[Sequence[Line]], page: int, pages: int, title: str) -> Iterator[Line]:
    """Yield the lines of the rows that a browser printed.

    Such a row contains nothing but dates, addresses, titles and page counts: at least two of these kinds, or
    a page count alone. ``page`` counts from 0; ``title`` is the title of the file. A file of one page repeats
    nothing, so its head is recognized by its content.
    """
    for row in rows:
        kinds = {_classify_cell(cell.strip(), page, pages, title) for line in row for cell in line.cells}
        if "" not in kinds and (len(kinds) > 1 or kinds == {"page"}):
            yield from row


def _classify_cell(cell: str, page: int, pages: int, title: str) -> str:
    """Return the kind of a cell that a browser prints, or an empty string for other text."""
    counted = _OF_PAGES.fullmatch(cell)
    if counted and (int(counted[1]), int(counted[2])) == (page + 1, pages):
        return "page"
    if _ADDRESS.fullmatch(cell):
        return "address"
    if _DATE.fullmatch(cell):
        return "date"
    start = cell.rstrip("….").rstrip()
    cut = len(start) >= _MIN_TITLE_CHARS and start != cell and title.startswith(start)
    return "title" if cell and (cell == title or cut) else ""
