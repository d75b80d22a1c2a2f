"""Words beside figures by language: ``figure_words.json`` has lists of patterns in lower case, by group.

The rules on figures of several things, of ranges and of rates share them.
"""

from __future__ import annotations

import re
from functools import cache

from ascribe.text.package_data import load_package_json


def list_figure_words(language: str, group: str) -> tuple[str, ...]:
    """Return the patterns of a group; empty if the language has none."""
    return tuple(_load_figure_words().get(language, {}).get(group, ()))


def join_figure_words(language: str, group: str) -> str:
    """Return the patterns of a group as alternatives; one that matches nothing if the language has none."""
    return "|".join(list_figure_words(language, group)) or "(?!)"


@cache
def build_figure_pattern(language: str, group: str) -> re.Pattern[str] | None:
    """Return a pattern for any whole word of the group; None if the language has none."""
    words = list_figure_words(language, group)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])") if words else None


@cache
def _load_figure_words() -> dict[str, dict[str, list[str]]]:
    return load_package_json("verify/rules/figure_words.json", dict[str, dict[str, list[str]]])
