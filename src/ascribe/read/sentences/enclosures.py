"""Pairs of quotation marks, brackets and code signs: the places where a full stop need not end a sentence."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_CLOSERS = {
    '"': '"',
    "“": "”",
    "„": "“”",
    "”": "”",
    "«": "»",
    "»": "«»",
    "‹": "›",
    "›": "‹›",
    "‘": "’",
    "‚": "‘’",
    "「": "」",
    "『": "』",
    "(": ")",
    "（": "）",
    "[": "]",
    "`": "`",
    "【": "】",
}
"""Opening sign → the signs that close it, over all languages."""

_SIGN = re.compile(r"[\"“”„«»‹›‘’‚「」『』()（）\[\]`【】]")
_ALWAYS_OPEN = frozenset("“„«「『（(【[‚`")
_AFTER_OPENING = frozenset("([{（「『—–-:：>*_~/")
_BRACKETS = frozenset("(（[`【")
LONGEST_SPEECH = 1000
"""Characters after which a quotation mark without partner is taken for a stray one."""
LONGEST_BRACKET = 400


@dataclass(frozen=True, slots=True)
class Enclosure:
    """``start`` is the opening sign, ``end`` the closing one."""

    start: int
    end: int
    is_speech: bool


@dataclass(frozen=True, slots=True)
class Enclosures:
    """All outermost pairs of a stretch of text, in order, not overlapping."""

    pairs: tuple[Enclosure, ...] = ()
    starts: list[int] = field(default_factory=list)

    def around(self, position: int) -> Enclosure | None:
        """The pair that has ``position`` between its signs."""
        index = bisect.bisect_right(self.starts, position) - 1
        if index < 0:
            return None
        pair = self.pairs[index]
        return pair if pair.start < position <= pair.end else None

    def ending_at(self, position: int) -> Enclosure | None:
        """The pair whose closing sign stands at ``position``."""
        pair = self.around(position)
        return pair if pair is not None and pair.end == position else None


def find_enclosures(text: str, start: int, end: int) -> Enclosures:
    """The pairs in ``text[start:end]``, in linear time.

    What stands inside a pair is looked at only to find its end. A sign without partner is left out.
    """
    pairs = tuple(_pairs(text, start, end))
    return Enclosures(pairs, [pair.start for pair in pairs])


def _pairs(text: str, start: int, end: int) -> Iterator[Enclosure]:
    opened, depth, position = "", 0, 0
    for match in _SIGN.finditer(text, start, end):
        sign, here = match.group(), match.start()
        longest = LONGEST_BRACKET if opened in _BRACKETS else LONGEST_SPEECH
        if opened and here - position > longest:
            opened = ""
        if not opened:
            if _opens(text, here, start, end):
                opened, depth, position = sign, 1, here
        elif sign in _CLOSERS[opened] and _closes(text, here, end, sign):
            depth -= 1
            if depth == 0:
                yield Enclosure(position, here, opened not in _BRACKETS)
                opened = ""
        elif sign == opened and opened in "([（":
            depth += 1


def _opens(text: str, here: int, start: int, end: int) -> bool:
    sign = text[here]
    if sign not in _CLOSERS or here + 1 >= end:
        return False
    if sign in _ALWAYS_OPEN:
        return True
    before = text[here - 1] if here > start else " "
    return (before.isspace() or before in _AFTER_OPENING) and not text[here + 1].isspace()


def _closes(text: str, here: int, end: int, sign: str) -> bool:
    """Apostrophes stand between letters; so does no closing sign."""
    if sign not in '’"':
        return True
    before, after = text[here - 1], text[here + 1] if here + 1 < end else " "
    if sign == '"':
        return not before.isspace() or not after.isalnum()
    return not after.isalpha()
