"""Is extracted text language, or what a font without a Unicode map gives?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from ascribe.read.pdf.lines import Line
from ascribe.read.pdf.signs import LEADER

_MAPLESS = 0.3
"""Share of characters without a Unicode map from which a line is under suspicion."""

_LEAST_WORDS = 0.25
"""Below this share of characters in words or numbers a text is not language."""

_VOWELS = (0.2, 0.65)
"""Share of vowels among the basic Latin letters of words. European languages have 0.35 to 0.5; text that is
shifted by a constant, as glyph numbers taken for letters are, has 0.1 to 0.15."""

_ENOUGH = 100
"""Letters from which their frequency says something."""

_WORD = re.compile(r"[^\W\d_]{2,}")
_TOKEN = re.compile(r"[^\W\d_]{2,}(?:['’-][^\W\d_]+)*|[-+$€£]?\d[\d.,:/%-]*|[^\W\d_](?=\W|$)")
_LATIN = re.compile(r"[a-z]", re.IGNORECASE)
_VOWEL = re.compile(r"[aeiouy]", re.IGNORECASE)


def legible_lines(lines: Sequence[Line]) -> list[Line]:
    """The lines without those whose font has no Unicode map and whose text is no language.

    Many old fonts lack the map and still give good text, by the names of their glyphs; so suspicious lines
    of a page are judged together, by what they say.
    """
    kept: list[Line] = []
    for _, page in groupby(lines, key=lambda line: line.page):
        on_page = list(page)
        suspects = [line for line in on_page if line.bad > _MAPLESS]
        good = is_language(line.text for line in suspects)
        kept += [line for line in on_page if good or line.bad <= _MAPLESS]
    return kept


def is_language(texts: Iterable[str]) -> bool:
    """True if the text consists of words and numbers, and its words look like words."""
    text = LEADER.sub(" ", " ".join(texts))
    printed = sum(not char.isspace() for char in text)
    if not printed:
        return False
    in_words = sum(len(token) for token in _TOKEN.findall(text))
    return in_words >= _LEAST_WORDS * printed and _looks_spelt(text)


def _looks_spelt(text: str) -> bool:
    words = [word for word in _WORD.findall(text) if word.isascii()]
    letters = "".join(words)
    if len(letters) < _ENOUGH:
        return True
    return _VOWELS[0] <= len(_VOWEL.findall(letters)) / len(letters) <= _VOWELS[1]
