"""The closed-class words of a language as they are listed in the folder ``stop_words``."""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def small_words(language: str) -> frozenset[str]:
    """The words as written there; empty for a language without a list."""
    file = resources.files(__package__) / "stop_words" / f"{language}.txt"
    if not language.isalpha() or not file.is_file():
        return frozenset()
    return frozenset(file.read_text(encoding="utf-8").split())
