"""A PDF page → fragments: every character that pdfium finds on it, with its place and style."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from typing import Any

import pypdfium2.raw as pdfium

from ascribe.read.pdf.accents import with_accents
from ascribe.read.pdf.bidi import in_reading_order
from ascribe.read.pdf.characters import from_surrogates, is_unmapped, printed
from ascribe.read.pdf.fragments import Draft, Fragment, Style, is_rtl
from ascribe.read.pdf.frames import to_frame, turn_of
from ascribe.read.pdf.initials import with_initials

_LINE_BREAKS = (10, 13)

_BOLD_NAMES = ("bold", "black", "heavy", "demi", "-medi", "bx1", "bx0", "cmbx")
_FORCE_BOLD = 1 << 18


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
        self.draft = Draft()
        self.order = 0
        self.space = False

    def fragments(self) -> dict[int, list[Fragment]]:
        box = pdfium.FS_RECTF()
        at = ctypes.byref(box)
        textpage = self.textpage
        for i, code in _codes(textpage):
            if code in _LINE_BREAKS:
                self.flush()
                continue
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
        return {
            turn: with_initials(with_accents([in_reading_order(fragment) for fragment in found]))
            for turn, found in self.found.items()
        }

    def take(self, i: int, code: int, style: Style, box: tuple[float, float, float, float]) -> None:
        text = printed(code)
        if text.isspace():
            self.space = True
            return
        if not text or not self.is_visible(box):
            return
        turn = style.turn or 0
        left, low, right, high = to_frame(turn, box)
        rtl = is_rtl(text[0])
        draft = self.draft
        if draft.chars and draft.breaks(style, left, right, rtl):
            self.flush()
            draft = self.draft
        if draft.chars and (self.space or (rtl and draft.leaves_latin(right, style))):
            draft.add_space(left, right, style)
        self.space = False
        low = max(low, style.base - 0.4 * style.size)
        high = min(high, style.base + 1.1 * style.size)
        draft.add(text, left, right, low, high, style)
        draft.rtl = draft.rtl or rtl
        draft.bad += pdfium.FPDFText_HasUnicodeMapError(self.textpage, i) == 1 or is_unmapped(code)
        if rtl:
            draft.swap_lam_alef()

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
        self.draft, self.space = Draft(), False
        if not draft.chars:
            return
        turn = draft.styles[0].turn or 0
        self.found.setdefault(turn, []).append(draft.finish(spaced, self.order))
        self.order += 1


def _codes(textpage: Any) -> Iterator[tuple[int, int]]:
    """Index and code point of each character; of a surrogate pair, the index of its second half."""
    high = 0
    for i in range(pdfium.FPDFText_CountChars(textpage)):
        code = pdfium.FPDFText_GetUnicode(textpage, i)
        if 0xD800 <= code < 0xDC00:
            high = code
            continue
        yield i, from_surrogates(high, code) if 0xDC00 <= code < 0xE000 else code
        high = 0


def _font_is_bold(font: Any) -> bool:
    name = ctypes.create_string_buffer(256)
    pdfium.FPDFFont_GetBaseFontName(font, name, 256)
    lowered = name.value.decode("utf-8", "replace").lower()
    if any(part in lowered for part in _BOLD_NAMES):
        return True
    return bool(pdfium.FPDFFont_GetFlags(font) & _FORCE_BOLD) or pdfium.FPDFFont_GetWeight(font) >= 650
