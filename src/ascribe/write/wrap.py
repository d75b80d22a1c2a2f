"""Lines of a given width in columns, where East Asian characters take two and combining marks none."""

from __future__ import annotations

import unicodedata


def columns(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(map(_width, text))


def wrap(text: str, width: int) -> list[str]:
    """The words of the text in lines of at most ``width`` columns; a longer word is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if columns(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        *whole, line = _cut(word, width)
        lines += whole
    return [*lines, line]


def _cut(word: str, width: int) -> list[str]:
    parts = [""]
    used = 0
    for character in word:
        if parts[-1] and used + _width(character) > width:
            parts.append("")
            used = 0
        parts[-1] += character
        used += _width(character)
    return parts


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
