"""A stretch of a text → the quote with as much around it as tells it from its like."""

from __future__ import annotations

from dataclasses import dataclass

_REACH = 32
"""Characters on either side: what annotation tools commonly keep."""

_FURTHEST = 512
"""More is not taken, even if the words around two equal quotes are the same so far."""


@dataclass(frozen=True, slots=True)
class TextQuote:
    """A quote as ``find_quote`` takes it: the words, what stood around them, and where they began.

    Args:
        exact: the words.
        prefix: what stood right before them; empty at the start of the text.
        suffix: what stood right behind them; empty at its end.
        position: their first code point.
    """

    exact: str
    prefix: str = ""
    suffix: str = ""
    position: int | None = None


def select_quote(text: str, start: int, end: int) -> TextQuote:
    """The quote ``text[start:end]`` with 32 characters on either side, or as many more as make it unique.

    Up to 512 are taken; beyond that only ``position`` tells two quotes apart.
    """
    reach = _REACH
    while True:
        prefix, suffix = text[max(0, start - reach) : start], text[end : end + reach]
        whole = prefix + text[start:end] + suffix
        first = text.find(whole)
        if reach >= _FURTHEST or text.find(whole, first + 1) < 0:
            return TextQuote(text[start:end], prefix, suffix, start)
        reach *= 2
