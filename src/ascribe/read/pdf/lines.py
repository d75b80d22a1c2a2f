"""Printed lines, built from text runs, and the patterns that lines begin or end with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import NamedTuple

from ascribe.read.pdf.text_runs import TextRun, TextRuns, is_raised, to_superscript
from ascribe.text.character_classes import RAISED

_MIN_SPACE = 0.12
"""Minimum gap between two runs that is a word space, in font sizes."""

CELL_GAP = 1.0
"""Minimum gap that may separate the cells of a table, in font sizes."""


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line.

    ``starts``, ``ends`` and all distances are in the coordinate frame of its rotation ``turn``, in points.

    Args:
        text: its characters, with spaces for gaps.
        starts: start of each character along ``u``.
        ends: end of each character along ``u``.
        gaps: index of each space that represents a wide gap.
        low: lower edge.
        high: upper edge.
        base: baseline.
        size: font size of most of its characters, in points.
        edges: font sizes of its first and last characters.
        bold: True if most of its characters are bold.
        bold_head: number of bold characters at its beginning.
        rtl: True if it contains right-to-left text.
        space_after: True if a space follows it in the file.
        unmapped: share of characters whose font has no Unicode map.
        page: page, from 0.
        turn: rotation in degrees.
        column: left and right edges of the region that contains it.
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
    space_after: bool
    unmapped: float
    page: int
    turn: int
    column: tuple[float, float]
    cell: tuple[int, int] | None = None

    @property
    def left(self) -> float:
        """Left edge of the text."""
        return min(self.starts) if self.rtl else self.starts[0]

    @property
    def right(self) -> float:
        """Right edge of the text."""
        return max(self.ends) if self.rtl else self.ends[-1]

    @property
    def first_word_width(self) -> float:
        """Width of the first word and a space."""
        end = self.text.find(" ")
        end = len(self.text) if end < 0 else end
        return max(self.ends[:end]) - min(self.starts[:end]) + 0.25 * self.size

    def remove(self, start: int, end: int) -> Line:
        """Return the line without the characters from ``start`` to ``end``."""
        cut = end - start
        return replace(
            self,
            text=self.text[:start] + self.text[end:],
            starts=self.starts[:start] + self.starts[end:],
            ends=self.ends[:start] + self.ends[end:],
            gaps=tuple(gap - cut if gap >= end else gap for gap in self.gaps if not start <= gap < end),
            bold_head=self.bold_head - max(0, min(self.bold_head, end) - start),
        )

    def slice(self, start: int, end: int) -> Line:
        """Return a line of only the characters from ``start`` to ``end``."""
        return replace(
            self,
            text=self.text[start:end],
            starts=self.starts[start:end],
            ends=self.ends[start:end],
            gaps=tuple(gap - start for gap in self.gaps if start <= gap < end),
            bold_head=max(0, min(self.bold_head, end) - start),
        )

    def insert_space(self, at: int) -> Line:
        """Return the line with a space of zero width before the character at ``at``."""
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
    def centered(self) -> bool:
        """Whether it is in the middle of its column, well away from both edges."""
        left, right = self.left - self.column[0], self.column[1] - self.right
        return left > 2 * self.size and abs(left - right) < 0.8 * self.size

    @property
    def cells(self) -> list[str]:
        """Texts between the wide gaps."""
        bounds = [-1, *self.gaps, len(self.text)]
        return [self.text[a + 1 : b] for a, b in pairwise(bounds)]


class _LineText(NamedTuple):
    text: str
    starts: tuple[float, ...]
    ends: tuple[float, ...]
    gaps: tuple[int, ...]


def _build_text(parts: TextRuns) -> _LineText:
    """Join the characters of a line, with a space for every gap."""
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
    """Build a line from consecutive text runs."""
    length = sum(len(f.text) for f in parts)
    main = max(parts, key=lambda f: (len(f.text) >= 0.3 * length, f.size, len(f.text)))
    parts = [replace(f, text=to_superscript(f.text)) if _is_superscript(f, parts, main) else f for f in parts]
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
        space_after=parts[-1].space_after,
        unmapped=sum(f.unmapped for f in parts) / length,
        page=page,
        turn=turn,
        column=column,
    )


def _is_superscript(part: TextRun, parts: TextRuns, main: TextRun) -> bool:
    """Return True for a raised run that touches another run of its line.

    A small cell of a table touches none.
    """
    if part is main or not is_raised(part, main):
        return False
    gaps = (max(part.left - f.right, f.left - part.right) for f in parts if f is not part)
    return any(gap < 0.3 * main.size for gap in gaps)


def _count_bold_head(parts: TextRuns, text: str) -> int:
    """Return the number of bold characters at the beginning of the line."""
    at = 0
    for part in parts:
        at = text.index(part.text, at)
        if part.bold_head < len(part.text):
            return at + part.bold_head
        at += len(part.text)
    return at


# --- Rows ---

_MAX_SCRIPT_SIZE = 0.85
"""Maximum size of a superscript, subscript or note mark, as a share of the usual size in its region."""


def split_flows(region: TextRuns) -> list[TextRuns]:
    """Split a region into flows that go down the page in file order, top first.

    Flows side by side become one flow, ordered by rows.
    """
    flows: list[TextRuns] = []
    for run in sorted(region, key=lambda f: f.order):
        last = flows[-1][-1] if flows else None
        if last is None or run.base - last.base > 0.8 * max(last.size, run.size):
            flows.append([])
        flows[-1].append(run)
    merged: list[TextRuns] = []
    for flow in sorted(flows, key=lambda flow: -max(f.base for f in flow)):
        if merged and max(f.base for f in flow) > min(f.base for f in merged[-1]) - 0.3 * flow[0].size:
            merged[-1] = merged[-1] + flow
        else:
            merged.append(flow)
    whole = {id(flow) for flow in flows if not _has_script_first(flow)}
    return [flow if id(flow) in whole else list(chain.from_iterable(group_rows(flow))) for flow in merged]


def _has_script_first(flow: TextRuns) -> bool:
    """Return True if the file draws a superscript before the word to its left."""
    return any(
        script.size < _MAX_SCRIPT_SIZE * word.size and script.base > word.base and script.left > word.left
        for script, word in pairwise(flow)
        if script.base - word.base < 0.7 * word.size
    )


def group_rows(runs: TextRuns) -> list[TextRuns]:
    """Group the runs into rows from top to bottom, each in reading order.

    Superscripts and subscripts are in the row that they belong to.
    """
    usual = _compute_usual_size(runs)
    found = _stack_rows([f for f in runs if f.size >= _MAX_SCRIPT_SIZE * usual])
    strays = [f for f in runs if f.size < _MAX_SCRIPT_SIZE * usual and not _put_into_row(f, found)]
    found = sorted(found + _stack_rows(strays), key=lambda row: -row[0].base)
    return [sorted(row, key=lambda f: -f.left if f.rtl else f.left) for row in found]


def _compute_usual_size(runs: TextRuns) -> float:
    sizes: Counter[float] = Counter()
    for run in runs:
        sizes[run.size] += len(run.text)
    return sizes.most_common(1)[0][0]


def _stack_rows(runs: TextRuns) -> list[TextRuns]:
    stack: list[TextRuns] = []
    for run in sorted(runs, key=lambda f: (-f.base, f.left)):
        if stack and stack[-1][0].base - run.base < 0.45 * min(run.size, stack[-1][0].size):
            stack[-1].append(run)
        else:
            stack.append([run])
    return stack


def _put_into_row(script: TextRun, found: list[TextRuns]) -> bool:
    """Add a superscript or subscript to the row that it touches; return False if there is none."""
    for row in found:
        size = row[0].size
        if not -0.4 * size < script.base - row[0].base < 0.7 * size:
            continue
        host = next((other for other in row if _covers(script, other)), None)
        if host is None and any(_touches(script, other) for other in row):
            row.append(script)
            return True
        if host is not None and (gap := _find_gap(script, host)):
            row.remove(host)
            row += [host.slice(0, gap[0]), script, host.slice(gap[1], len(host.text))]
            return True
    return False


def _find_gap(script: TextRun, host: TextRun) -> tuple[int, int] | None:
    """Return the offsets of the spaces in ``host`` that a superscript or subscript fits over, or None."""
    for match in re.finditer(r"(?<=\S) +(?=\S)", host.text):
        slack = 0.1 * host.size
        if (
            host.ends[match.start() - 1] <= script.left + slack
            and script.right - slack <= host.starts[match.end()]
        ):
            return match.span()
    return None


def _touches(script: TextRun, other: TextRun) -> bool:
    gap = max(script.left - other.right, other.left - script.right)
    return gap < 0.3 * other.size


def _covers(script: TextRun, other: TextRun) -> bool:
    shared = min(script.right, other.right) - max(script.left, other.left)
    return shared > 0.3 * (script.right - script.left)


def split_rows(runs: Iterable[TextRun]) -> Iterator[TextRuns]:
    """Yield the runs that follow one another on one line."""
    row: TextRuns = []
    for run in runs:
        if row and not _continues_row(row, run):
            yield row
            row = []
        row.append(run)
    if row:
        yield row


def _continues_row(row: TextRuns, run: TextRun) -> bool:
    last, size = row[-1], max(row[-1].size, run.size)
    if last.high - last.low > 2 * size or run.high - run.low > 2 * size:
        return False  # a whole table, or a brace over several lines
    if min(abs(run.base - f.base) for f in (row[0], last)) > 0.6 * size:
        return False
    overlap = min(last.high, run.high) - max(last.low, run.low)
    if overlap < 0.3 * min(last.high - last.low, run.high - run.low):
        return False
    if last.rtl or run.rtl:
        return run.right <= min(f.left for f in row) + 0.5 * size
    return run.left >= max(f.right for f in row) - 0.5 * size


# --- Patterns ---

LIST_MARK = re.compile(r"[•▪■●○◦‣⁃➢✓–—*\-](?=\s)|(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])(?=\s)|[•▪■●◦‣]")
"""The beginning of a list item."""

BULLET_SIGN = re.compile(r"[•▪■●○◦‣➢✓]")
"""A sign that begins list items only."""

REFERENCE_ENTRY = re.compile(r"\[\w{1,12}\]\s")
"""The beginning of an entry in a list of references, if it has a mark."""

INDEX_ENTRY = re.compile(r",\s\d{1,4}(?:[–-]\d{1,4})?$")
"""The end of an index entry: its last page."""

SENTENCE_END = re.compile(rf"[.!?:;…。！？؟।](?:[\"'”’»)\]]|\s)*[\d{RAISED}⁾*∗†‡]{{0,3}}$")
"""The end of the last line of a paragraph; a footnote mark may follow."""

NOTE_START = re.compile(rf"(?:\d{{1,3}}|[{RAISED}]{{1,3}}⁾?|[∗*†‡§¶]{{1,3}})\s?(?=[^\W\d_a-z]|[“\"(])")
"""The beginning of a footnote: its mark, directly followed by a capital letter."""

NUMBERED_NOTE = re.compile(
    rf"(?:[{RAISED}]{{1,3}}⁾?|\d{{1,3}}\)?(?!(?:st|nd|rd|th)\b))\s?(?=[^\W\d_]{{2}}|\w\s|[“\"「(‘])"
)

CAPTION = re.compile(
    r"(?:figure|fig\.|table|tab\.|abbildung|abb\.|tabelle|exhibit|chart)\s*[\dIVX]+(?:\.\d+)*\s*[:.|–—]",
    re.IGNORECASE,
)
"""The beginning of a caption; ``Table 2 compares`` is a sentence."""

LEADER = re.compile(r"(?:\s?\.){5,}|…{2,}")
"""Leader dots between an entry and its page number or figure."""
