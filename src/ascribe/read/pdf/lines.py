"""Fragments that stand on one line → a printed line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from ascribe.read.pdf.fragments import Fragment, is_raised, raised

Fragments = list[Fragment]

_SPACE = 0.12
"""Gaps of this many font sizes between fragments are word spaces."""

CELL = 1.0
"""Gaps of this many font sizes may part the cells of a table."""


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line. ``starts``, ``ends`` and all distances are in the frame of its direction ``turn``.

    Args:
        text: its characters, gaps as spaces.
        starts: position of each character along ``u``.
        ends: end of each character along ``u``.
        gaps: index of each space that stands for a wide gap.
        low: lower edge.
        high: upper edge.
        base: base line.
        size: font size of most of its characters, in points.
        edges: font sizes of its first and last character.
        bold: most of its characters are bold.
        bold_head: number of bold characters that it begins with.
        rtl: it holds right-to-left text.
        spaced: the file has a space behind it.
        bad: share of characters whose font has no Unicode map.
        page: page, from 0.
        turn: direction in degrees.
        column: left and right edge of the region it stands in.
        cell: for a part of a table, the number of the row on its page and of the cell in the row.
    """

    text: str
    starts: tuple[float, ...]
    ends: tuple[float, ...]
    gaps: tuple[int, ...]
    low: float
    high: float
    base: float
    size: float
    edges: tuple[float, float]
    bold: bool
    bold_head: int
    rtl: bool
    spaced: bool
    bad: float
    page: int
    turn: int
    column: tuple[float, float]
    cell: tuple[int, int] | None = None

    @property
    def left(self) -> float:
        """Left edge."""
        return min(self.starts) if self.rtl else self.starts[0]

    @property
    def right(self) -> float:
        """Right edge."""
        return max(self.ends) if self.rtl else self.ends[-1]

    @property
    def first_word(self) -> float:
        """Width of its first word and a space."""
        end = self.text.find(" ")
        end = len(self.text) if end < 0 else end
        return max(self.ends[:end]) - min(self.starts[:end]) + 0.25 * self.size

    def without(self, start: int, end: int) -> Line:
        """The line with the characters from ``start`` to ``end`` left out."""
        cut = end - start
        return replace(
            self,
            text=self.text[:start] + self.text[end:],
            starts=self.starts[:start] + self.starts[end:],
            ends=self.ends[:start] + self.ends[end:],
            gaps=tuple(gap - cut if gap >= end else gap for gap in self.gaps if not start <= gap < end),
            bold_head=self.bold_head - max(0, min(self.bold_head, end) - start),
        )

    def piece(self, start: int, end: int) -> Line:
        """Only the characters from ``start`` to ``end``."""
        return replace(
            self,
            text=self.text[start:end],
            starts=self.starts[start:end],
            ends=self.ends[start:end],
            gaps=tuple(gap - start for gap in self.gaps if start <= gap < end),
            bold_head=max(0, min(self.bold_head, end) - start),
        )

    def with_space(self, at: int) -> Line:
        """The line with a space that has no width before the character at ``at``."""
        edge = self.ends[at - 1]
        return replace(
            self,
            text=f"{self.text[:at]} {self.text[at:]}",
            starts=(*self.starts[:at], edge, *self.starts[at:]),
            ends=(*self.ends[:at], edge, *self.ends[at:]),
            gaps=tuple(gap + (gap >= at) for gap in self.gaps),
            bold_head=self.bold_head + (self.bold_head > at),
        )

    @property
    def centred(self) -> bool:
        """True if it stands in the middle of its column, well away from both edges."""
        left, right = self.left - self.column[0], self.column[1] - self.right
        return left > 2 * self.size and abs(left - right) < 0.8 * self.size

    @property
    def cells(self) -> list[str]:
        """The text between the wide gaps."""
        bounds = [-1, *self.gaps, len(self.text)]
        return [self.text[a + 1 : b] for a, b in pairwise(bounds)]


class _Text(NamedTuple):
    text: str
    starts: tuple[float, ...]
    ends: tuple[float, ...]
    gaps: tuple[int, ...]


def _text(parts: Fragments) -> _Text:
    """The characters of a line with a space for every gap."""
    text, gaps = parts[0].text, []
    starts, ends = list(parts[0].starts), list(parts[0].ends)
    for before, part in pairwise(parts):
        start, end = (part.right, before.left) if part.rtl and before.rtl else (before.right, part.left)
        size = max(before.size, part.size)
        if end - start > _SPACE * size:
            if end - start > CELL * size:
                gaps.append(len(text))
            text += " "
            starts.append(start)
            ends.append(end)
        text += part.text
        starts += part.starts
        ends += part.ends
    return _Text(text, tuple(starts), tuple(ends), tuple(gaps))


def line_of(parts: Fragments, page: int, turn: int, column: tuple[float, float]) -> Line:
    """The line that fragments make, one after the other."""
    length = sum(len(f.text) for f in parts)
    main = max(parts, key=lambda f: (len(f.text) >= 0.3 * length, f.size, len(f.text)))
    parts = [replace(f, text=raised(f.text)) if _is_index(f, parts, main) else f for f in parts]
    text, starts, ends, gaps = _text(parts)
    return Line(
        text=text,
        starts=starts,
        ends=ends,
        gaps=gaps,
        low=min(f.low for f in parts),
        high=max(f.high for f in parts),
        base=main.base,
        size=main.size,
        edges=(parts[0].edges[0], parts[-1].edges[1]),
        bold=sum(len(f.text) for f in parts if f.bold) * 2 > length,
        bold_head=_bold_head(parts, text),
        rtl=any(f.rtl for f in parts),
        spaced=parts[-1].spaced,
        bad=sum(f.bad for f in parts) / length,
        page=page,
        turn=turn,
        column=column,
    )


def _is_index(part: Fragment, parts: Fragments, main: Fragment) -> bool:
    """True for a raised part that touches another of its line; a small cell of a table touches none."""
    if part is main or not is_raised(part, main):
        return False
    gaps = (max(part.left - f.right, f.left - part.right) for f in parts if f is not part)
    return any(gap < 0.3 * main.size for gap in gaps)


def _bold_head(parts: Fragments, text: str) -> int:
    """How many characters of the line are bold up to the first that is not."""
    at = 0
    for part in parts:
        at = text.index(part.text, at)
        if part.bold_head < len(part.text):
            return at + part.bold_head
        at += len(part.text)
    return at
