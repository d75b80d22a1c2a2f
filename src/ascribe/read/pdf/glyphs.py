"""Characters of a PDF page, read as text runs.

Maps character codes to text, restores right-to-left reading order, and attaches detached accents and drop
caps.
"""

from __future__ import annotations

import ctypes
import math
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from statistics import median
from typing import Any

import pypdfium2.raw as pdfium

from ascribe.read.pdf.right_to_left import reorder_right_to_left
from ascribe.read.pdf.text_runs import TextRun, TextRunBuilder, TextStyle, compute_turn, is_rtl, to_frame

_LINE_BREAKS = (10, 13)

_BOLD_NAMES = ("bold", "black", "heavy", "demi", "-medi", "bx1", "bx0", "cmbx")
_FORCE_BOLD = 1 << 18


def read_text_runs(page: Any) -> dict[int, list[TextRun]]:
    """Return the text runs of a ``pypdfium2.PdfPage`` by rotation, each list in file order."""
    textpage = pdfium.FPDFText_LoadPage(page.raw)
    if not textpage:
        return {}
    try:
        return _RunCollector(textpage, _compute_visible_box(page)).collect()
    finally:
        pdfium.FPDFText_ClosePage(textpage)


def _compute_visible_box(page: Any) -> tuple[float, float, float, float]:
    # pdfium rotates its bounding box with /Rotate, but not the characters.
    left, bottom, right, top = page.get_cropbox()
    left, right, bottom, top = min(left, right), max(left, right), min(bottom, top), max(bottom, top)
    return (left - 1.0, bottom - 1.0, right + 1.0, top + 1.0)


class _RunCollector:
    """Collects the characters of one text page into text runs."""

    def __init__(self, textpage: Any, visible: tuple[float, float, float, float]) -> None:
        self.textpage = textpage
        self.visible = visible
        self.styles: dict[int, TextStyle] = {}
        self.bold: dict[int, bool] = {}
        self.found: dict[int, list[TextRun]] = {}
        self.draft = TextRunBuilder()
        self.order = 0
        self.space = False

    def collect(self) -> dict[int, list[TextRun]]:
        box = pdfium.FS_RECTF()
        at = ctypes.byref(box)
        textpage = self.textpage
        for i, code in _read_codes(textpage):
            if code in _LINE_BREAKS:
                self._finish_run()
                continue
            handle = pdfium.FPDFText_GetTextObject(textpage, i)
            if not handle:
                self.space = True
                continue
            style = self._get_style(i, handle)
            if style.turn is None:
                continue
            pdfium.FPDFText_GetLooseCharBox(textpage, i, at)
            self._add_character(i, code, style, (box.left, box.bottom, box.right, box.top))
        self._finish_run()
        return {
            turn: attach_drop_caps(attach_accents([reorder_right_to_left(run) for run in found]))
            for turn, found in self.found.items()
        }

    def _add_character(
        self, i: int, code: int, style: TextStyle, box: tuple[float, float, float, float]
    ) -> None:
        text = map_code(code)
        if text.isspace():
            self.space = True
            return
        if not text or not self._is_visible(box):
            return
        turn = style.turn or 0
        left, low, right, high = to_frame(turn, box)
        rtl = is_rtl(text[0])
        draft = self.draft
        if draft.chars and draft.starts_new_run(style, left, right, rtl):
            self._finish_run()
            draft = self.draft
        if draft.chars and (self.space or (rtl and draft.is_apart_from_latin(right, style))):
            draft.add_space(left, right, style)
        self.space = False
        low = max(low, style.base - 0.4 * style.size)
        high = min(high, style.base + 1.1 * style.size)
        draft.add(text, left, right, low, high, style)
        draft.rtl = draft.rtl or rtl
        draft.unmapped += pdfium.FPDFText_HasUnicodeMapError(self.textpage, i) == 1 or is_unmapped(code)
        if rtl:
            draft.swap_lam_alef()

    def _is_visible(self, box: tuple[float, float, float, float]) -> bool:
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        return self.visible[0] <= x <= self.visible[2] and self.visible[1] <= y <= self.visible[3]

    def _get_style(self, i: int, handle: Any) -> TextStyle:
        key = ctypes.addressof(handle.contents)
        known = self.styles.get(key)
        if known is None:
            known = self.styles[key] = self._read_style(i, handle)
        return known

    def _read_style(self, i: int, handle: Any) -> TextStyle:
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(self.textpage, i, matrix)
        x, y = ctypes.c_double(), ctypes.c_double()
        pdfium.FPDFText_GetCharOrigin(self.textpage, i, x, y)
        size = pdfium.FPDFText_GetFontSize(self.textpage, i) * math.hypot(matrix.c, matrix.d)
        turn = compute_turn(matrix.a, matrix.b)
        base = to_frame(turn or 0, (x.value, y.value, x.value, y.value))[1]
        return TextStyle(max(size, 0.5), self._is_bold(handle), turn, base)

    def _is_bold(self, handle: Any) -> bool:
        font = pdfium.FPDFTextObj_GetFont(handle)
        if not font:
            return False
        key = ctypes.addressof(font.contents)
        if key not in self.bold:
            self.bold[key] = _is_bold_font(font)
        return self.bold[key]

    def _finish_run(self) -> None:
        draft, space_after = self.draft, self.space
        self.draft, self.space = TextRunBuilder(), False
        if not draft.chars:
            return
        turn = draft.styles[0].turn or 0
        self.found.setdefault(turn, []).append(draft.finish(space_after, self.order))
        self.order += 1


