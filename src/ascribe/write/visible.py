"""Control characters made visible, so that no text can drive a terminal or hide its order; reversible.

A control character, a bidirectional override or a lone surrogate is shown as its code between white square
brackets: U+001B as ``⟦U+001B⟧``. The opening bracket of a text that could be such a code is shown the same
way, so that ``reveal`` restores every text exactly, also one that was made visible piece by piece.
"""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"  # C0 but tab, line feed and carriage return; C1
    r"|\r(?!\n)"  # overwrites the line in a terminal
    r"|[\u2028\u2029\u202a-\u202e\u2066-\u2069]"  # line separators, bidirectional controls
    r"|[\ud800-\udfff]"  # lone surrogates have no bytes in UTF-8
    r"|⟦(?=U|\Z)"  # could start a shown code, here or where the next piece of the text begins
)
_SHOWN = re.compile(r"⟦U\+([0-9A-F]{4,6})⟧")


def visible(text: str) -> str:
    """The text with every unsafe character shown as its code."""
    return _UNSAFE.sub(lambda match: f"⟦U+{ord(match.group()):04X}⟧", text)


def reveal(text: str) -> str:
    """The text that ``visible`` was given."""
    return _SHOWN.sub(lambda match: chr(int(match.group(1), 16)), text)


def one_line(text: str) -> str:
    """The text on one line, without runs of white space, safe to show."""
    return visible(" ".join(text.split()))
