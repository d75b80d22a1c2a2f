"""Sentences that go on around a formula on a line of its own: one paragraph with the formula in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ascribe.read.pdf.kinds import MATHS, Paragraph

_MOST_LINES = 6
"""Lines of a formula, its limits and fractions counted, at most."""

_FAR = 4.0
"""Font sizes between a line of text and its formula, at most."""

_CLOSED = re.compile(r"[.;](?:\s*\(\w{1,8}(?:\.\d{1,3})?\))?$")
"""How a formula ends that ends its sentence; its number may follow."""


def with_displays(found: Sequence[Paragraph]) -> list[Paragraph]:
    """The paragraphs; text, formula and text are one where the text breaks off and goes on."""
    result: list[Paragraph] = []
    at = 0
    while at < len(found):
        current = found[at]
        at += 1
        while (length := _display(current, found[at : at + _MOST_LINES + 1])) > 0:
            lines = [line for part in found[at : at + length] for line in part.lines]
            current = replace(current, lines=(*current.lines, *lines))
            at += length
        result.append(current)
    return result


def _display(current: Paragraph, following: Sequence[Paragraph]) -> int:
    """How many of the paragraphs that follow belong to the sentence that ``current`` ends with."""
    if current.kind not in ("prose", "list_item") or current.aside or current.ends:
        return 0
    formula: list[Paragraph] = []
    for part in following:
        if not _is_below(formula[-1] if formula else current, part):
            return 0
        if part.kind == "code":
            formula.append(part)
            if _CLOSED.search(part.lines[-1].text):
                return len(formula) if _is_formula(formula) else 0
        else:
            goes_on = part.kind == "prose" and _is_small_word(part.lines[0].text)
            return len(formula) + 1 if goes_on and _is_formula(formula) else 0
    return 0


def _is_below(above: Paragraph, part: Paragraph) -> bool:
    last, first = above.lines[-1], part.lines[0]
    same = (last.page, last.turn, last.column) == (first.page, first.turn, first.column)
    return same and not part.aside and -0.5 * last.size < last.base - first.base < _FAR * last.size


def _is_formula(formula: Sequence[Paragraph]) -> bool:
    lines = [line.text for part in formula for line in part.lines]
    return 0 < len(lines) <= _MOST_LINES and any(map(MATHS.search, lines))


def _is_small_word(text: str) -> bool:
    """True for a text that begins with a word in small letters; a single letter is a variable."""
    return text[0].islower() and text[1:2].isalpha()
