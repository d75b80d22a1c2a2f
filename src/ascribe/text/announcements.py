"""Announcements: the words of a lead that only say that a list follows, such as "the following features".

They state nothing that a source could confirm: "The inn has the following features: 14 rooms" is "The inn has
14 rooms". ``announcements.json`` has them as patterns, by language.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files


def blank_announcement(lead: str, language: str | None = None) -> str:
    """Return the lead with the announcement before its colon replaced by spaces, at the same length.

    Args:
        lead: a sentence before a list.
        language: ISO 639-1 code; None means English.
    """
    pattern = _compile_pattern((language or "en").split("-")[0].lower())
    match = pattern.search(lead) if pattern is not None else None
    if match is None:
        return lead
    start, end = match.span(1)
    return lead[:start] + " " * (end - start) + lead[end:]


@cache
def _compile_pattern(language: str) -> re.Pattern[str] | None:
    phrases = _load_phrases().get(language)
    if phrases is None:
        return None
    return re.compile(rf"(?<!\w)({'|'.join(phrases)})\s*[:：]\s*\Z", re.IGNORECASE)


@cache
def _load_phrases() -> dict[str, list[str]]:
    text = files("ascribe.text").joinpath("announcements.json").read_text(encoding="utf-8")
    phrases: dict[str, list[str]] = json.loads(text)
    return phrases
