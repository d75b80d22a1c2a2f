"""Text runs, the stretches of characters on one line of a PDF page, and the rotated coordinate frames that
make them upright."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import groupby

_WIDE_GAP = 1.0
"""A gap of this many font sizes ends a fragment: a column or the next cell of a table may begin."""

_FAIR_SHARE = 0.12
"""Share of the characters from which a font size may be that of the line."""

_SMALL_SIZE = 0.85
_MIN_RISE = 0.15
"""Shares of the font size: how small an index or a note mark is at most, and how far above the base line at
least. Typesetters set them at 0.6 to 0.75 of the size, a quarter to a half of it up."""

_SUPERSCRIPTS = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_SUPERSCRIPTS_AND_BRACKETS = _SUPERSCRIPTS | str.maketrans("()", "⁽⁾")

_ALEFS = "\u0622\u0623\u0625\u0627"
_LAM = "\u0644"


@dataclass(frozen=True, slots=True)
class TextRun:
    """Characters that stand together on one line, without a wide gap.

    ``starts`` and ``ends`` are positions along ``u``, one for each character of ``text``; ``low``, ``high``
    and ``base`` are along ``v``; ``edges`` are the sizes of its first and last character; ``bold_head``
    counts the bold characters that it begins with; ``order`` is its place in the file; ``spaced`` is True
    where a space follows in the file; ``bad`` counts characters whose font has no Unicode map.
    """

    text: str
    starts: tuple[float, ...]
    ends: tuple[float, ...]
    left: float
    right: float
    low: float
    high: float
    base: float
    size: float
    edges: tuple[float, float]
    bold: bool
    bold_head: int
    rtl: bool
    spaced: bool
    bad: int
    order: int

    def piece(self, start: int, end: int) -> TextRun:
        """Only the characters from ``start`` to ``end``."""
        starts, ends = self.starts[start:end], self.ends[start:end]
        return replace(
            self,
            text=self.text[start:end],
            starts=starts,
            ends=ends,
            left=min(starts),
            right=max(ends),
            bold_head=max(0, min(self.bold_head, end) - start),
        )


@dataclass(frozen=True, slots=True)
class TextStyle:
    """What all characters of one text object share."""

    size: float
    bold: bool
    turn: int | None
    base: float


@dataclass(slots=True)
class TextRunBuilder:
    """A fragment while it grows."""

    chars: list[str] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    styles: list[TextStyle] = field(default_factory=list)
    lows: list[float] = field(default_factory=list)
    highs: list[float] = field(default_factory=list)
    bad: int = 0
    rtl: bool = False

    def breaks(self, style: TextStyle, left: float, right: float, rtl: bool) -> bool:
        """True if a character at that place does not go on where this fragment ends."""
        last = self.styles[-1]
        if style is not last:
            if style.turn != last.turn:
                return True
            if abs(style.base - last.base) > 0.7 * max(style.size, last.size):
                return True
        if rtl or self.rtl:
            return False
        gap = left - self.ends[-1]
        size = max(style.size, last.size)
        return gap > _WIDE_GAP * size or right < self.ends[-1] - 1.5 * size

    def add(self, text: str, left: float, right: float, low: float, high: float, style: TextStyle) -> None:
        """Append the characters of one glyph, which share its box."""
        share = (right - left) / len(text)
        places = range(len(text))
        for i, char in zip(reversed(places) if is_rtl(text[0]) else places, text, strict=True):
            self.chars.append(char)
            self.starts.append(left + i * share)
            self.ends.append(left + (i + 1) * share)
            self.lows.append(low)
            self.highs.append(high)
            self.styles.append(style)

    def add_space(self, left: float, right: float, style: TextStyle) -> None:
        """A space that fills the gap between the last character and the next, on either side of it."""
        start, end = self.ends[-1], left
        if left < self.starts[-1]:
            start, end = right, self.starts[-1]
        if end <= start:
            start = end = self.ends[-1]
        self.add(" ", start, end, self.lows[-1], self.highs[-1], style)

    def leaves_latin(self, right: float, style: TextStyle) -> bool:
        """True if a right-to-left letter stands apart from the left-to-right word that was read before it.

        The space between the two is often missing from the file's own order.
        """
        if not self.rtl or not _is_latin(self.chars[-1]):
            return False
        word = len(self.chars)
        while word and _is_latin(self.chars[word - 1]):
            word -= 1
        return min(self.starts[word:]) - right > 0.15 * style.size

    def swap_lam_alef(self) -> None:
        """Puts the two letters of a lam-alef ligature into logical order.

        Both come from one glyph, so they share a box; the file's own order is that of the glyph's name.
        """
        chars, starts, ends = self.chars, self.starts, self.ends
        if len(chars) < 2 or chars[-1] != _LAM or chars[-2] not in _ALEFS:
            return
        if abs(starts[-1] - starts[-2]) > 0.01 or abs(ends[-1] - ends[-2]) > 0.01:
            return
        middle = (starts[-1] + ends[-1]) / 2
        chars[-2:] = [_LAM, chars[-2]]
        starts[-2:], ends[-2:] = [middle, starts[-1]], [ends[-1], middle]

    def finish(self, spaced: bool, order: int) -> TextRun:
        """The fragment as it stands."""
        main = _find_main_style(self.styles)
        bold = sum(style.bold for style in self.styles) * 2 > len(self.styles)
        return TextRun(
            text=self._text(main),
            starts=tuple(self.starts),
            ends=tuple(self.ends),
            left=min(self.starts),
            right=max(self.ends),
            low=min(self.lows),
            high=max(self.highs),
            base=main.base,
            size=main.size,
            edges=(self.styles[0].size, self.styles[-1].size),
            bold=bold,
            bold_head=next((i for i, style in enumerate(self.styles) if not style.bold), len(self.styles)),
            rtl=self.rtl,
            spaced=spaced,
            bad=self.bad,
            order=order,
        )

    def _text(self, main: TextStyle) -> str:
        """The characters, small raised digits and signs as superscripts: 10 to the 6th is not 106."""
        if all(style is main for style in self.styles):
            return "".join(self.chars)
        runs = groupby(zip(self.chars, self.styles, strict=True), lambda pair: is_raised(pair[1], main))
        texts = ((up, "".join(char for char, _ in run)) for up, run in runs)
        return "".join(to_superscript(text) if up else text for up, text in texts)


def is_rtl(char: str) -> bool:
    """True for a letter that is written from right to left."""
    return unicodedata.bidirectional(char) in ("R", "AL")


def is_raised(style: TextStyle | TextRun, main: TextStyle | TextRun) -> bool:
    """True if it stands above the base line of the other and is clearly smaller."""
    return style.size < _SMALL_SIZE * main.size and style.base - main.base > _MIN_RISE * main.size


def to_superscript(text: str) -> str:
    """Digits and signs as superscripts, and the brackets of a bare number; other characters as they are."""
    return text.translate(_SUPERSCRIPTS if any(map(str.isalpha, text)) else _SUPERSCRIPTS_AND_BRACKETS)


def _find_main_style(styles: list[TextStyle]) -> TextStyle:
    """The largest of those that set a fair share: small capitals and indices are smaller than their line."""
    counts = Counter(styles)
    fair = [style for style, count in counts.items() if count >= _FAIR_SHARE * len(styles)]
    return max(fair or counts, key=lambda style: (style.size, counts[style]))


def _is_latin(char: str) -> bool:
    return unicodedata.bidirectional(char) in ("L", "EN")


Box = tuple[float, float, float, float]

TURNS = (0, 90, 180, 270)
"""Directions of text, in degrees against the x axis of user space."""

_SKEW = 0.1
"""Text further than this (radians) from all four directions is a watermark or a slanted label: left out."""


def compute_turn(a: float, b: float) -> int | None:
    """The direction of a text matrix with that first row; None if it is slanted."""
    angle = math.atan2(b, a)
    quarter = round(angle / (math.pi / 2))
    if abs(angle - quarter * math.pi / 2) > _SKEW:
        return None
    return TURNS[quarter % 4]


def to_frame(turn: int, box: Box) -> Box:
    """A box (left, bottom, right, top) of user space as (u0, v0, u1, v1)."""
    left, bottom, right, top = box
    if turn == 0:
        return box
    if turn == 90:
        return (bottom, -right, top, -left)
    if turn == 180:
        return (-right, -top, -left, -bottom)
    return (-top, left, -bottom, right)


def from_frame(turn: int, box: Box) -> Box:
    """The inverse: (u0, v0, u1, v1) as a box of user space."""
    u0, v0, u1, v1 = box
    if turn == 0:
        return box
    if turn == 90:
        return (-v1, u0, -v0, u1)
    if turn == 180:
        return (-u1, -v1, -u0, -v0)
    return (v0, -u1, v1, -u0)
