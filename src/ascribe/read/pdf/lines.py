"""Printed lines: groups text runs into rows, builds a line from each row, and defines the patterns that
lines begin or end with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import NamedTuple

from ascribe.read.pdf.text_runs import TextRun, is_raised, to_superscript
from ascribe.text.character_classes import RAISED

TextRuns = list[TextRun]

_MIN_SPACE = 0.12
"""Gaps of this many font sizes between fragments are word spaces."""

CELL_GAP = 1.0
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


class _LineText(NamedTuple):
    text: str
    starts: tuple[float, ...]
    ends: tuple[float, ...]
    gaps: tuple[int, ...]


def _build_text(parts: TextRuns) -> _LineText:
    """The characters of a line with a space for every gap."""
    text, gaps = parts[0].text, []
    starts, ends = list(parts[0].starts), list(parts[0].ends)
    for before, part in pairwise(parts):
        start, end = (part.right, before.left) if part.rtl and before.rtl else (before.right, part.left)
        size = max(before.size, part.size)
        if end - start > _MIN_SPACE * size:
            if end - start > CELL_GAP * size:
                gaps.append(len(text))
            text += " "
            starts.append(start)
            ends.append(end)
        text += part.text
        starts += part.starts
        ends += part.ends
    return _LineText(text, tuple(starts), tuple(ends), tuple(gaps))


def build_line(parts: TextRuns, page: int, turn: int, column: tuple[float, float]) -> Line:
    """The line that fragments make, one after the other."""
    length = sum(len(f.text) for f in parts)
    main = max(parts, key=lambda f: (len(f.text) >= 0.3 * length, f.size, len(f.text)))
    parts = [replace(f, text=to_superscript(f.text)) if _is_index(f, parts, main) else f for f in parts]
    text, starts, ends, gaps = _build_text(parts)
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
        bold_head=_count_bold_head(parts, text),
        rtl=any(f.rtl for f in parts),
        spaced=parts[-1].spaced,
        bad=sum(f.bad for f in parts) / length,
        page=page,
        turn=turn,
        column=column,
    )


def _is_index(part: TextRun, parts: TextRuns, main: TextRun) -> bool:
    """True for a raised part that touches another of its line; a small cell of a table touches none."""
    if part is main or not is_raised(part, main):
        return False
    gaps = (max(part.left - f.right, f.left - part.right) for f in parts if f is not part)
    return any(gap < 0.3 * main.size for gap in gaps)


def _count_bold_head(parts: TextRuns, text: str) -> int:
    """How many characters of the line are bold up to the first that is not."""
    at = 0
    for part in parts:
        at = text.index(part.text, at)
        if part.bold_head < len(part.text):
            return at + part.bold_head
        at += len(part.text)
    return at


_RowRuns = list[TextRun]

_MAX_INDEX_SIZE = 0.85
"""Below this share of the usual size of a region, a fragment may be an index or the mark of a note."""


def split_flows(region: _RowRuns) -> list[_RowRuns]:
    """Runs that go down the page as the file draws them, top first; runs side by side become one, by rows."""
    runs: list[_RowRuns] = []
    for fragment in sorted(region, key=lambda f: f.order):
        last = runs[-1][-1] if runs else None
        if last is None or fragment.base - last.base > 0.8 * max(last.size, fragment.size):
            runs.append([])
        runs[-1].append(fragment)
    merged: list[_RowRuns] = []
    for run in sorted(runs, key=lambda run: -max(f.base for f in run)):
        if merged and max(f.base for f in run) > min(f.base for f in merged[-1]) - 0.3 * run[0].size:
            merged[-1] = merged[-1] + run
        else:
            merged.append(run)
    whole = {id(run) for run in runs if not _has_index_first(run)}
    return [run if id(run) in whole else list(chain.from_iterable(group_rows(run))) for run in merged]


def _has_index_first(run: _RowRuns) -> bool:
    """True if the file draws an index before the words to its left."""
    return any(
        index.size < _MAX_INDEX_SIZE * word.size and index.base > word.base and index.left > word.left
        for index, word in pairwise(run)
        if index.base - word.base < 0.7 * word.size
    )


def group_rows(fragments: _RowRuns) -> list[_RowRuns]:
    """Rows from top to bottom, each along the line; indices stand in the row that they belong to."""
    usual = _compute_usual_size(fragments)
    found = _stack_rows([f for f in fragments if f.size >= _MAX_INDEX_SIZE * usual])
    strays = [f for f in fragments if f.size < _MAX_INDEX_SIZE * usual and not _put_into_row(f, found)]
    found = sorted(found + _stack_rows(strays), key=lambda row: -row[0].base)
    return [sorted(row, key=lambda f: -f.left if f.rtl else f.left) for row in found]


def _compute_usual_size(fragments: _RowRuns) -> float:
    sizes: Counter[float] = Counter()
    for fragment in fragments:
        sizes[fragment.size] += len(fragment.text)
    return sizes.most_common(1)[0][0]


def _stack_rows(fragments: _RowRuns) -> list[_RowRuns]:
    stack: list[_RowRuns] = []
    for fragment in sorted(fragments, key=lambda f: (-f.base, f.left)):
        if stack and stack[-1][0].base - fragment.base < 0.45 * min(fragment.size, stack[-1][0].size):
            stack[-1].append(fragment)
        else:
            stack.append([fragment])
    return stack


def _put_into_row(index: TextRun, found: list[_RowRuns]) -> bool:
    """Adds a small fragment to the row that it touches, a little above or below its base line."""
    for row in found:
        size = row[0].size
        if not -0.4 * size < index.base - row[0].base < 0.7 * size:
            continue
        host = next((other for other in row if _covers(index, other)), None)
        if host is None and any(_touches(index, other) for other in row):
            row.append(index)
            return True
        if host is not None and (gap := _find_gap(index, host)):
            row.remove(host)
            row += [host.piece(0, gap[0]), index, host.piece(gap[1], len(host.text))]
            return True
    return False


def _find_gap(index: TextRun, host: TextRun) -> tuple[int, int] | None:
    """The spaces of a fragment that a small one stands over, as offsets."""
    for match in re.finditer(r"(?<=\S) +(?=\S)", host.text):
        slack = 0.1 * host.size
        if (
            host.ends[match.start() - 1] <= index.left + slack
            and index.right - slack <= host.starts[match.end()]
        ):
            return match.span()
    return None


def _touches(index: TextRun, other: TextRun) -> bool:
    gap = max(index.left - other.right, other.left - index.right)
    return gap < 0.3 * other.size


def _covers(index: TextRun, other: TextRun) -> bool:
    shared = min(index.right, other.right) - max(index.left, other.left)
    return shared > 0.3 * (index.right - index.left)


def split_rows(fragments: Iterable[TextRun]) -> Iterator[_RowRuns]:
    """Fragments that stand on one line, one after the other."""
    row: _RowRuns = []
    for fragment in fragments:
        if row and not _continues_row(row, fragment):
            yield row
            row = []
        row.append(fragment)
    if row:
        yield row


def _continues_row(row: _RowRuns, fragment: TextRun) -> bool:
    last, size = row[-1], max(row[-1].size, fragment.size)
    if last.high - last.low > 2 * size or fragment.high - fragment.low > 2 * size:
        return False  # a whole table, or a brace over several lines
    if min(abs(fragment.base - f.base) for f in (row[0], last)) > 0.6 * size:
        return False
    overlap = min(last.high, fragment.high) - max(last.low, fragment.low)
    if overlap < 0.3 * min(last.high - last.low, fragment.high - fragment.low):
        return False
    if last.rtl or fragment.rtl:
        return fragment.right <= min(f.left for f in row) + 0.5 * size
    return fragment.left >= max(f.right for f in row) - 0.5 * size


BULLET = re.compile(r"[•▪■●○◦‣⁃➢✓–—*\-](?=\s)|(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])(?=\s)|[•▪■●◦‣]")
"""How a list item begins."""

BULLET_SIGN = re.compile(r"[•▪■●○◦‣➢✓]")
"""A mark that nothing but a list item begins with."""

REFERENCE_ENTRY = re.compile(r"\[\w{1,12}\]\s")
"""How an entry of a list of references begins, if it has a mark."""

INDEX_ENTRY = re.compile(r",\s\d{1,4}(?:[–-]\d{1,4})?$")
"""How an entry of an index ends: with its last page."""

SENTENCE_END = re.compile(rf"[.!?:;…。！？؟।](?:[\"'”’»)\]]|\s)*[\d{RAISED}⁾*∗†‡]{{0,3}}$")
"""How the last line of a paragraph ends; a footnote mark may follow."""

NOTE_START = re.compile(rf"(?:\d{{1,3}}|[{RAISED}]{{1,3}}⁾?|[∗*†‡§¶]{{1,3}})\s?(?=[^\W\d_a-z]|[“\"(])")
"""How a footnote begins: its mark, and a capital right behind it."""

NUMBERED_NOTE = re.compile(
    rf"(?:[{RAISED}]{{1,3}}⁾?|\d{{1,3}}\)?(?!(?:st|nd|rd|th)\b))\s?(?=[^\W\d_]{{2}}|\w\s|[“\"「(‘])"
)

CAPTION = re.compile(
    r"(?:figure|fig\.|table|tab\.|abbildung|abb\.|tabelle|exhibit|chart)\s*[\dIVX]+(?:\.\d+)*\s*[:.|–—]",
    re.IGNORECASE,
)
"""How a caption begins; ``Table 2 compares`` is a sentence."""

LEADER = re.compile(r"(?:\s?\.){5,}|…{2,}")
"""Dots that lead the eye from an entry to its page or figure."""
