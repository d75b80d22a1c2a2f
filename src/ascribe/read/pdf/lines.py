"""Regions of a page → printed lines, top to bottom."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from ascribe.read.pdf.columns import regions
from ascribe.read.pdf.fragments import Fragment

Fragments = list[Fragment]

_SPACE = 0.12
"""Gaps of this many font sizes between fragments are word spaces."""

_RULE = re.compile(r"[-–—―‒_=\s]{3,}")
"""A line drawn with dashes or underscores says nothing."""

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
        bold: most of its characters are bold.
        rtl: it holds right-to-left text.
        spaced: the file has a space behind it.
        bad: share of characters whose font has no Unicode map.
        page: page, from 0.
        turn: direction in degrees.
        column: left and right edge of the region it stands in.
    """

    text: str
    starts: tuple[float, ...]
    ends: tuple[float, ...]
    gaps: tuple[int, ...]
    low: float
    high: float
    base: float
    size: float
    bold: bool
    rtl: bool
    spaced: bool
    bad: float
    page: int
    turn: int
    column: tuple[float, float]

    @property
    def left(self) -> float:
        """Left edge."""
        return min(self.starts)

    @property
    def right(self) -> float:
        """Right edge."""
        return max(self.ends)

    @property
    def first_word(self) -> float:
        """Width of its first word and a space."""
        end = self.text.find(" ")
        end = len(self.text) if end < 0 else end
        return max(self.ends[:end]) - min(self.starts[:end]) + 0.25 * self.size

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


def page_lines(fragments: dict[int, Fragments], page: int) -> list[Line]:
    """The lines of a page in reading order: the main direction first, turned text after it."""
    turns = sorted(fragments, key=lambda turn: -sum(len(f.text) for f in fragments[turn]))
    lines = [line for turn in turns for line in _direction_lines(fragments[turn], page, turn)]
    return [line for line in lines if not _RULE.fullmatch(line.text)]


def _direction_lines(fragments: Fragments, page: int, turn: int) -> Iterator[Line]:
    rtl = sum(len(f.text) for f in fragments if f.rtl) * 2 > sum(len(f.text) for f in fragments)
    for region in regions(fragments, rtl=rtl):
        column = (min(f.left for f in region), max(f.right for f in region))
        for flow in _flows(region):
            for parts in _rows(flow):
                yield _line(parts, page, turn, column)


def _flows(region: Fragments) -> list[Fragments]:
    """Runs that go down the page as the file draws them, top first; runs side by side become one, by rows."""
    runs: list[Fragments] = []
    for fragment in sorted(region, key=lambda f: f.order):
        last = runs[-1][-1] if runs else None
        if last is None or fragment.base - last.base > 0.8 * max(last.size, fragment.size):
            runs.append([])
        runs[-1].append(fragment)
    merged: list[Fragments] = []
    for run in sorted(runs, key=lambda run: -max(f.base for f in run)):
        if merged and max(f.base for f in run) > min(f.base for f in merged[-1]) - 0.3 * run[0].size:
            merged[-1] = merged[-1] + run
        else:
            merged.append(run)
    whole = {id(run) for run in runs}
    return [run if id(run) in whole else _by_rows(run) for run in merged]


def _by_rows(fragments: Fragments) -> Fragments:
    rows: list[Fragments] = []
    for fragment in sorted(fragments, key=lambda f: (-f.base, f.left)):
        if rows and rows[-1][0].base - fragment.base < 0.45 * min(fragment.size, rows[-1][0].size):
            rows[-1].append(fragment)
        else:
            rows.append([fragment])
    return [f for row in rows for f in sorted(row, key=lambda f: -f.left if f.rtl else f.left)]


def _rows(fragments: Iterable[Fragment]) -> Iterator[Fragments]:
    """Fragments that stand on one line, one after the other."""
    row: Fragments = []
    for fragment in fragments:
        if row and not _goes_on(row, fragment):
            yield row
            row = []
        row.append(fragment)
    if row:
        yield row


def _goes_on(row: Fragments, fragment: Fragment) -> bool:
    last, size = row[-1], max(row[-1].size, fragment.size)
    if min(abs(fragment.base - f.base) for f in (row[0], last)) > 0.6 * size:
        return False
    overlap = min(last.high, fragment.high) - max(last.low, fragment.low)
    if overlap < 0.3 * min(last.high - last.low, fragment.high - fragment.low):
        return False
    if last.rtl or fragment.rtl:
        return fragment.right <= min(f.left for f in row) + 0.5 * size
    return fragment.left >= max(f.right for f in row) - 0.5 * size


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


def _line(parts: Fragments, page: int, turn: int, column: tuple[float, float]) -> Line:
    text, starts, ends, gaps = _text(parts)
    main = max(parts, key=lambda f: (len(f.text) >= 0.3 * len(text), f.size, len(f.text)))
    length = sum(len(f.text) for f in parts)
    return Line(
        text=text,
        starts=starts,
        ends=ends,
        gaps=gaps,
        low=min(f.low for f in parts),
        high=max(f.high for f in parts),
        base=main.base,
        size=main.size,
        bold=sum(len(f.text) for f in parts if f.bold) * 2 > length,
        rtl=any(f.rtl for f in parts),
        spaced=parts[-1].spaced,
        bad=sum(f.bad for f in parts) / length,
        page=page,
        turn=turn,
        column=column,
    )
