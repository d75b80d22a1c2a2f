"""Initials that hang down over several lines → the first letter of their word."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

from ascribe.read.pdf.fragments import Fragment

_TIMES = 1.8
"""How many times as large as its text an initial is, at least."""

_NEAR = (-0.3, 1.2)
"""Font sizes of the text between an initial and its lines."""


def with_initials(fragments: list[Fragment]) -> list[Fragment]:
    """The fragments with every initial in front of the highest of the lines beside it."""
    found = list(fragments)
    usual = median(f.size for f in fragments) if fragments else 0.0
    for initial in [f for f in fragments if f.size > usual and _is_letter(f.text)]:
        lines = sorted((f for f in found if _is_beside(f, initial)), key=lambda f: -f.base)
        if len(lines) > 1 and lines[0].base - lines[-1].base > 0.8 * lines[0].size:
            first = next(i for i, f in enumerate(found) if f.order == lines[0].order)
            found[first] = _joined(initial, lines[0])
            found = [f for f in found if f.order != initial.order]
    return found


def _is_letter(text: str) -> bool:
    """A capital, with or without a quotation mark before it."""
    alone = len(text) == 1 or (len(text) == 2 and not text[0].isalnum())
    return alone and text[-1].isupper()


def _is_beside(line: Fragment, initial: Fragment) -> bool:
    gap = line.left - initial.right
    return (
        not line.rtl
        and initial.size > _TIMES * line.size
        and _NEAR[0] * line.size < gap < _NEAR[1] * line.size
        and -0.3 * line.size < line.base - initial.base < initial.size
    )


def _joined(initial: Fragment, line: Fragment) -> Fragment:
    return replace(
        line,
        text=initial.text + line.text,
        starts=initial.starts + line.starts,
        ends=initial.ends + line.ends,
        left=initial.left,
        bold_head=0,
    )
