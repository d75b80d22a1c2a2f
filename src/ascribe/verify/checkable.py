"""Does a unit of a reply say anything that sources could confirm or refute?

Phrases come from ``phrases.json``, by language. A phrase of the group ``whole`` must leave almost nothing
over; one of the group ``opening`` decides unless a fact follows after a contrast or a colon.
"""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from html import unescape
from importlib.resources import files

from ascribe.language.folding import fold
from ascribe.language.words import is_content, words
from ascribe.stages import Claim

_KINDS = {"heading": "heading", "table_header": "table_header", "code": "code"}
_QUESTION = re.compile(r"[?？؟]['\"”’»」』)\]*_\s]*$")
_SOURCE_ENTRY = re.compile(r"\s*(?:[-*+]\s+)?(?:\[\^?[\w-]{1,12}\]:?|【\d+[^】]*】|\(\d{1,3}\))\s+\S")
"""A number in brackets, then words: "[1] report.pdf, page 3". A sentence that begins so has a full stop."""

_ENDS = re.compile(r"[.!。！।؟…]['\"”’»」』)\]*_\s]*$")

_LEFT_OVER = 1
"""Content words that may stand beside a phrase of the group ``whole``: a name, an adverb."""

_START = r"(?:^\W*|[,.!;:–—，。！、،।]\s*)"
"""A phrase of the group ``whole`` opens the text, or what follows a stop in it."""

_LABEL = 3
"""Content words up to which a line that ends with a colon only introduces what follows."""

_TOPIC = 3
"""Content words after a contrast or a colon from which on they are a statement of their own."""


def why_not_checkable(claim: Claim, language: str | None = None) -> str | None:
    """The reason code if there is nothing to check, else None."""
    if claim.kind in _KINDS:
        return _KINDS[claim.kind]
    text = fold(claim.content, language).text.strip()
    if not any(char.isalnum() for char in unescape(text)):
        return "no_content"
    if _QUESTION.search(text):
        return "question"
    if _SOURCE_ENTRY.match(claim.text) and not _ENDS.search(text):
        return "source_list"
    reason = _by_phrase(text, language or "en")
    if reason is None and text.endswith((":", "：")) and _content(text, language or "en") <= _LABEL:
        return "heading"
    return reason


def phrase_languages() -> tuple[str, ...]:
    """ISO 639-1 codes of the languages whose phrases are known."""
    return tuple(_data())


def _by_phrase(text: str, language: str) -> str | None:
    phrases = _phrases(language)
    if phrases is None:
        return None
    for reason, pattern in phrases["whole"]:
        rest, n = pattern.subn(" ", text)
        if n and _content(rest, language) <= _LEFT_OVER:
            return reason
    for reason, pattern in phrases["opening"]:
        match = pattern.search(text)
        if match and not _fact_follows(text[match.end() :], phrases["contrast"], language):
            return reason
    return None


def _fact_follows(rest: str, contrasts: list[tuple[str, re.Pattern[str]]], language: str) -> bool:
    for _, pattern in contrasts:
        match = pattern.search(rest)
        if match and _content(rest[match.end() :], language) >= _TOPIC:
            return True
    return False


def _content(text: str, language: str) -> int:
    return sum(is_content(word, language) for word in words(text, language))


@cache
def _phrases(language: str) -> dict[str, list[tuple[str, re.Pattern[str]]]] | None:
    row = _data().get(language)
    if row is None:
        return None
    starts = {"whole": _START, "opening": "", "contrast": ""}
    return {
        group: [
            (reason, re.compile(f"{start}(?:{'|'.join(patterns)})", re.IGNORECASE))
            for reason, patterns in row[group].items()
        ]
        for group, start in starts.items()
    }


@cache
def _data() -> dict[str, dict[str, dict[str, list[str]]]]:
    text = files("ascribe.verify").joinpath("phrases.json").read_text(encoding="utf-8")
    data: dict[str, dict[str, dict[str, list[str]]]] = json.loads(unicodedata.normalize("NFC", text))
    return data
