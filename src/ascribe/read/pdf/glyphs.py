"""Reads the characters of a PDF page as text runs: maps codes to text, restores right-to-left reading order,
attaches detached accents and drop caps."""

from __future__ import annotations

import ctypes
import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median
from typing import Any

import pypdfium2.raw as pdfium

from ascribe.read.pdf.text_runs import TextRun, TextRunBuilder, TextStyle, compute_turn, is_rtl, to_frame

_LINE_BREAKS = (10, 13)

_BOLD_NAMES = ("bold", "black", "heavy", "demi", "-medi", "bx1", "bx0", "cmbx")
_FORCE_BOLD = 1 << 18


def read_text_runs(page: Any) -> dict[int, list[TextRun]]:
    """The fragments of a ``pypdfium2.PdfPage`` by direction, each list in the order of the file."""
    textpage = pdfium.FPDFText_LoadPage(page.raw)
    if not textpage:
        return {}
    try:
        return _RunCollector(textpage, _compute_visible_box(page)).fragments()
    finally:
        pdfium.FPDFText_ClosePage(textpage)


def _compute_visible_box(page: Any) -> tuple[float, float, float, float]:
    # The bounding box that pdfium computes is turned with /Rotate; characters are not.
    left, bottom, right, top = page.get_cropbox()
    left, right, bottom, top = min(left, right), max(left, right), min(bottom, top), max(bottom, top)
    return (left - 1.0, bottom - 1.0, right + 1.0, top + 1.0)


class _RunCollector:
    """Walks the characters of one text page."""

    def __init__(self, textpage: Any, visible: tuple[float, float, float, float]) -> None:
        self.textpage = textpage
        self.visible = visible
        self.styles: dict[int, TextStyle] = {}
        self.bold: dict[int, bool] = {}
        self.found: dict[int, list[TextRun]] = {}
        self.draft = TextRunBuilder()
        self.order = 0
        self.space = False

    def fragments(self) -> dict[int, list[TextRun]]:
        box = pdfium.FS_RECTF()
        at = ctypes.byref(box)
        textpage = self.textpage
        for i, code in _read_codes(textpage):
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
            turn: attach_drop_caps(attach_accents([reorder_right_to_left(fragment) for fragment in found]))
            for turn, found in self.found.items()
        }

    def take(self, i: int, code: int, style: TextStyle, box: tuple[float, float, float, float]) -> None:
        text = map_code(code)
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

    def style(self, i: int, handle: Any) -> TextStyle:
        key = ctypes.addressof(handle.contents)
        known = self.styles.get(key)
        if known is None:
            known = self.styles[key] = self.new_style(i, handle)
        return known

    def new_style(self, i: int, handle: Any) -> TextStyle:
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(self.textpage, i, matrix)
        x, y = ctypes.c_double(), ctypes.c_double()
        pdfium.FPDFText_GetCharOrigin(self.textpage, i, x, y)
        size = pdfium.FPDFText_GetFontSize(self.textpage, i) * math.hypot(matrix.c, matrix.d)
        turn = compute_turn(matrix.a, matrix.b)
        base = to_frame(turn or 0, (x.value, y.value, x.value, y.value))[1]
        return TextStyle(max(size, 0.5), self.is_bold(handle), turn, base)

    def is_bold(self, handle: Any) -> bool:
        font = pdfium.FPDFTextObj_GetFont(handle)
        if not font:
            return False
        key = ctypes.addressof(font.contents)
        if key not in self.bold:
            self.bold[key] = _is_bold_font(font)
        return self.bold[key]

    def flush(self) -> None:
        draft, spaced = self.draft, self.space
        self.draft, self.space = TextRunBuilder(), False
        if not draft.chars:
            return
        turn = draft.styles[0].turn or 0
        self.found.setdefault(turn, []).append(draft.finish(spaced, self.order))
        self.order += 1


def _read_codes(textpage: Any) -> Iterator[tuple[int, int]]:
    """Index and code point of each character; of a surrogate pair, the index of its second half."""
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


_HYPHEN_CODES = {0x02: "-", 0xFFFE: "-", 0xAD: "-", 0x2010: "-", 0x2011: "-"}
_BULLET_CODES = {0xF0B7: "•", 0xF0A7: "▪", 0xF0D8: "➢", 0xF0FC: "✓", 0xF06E: "■", 0xF02D: "-"}
"""Private-use codes of the Symbol and Wingdings fonts, as word processors write list marks."""


