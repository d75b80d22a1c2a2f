"""Numbers with their nouns, for messages and reports."""

from __future__ import annotations


def format_count(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, as in ``1 reply`` and ``2 replies``; the plural ends in s by default."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
