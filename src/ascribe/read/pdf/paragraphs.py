"""Printed lines → paragraphs, headings, list items and table rows, in the order in which they are told."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ascribe.read.pdf.entries import begins_entry
from ascribe.read.pdf.headings import NUMBERED, heading_sizes, is_mark
from ascribe.read.pdf.kinds import PageStyle, Paragraph, paragraphs_of
from ascribe.read.pdf.lines import Line
from ascribe.read.pdf.rows_of_tables import with_rows
from ascribe.read.pdf.signs import BULLET, DOT, END, ENTRY, NOTE

_Setting = tuple[int, float, float, int]
"""Direction, edges of the column and font size in whole points: what lines of one text share."""


def paragraphs(pages: Sequence[Sequence[Line]]) -> list[Paragraph]:
    """The paragraphs of all pages, in order, not yet joined over columns and pages."""
    body = body_size(line for page in pages for line in page)
    sizes = heading_sizes(pages, body)
    found: list[Paragraph] = []
    for page in map(with_rows, pages):
        style = PageStyle(body, sizes, page[0].turn if page else 0)
        for group in _groups(page):
            found += paragraphs_of(group, style)
    return found


def body_size(lines: Iterator[Line]) -> float:
    """The font size that most characters have, in points; 10 without text."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def _groups(page: Sequence[Line]) -> Iterator[list[Line]]:
    hanging = _hanging(page)
    leadings = _leadings(page)
    group: list[Line] = []
    for line in page:
        if group and _parts(group, line, hanging, leadings):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _parts(group: list[Line], line: Line, hanging: bool, leadings: dict[_Setting, float]) -> bool:
    """True if a new paragraph begins with ``line``."""
    last = group[-1]
    if line.cell or last.cell:
        return not (line.cell and last.cell and line.cell[0] == last.cell[0])
    if last.turn != line.turn or not (_same_size(last, line) or _runs_on(last, line)):
        return not _is_drop(last, line)
    if last.column != line.column or line.base > last.base + 0.5 * line.size:
        return True
    if abs(last.base - line.base) < 0.5 * line.size:
        return False
    if last.base - line.base > _leading(group, leadings) * 1.28 + 0.5:
        return True
    if is_mark(last) or is_mark(line):
        return True
    if last.bold != line.bold and _is_apart(last, line, _leading(group, leadings)):
        return True
    return _begins(group, line, hanging)


def _same_size(last: Line, line: Line) -> bool:
    return abs(last.size - line.size) <= 0.12 * max(last.size, line.size)


def _runs_on(last: Line, line: Line) -> bool:
    """True if the text goes on in the size that it had at the line end, as after a few words in another."""
    before, after = last.edges[1], line.edges[0]
    return last.base > line.base and abs(before - after) <= 0.05 * max(before, after) and len(last.text) > 3


def _is_drop(last: Line, line: Line) -> bool:
    """True for a number or a letter in another size on the same base line."""
    return abs(last.base - line.base) < 0.3 * min(last.size, line.size) and line.left > last.left


def _setting(line: Line) -> _Setting:
    return (line.turn, *line.column, round(line.size))


def _leadings(page: Sequence[Line]) -> dict[_Setting, float]:
    """Usual distance of base lines by column and size: the lower quartile, since gaps only widen it."""
    steps: dict[_Setting, list[float]] = defaultdict(list)
    for last, line in pairwise(page):
        step = last.base - line.base
        if _setting(last) == _setting(line) and 0.8 * line.size < step < 3 * line.size:
            steps[_setting(line)].append(step)
    return {setting: sorted(found)[len(found) // 4] for setting, found in steps.items() if len(found) > 3}


def _leading(group: list[Line], leadings: dict[_Setting, float]) -> float:
    """Distance of base lines within the paragraph; for a first line what is usual here, or for its size."""
    steps = [a.base - b.base for a, b in pairwise(group) if a.base - b.base > 0.5 * b.size]
    if steps:
        return min(steps)
    return max(1.25 * group[-1].size, leadings.get(_setting(group[-1]), 0.0))


def _is_apart(last: Line, line: Line, leading: float) -> bool:
    """A heading in bold, over plain text or below it; not words set in bold within a sentence."""
    if line.bold:
        return bool(END.search(last.text)) or last.base - line.base > 1.1 * leading
    return last.column[1] - last.right > line.first_word


def _begins(group: list[Line], line: Line, hanging: bool) -> bool:
    """By indent, by list mark, and by a last line with room for the next word."""
    last = group[-1]
    if DOT.match(line.text) or (
        _is_item(line) and (line.left <= group[0].left + 1 or END.search(last.text) or _is_short(last, line))
    ):
        return True
    if (
        NOTE.match(line.text)
        and NOTE.match(group[0].text)
        and (END.search(last.text) or _is_short(last, line) or line.left > last.left + 2)
    ):
        return True
    if line.turn == last.turn and begins_entry(group, line):
        return True
    if line.rtl:
        return bool(END.search(last.text)) and last.left - last.column[0] > line.first_word
    if _is_bold_title(last) and _is_bold_title(line) and not NUMBERED.match(line.text):
        return False
    indent = line.left - last.left
    if hanging:
        return _begins_hanging(group, line, indent)
    if len(group) == 1 and indent > 0.5 * line.size and (_is_item(group[0]) or ENTRY.match(last.text)):
        return False
    if indent > 0.6 * line.size and not line.centred:
        return not _goes_on_small(last, line)
    return bool(END.search(last.text)) and _is_short(last, line)


def _is_bold_title(line: Line) -> bool:
    return line.bold_head == len(line.text) and not END.search(line.text)


def _begins_hanging(group: list[Line], line: Line, indent: float) -> bool:
    if len(group) > 1:
        return indent < -0.5 * line.size
    return abs(indent) < 0.5 * line.size and bool(END.search(group[-1].text))


def _goes_on_small(last: Line, line: Line) -> bool:
    return line.text[:1].islower() and not END.search(last.text)


def _is_item(line: Line) -> bool:
    return bool(BULLET.match(line.text))


def _is_short(last: Line, line: Line) -> bool:
    """True if the next word would have fitted on the last line."""
    return last.column[1] - last.right > line.first_word + 0.5 * line.size


def _hanging(page: Sequence[Line]) -> bool:
    """True if first lines stand out to the left of the lines that follow, as in a list of references.

    Told by the ends: where the text goes from an indented line back to the margin, the line before ends a
    sentence if first lines stand out, and mostly does not if first lines are indented.
    """
    closed = open_ = 0
    for last, line in pairwise(page):
        if last.column != line.column or line.base >= last.base or last.size != line.size:
            continue
        if last.left - line.left > 0.6 * line.size and line.left - line.column[0] < 2 * line.size:
            if END.search(last.text):
                closed += 1
            else:
                open_ += 1
    return closed >= 3 and closed > 2 * open_
