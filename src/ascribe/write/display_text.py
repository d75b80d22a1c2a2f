"""Text that is safe to display: escapes for control characters, and wrapping by columns.

East Asian characters take two columns and combining marks none.
"""

from __future__ import annotations

import re
import unicodedata

_CONTROLS = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"  # C0 except tab, line feed and carriage return; C1
    r"|\r(?!\n)"  # overwrites the line in a terminal
    r"|[\u2028\u2029\u202a-\u202e\u2066-\u2069]"  # line separators, bidirectional controls
    r"|[\ud800-\udfff]"  # lone surrogates have no bytes in UTF-8
    r"|⟦(?=U|\Z)"  # could start a shown code, here or where the next piece of the text begins
)
_ESCAPED = re.compile(r"⟦U\+([0-9A-F]{4,6})⟧")


def escape_controls(text: str) -> str:
    """Return the text with every unsafe character shown as its code."""
    return _CONTROLS.sub(lambda match: f"⟦U+{ord(match.group()):04X}⟧", text)


def unescape_controls(text: str) -> str:
    """Return the text that ``escape_controls`` was given."""
    return _ESCAPED.sub(lambda match: chr(int(match.group(1), 16)), text)


def to_one_line(text: str) -> str:
    """Return the text on one line, without runs of white space, safe to show."""
    return escape_controls(" ".join(text.split()))


def count_columns(text: str) -> int:
    """Count the terminal columns that the text takes."""
    return sum(map(_compute_width, text))


def wrap_text(text: str, width: int) -> list[str]:
    """Wrap the text in lines of at most ``width`` columns; a longer word is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if count_columns(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        *whole, line = _split_word(word, width)
        lines += whole
    return [*lines, line]


def _split_word(word: str, width: int) -> list[str]:
    parts = [""]
    used = 0
    for character in word:
        if parts[-1] and used + _compute_width(character) > width:
            parts.append("")
            used = 0
        parts[-1] += character
        used += _compute_width(character)
    return parts


def _compute_width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
