"""Running heads, footers and page numbers: lines at the edge of a page that come back on other pages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ascribe.read.pdf.browser_prints import browser_lines
from ascribe.read.pdf.frames import from_frame, to_frame
from ascribe.read.pdf.lines import Line

_DEPTH = 5
"""How many rows from the top and from the bottom may be running heads or footers."""

_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_EDGE_NUMBER = re.compile(r"^(\d{1,5})\b|\b(\d{1,5})$")

_TEXT_LINES = 5
"""Lines from which a page has a block of text with margins."""

_SAME_PLACE = 4.0
"""Points by which the height of a running head may differ from page to page."""


def without_furniture(pages: Sequence[list[Line]], title: str = "") -> tuple[list[list[Line]], int]:
    """The pages without their running heads and footers, and how many lines those were.

    ``title`` is that of the file, which browsers print on every page.
    """
    found: set[int] = set()
    for edge in (_top, _bottom):
        found |= _repeated([edge(page) for page in pages])
    found |= {id(line) for line in _turned_repeats(pages)}
    found |= {id(line) for page in pages for line in _in_margin(page)}
    for number, page in enumerate(pages):
        edges = [*_top(page)[:1], *_bottom(page)[:1]]
        found |= {id(line) for line in browser_lines(edges, number, len(pages), title)}
    kept = [[line for line in page if id(line) not in found] for page in pages]
    return kept, len(found)


def _rows(page: list[Line]) -> list[list[Line]]:
    """Upright lines by height, top first."""
    main = page[0].turn if page else 0
    rows: list[list[Line]] = []
    for line in sorted((line for line in page if line.turn == main), key=lambda line: -line.base):
        if rows and rows[-1][0].base - line.base < 0.5 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _top(page: list[Line]) -> list[list[Line]]:
    return _rows(page)[:_DEPTH]


def _bottom(page: list[Line]) -> list[list[Line]]:
    return _rows(page)[::-1][:_DEPTH]


def _repeated(edges: Sequence[list[list[Line]]]) -> set[int]:
    """Ids of the lines of the outermost rows that other pages have too; a row counts as a whole."""
    seen: dict[str, list[tuple[int, float]]] = defaultdict(list)
    offsets: dict[int, list[int]] = defaultdict(list)
    for page, rows in enumerate(edges):
        for row in rows:
            for line in row:
                seen[_key(line)].append((page, line.base))
        for number in {n for row in rows[:2] for line in row for n in _edge_numbers(line)}:
            offsets[number - page].append(page)
    steady = {offset for offset, pages in offsets.items() if len(pages) >= 3}
    found: set[int] = set()
    for page, rows in enumerate(edges):
        for row in rows:
            if not all(_comes_back(line, page, seen) or _counts(line, page, steady) for line in row):
                break
            found |= {id(line) for line in row}
    return found


def _key(line: Line) -> str:
    return _NUMBER.sub("#", line.text.casefold()).replace(" ", "")


def _comes_back(line: Line, page: int, seen: dict[str, list[tuple[int, float]]]) -> bool:
    places = seen[_key(line)]
    return any(other != page and abs(base - line.base) <= _SAME_PLACE for other, base in places)


def _edge_numbers(line: Line) -> Iterator[int]:
    for match in _EDGE_NUMBER.finditer(line.text):
        yield int(match[1] or match[2])


def _counts(line: Line, page: int, steady: set[int]) -> bool:
    """True if the line begins or ends with a number that goes up with the pages."""
    if len(line.text) > 120:
        return False
    return any(number - page in steady for number in _edge_numbers(line))


def _turned_repeats(pages: Sequence[list[Line]]) -> Iterator[Line]:
    """Margin text turned against the page that other pages carry as well."""
    turned = [(i, line) for i, page in enumerate(pages) for line in page if line.turn != page[0].turn]
    on_pages: dict[str, set[int]] = defaultdict(set)
    for page, line in turned:
        on_pages[_key(line)].add(page)
    yield from (line for _, line in turned if len(on_pages[_key(line)]) > 1)


def _in_margin(page: Sequence[Line]) -> Iterator[Line]:
    """Turned text wholly beside the upright text of its page: a stamp, or the name of the series."""
    upright = [line for line in page if line.turn == page[0].turn]
    if len(upright) < _TEXT_LINES:
        return
    left, right = min(line.left for line in upright), max(line.right for line in upright)
    for line in page:
        if line.turn != page[0].turn:
            box = from_frame(line.turn, (line.left, line.low, line.right, line.high))
            u0, _, u1, _ = to_frame(page[0].turn, box)
            if u1 <= left or u0 >= right:
                yield line
