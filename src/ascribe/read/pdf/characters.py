"""Character codes of a PDF → what they stand for."""

from __future__ import annotations

import unicodedata

_HYPHENS = {0x02: "-", 0xFFFE: "-", 0xAD: "-", 0x2010: "-", 0x2011: "-"}
_BULLETS = {0xF0B7: "•", 0xF0A7: "▪", 0xF0D8: "➢", 0xF0FC: "✓", 0xF06E: "■", 0xF02D: "-"}
"""Private-use codes of the Symbol and Wingdings fonts, as word processors write list marks."""


def printed(code: int) -> str:
    """What a character code stands for: ligatures apart, list marks mapped, controls gone, spaces plain."""
    if code < 0x7F:
        return _HYPHENS.get(code, "") if code < 0x20 else chr(code)
    if code in _HYPHENS:
        return _HYPHENS[code]
    if code in _BULLETS:
        return _BULLETS[code]
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
    if code in _HYPHENS or code in _BULLETS:
        return False
    return code == 0xFFFD or (code < 0x20) or unicodedata.category(chr(code)) in ("Cc", "Co", "Cn")


def from_surrogates(high: int, low: int) -> int:
    """The code point of a surrogate pair; the replacement sign for a low one alone."""
    return 0x10000 + ((high - 0xD800) << 10) + low - 0xDC00 if high else 0xFFFD
