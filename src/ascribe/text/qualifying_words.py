"""Words with which a heading says something of what is below it: "Not allowed", "Included", "Drawbacks".

A heading such as "Overview" only names a topic. ``qualifying_words.json`` lists the words by language, and
under ``*`` the signs of any language.
"""

from __future__ import annotations

import re
from functools import cache

from ascribe.text.package_data import load_package_json

_WORD = re.compile(r"[\w'’]+|[^\w\s]")

_MOST_WORDS = 8
"""Most words of such a heading: a longer one is a title that tells of more than one thing."""


def qualifies_items(heading: str, language: str | None = None) -> bool:
    """Return True if items below the heading mean something else without it; False for a question.

    Args:
        heading: its words.
        language: ISO 639-1 code; None reads it by the words of all languages.
    """
    words = [word.replace("’", "'") for word in _WORD.findall(heading.lower())]
    if heading.rstrip().endswith(("?", "？")) or sum(word[0].isalnum() for word in words) > _MOST_WORDS:
        return False
    return not _load_words(language).isdisjoint(words)


@cache
def _load_words(language: str | None) -> frozenset[str]:
    lists = load_package_json("text/qualifying_words.json", dict[str, str])
    kept = lists.values() if language is None else (lists["*"], lists.get(language, ""))
    return frozenset(word for words in kept for word in words.split())
