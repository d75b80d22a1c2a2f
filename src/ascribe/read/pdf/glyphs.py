"""A PDF page → fragments: the characters of one printed stretch, with their places.

A fragment lives in its own frame: ``u`` runs along the text, ``v`` upwards across it. For upright text the
frame is PDF user space; for turned text it is user space turned back, so that layout sees every text upright.
"""

from __future__ import annotations

import ctypes
import math
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pypdfium2.raw as pdfium

from ascribe.read.pdf.characters import is_unmapped, printed
from ascribe.read.pdf.frames import to_frame, turn_of

_WIDE = 1.0
"""A gap of this many font sizes ends a fragment: a column or the next cell of a table may begin."""

_FAIR_SHARE = 0.12
"""Share of the characters from which a font size may be that of the line."""

_LINE_BREAKS = (10, 13)

_ALEFS = "\u0622\u0623\u0625\u0627"
_LAM = "\u0644"
_BOLD_NAMES = ("bold", "black", "heavy", "demi", "-medi", "bx1", "bx0", "cmbx")
_FORCE_BOLD = 1 << 18


@dataclass(frozen=True, slots=True)
class Fragment:
    """Characters that stand together on one line, without a wide gap.

    ``starts`` and ``ends`` are positions along ``u``, one for each character of ``text``; ``low``, ``high``
    and ``base`` are along ``v``; ``order`` is its place in the file; ``spaced`` is True where a space
    follows in the file; ``bad`` counts characters whose font has no Unicode map.
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
    bold: bool
    rtl: bool
    spaced: bool
    bad: int
    order: int


@dataclass(frozen=True, slots=True)
class Style:
    """What all characters of one text object share."""

    size: float
    bold: bool
    turn: int | None
    base: float


@dataclass(slots=True)
class _Draft:
    """A fragment while it grows."""

    chars: list[str] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    styles: list[Style] = field(default_factory=list)
    lows: list[float] = field(default_factory=list)
    highs: list[float] = field(default_factory=list)
    bad: int = 0
    rtl: bool = False

    def breaks(self, style: Style, left: float, right: float, rtl: bool) -> bool:
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
        return gap > _WIDE * size or right < self.ends[-1] - 1.5 * size

    def add(self, text: str, left: float, right: float, low: float, high: float, style: Style) -> None:
        share = (right - left) / len(text)
        for i, char in enumerate(text):
            self.chars.append(char)
            self.starts.append(left + i * share)
            self.ends.append(left + (i + 1) * share)
            self.lows.append(low)
            self.highs.append(high)
            self.styles.append(style)


def page_fragments(page: Any) -> dict[int, list[Fragment]]:
    """The fragments of a ``pypdfium2.PdfPage`` by direction, each list in the order of the file."""
    textpage = pdfium.FPDFText_LoadPage(page.raw)
    if not textpage:
        return {}
    try:
        return _Collector(textpage, _visible(page)).fragments()
    finally:
        pdfium.FPDFText_ClosePage(textpage)


def _visible(page: Any) -> tuple[float, float, float, float]:
    # The bounding box that pdfium computes is turned with /Rotate; characters are not.
    left, bottom, right, top = page.get_cropbox()
    left, right, bottom, top = min(left, right), max(left, right), min(bottom, top), max(bottom, top)
    return (left - 1.0, bottom - 1.0, right + 1.0, top + 1.0)


class _Collector:
    """Walks the characters of one text page."""

    def __init__(self, textpage: Any, visible: tuple[float, float, float, float]) -> None:
        self.textpage = textpage
        self.visible = visible
        self.styles: dict[int, Style] = {}
        self.bold: dict[int, bool] = {}
        self.found: dict[int, list[Fragment]] = {}
        self.draft = _Draft()
        self.order = 0
        self.space = False

    def fragments(self) -> dict[int, list[Fragment]]:
        box = pdfium.FS_RECTF()
        at = ctypes.byref(box)
        textpage = self.textpage
        high_surrogate = 0
        for i in range(pdfium.FPDFText_CountChars(textpage)):
            code = pdfium.FPDFText_GetUnicode(textpage, i)
            if code in _LINE_BREAKS:
                self.flush()
                continue
            if 0xD800 <= code < 0xDC00:
                high_surrogate = code
                continue
            if 0xDC00 <= code < 0xE000:
                code = (
                    0x10000 + ((high_surrogate - 0xD800) << 10) + code - 0xDC00 if high_surrogate else 0xFFFD
                )
            high_surrogate = 0
            handle = pdfium.FPDFText_GetTextObject(textpage, i)
            if not handle:
                self.space = True
                continue
            style = self.style(i, handle)
            if style.turn is None:
                continue
            pdfium.FPDFText_GetLooseCharBox(textpage, i, at)
            self.take(i, code, style, (box.left, box.bottom, box.right, box.top))
        self.flush()
        return self.found

    def take(self, i: int, code: int, style: Style, box: tuple[float, float, float, float]) -> None:
        text = printed(code)
        if text.isspace():
            self.space = True
            return
        if not text or not self.is_visible(box):
            return
        turn = style.turn or 0
        left, low, right, high = to_frame(turn, box)
        rtl = unicodedata.bidirectional(text[0]) in ("R", "AL")
        draft = self.draft
        if draft.chars and draft.breaks(style, left, right, rtl):
            self.flush()
            draft = self.draft
        if draft.chars and (self.space or (rtl and _leaves_latin(draft, right, style))):
            _add_space(draft, left, right, style)
        self.space = False
        low = max(low, style.base - 0.4 * style.size)
        high = min(high, style.base + 1.1 * style.size)
        draft.add(text, left, right, low, high, style)
        draft.rtl = draft.rtl or rtl
        draft.bad += pdfium.FPDFText_HasUnicodeMapError(self.textpage, i) == 1 or is_unmapped(code)
        if rtl:
            _swap_lam_alef(draft)

    def is_visible(self, box: tuple[float, float, float, float]) -> bool:
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        return self.visible[0] <= x <= self.visible[2] and self.visible[1] <= y <= self.visible[3]

    def style(self, i: int, handle: Any) -> Style:
        key = ctypes.addressof(handle.contents)
        known = self.styles.get(key)
        if known is None:
            known = self.styles[key] = self.new_style(i, handle)
        return known

    def new_style(self, i: int, handle: Any) -> Style:
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(self.textpage, i, matrix)
        x, y = ctypes.c_double(), ctypes.c_double()
        pdfium.FPDFText_GetCharOrigin(self.textpage, i, x, y)
        size = pdfium.FPDFText_GetFontSize(self.textpage, i) * math.hypot(matrix.c, matrix.d)
        turn = turn_of(matrix.a, matrix.b)
        base = to_frame(turn or 0, (x.value, y.value, x.value, y.value))[1]
        return Style(max(size, 0.5), self.is_bold(handle), turn, base)

    def is_bold(self, handle: Any) -> bool:
        font = pdfium.FPDFTextObj_GetFont(handle)
        if not font:
            return False
        key = ctypes.addressof(font.contents)
        if key not in self.bold:
            self.bold[key] = _font_is_bold(font)
        return self.bold[key]

    def flush(self) -> None:
        draft, spaced = self.draft, self.space
        self.draft, self.space = _Draft(), False
        if not draft.chars:
            return
        turn = draft.styles[0].turn or 0
        self.found.setdefault(turn, []).append(_finish(draft, spaced, self.order))
        self.order += 1


def _finish(draft: _Draft, spaced: bool, order: int) -> Fragment:
    main = _main_style(draft.styles)
    bold = sum(style.bold for style in draft.styles) * 2 > len(draft.styles)
    return Fragment(
        text="".join(draft.chars),
        starts=tuple(draft.starts),
        ends=tuple(draft.ends),
        left=min(draft.starts),
        right=max(draft.ends),
        low=min(draft.lows),
        high=max(draft.highs),
        base=main.base,
        size=main.size,
        bold=bold,
        rtl=draft.rtl,
        spaced=spaced,
        bad=draft.bad,
        order=order,
    )


def _main_style(styles: list[Style]) -> Style:
    """The largest of those that set a fair share: small capitals and indices are smaller than their line."""
    counts = Counter(styles)
    fair = [style for style, count in counts.items() if count >= _FAIR_SHARE * len(styles)]
    return max(fair or counts, key=lambda style: (style.size, counts[style]))


def _add_space(draft: _Draft, left: float, right: float, style: Style) -> None:
    """A space that fills the gap between the last character and the next, on either side of it."""
    start, end = draft.ends[-1], left
    if left < draft.starts[-1]:
        start, end = right, draft.starts[-1]
    if end <= start:
        start = end = draft.ends[-1]
    draft.add(" ", start, end, draft.lows[-1], draft.highs[-1], style)


def _leaves_latin(draft: _Draft, right: float, style: Style) -> bool:
    """True if a right-to-left letter stands apart from the left-to-right word that was read before it.

    The space between the two is often missing from the file's own order.
    """
    if not draft.rtl or not _is_latin(draft.chars[-1]):
        return False
    word = len(draft.chars)
    while word and _is_latin(draft.chars[word - 1]):
        word -= 1
    return min(draft.starts[word:]) - right > 0.15 * style.size


def _is_latin(char: str) -> bool:
    return unicodedata.bidirectional(char) in ("L", "EN")


def _swap_lam_alef(draft: _Draft) -> None:
    """Puts the two letters of a lam-alef ligature into logical order.

    Both come from one glyph, so they share a box; the file's own order is that of the glyph's name.
    """
    chars, starts, ends = draft.chars, draft.starts, draft.ends
    if len(chars) < 2 or chars[-1] != _LAM or chars[-2] not in _ALEFS:
        return
    if abs(starts[-1] - starts[-2]) > 0.01 or abs(ends[-1] - ends[-2]) > 0.01:
        return
    middle = (starts[-1] + ends[-1]) / 2
    chars[-2:] = [_LAM, chars[-2]]
    starts[-2:], ends[-2:] = [middle, starts[-1]], [ends[-1], middle]


def _font_is_bold(font: Any) -> bool:
    name = ctypes.create_string_buffer(256)
    pdfium.FPDFFont_GetBaseFontName(font, name, 256)
    lowered = name.value.decode("utf-8", "replace").lower()
    if any(part in lowered for part in _BOLD_NAMES):
        return True
    return bool(pdfium.FPDFFont_GetFlags(font) & _FORCE_BOLD) or pdfium.FPDFFont_GetWeight(font) >= 650
