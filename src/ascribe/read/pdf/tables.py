"""Tables without ruling lines: finds the printed lines that are table rows, and splits them into cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise, takewhile

from ascribe.read.pdf.lines import BULLET_SIGN, CAPTION, LEADER, SENTENCE_END, Line

ColumnEdges = list[tuple[float, float]]

_MAX_ROW_STEP = 0.85
"""Distance of baselines below which lines are in one row, in font sizes: a cell of two lines may be beside
a cell of one."""

_MAX_LINE_STEP = 1.5
"""Maximum distance between the lines of a wrapped cell, in font sizes."""

_MAX_HEADER_DISTANCE = 2.4
"""Maximum distance from the column headers to the first row, in font sizes."""

_MAX_HEADER_LINES = 3

_LOOSE_SPACE = 0.55
"""Minimum white space that separates two cells if the words are in different columns, in font sizes."""


def split_table_rows(page: Sequence[Line]) -> list[Line]:
    """Return the lines of a page in order, with table lines split into cells and ``cell`` set."""
    tabular = find_table_lines([line for line in page if line.cell is None])
    lines: list[Line] = []
    number = at = 0
    while at < len(page):
        block = list(takewhile(lambda line: id(line) in tabular, page[at:]))
        if not block:
            lines.append(page[at])
            at += 1
            continue
        at += len(block)
        columns = _find_columns(block)
        above = _find_header_lines(lines, block, columns)
        del lines[len(lines) - len(above) :]
        rows = list(_group_rows((_split_line(line, columns) for line in [*above, *block]), columns))
        while (
            at < len(page)
            and page[at].cell is None
            and _is_wrapped(rows[-1], below := _split_line(page[at], columns), columns)
        ):
            rows[-1].append(below)
            at += 1
        for row in rows:
            lines += _build_cells(row, number, columns)
            number += 1
    return lines


def build_text_rows(
    lines: Sequence[Line], columns: Sequence[tuple[float, float]], number: int
) -> Iterator[Line]:
    """Yield the lines of cells in known columns, with ``cell`` set.

    Rows are separated by height and numbered from ``number``.
    """
    heights: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (-line.base, line.left)):
        if heights and abs(heights[-1][0].base - line.base) < 0.3 * line.size:
            heights[-1] += _split_pieces(line)
        else:
            heights.append(_split_pieces(line))
    for row in _group_rows(heights, list(columns)):
        yield from _build_cells(row, number, list(columns))
        number += 1


def _find_columns(block: Sequence[Line]) -> ColumnEdges:
    """Return the left and right edges of the columns, given by the rows with the most cells."""
    rows = [_split_pieces(line) for line in block]
    most = max(map(len, rows))
    spans = sorted((piece.left, piece.right) for row in rows if len(row) == most for piece in row)
    columns: ColumnEdges = []
    for left, right in spans:
        if columns and left < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(columns[-1][1], right))
        else:
            columns.append((left, right))
    return columns


def _split_pieces(line: Line) -> list[Line]:
    """Split a line at its wide gaps and leaders."""
    cuts = [(gap, gap + 1) for gap in line.gaps] + [match.span() for match in LEADER.finditer(line.text)]
    if not cuts:
        return [line]
    bounds = [(0, 0), *sorted(cuts), (len(line.text), len(line.text))]
    found = []
    for (_, start), (end, _) in pairwise(bounds):
        words = line.text[start:end].strip()
        if words:
            first = line.text.index(words, start)
            found.append(line.slice(first, first + len(words)))
    return found


def _split_line(line: Line, columns: ColumnEdges) -> list[Line]:
    """Split a line into pieces, and these where the next word is in another column."""
    return [part for piece in _split_pieces(line) for part in _split_by_column(piece, columns)]


def _split_by_column(piece: Line, columns: ColumnEdges) -> Iterator[Line]:
    start, place = 0, None
    if " " not in piece.text:
        yield piece
        return
    for match in re.finditer(r"\S+", piece.text):
        column = _find_column(piece.starts[match.start()], piece.ends[match.end() - 1], columns)
        loose = (
            match.start()
            and piece.starts[match.start()] - piece.ends[match.start() - 2] > _LOOSE_SPACE * piece.size
        )
        if loose and place is not None and column is not None and column != place:
            yield piece.slice(start, match.start() - 1)
            start = match.start()
        place = place if column is None else column
    yield piece.slice(start, len(piece.text))


def _find_column(left: float, right: float, columns: ColumnEdges) -> int | None:
    """Return the index of the only column that the stretch overlaps; None if there are several or none."""
    over = [i for i, (start, end) in enumerate(columns) if left < end and right > start]
    return over[0] if len(over) == 1 else None


def _group_rows(heights: Iterable[list[Line]], columns: ColumnEdges) -> Iterator[list[list[Line]]]:
    """Yield rows as lists of split lines."""
    row: list[list[Line]] = []
    for parts in heights:
        if row and not _belongs_to_row(row, parts, columns):
            yield row
            row = []
        row.append(parts)
    if row:
        yield row


def _belongs_to_row(row: list[list[Line]], parts: list[Line], columns: ColumnEdges) -> bool:
    """Return True for a line at the height of the row, or one that continues its full cells."""
    step = row[-1][0].base - parts[0].base
    if 0.3 * parts[0].size < step < _MAX_ROW_STEP * parts[0].size:
        rivals = [line for line in row if any(_is_over(part, other) for part in parts for other in line)]
        return all(len(line) == len(parts) == 1 for line in rivals) and len(row) < 3
    return _is_wrapped(row, parts, columns)


def _is_wrapped(row: list[list[Line]], parts: list[Line], columns: ColumnEdges) -> bool:
    """Return True for a line directly below a row that continues only cells without room left."""
    step = row[-1][0].base - parts[0].base
    if (
        2 * len(parts) > len(columns)
        or not 0 < step < _MAX_LINE_STEP * parts[0].size
        or CAPTION.match(parts[0].text)
    ):
        return False
    known = [part for line in row for part in line]
    return all(_continues_cell(known, part, columns) for part in parts)


def _continues_cell(known: list[Line], part: Line, columns: ColumnEdges) -> bool:
    """Return True if the cell above has no room left for the first word of the part."""
    column = _find_column(part.left, part.right, columns)
    if column is None:
        return False
    left, right = columns[column]
    above = [other for other in known if other.left < right and other.right > left]
    if not above or " " not in above[-1].text:
        return False
    edge = max(right, *(other.right for other in above))
    return edge - above[-1].right < part.first_word_width and not SENTENCE_END.search(above[-1].text)


def _find_header_lines(lines: list[Line], block: Sequence[Line], columns: ColumnEdges) -> list[Line]:
    """Return the lines above a table that name its columns: words over two or more columns."""
    left, right = min(line.left for line in block), max(line.right for line in block)
    found: list[Line] = []
    for line in reversed(lines[-_MAX_HEADER_LINES:]):
        below = found[0] if found else block[0]
        near = 0 < line.base - below.base < _MAX_HEADER_DISTANCE * line.size
        if not near or line.cell is not None or CAPTION.match(line.text) or SENTENCE_END.search(line.text):
            break
        words = [match.span() for match in re.finditer(r"\S+", line.text)]
        places = {_find_column(line.starts[a], line.ends[b - 1], columns) for a, b in words}
        inside = left - line.size < line.left and line.right < right + line.size
        beside = line.base - below.base < _MAX_ROW_STEP * line.size
        if not inside or not (beside or len(places - {None}) > 1) or len(words) > 3 * len(columns):
            break
        found.insert(0, line)
    return found


def _build_cells(row: list[list[Line]], number: int, columns: ColumnEdges) -> Iterator[Line]:
    """Yield the parts of a row, cell by cell, each cell from top to bottom.

    Cells are numbered by their columns, so that the place of an empty cell is known.
    """
    parts = [part for line in row for part in line]
    cells: list[list[Line]] = []
    for part in sorted(parts, key=lambda part: -part.right if part.rtl else part.left):
        home = next((cell for cell in cells if _is_same_cell(cell, part)), None) if len(row) > 1 else None
        if home is None:
            cells.append([part])
        else:
            home.append(part)
    for index, cell in zip(_number_cells(cells, columns), cells, strict=True):
        for part in sorted(cell, key=lambda part: -part.base):
            yield replace(part, cell=(number, index), gaps=())


def _number_cells(cells: list[list[Line]], columns: ColumnEdges) -> list[int]:
    """Return the column of each cell, or their order where the columns cannot be distinguished."""
    places = [
        _find_nearest_column(min(p.left for p in cell), max(p.right for p in cell), columns) for cell in cells
    ]
    rising = all(a < b for a, b in pairwise(places))
    return places if rising else list(range(len(cells)))


def _find_nearest_column(left: float, right: float, columns: ColumnEdges) -> int:
    """Return the column that the stretch overlaps most, or else the one whose edge is nearest."""
    overlaps = [min(right, end) - max(left, start) for start, end in columns]
    return max(range(len(columns)), key=lambda i: overlaps[i])


def _is_same_cell(cell: list[Line], part: Line) -> bool:
    """Return True for another line of the cell: it overlaps horizontally, but its height differs."""
    apart = all(abs(other.base - part.base) > 0.3 * part.size for other in cell)
    return apart and any(_is_over(other, part) for other in cell)


def _is_over(part: Line, other: Line) -> bool:
    return other.left < part.right and part.left < other.right


# --- Detection of table rows ---

_MAX_CELL_CHARS = 28
"""Maximum average characters of a cell; around longer text, wide gaps are loose spaces of justified text."""

_MAX_ROW_DISTANCE = 3.0
"""Maximum distance between two rows with one line between them, in font sizes."""

_ALIGNMENT_TOLERANCE = 4.0
"""Maximum difference between the edges of cells in one column, in points."""


def find_table_lines(page: Sequence[Line]) -> set[int]:
    """Return the ids of table rows: adjacent lines with several cells, or with vertically aligned cells."""
    found: set[int] = set()
    for is_row, run in groupby(page, key=_may_be_row):
        lines = list(run)
        if is_row and _is_table(lines):
            found |= {id(line) for line in lines}
    found |= {id(line) for line in page if LEADER.search(line.text)}
    for direction in (1, -1):
        found |= {id(line) for line in _find_rows_beyond(page[::direction], found)}
    return found | {id(line) for line in _find_lines_between(page, found)}


def _find_rows_beyond(page: Sequence[Line], rows: set[int]) -> Iterator[Line]:
    """Yield rows separated from the rest of their table by a line of one cell, and that line.

    Such a line is a wrapped cell.
    """
    known = set(rows)
    for row, wrapped, other in zip(page, page[1:], page[2:], strict=False):
        ends = id(row) in known and id(wrapped) not in known and id(other) not in known
        if ends and len(wrapped.cells) == 1 and _may_be_row(other) and _is_aligned_with(row, other):
            known |= {id(wrapped), id(other)}
            yield from (wrapped, other)


def _is_aligned_with(row: Line, other: Line) -> bool:
    """Return True if most cells of the second row begin where cells of the first row begin."""
    starts = [row.left, *(row.starts[gap + 1] for gap in row.gaps)]
    others = [other.left, *(other.starts[gap + 1] for gap in other.gaps)]
    near = sum(any(abs(start - edge) <= _ALIGNMENT_TOLERANCE for start in starts) for edge in others)
    return near > 1 and 2 * near > len(others) and abs(row.base - other.base) < _MAX_ROW_DISTANCE * row.size


def _find_lines_between(page: Sequence[Line], rows: set[int]) -> Iterator[Line]:
    """Yield short lines between two rows.

    Such a line is a wrapped cell or a cell that spans several rows.
    """
    for above, line, below in zip(page, page[1:], page[2:], strict=False):
        width = line.column[1] - line.column[0]
        if id(above) in rows and id(below) in rows and line.right - line.left < 0.4 * width:
            yield line


def _may_be_row(line: Line) -> bool:
    cells = line.cells
    if len(cells) < 2 or _is_bulleted(cells):
        return False
    return len(line.text) / len(cells) <= _MAX_CELL_CHARS or len(cells) >= 5


def _is_bulleted(cells: Sequence[str]) -> bool:
    """Return True for an item of a list: a bullet, and its words at some distance."""
    return len(cells) == 2 and BULLET_SIGN.fullmatch(cells[0].strip()) is not None


def _is_table(lines: list[Line]) -> bool:
    most = max(len(line.cells) for line in lines)
    if len(lines) == 1:
        return most >= 4 and _has_figures(lines[0])
    if most >= 3:
        return True
    return len(lines) >= 3 and _has_aligned_second_cells(lines)


def _has_figures(line: Line) -> bool:
    return sum(cell.strip()[:1].isdigit() for cell in line.cells) * 2 >= len(line.cells)


def _has_aligned_second_cells(lines: list[Line]) -> bool:
    lefts = sorted(line.starts[line.gaps[0] + 1] for line in lines)
    rights = sorted(line.right for line in lines)
    return any(_compute_share_near(edges) >= 0.75 for edges in (lefts, rights))


def _compute_share_near(edges: list[float]) -> float:
    middle = edges[len(edges) // 2]
    return sum(abs(edge - middle) <= _ALIGNMENT_TOLERANCE for edge in edges) / len(edges)
