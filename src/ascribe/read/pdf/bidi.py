"""Right-to-left text that a file keeps as it looks → the order in which it is read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ascribe.read.pdf.fragments import Fragment

_LEFT_TO_RIGHT = re.compile(r"[LN](?:[LNSTO]*L)?(?:[NST]*N)?T?|TN(?:[NS]*N)?")
"""Words and numbers in a line of classes, read from its right end: they run the other way."""

_CLASSES = {"R": "R", "AL": "R", "L": "L", "EN": "N", "AN": "N", "ES": "S", "CS": "S", "ET": "T"}
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_CLOSING = frozenset(")]}>»")
_BRACKETS = frozenset("()[]{}<>«»")


_SPACE = 0.18
"""Font sizes of white space between two letters that are of two words."""

_Glyph = tuple[str, float, float]
"""A character with its left and right edge."""


def in_reading_order(fragment: Fragment) -> Fragment:
    """The fragment with its characters as they are read, by their places; left-to-right text as it is.

    The bidirectional algorithm of Unicode (UAX 9) is run backwards: from the right end of the line, with
    words and numbers turned. Marks over letters have no place of their own, so text with marks stays.
    """
    if not fragment.rtl or any(map(unicodedata.combining, fragment.text)):
        return fragment
    glyphs = _from_the_right(fragment)
    classes = "".join(_CLASSES.get(unicodedata.bidirectional(char), "O") for char, _, _ in glyphs)
    turned: set[int] = set()
    for run in _LEFT_TO_RIGHT.finditer(classes):
        glyphs[slice(*run.span())] = glyphs[slice(*run.span())][::-1]
        turned.update(range(*run.span()))
    text, starts, ends = zip(*glyphs, strict=True)
    return replace(fragment, text=_with_brackets(text, turned), starts=starts, ends=ends)


def _from_the_right(fragment: Fragment) -> list[_Glyph]:
    """The characters by their places, with a space for every gap."""
    places = zip(fragment.text, fragment.starts, fragment.ends, strict=True)
    glyphs = sorted((place for place in places if place[0] != " "), key=lambda g: -(g[1] + g[2]))
    found = glyphs[:1]
    for before, glyph in pairwise(glyphs):
        if before[1] - glyph[2] > _SPACE * fragment.size:
            found.append((" ", glyph[2], before[1]))
        found.append(glyph)
    return found


def _with_brackets(text: Sequence[str], turned: set[int]) -> str:
    """The text with brackets mirrored where the first is a closing one: then the file keeps their shapes."""
    brackets = [at for at, char in enumerate(text) if char in _BRACKETS and at not in turned]
    if not brackets or text[brackets[0]] not in _CLOSING:
        return "".join(text)
    mirrored = {at: text[at].translate(_MIRRORED) for at in brackets}
    return "".join(mirrored.get(at, char) for at, char in enumerate(text))
