"""How well the words around a place agree with the words that once stood around a quote."""

from __future__ import annotations

from difflib import SequenceMatcher

from ascribe.quotes.normal import normal


def context_of(text: str, start: int, end: int, prefix: str, suffix: str) -> float | None:
    """The likeness of the better side in [0, 1], both in normal form; None if neither side is known.

    The better one: whoever edits a sentence often edits a neighbour too, seldom both.
    """
    before, after = normal(prefix).text.strip(), normal(suffix).text.strip()
    sides = []
    if before:
        sides.append(
            _likeness(
                normal(text[max(0, start - 2 * len(prefix)) : start]).text.rstrip()[-len(before) :], before
            )
        )
    if after:
        sides.append(_likeness(normal(text[end : end + 2 * len(suffix)]).text.lstrip()[: len(after)], after))
    return max(sides) + 0.01 * min(sides) if sides else None


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
