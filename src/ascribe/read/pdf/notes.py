"""Footnotes: the marks that point to them leave the text, their own marks stand apart from their words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from ascribe.language.scripts import RAISED
from ascribe.read.pdf.kinds import Paragraph
from ascribe.read.pdf.lines import Line

_HEAD = re.compile(rf"(?:([{RAISED}]{{1,3}})(⁾?)|(\d{{1,3}})(\)?))(\s?)(?=\S)")
"""How a note begins: its number, raised or not, with or without a bracket."""

_MARK = re.compile(rf"( ?)([{RAISED}]{{1,3}})(?:⁾|(?![{RAISED}⁺⁻⁽⁾]|[^\W_]))")
"""A raised number that no word goes on after."""

_BRACKETED = re.compile(rf" ?\[[{RAISED}]{{1,3}}(?:[,⁻–-] ?[{RAISED}]{{1,3}})*\]")
"""A raised number in brackets, as web pages print it: a note mark and nothing else."""

_WORD_BEFORE = re.compile(r"(?:[^\W\d_]{2}|[.,;:!?…。，”’\"'»)\]」])$")
"""What a note is hung on. A number or a single letter has an exponent there."""

_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def without_note_marks(found: Sequence[Paragraph]) -> list[Paragraph]:
    """The paragraphs without the raised numbers of the notes on the same page or the next.

    The law of the HTML reader: who quotes a sentence leaves its note marks out. A raised number that no note
    has stays, as an exponent does; in raised brackets it is no exponent.
    """
    notes = _numbers(found)
    cleared = []
    for paragraph in found:
        first, *others = paragraph.lines
        first = _parted(first) if paragraph.is_note else first
        lines = tuple(_cleared(line, notes) for line in (first, *others))
        cleared.append(replace(paragraph, lines=lines))
    return cleared


def _parted(line: Line) -> Line:
    """The first line of a note with a space between its number and its words."""
    head = _HEAD.match(line.text)
    return line.with_space(head.end()) if head and not head[5] and line.text[head.end()].isalpha() else line


def _numbers(found: Sequence[Paragraph]) -> dict[int, set[str]]:
    """The numbers of the notes of each page."""
    numbers: dict[int, set[str]] = defaultdict(set)
    for paragraph in found:
        head = _HEAD.match(paragraph.lines[0].text) if paragraph.is_note else None
        if head:
            numbers[paragraph.lines[0].page].add((head[1] or head[3]).translate(_LOWERED))
    return numbers


def _cleared(line: Line, notes: dict[int, set[str]]) -> Line:
    known = notes.get(line.page, set()) | notes.get(line.page + 1, set())
    for mark in reversed(list(_BRACKETED.finditer(line.text, 1))):
        line = line.without(mark.start(), mark.end())
    for mark in reversed(list(_MARK.finditer(line.text)) if known else []):
        if mark[2].translate(_LOWERED) in known and _WORD_BEFORE.search(line.text[: mark.start()]):
            line = line.without(mark.start(), mark.end())
    return line