def map_code(code: int) -> str:
    """What a character code stands for: ligatures apart, list marks mapped, controls gone, spaces plain."""
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


def is_unmapped(code: int) -> bool:
    """True for a code that does not say what is printed: control, private use, replacement sign."""
    if code in _HYPHEN_CODES or code in _BULLET_CODES:
        return False
    return code == 0xFFFD or (code < 0x20) or unicodedata.category(chr(code)) in ("Cc", "Co", "Cn")


def combine_surrogates(high: int, low: int) -> int:
    """The code point of a surrogate pair; the replacement sign for a low one alone."""
    return 0x10000 + ((high - 0xD800) << 10) + low - 0xDC00 if high else 0xFFFD


_LEFT_TO_RIGHT = re.compile(r"[LN](?:[LNSTO]*L)?(?:[NST]*N)?T?|TN(?:[NS]*N)?")
"""Words and numbers in a line of classes, read from its right end: they run the other way."""

_BIDI_CLASSES = {"R": "R", "AL": "R", "L": "L", "EN": "N", "AN": "N", "ES": "S", "CS": "S", "ET": "T"}
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_CLOSING_BRACKETS = frozenset(")]}>»")
_BRACKETS = frozenset("()[]{}<>«»")


_MIN_SPACE = 0.18
"""Font sizes of white space between two letters that are of two words."""

_Glyph = tuple[str, float, float]
"""A character with its left and right edge."""


def reorder_right_to_left(fragment: TextRun) -> TextRun:
    """The fragment with its characters as they are read, by their places; left-to-right text as it is.

    The bidirectional algorithm of Unicode (UAX 9) is run backwards: from the right end of the line, with
    words and numbers turned. Marks over letters have no place of their own, so text with marks stays.
    """
    if not fragment.rtl or any(map(unicodedata.combining, fragment.text)):
        return fragment
    glyphs = _collect_from_right(fragment)
    classes = "".join(_BIDI_CLASSES.get(unicodedata.bidirectional(char), "O") for char, _, _ in glyphs)
    turned: set[int] = set()
    for run in _LEFT_TO_RIGHT.finditer(classes):
        glyphs[slice(*run.span())] = glyphs[slice(*run.span())][::-1]
        turned.update(range(*run.span()))
    text, starts, ends = zip(*glyphs, strict=True)
    return replace(fragment, text=_mirror_brackets(text, turned), starts=starts, ends=ends)


def _collect_from_right(fragment: TextRun) -> list[_Glyph]:
    """The characters by their places, with a space for every gap."""
    places = zip(fragment.text, fragment.starts, fragment.ends, strict=True)
    glyphs = sorted((place for place in places if place[0] != " "), key=lambda g: -(g[1] + g[2]))
    found = glyphs[:1]
    for before, glyph in pairwise(glyphs):
        if before[1] - glyph[2] > _MIN_SPACE * fragment.size:
            found.append((" ", glyph[2], before[1]))
        found.append(glyph)
    return found


def _mirror_brackets(text: Sequence[str], turned: set[int]) -> str:
    """The text with brackets mirrored where the first is a closing one: then the file keeps their shapes."""
    brackets = [at for at, char in enumerate(text) if char in _BRACKETS and at not in turned]
    if not brackets or text[brackets[0]] not in _CLOSING_BRACKETS:
        return "".join(text)
    mirrored = {at: text[at].translate(_MIRRORED) for at in brackets}
    return "".join(mirrored.get(at, char) for at, char in enumerate(text))


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
"""Spacing accents, as TeX and old fonts print them over a letter, and what combines with one."""

_DOTLESS = {"ı": "i", "ȷ": "j"}

_MAX_ACCENTS = 200
"""Fragments with such a sign on one page; more of them are code or drawings."""

_MIN_OVERLAP = 0.5
"""Share of an accent's width that lies over its letter."""


