"""A question that asks two things → each of them."""

from __future__ import annotations

import re

from ascribe.language.words import is_content, words

_AND = re.compile(
    r",?\s+and\s+(?=(?:(?:at|by|for|from|in|of|on|to|under|with)\s+)?"
    r"(?:how|what|when|where|which|who|whom|whose|why)\b)",
    re.IGNORECASE,
)
"""What stands between two questions in one; only English is looked at."""


def parts_of(question: str, language: str | None) -> list[str]:
    """The questions that are asked in one; none if it asks one thing."""
    if language != "en":
        return []
    found = [part.strip() for part in _AND.split(question)]
    whole = len(found) > 1 and all(_says_something(part, language) for part in found)
    return found if whole else []


def _says_something(part: str, language: str) -> bool:
    """True if it can be found by itself; there is nothing to find in "and when?"."""
    return any(is_content(word, language) for word in words(part, language))
