"""The reading order of right-to-left text: Arabic and Hebrew runs, which a PDF has as they are drawn."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ascribe.read.pdf.text_runs import TextRun

_LEFT_TO_RIGHT = re.compile(r"[LN](?:[LNSTO]*L)?(?:[NST]*N)?T?|TN(?:[NS]*N)?")
"""Words and numbers among the bidirectional classes of a line, read from its right end: they run the other
way."""

_BIDI_CLASSES = {"R": "R", "AL": "R", "L": "L", "EN": "N", "AN": "N", "ES": "S", "CS": "S", "ET": "T"}
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_CLOSING_BRACKETS = frozenset(")]}>»")
_BRACKETS = frozenset("()[]{}<>«»")

_MIN_SPACE = 0.18
"""Minimum white space between letters of two words, in font sizes."""

_Glyph = tuple[str, float, float]
"""A character with its left and right edges."""


def reorder_right_to_left(run: TextRun) -> TextRun:
    """Return the run with its characters in reading order; left-to-right text is unchanged.

    This runs the Unicode bidirectional algorithm (UAX 9) backwards: it reads the characters from the right
    end of the line, by position, and reverses words and numbers. Combining marks have no position of their
    own, so text with marks is unchanged.
    """
    if not run.rtl or any(map(unicodedata.combining, run.text)):
        return run
    glyphs = _collect_from_right(run)
    classes = "".join(_BIDI_CLASSES.get(unicodedata.bidirectional(char), "O") for char, _, _ in glyphs)
    turned: set[int] = set()
    for match in _LEFT_TO_RIGHT.finditer(classes):
        glyphs[slice(*match.span())] = glyphs[slice(*match.span())][::-1]
        turned.update(range(*match.span()))
    text, starts, ends = zip(*glyphs, strict=True)
    return replace(run, text=_mirror_brackets(text, turned), starts=starts, ends=ends)


def _collect_from_right(run: TextRun) -> list[_Glyph]:
    """Return the characters by position, from the right, with a space for every gap."""
    places = zip(run.text, run.starts, run.ends, strict=True)
    glyphs = sorted((place for place in places if place[0] != " "), key=lambda g: -(g[1] + g[2]))
    found = glyphs[:1]
    for before, glyph in pairwise(glyphs):
        if before[1] - glyph[2] > _MIN_SPACE * run.size:
            found.append((" ", glyph[2], before[1]))
        found.append(glyph)
    return found


def _mirror_brackets(text: Sequence[str], turned: set[int]) -> str:
    """Return the text with its brackets mirrored if the first one is a closing bracket.

    In that case, the file stores brackets by their shape.
    """
    brackets = [at for at, char in enumerate(text) if char in _BRACKETS and at not in turned]
    if not brackets or text[brackets[0]] not in _CLOSING_BRACKETS:
        return "".join(text)
    mirrored = {at: text[at].translate(_MIRRORED) for at in brackets}
    return "".join(mirrored.get(at, char) for at, char in enumerate(text))