def attach_accents(fragments: list[TextRun]) -> list[TextRun]:
    """The fragments with every accent joined to the letter that it stands over, in one character."""
    sources = [i for i, f in enumerate(fragments) if not _COMBINING.keys().isdisjoint(f.text)]
    for source in sources if len(sources) <= _MAX_ACCENTS else ():
        at = 0
        while at < len(fragments[source].text):
            if fragments[source].text[at] not in _COMBINING or not _attach_accent(fragments, source, at):
                at += 1
    return [fragment for fragment in fragments if fragment.text]


def _attach_accent(fragments: list[TextRun], source: int, at: int) -> bool:
    """Moves one accent onto its letter; False if it stands over none."""
    accent = fragments[source]
    mark, left, right = _COMBINING[accent.text[at]], accent.starts[at], accent.ends[at]
    for target, other in enumerate(fragments):
        if abs(other.base - accent.base) > 0.35 * other.size or other.right < left or other.left > right:
            continue
        for place, letter in enumerate(other.text):
            over = min(other.ends[place], right) - max(other.starts[place], left)
            if over < _MIN_OVERLAP * (right - left) or (target == source and place == at):
                continue
            whole = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + mark)
            if letter.isalpha() and len(whole) == 1:
                fragments[target] = replace(other, text=other.text[:place] + whole + other.text[place + 1 :])
                fragments[source] = _remove_character(fragments[source], at)
                return True
    return False


def _remove_character(fragment: TextRun, at: int) -> TextRun:
    """The fragment without one character, and without the spaces that only that character made."""
    first, last = at, at + 1
    while first and fragment.text[first - 1] == " ":
        first -= 1
    while last < len(fragment.text) and fragment.text[last] == " ":
        last += 1
    inner = first > 0 and last < len(fragment.text)
    parted = inner and fragment.starts[last] - fragment.ends[first - 1] > 0.15 * fragment.size
    space = [i for i in range(first, last) if i != at][:1] if parted else []
    return _select_characters(fragment, [*range(first), *space, *range(last, len(fragment.text))])


def _select_characters(fragment: TextRun, keep: list[int]) -> TextRun:
    if not keep:
        return replace(fragment, text="")
    starts, ends = tuple(fragment.starts[i] for i in keep), tuple(fragment.ends[i] for i in keep)
    return replace(
        fragment,
        text="".join(fragment.text[i] for i in keep),
        starts=starts,
        ends=ends,
        left=min(starts),
        right=max(ends),
        bold_head=min(fragment.bold_head, len(keep)),
    )


_DROP_CAP_SIZE = 1.8
"""How many times as large as its text an initial is, at least."""

_DROP_CAP_DISTANCE = (-0.3, 1.2)
"""Font sizes of the text between an initial and its lines."""


def attach_drop_caps(fragments: list[TextRun]) -> list[TextRun]:
    """The fragments with every initial in front of the highest of the lines beside it."""
    found = list(fragments)
    usual = median(f.size for f in fragments) if fragments else 0.0
    for initial in [f for f in fragments if f.size > usual and _is_drop_cap(f.text)]:
        lines = sorted((f for f in found if _is_beside(f, initial)), key=lambda f: -f.base)
        if len(lines) > 1 and lines[0].base - lines[-1].base > 0.8 * lines[0].size:
            first = next(i for i, f in enumerate(found) if f.order == lines[0].order)
            found[first] = _attach_drop_cap(initial, lines[0])
            found = [f for f in found if f.order != initial.order]
    return found


def _is_drop_cap(text: str) -> bool:
    """A capital, with or without a quotation mark before it."""
    alone = len(text) == 1 or (len(text) == 2 and not text[0].isalnum())
    return alone and text[-1].isupper()


def _is_beside(line: TextRun, initial: TextRun) -> bool:
    gap = line.left - initial.right
    return (
        not line.rtl
        and initial.size > _DROP_CAP_SIZE * line.size
        and _DROP_CAP_DISTANCE[0] * line.size < gap < _DROP_CAP_DISTANCE[1] * line.size
        and -0.3 * line.size < line.base - initial.base < initial.size
    )


def _attach_drop_cap(initial: TextRun, line: TextRun) -> TextRun:
    return replace(
        line,
        text=initial.text + line.text,
        starts=initial.starts + line.starts,
        ends=initial.ends + line.ends,
        left=initial.left,
        bold_head=0,
    )
