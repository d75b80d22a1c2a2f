"""Text without what reading a file anew may change: spaces, line ends, hyphens, ligatures, quotes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ascribe.language.folding import fold
from ascribe.language.scripts import UNSPACED

_LETTER = r"[^\W\d_]"
_LOOSE = re.compile(rf"(?<=[{UNSPACED}])\s+(?=[{UNSPACED}])|(?<={_LETTER})-\s*(?={_LETTER})|\s+", re.UNICODE)
"""A space between characters of a script without spaces, a hyphen between letters, any run of spaces.

A space or hyphen beside a digit stays: without it ``1-2`` or ``1 2`` would be ``12``.
"""


@dataclass(frozen=True, slots=True)
class Normal:
    """A text to compare, and for each of its characters the stretch of the untouched text it stands for."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the untouched text behind ``text[start:end]``, which is not empty."""
        return self.starts[start], self.ends[end - 1]


@lru_cache(maxsize=16)
def normal(text: str) -> Normal:
    """The text as it is compared. Letters, digits and signs between words stay as they are."""
    folded = fold(text)
    pieces: list[str] = []
    kept: list[tuple[int, int]] = []
    last = 0
    for match in _LOOSE.finditer(folded.text):
        space = " " if match[0].isspace() and not _is_unspaced(match) else ""
        pieces += folded.text[last : match.start()], space
        kept += ((at, at + 1) for at in range(last, match.start()))
        kept += [match.span()] * len(space)
        last = match.end()
    pieces.append(folded.text[last:])
    kept += ((at, at + 1) for at in range(last, len(folded.text)))
    places = [folded.original(start, end) for start, end in kept]
    return Normal("".join(pieces), tuple(a for a, _ in places), tuple(b for _, b in places))


def _is_unspaced(match: re.Match[str]) -> bool:
    before, after = (
        match.string[match.start() - 1 : match.start()],
        match.string[match.end() : match.end() + 1],
    )
    return bool(before and after and _UNSPACED.match(before) and _UNSPACED.match(after))


_UNSPACED = re.compile(f"[{UNSPACED}]")
