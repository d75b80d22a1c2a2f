"""Printed lines → paragraphs, headings, list items and table rows, in the order in which they are told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ascribe.read.pdf_lines import Line
from ascribe.read.pdf_tables import table_lines
from ascribe.stages import BlockKind

BULLET = re.compile(r"[•▪■●○◦‣⁃➢✓–—*\-](?=\s)|(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])(?=\s)|[•▪■●◦‣]")
"""How a list item begins."""

_END = re.compile(r"[.!?:;…。！？؟।](?:[\"'”’»)\]]|\s)*[\d*∗†‡]{0,3}$")
"""How the last line of a paragraph ends; a footnote mark may follow."""

_NUMBERED = re.compile(r"(?:(?:[A-Z]|\d{1,2})(?:\.\d{1,2}){0,4}\.?|[IVX]{1,5}\.|§+\s?\d+)\s+\S")
_DEPTH = re.compile(r"(?:[A-Z]|\d{1,2})((?:\.\d{1,2})*)")
_CENTRED_MARK = re.compile(r"[IVX]{1,5}|[A-Z]|\d{1,2}|\*(?:\s?\*)+")
_NOTE = re.compile(r"(?:\d{1,3}|[∗*†‡§¶]{1,3})\s?(?=[^\W\d_a-z]|[“\"(])")
"""How a footnote begins: its mark, and a capital right behind it."""

_CAPTION = re.compile(
    r"(?:figure|fig\.|table|tab\.|abbildung|abb\.|tabelle|exhibit|chart)\s*[\dIVX]", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together. ``aside`` marks what stands beside the running text: notes, captions, tables."""

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
    sizes = _heading_sizes(pages, body)
    found: list[Paragraph] = []
    for page in pages:
        tabular = table_lines(page)
        for group in _groups(page, tabular):
            found.append(_paragraph(group, tabular, body, sizes, page[0].turn))
    return found


def body_size(lines: Iterator[Line]) -> float:
    """The font size that most characters have, in points; 10 without text."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def _heading_sizes(pages: Sequence[Sequence[Line]], body: float) -> list[float]:
    """Sizes well above the body, largest first: their rank is the level of a heading."""
    sizes = {
        round(line.size)
        for page in pages
        for line in page
        if line.size > 1.12 * body and line.turn == page[0].turn and any(char.isalpha() for char in line.text)
    }
    return sorted(sizes, reverse=True)


def _groups(page: Sequence[Line], tabular: set[int]) -> Iterator[list[Line]]:
    hanging = _hanging(page)
    group: list[Line] = []
    for line in page:
        if group and _parts(group, line, tabular, hanging):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _parts(group: list[Line], line: Line, tabular: set[int], hanging: bool) -> bool:
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
    if last.base - line.base > _leading(group) * 1.28 + 0.5:
        return True
    if _is_mark(last) or _is_mark(line):
        return True
    if group[0].bold != line.bold and (last.bold != line.bold) and _is_apart(group, line):
        return True
    return _begins(group, line, hanging)


def _is_drop(last: Line, line: Line) -> bool:
    """True for a number or a letter in another size on the same base line."""
    return abs(last.base - line.base) < 0.3 * min(last.size, line.size) and line.left > last.left


def _leading(group: list[Line]) -> float:
    """Distance of base lines within the paragraph; for a first line what its size lets expect."""
    steps = [a.base - b.base for a, b in pairwise(group) if a.base - b.base > 0.5 * b.size]
    if steps:
        return min(steps)
    return 1.25 * group[-1].size


def _is_apart(group: list[Line], line: Line) -> bool:
    """A bold line over plain text: a heading if it does not fill its line, else words set in bold."""
    last = group[-1]
    room = last.column[1] - last.right
    return room > _first_word(line) or line.bold


def _first_word(line: Line) -> float:
    """Width of the first word and a space."""
    end = line.text.find(" ")
    end = len(line.text) if end < 0 else end
    return max(line.ends[:end]) - min(line.starts[:end]) + 0.25 * line.size


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
        return bool(_END.search(last.text)) and last.left - last.column[0] > _first_word(line)
    indent = line.left - last.left
    if hanging:
        return (
            len(group) > 1
            and indent < -0.5 * line.size
            or (len(group) == 1 and abs(indent) < 0.5 * line.size and bool(_END.search(last.text)))
        )
    if len(group) == 1 and indent > 0.5 * line.size and _is_item(group[0]):
        return False
    if indent > 0.6 * line.size and not _centred(line):
        return not _goes_on_small(last, line)
    return bool(_END.search(last.text)) and _is_short(last, line)


def _goes_on_small(last: Line, line: Line) -> bool:
    return line.text[:1].islower() and not _END.search(last.text)


def _is_mark(line: Line) -> bool:
    """True for a numeral or a letter that stands alone in the middle: the head of a part."""
    return bool(_CENTRED_MARK.fullmatch(line.text)) and _centred(line)


def _is_item(line: Line) -> bool:
    return bool(BULLET.match(line.text))


def _is_short(last: Line, line: Line) -> bool:
    """True if the next word would have fitted on the last line."""
    return last.column[1] - last.right > _first_word(line) + 0.5 * line.size


def _centred(line: Line) -> bool:
    left, right = line.left - line.column[0], line.column[1] - line.right
    return left > 2 * line.size and abs(left - right) < 0.8 * line.size


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


def heading_level(lines: list[Line], body: float, sizes: list[float]) -> int:
    """1 to 6 for a heading, 0 for other text: by size, by bold letters, or a centred numeral alone."""
    text = " ".join(line.text for line in lines)
    if len(lines) > 4 or len(text) > 200 or not any(char.isalpha() for char in text):
        return min(6, len(sizes) + 1) if _is_mark(lines[0]) else 0
    numbered = _NUMBERED.match(text)
    size = lines[0].size
    if size > 1.12 * body and (len(text) < 120 or lines[0].bold) and not text.endswith((".", ",", ";")):
        rank = sum(1 for other in sizes if other > round(size)) + 1
        return min(6, max(rank, _number_depth(text)) if numbered else rank)
    if all(line.bold for line in lines) and size > 0.9 * body and not text.endswith((".", ",", ";", ":")):
        return min(6, len(sizes) + 1 + (_number_depth(text) - 1 if numbered else 0))
    if len(lines) == 1 and (_is_mark(lines[0]) or _is_capitals(text)):
        return min(6, len(sizes) + 1)
    return 0


def _is_capitals(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return len(letters) >= 5 and all(char.isupper() for char in letters) and text[-1] not in ".,;:"


def _number_depth(text: str) -> int:
    match = _DEPTH.match(text)
    return 1 + match[1].count(".") if match else 1
