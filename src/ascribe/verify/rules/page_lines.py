"""Lines of the page between the lines of a sentence: "did not / Annual Report 2019 | 14 / approve the plan".

A heading or foot of a page that was read in the middle of a sentence is no part of it. Nothing is taken away,
since a line of names may be one of the sentence too; but what a negation reaches goes on behind it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache

from ascribe.verify.rules.comparison import Text

_LINE = re.compile(r"(?<=[^\W\d_A-Z])[^\S\n]*\n(?P<line>[^\n]+)(?=\n[^\S\n]*[^\W\d_A-Z])")
_SMALL = re.compile(
    r"(?:of|the|and|for|in|to|de|du|des|la|le|von|und|der|die|del|y|e|et|[^\w\s]+)", re.IGNORECASE
)
_LEAST = 2
"""Capitalised words or figures of such a line, at least."""


@lru_cache(maxsize=8192)
def page_lines(text: Text) -> tuple[tuple[int, int], ...]:
    """Where such lines stand: between two lines of small letters, of capitalised words and figures alone."""
    if text.untouched is None or "\n" not in text.untouched:
        return ()
    places = [match.span("line") for match in _LINE.finditer(text.untouched) if _is_of_page(match["line"])]
    return tuple((_place(text, start), _place(text, end)) for start, end in places)


def _is_of_page(line: str) -> bool:
    words = [word for word in line.split() if not _SMALL.fullmatch(word)]
    return len(words) >= _LEAST and all(word[0].isupper() or word[0].isdigit() for word in words)


def _place(text: Text, untouched: int) -> int:
    """The first place of the text that was made of that character or a later one."""
    spans = text.folded.spans if text.folded else None
    return untouched if spans is None else bisect_left(spans, untouched, key=lambda span: span[0])
