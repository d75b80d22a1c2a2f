"""Printed lines of a table → its rows: wrapped cells made whole, names of columns found, leaders left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from ascribe.read.pdf.lines import Line
from ascribe.read.pdf.signs import CAPTION, END, LEADER
from ascribe.read.pdf.tables import table_lines

Edges = list[tuple[float, float]]

_SAME_ROW = 0.85
"""Font sizes between base lines below which lines are of one row: a cell of two lines beside one of one."""

_NEXT_LINE = 1.5
"""Font sizes between the lines of a cell that wraps, at most."""

_NAMES_ABOVE = 2.4
"""Font sizes from the names of the columns to the first row, at most."""

_MOST_NAME_LINES = 3

_LOOSE = 0.55
"""Font sizes of white space that may part two cells, where the words stand in two columns."""


def with_rows(page: Sequence[Line]) -> list[Line]:
    """The lines of a page, those of its tables replaced by their cells, in order, with ``cell`` set."""
    tabular = table_lines([line for line in page if line.cell is None])
    lines: list[Line] = []
    number = at = 0
    while at < len(page):
        block = list(takewhile(lambda line: id(line) in tabular, page[at:]))
        if not block:
            lines.append(page[at])
            at += 1
            continue
        at += len(block)
        columns = _columns(block)
        above = _names(lines, block, columns)
        del lines[len(lines) - len(above) :]
        rows = list(_grouped((_split(line, columns) for line in [*above, *block]), columns))
        while (
            at < len(page)
            and page[at].cell is None
            and _wraps(rows[-1], below := _split(page[at], columns), columns)
        ):
            rows[-1].append(below)
            at += 1
        for row in rows:
            lines += _cells(row, number)
            number += 1
    return lines


def text_rows(lines: Sequence[Line], columns: Sequence[tuple[float, float]], number: int) -> Iterator[Line]:
    """The lines of cells in known columns, ``cell`` set; rows are told by height, numbered on from there."""
    heights: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (-line.base, line.left)):
        if heights and abs(heights[-1][0].base - line.base) < 0.3 * line.size:
            heights[-1] += _pieces(line)
        else:
            heights.append(_pieces(line))
    for row in _grouped(heights, list(columns)):
        yield from _cells(row, number)
        number += 1


def _columns(block: Sequence[Line]) -> Edges:
    """Left and right edges of the columns, by the rows that have most cells."""
    rows = [_pieces(line) for line in block]
    most = max(map(len, rows))
    spans = sorted((piece.left, piece.right) for row in rows if len(row) == most for piece in row)
    columns: Edges = []
    for left, right in spans:
        if columns and left < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(columns[-1][1], right))
        else:
            columns.append((left, right))
    return columns


def _pieces(line: Line) -> list[Line]:
    """The parts of a line between wide gaps and between leaders."""
    cuts = [(gap, gap + 1) for gap in line.gaps] + [match.span() for match in LEADER.finditer(line.text)]
    if not cuts:
        return [line]
    bounds = [(0, 0), *sorted(cuts), (len(line.text), len(line.text))]
    found = []
    for (_, start), (end, _) in pairwise(bounds):
        words = line.text[start:end].strip()
        if words:
            first = line.text.index(words, start)
            found.append(line.piece(first, first + len(words)))
    return found


def _split(line: Line, columns: Edges) -> list[Line]:
    """The pieces of a line, cut further where the next word stands in another column."""
    return [part for piece in _pieces(line) for part in _by_column(piece, columns)]


def _by_column(piece: Line, columns: Edges) -> Iterator[Line]:
    start, place = 0, None
    if " " not in piece.text:
        yield piece
        return
    for match in re.finditer(r"\S+", piece.text):
        column = _column(piece.starts[match.start()], piece.ends[match.end() - 1], columns)
        loose = (
            match.start()
            and piece.starts[match.start()] - piece.ends[match.start() - 2] > _LOOSE * piece.size
        )
        if loose and place is not None and column is not None and column != place:
            yield piece.piece(start, match.start() - 1)
            start = match.start()
        place = place if column is None else column
    yield piece.piece(start, len(piece.text))


def _column(left: float, right: float, columns: Edges) -> int | None:
    """The one column that the stretch lies over; None if there are several, or none."""
    over = [i for i, (start, end) in enumerate(columns) if left < end and right > start]
    return over[0] if len(over) == 1 else None


def _grouped(heights: Iterable[list[Line]], columns: Edges) -> Iterator[list[list[Line]]]:
    """Rows as lists of split lines."""
    row: list[list[Line]] = []
    for parts in heights:
        if row and not _belongs(row, parts, columns):
            yield row
            row = []
        row.append(parts)
    if row:
        yield row


def _belongs(row: list[list[Line]], parts: list[Line], columns: Edges) -> bool:
    """True for a line on the height of the row, and for one that its full cells go on in."""
    step = row[-1][0].base - parts[0].base
    if 0.3 * parts[0].size < step < _SAME_ROW * parts[0].size:
        rivals = [line for line in row if any(_is_over(part, other) for part in parts for other in line)]
        return all(len(line) == len(parts) == 1 for line in rivals) and len(row) < 3
    return _wraps(row, parts, columns)


def _wraps(row: list[list[Line]], parts: list[Line], columns: Edges) -> bool:
    """True for a line right below a row that goes on in those of its cells that have no room left."""
    step = row[-1][0].base - parts[0].base
    if (
        2 * len(parts) > len(columns)
        or not 0 < step < _NEXT_LINE * parts[0].size
        or CAPTION.match(parts[0].text)
    ):
        return False
    known = [part for line in row for part in line]
    return all(_continues(known, part, columns) for part in parts)


def _continues(known: list[Line], part: Line, columns: Edges) -> bool:
    """True if the cell above has no room left for the first word of the part."""
    column = _column(part.left, part.right, columns)
    if column is None:
        return False
    left, right = columns[column]
    above = [other for other in known if other.left < right and other.right > left]
    if not above or " " not in above[-1].text:
        return False
    edge = max(right, *(other.right for other in above))
    return edge - above[-1].right < part.first_word and not END.search(above[-1].text)


def _names(lines: list[Line], block: Sequence[Line], columns: Edges) -> list[Line]:
    """The lines above a table that name its columns: words that stand over two columns or more."""
    left, right = min(line.left for line in block), max(line.right for line in block)
    found: list[Line] = []
    for line in reversed(lines[-_MOST_NAME_LINES:]):
        below = found[0] if found else block[0]
        near = 0 < line.base - below.base < _NAMES_ABOVE * line.size
        if not near or line.cell is not None or CAPTION.match(line.text) or END.search(line.text):
            break
        words = [match.span() for match in re.finditer(r"\S+", line.text)]
        places = {_column(line.starts[a], line.ends[b - 1], columns) for a, b in words}
        inside = left - line.size < line.left and line.right < right + line.size
        beside = line.base - below.base < _SAME_ROW * line.size
        if not inside or not (beside or len(places - {None}) > 1) or len(words) > 3 * len(columns):
            break
        found.insert(0, line)
    return found


def _cells(row: list[list[Line]], number: int) -> Iterator[Line]:
    """The parts of a row, cell by cell, each cell from top to bottom."""
    parts = [part for line in row for part in line]
    cells: list[list[Line]] = []
    for part in sorted(parts, key=lambda part: -part.right if part.rtl else part.left):
        home = next((cell for cell in cells if _stands_over(cell, part)), None) if len(row) > 1 else None
        if home is None:
            cells.append([part])
        else:
            home.append(part)
    for index, cell in enumerate(cells):
        for part in sorted(cell, key=lambda part: -part.base):
            yield replace(part, cell=(number, index), gaps=())


def _stands_over(cell: list[Line], part: Line) -> bool:
    """True for another line of the cell: it shares its stretch of the row, but not its height."""
    apart = all(abs(other.base - part.base) > 0.3 * part.size for other in cell)
    return apart and any(_is_over(other, part) for other in cell)


def _is_over(part: Line, other: Line) -> bool:
    return other.left < part.right and part.left < other.right
