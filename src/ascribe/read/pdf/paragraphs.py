"""Printed lines → paragraphs, headings, list items and table rows, in the order in which they are told."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ascribe.read.pdf.headings import heading_level, heading_sizes, is_mark
from ascribe.read.pdf.lines import Line
from ascribe.read.pdf.tables import table_lines
from ascribe.stages import BlockKind

BULLET = re.compile(r"[•▪■●○◦‣⁃➢✓–—*\-](?=\s)|(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])(?=\s)|[•▪■●◦‣]")
"""How a list item begins."""

_END = re.compile(r"[.!?:;…。！？؟।](?:[\"'”’»)\]]|\s)*[\d*∗†‡]{0,3}$")
"""How the last line of a paragraph ends; a footnote mark may follow."""

_NOTE = re.compile(r"(?:\d{1,3}|[∗*†‡§¶]{1,3})\s?(?=[^\W\d_a-z]|[“\"(])")
"""How a footnote begins: its mark, and a capital right behind it."""

_CAPTION = re.compile(
    r"(?:figure|fig\.|table|tab\.|abbildung|abb\.|tabelle|exhibit|chart)\s*[\dIVX]+(?:\.\d+)*\s*[:.|–—]",
    re.IGNORECASE,
)
"""How a caption begins; ``Table 2 compares`` is a sentence."""


_Setting = tuple[int, float, float, int]
"""Direction, edges of the column and font size in whole points: what lines of one text share."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together. ``aside`` marks notes, captions and tables: what is not running text."""

    lines: tuple[Line, ...]
    kind: BlockKind = "prose"
    level: int = 0
    aside: bool = False

    @property
    def ends(self) -> bool:
        """True if its last line ends a sentence."""
        return bool(_END.search(self.lines[-1].text))


def paragraphs(pages: Sequence[Sequence[Line]]) -> list[Paragraph]:
    """The paragraphs of all pages, in order, not yet joined over columns and pages."""
    body = body_size(line for page in pages for line in page)
    sizes = heading_sizes(pages, body)
    found: list[Paragraph] = []
    for page in pages:
        tabular = table_lines(page)
        found += [_paragraph(group, tabular, body, sizes, page[0].turn) for group in _groups(page, tabular)]
    return found


def body_size(lines: Iterator[Line]) -> float:
    """The font size that most characters have, in points; 10 without text."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def _groups(page: Sequence[Line], tabular: set[int]) -> Iterator[list[Line]]:
    hanging = _hanging(page)
    leadings = _leadings(page)
    group: list[Line] = []
    for line in page:
        if group and _parts(group, line, tabular, hanging, leadings):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _parts(
    group: list[Line], line: Line, tabular: set[int], hanging: bool, leadings: dict[_Setting, float]
) -> bool:
    """True if a new paragraph begins with ``line``."""
    last = group[-1]
    if id(line) in tabular or id(last) in tabular:
        return True
    if last.turn != line.turn or abs(last.size - line.size) > 0.12 * max(last.size, line.size):
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
        return bool(_END.search(last.text)) or last.base - line.base > 1.1 * leading
    return last.column[1] - last.right > line.first_word


def _begins(group: list[Line], line: Line, hanging: bool) -> bool:
    """By indent, by list mark, and by a last line with room for the next word."""
    last = group[-1]
    if _is_item(line) and (line.left <= group[0].left + 1 or _END.search(last.text) or _is_short(last, line)):
        return True
    if (
        _NOTE.match(line.text)
        and _NOTE.match(group[0].text)
        and (_is_short(last, line) or line.left > last.left + 2)
    ):
        return True
    if line.rtl:
        return bool(_END.search(last.text)) and last.left - last.column[0] > line.first_word
    indent = line.left - last.left
    if hanging:
        return _begins_hanging(group, line, indent)
    if len(group) == 1 and indent > 0.5 * line.size and _is_item(group[0]):
        return False
    if indent > 0.6 * line.size and not line.centred:
        return not _goes_on_small(last, line)
    return bool(_END.search(last.text)) and _is_short(last, line)


def _begins_hanging(group: list[Line], line: Line, indent: float) -> bool:
    if len(group) > 1:
        return indent < -0.5 * line.size
    return abs(indent) < 0.5 * line.size and bool(_END.search(group[-1].text))


def _goes_on_small(last: Line, line: Line) -> bool:
    return line.text[:1].islower() and not _END.search(last.text)


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
            if _END.search(last.text):
                closed += 1
            else:
                open_ += 1
    return closed >= 3 and closed > 2 * open_


def _paragraph(lines: list[Line], tabular: set[int], body: float, sizes: list[float], turn: int) -> Paragraph:
    group = tuple(lines)
    if id(lines[0]) in tabular:
        return Paragraph(group, "table_row", aside=True)
    small = all(line.size < 0.94 * body for line in lines)
    aside = small or lines[0].turn != turn or bool(_CAPTION.match(lines[0].text))
    level = heading_level(lines, body, sizes)
    if level and not aside:
        return Paragraph(group, "heading", level)
    if _is_item(lines[0]) and not aside:
        return Paragraph(group, "list_item")
    return Paragraph(group, aside=aside)
