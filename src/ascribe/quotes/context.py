"""How well the words around a place agree with the words that once stood around a quote."""

from __future__ import annotations

from difflib import SequenceMatcher

from ascribe.quotes.normal import normal


def context_of(text: str, start: int, end: int, prefix: str, suffix: str) -> tuple[float, ...]:
    """The likeness of each side that is known, in [0, 1], both in normal form; empty if neither is known."""
    before, after = normal(prefix).text.strip(), normal(suffix).text.strip()
    sides = []
    if before:
        now = normal(text[max(0, start - 2 * len(prefix)) : start]).text.rstrip()
        sides.append(_likeness(now[-len(before) :], before))
    if after:
        now = normal(text[end : end + 2 * len(suffix)]).text.lstrip()
        sides.append(_likeness(now[: len(after)], after))
    return tuple(sides)


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
