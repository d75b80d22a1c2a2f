"""Recognizes headings and their levels by size, weight, capital letters and numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ascribe.read.pdf.lines import Line

NUMBERED_HEADING = re.compile(r"(?:(?:[A-Z]|\d{1,2})(?:\.\d{1,2}){0,4}\.?|[IVX]{1,5}\.|§+\s?\d+)\s+\S")
_DEPTH = re.compile(r"(?:[A-Z]|\d{1,2})((?:\.\d{1,2})*)")
_CENTERED_MARK = re.compile(r"[IVX]{1,5}|[A-Z]|\d{1,2}|\*(?:\s?\*)+")


def find_heading_sizes(pages: Sequence[Sequence[Line]], body: float) -> list[float]:
    """Return the sizes well above the body size, largest first; their rank is the heading level."""
    sizes = {
        round(line.size)
        for page in pages
        for line in page
        if line.size > 1.12 * body and line.turn == page[0].turn and any(char.isalpha() for char in line.text)
    }
    return sorted(sizes, reverse=True)


def compute_heading_level(lines: list[Line], body: float, sizes: list[float]) -> int:
    """Return the level of a heading from 1 to 6, or 0 for other text.

    Headings are recognized by their size, by bold or capital letters, or as a centred numeral alone.
    """
    text = " ".join(line.text for line in lines)
    if len(lines) > 4 or len(text) > 200 or not any(char.isalpha() for char in text):
        return min(6, len(sizes) + 1) if is_part_mark(lines[0]) else 0
    numbered = NUMBERED_HEADING.match(text)
    size = lines[0].size
    if size > 1.12 * body and (len(text) < 120 or lines[0].bold) and not text.endswith((".", ",", ";")):
        rank = sum(1 for other in sizes if other > round(size)) + 1
        return min(6, max(rank, _compute_number_depth(text)) if numbered else rank)
    if all(line.bold for line in lines) and size > 0.8 * body and not text.endswith((".", ",", ";", ":")):
        return min(6, len(sizes) + 1 + (_compute_number_depth(text) - 1 if numbered else 0))
    if len(lines) == 1 and (is_part_mark(lines[0]) or _is_capitals(text)):
        return min(6, len(sizes) + 1)
    return 0


def is_part_mark(line: Line) -> bool:
    """Return True for a centred numeral or letter alone on its line, which is the heading of a part."""
    return bool(_CENTERED_MARK.fullmatch(line.text)) and line.centered


def _is_capitals(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return len(letters) >= 5 and all(char.isupper() for char in letters) and text[-1] not in ".,;:"


def _compute_number_depth(text: str) -> int:
    match = _DEPTH.match(text)
    return 1 + match[1].count(".") if match else 1