def _read_codes(textpage: Any) -> Iterator[tuple[int, int]]:
    """Yield the index and code point of each character; of a surrogate pair, the index of the second half."""
    high = 0
    for i in range(pdfium.FPDFText_CountChars(textpage)):
        code = pdfium.FPDFText_GetUnicode(textpage, i)
        if 0xD800 <= code < 0xDC00:
            high = code
            continue
        yield i, combine_surrogates(high, code) if 0xDC00 <= code < 0xE000 else code
        high = 0


def _is_bold_font(font: Any) -> bool:
    name = ctypes.create_string_buffer(256)
    pdfium.FPDFFont_GetBaseFontName(font, name, 256)
    lowered = name.value.decode("utf-8", "replace").lower()
    if any(part in lowered for part in _BOLD_NAMES):
        return True
    return bool(pdfium.FPDFFont_GetFlags(font) & _FORCE_BOLD) or pdfium.FPDFFont_GetWeight(font) >= 650


# --- Character codes ---

_HYPHEN_CODES = {0x02: "-", 0xFFFE: "-", 0xAD: "-", 0x2010: "-", 0x2011: "-"}
_BULLET_CODES = {0xF0B7: "•", 0xF0A7: "▪", 0xF0D8: "➢", 0xF0FC: "✓", 0xF06E: "■", 0xF02D: "-"}
"""Private-use codes of the Symbol and Wingdings fonts, which word processors use as list marks."""


@cache
def map_code(code: int) -> str:
    """Return the text of a character code.

    Ligatures are expanded, list marks mapped, control characters removed, and all spaces become plain ones.
    """
    if code < 0x7F:
        return _HYPHEN_CODES.get(code, "") if code < 0x20 else chr(code)
    if code in _HYPHEN_CODES:
        return _HYPHEN_CODES[code]
    if code in _BULLET_CODES:
        return _BULLET_CODES[code]
    char = chr(code)
    if 0xFB00 <= code <= 0xFDFF or 0xFE70 <= code <= 0xFEFE:
        return unicodedata.normalize("NFKC", char).strip()
    category = unicodedata.category(char)
    if category.startswith("Z"):
        return " "
    if category in ("Cc", "Co", "Cs", "Cn") or (category == "Cf" and code not in (0x200C, 0x200D)):
        return ""
    return char


@cache
def is_unmapped(code: int) -> bool:
    """Return True for a code that does not identify what is printed.

    Such codes are control characters, private use and the replacement character.
    """
    if code in _HYPHEN_CODES or code in _BULLET_CODES:
        return False
    return code == 0xFFFD or (code < 0x20) or unicodedata.category(chr(code)) in ("Cc", "Co", "Cn")


def combine_surrogates(high: int, low: int) -> int:
    """Return the code point of a surrogate pair, or the replacement character for a lone low surrogate."""
    return 0x10000 + ((high - 0xD800) << 10) + low - 0xDC00 if high else 0xFFFD


# --- Accents ---

_COMBINING = {
    "`": "\u0300",
    "´": "\u0301",
    "ˆ": "\u0302",
    "˜": "\u0303",
    "¯": "\u0304",
    "˘": "\u0306",
    "˙": "\u0307",
    "¨": "\u0308",
    "˚": "\u030a",
    "˝": "\u030b",
    "ˇ": "\u030c",
    "¸": "\u0327",
    "˛": "\u0328",
}
"""Spacing accents, which TeX and old fonts print over a letter, and the equivalent combining marks."""

_DOTLESS = {"ı": "i", "ȷ": "j"}

_MAX_ACCENTS = 200
"""Maximum runs with a spacing accent on one page; a page with more of them is code or a drawing."""

