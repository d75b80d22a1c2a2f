"""Text runs, the stretches of characters on one line of a PDF page, and the frames of rotated text."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import groupby

from ascribe.text.character_classes import PLAIN_TO_RAISED

_WIDE_GAP = 1.0
"""Gap that ends a text run, in font sizes; a column or the next cell of a table may begin after it."""

_MIN_STYLE_SHARE = 0.12
"""Minimum share of a line's characters in a font size that may be the size of the line."""

_SMALL_SIZE = 0.85
_MIN_RISE = 0.15
"""Maximum size of a superscript or note mark, and its minimum height above the baseline, as shares of the
font size. Typesetters use 0.6 to 0.75 of the size, raised by a quarter to a half of it."""

_WITH_BRACKETS = PLAIN_TO_RAISED | str.maketrans("()", "⁽⁾")

_ALEFS = "\u0622\u0623\u0625\u0627"
_LAM = "\u0644"


@dataclass(frozen=True, slots=True)
class TextRun:
    """Characters on one line without a wide gap between them.

    ``starts`` and ``ends`` are positions along ``u``, one for each character of ``text``; ``low``, ``high``
    and ``base`` (the baseline) are positions along ``v``; ``edges`` are the sizes of the first and last
    character; ``bold_head`` counts the bold characters at the beginning; ``order`` is the position of the run
    in the file; ``space_after`` is True if a space follows in the file; ``unmapped`` counts the characters
    whose font has no Unicode map.
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
    space_after: bool
    unmapped: int
    order: int

    def slice(self, start: int, end: int) -> TextRun:
        """Return a run of only the characters from ``start`` to ``end``."""
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


TextRuns = list[TextRun]


@dataclass(frozen=True, slots=True)
class TextStyle:
    """Properties that all characters of one text object share."""

    size: float
    bold: bool
    turn: int | None
    base: float


@dataclass(slots=True)
class TextRunBuilder:
    """Collects the characters of a text run."""

    chars: list[str] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    styles: list[TextStyle] = field(default_factory=list)
    lows: list[float] = field(default_factory=list)
    highs: list[float] = field(default_factory=list)
    unmapped: int = 0
    rtl: bool = False

    def starts_new_run(self, style: TextStyle, left: float, right: float, rtl: bool) -> bool:
        """Return True if a character at that position does not continue this run."""
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
        if len(text) == 1:
            self._add_one(text, left, right, low, high, style)
            return
        share = (right - left) / len(text)
        places = range(len(text))
        for i, char in zip(reversed(places) if is_rtl(text[0]) else places, text, strict=True):
            self._add_one(char, left + i * share, left + (i + 1) * share, low, high, style)

    def _add_one(
        self, char: str, left: float, right: float, low: float, high: float, style: TextStyle
    ) -> None:
        self.chars.append(char)
        self.starts.append(left)
        self.ends.append(right)
        self.lows.append(low)
        self.highs.append(high)
        self.styles.append(style)

    def add_space(self, left: float, right: float, style: TextStyle) -> None:
        """Append a space that fills the gap between the last character and the next, on either side."""
        start, end = self.ends[-1], left
        if left < self.starts[-1]:
            start, end = right, self.starts[-1]
        if end <= start:
            start = end = self.ends[-1]
        self.add(" ", start, end, self.lows[-1], self.highs[-1], style)

    def is_apart_from_latin(self, right: float, style: TextStyle) -> bool:
        """Return True if a right-to-left letter is apart from the left-to-right word read before it.

        The order of the file often lacks the space between the two.
        """
        if not self.rtl or not _is_latin(self.chars[-1]):
            return False
        word = len(self.chars)
        while word and _is_latin(self.chars[word - 1]):
            word -= 1
        return min(self.starts[word:]) - right > 0.15 * style.size

    def swap_lam_alef(self) -> None:
        """Put the two letters of a lam-alef ligature into logical order.

        Both come from one glyph, so they share a box; the file stores them in the order of the glyph's name.
        """
        chars, starts, ends = self.chars, self.starts, self.ends
        if len(chars) < 2 or chars[-1] != _LAM or chars[-2] not in _ALEFS:
            return
        if abs(starts[-1] - starts[-2]) > 0.01 or abs(ends[-1] - ends[-2]) > 0.01:
            return
        middle = (starts[-1] + ends[-1]) / 2
        chars[-2:] = [_LAM, chars[-2]]
        starts[-2:], ends[-2:] = [middle, starts[-1]], [ends[-1], middle]

    def finish(self, space_after: bool, order: int) -> TextRun:
        """Return the text run."""
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
            space_after=space_after,
            unmapped=self.unmapped,
            order=order,
        )

    def _text(self, main: TextStyle) -> str:
        """Return the characters, with small raised digits and signs as superscripts: 10⁶ is not 106."""
        if all(style is main for style in self.styles):
            return "".join(self.chars)
        runs = groupby(zip(self.chars, self.styles, strict=True), lambda pair: is_raised(pair[1], main))
        texts = ((up, "".join(char for char, _ in run)) for up, run in runs)
        return "".join(to_superscript(text) if up else text for up, text in texts)


_FIRST_RTL = "\u0590"
"""First character of the Hebrew block; none before it is written from right to left."""


def is_rtl(char: str) -> bool:
    """Return True for a letter that is written from right to left."""
    return char >= _FIRST_RTL and unicodedata.bidirectional(char) in ("R", "AL")


def is_raised(style: TextStyle | TextRun, main: TextStyle | TextRun) -> bool:
    """Return True if ``style`` is above the baseline of ``main`` and clearly smaller."""
    return style.size < _SMALL_SIZE * main.size and style.base - main.base > _MIN_RISE * main.size


def to_superscript(text: str) -> str:
    """Return the text with digits and signs as superscripts.

    Brackets become superscripts only in text without letters; other characters are unchanged.
    """
    return text.translate(PLAIN_TO_RAISED if any(map(str.isalpha, text)) else _WITH_BRACKETS)


def _find_main_style(styles: list[TextStyle]) -> TextStyle:
    """Return the largest style that has a fair share of the characters.

    Small capitals, superscripts and subscripts are smaller than their line.
    """
    if all(style is styles[0] for style in styles):
        return styles[0]
    counts = Counter(styles)
    fair = [style for style, count in counts.items() if count >= _MIN_STYLE_SHARE * len(styles)]
    return max(fair or counts, key=lambda style: (style.size, counts[style]))


def _is_latin(char: str) -> bool:
    return unicodedata.bidirectional(char) in ("L", "EN")


# --- Coordinate frames ---

Box = tuple[float, float, float, float]

TURNS = (0, 90, 180, 270)
"""Rotations of text, in degrees against the x axis of user space."""

_MAX_SKEW = 0.1
"""Maximum deviation from a rotation, in radians; text that is more slanted is a watermark or label and
left out."""


def compute_turn(a: float, b: float) -> int | None:
    """Return the rotation of a text matrix with the first row (a, b); None if it is slanted."""
    angle = math.atan2(b, a)
    quarter = round(angle / (math.pi / 2))
    if abs(angle - quarter * math.pi / 2) > _MAX_SKEW:
        return None
    return TURNS[quarter % 4]


def to_frame(turn: int, box: Box) -> Box:
    """Return a box (left, bottom, right, top) of user space as (u0, v0, u1, v1) of the rotated frame."""
    left, bottom, right, top = box
    if turn == 0:
        return box
    if turn == 90:
        return (bottom, -right, top, -left)
    if turn == 180:
        return (-right, -top, -left, -bottom)
    return (-top, left, -bottom, right)


def from_frame(turn: int, box: Box) -> Box:
    """Return a box (u0, v0, u1, v1) of the rotated frame as a box of user space."""
    u0, v0, u1, v1 = box
    if turn == 0:
        return box
    if turn == 90:
        return (-v1, u0, -v0, u1)
    if turn == 180:
        return (-u1, -v1, -u0, -v0)
    return (v0, -u1, v1, -u0)