_MIN_OVERLAP = 0.5
"""Minimum share of an accent's width that overlaps its letter."""


def attach_accents(runs: list[TextRun]) -> list[TextRun]:
    """Return the runs, with every accent and the letter that it overlaps joined into one character."""
    sources = [i for i, f in enumerate(runs) if not _COMBINING.keys().isdisjoint(f.text)]
    for source in sources if len(sources) <= _MAX_ACCENTS else ():
        at = 0
        while at < len(runs[source].text):
            if runs[source].text[at] not in _COMBINING or not _attach_accent(runs, source, at):
                at += 1
    return [run for run in runs if run.text]


def _attach_accent(runs: list[TextRun], source: int, at: int) -> bool:
    """Attach one accent to its letter; return False if it overlaps no letter."""
    accent = runs[source]
    mark, left, right = _COMBINING[accent.text[at]], accent.starts[at], accent.ends[at]
    for target, other in enumerate(runs):
        if abs(other.base - accent.base) > 0.35 * other.size or other.right < left or other.left > right:
            continue
        for place, letter in enumerate(other.text):
            over = min(other.ends[place], right) - max(other.starts[place], left)
            if over < _MIN_OVERLAP * (right - left) or (target == source and place == at):
                continue
            whole = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + mark)
            if letter.isalpha() and len(whole) == 1:
                runs[target] = replace(other, text=other.text[:place] + whole + other.text[place + 1 :])
                runs[source] = _remove_character(runs[source], at)
                return True
    return False


def _remove_character(run: TextRun, at: int) -> TextRun:
    """Return the run without one character and without the spaces that only this character caused."""
    first, last = at, at + 1
    while first and run.text[first - 1] == " ":
        first -= 1
    while last < len(run.text) and run.text[last] == " ":
        last += 1
    inner = first > 0 and last < len(run.text)
    separated = inner and run.starts[last] - run.ends[first - 1] > 0.15 * run.size
    space = [i for i in range(first, last) if i != at][:1] if separated else []
    return _select_characters(run, [*range(first), *space, *range(last, len(run.text))])


def _select_characters(run: TextRun, keep: list[int]) -> TextRun:
    if not keep:
        return replace(run, text="")
    starts, ends = tuple(run.starts[i] for i in keep), tuple(run.ends[i] for i in keep)
    return replace(
        run,
        text="".join(run.text[i] for i in keep),
        starts=starts,
        ends=ends,
        left=min(starts),
        right=max(ends),
        bold_head=min(run.bold_head, len(keep)),
    )


# --- Drop caps ---

_DROP_CAP_SIZE = 1.8
"""Minimum size of a drop cap, as a multiple of the font size of its text."""

_DROP_CAP_DISTANCE = (-0.3, 1.2)
"""Minimum and maximum distance between a drop cap and its lines, in font sizes of the text."""


def attach_drop_caps(runs: list[TextRun]) -> list[TextRun]:
    """Return the runs, with every drop cap attached in front of the highest line beside it."""
    found = list(runs)
    usual = median(f.size for f in runs) if runs else 0.0
    for drop_cap in [f for f in runs if f.size > usual and _is_drop_cap(f.text)]:
        lines = sorted((f for f in found if _is_beside(f, drop_cap)), key=lambda f: -f.base)
        if len(lines) > 1 and lines[0].base - lines[-1].base > 0.8 * lines[0].size:
            first = next(i for i, f in enumerate(found) if f.order == lines[0].order)
            found[first] = _attach_drop_cap(drop_cap, lines[0])
            found = [f for f in found if f.order != drop_cap.order]
    return found


def _is_drop_cap(text: str) -> bool:
    """Return True for a capital letter, with or without a quotation mark before it."""
    alone = len(text) == 1 or (len(text) == 2 and not text[0].isalnum())
    return alone and text[-1].isupper()


def _is_beside(line: TextRun, drop_cap: TextRun) -> bool:
    gap = line.left - drop_cap.right
    return (
        not line.rtl
        and drop_cap.size > _DROP_CAP_SIZE * line.size
        and _DROP_CAP_DISTANCE[0] * line.size < gap < _DROP_CAP_DISTANCE[1] * line.size
        and -0.3 * line.size < line.base - drop_cap.base < drop_cap.size
    )


def _attach_drop_cap(drop_cap: TextRun, line: TextRun) -> TextRun:
    return replace(
        line,
        text=drop_cap.text + line.text,
        starts=drop_cap.starts + line.starts,
        ends=drop_cap.ends + line.ends,
        left=drop_cap.left,
        bold_head=0,
    )
