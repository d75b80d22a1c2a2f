"""Words with which a reply announces what it tells, and says nothing itself.

The head "Details" of a column names no content, and neither does the lead "Here is a summary of the
meeting:", nor do the last words of "The inn has the following features:" and the first of "Overall, it is
large". ``announcing_words.json`` lists by language the words of such heads and leads, and patterns of the
last and the first words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import takewhile
from typing import Any, Literal

from ascribe.text.package_data import load_package_json
from ascribe.text.words import is_content_word, split_words


def announces_only(heads: Sequence[str], language: str | None = None) -> bool:
    """Return True if no head names any content: "Details", "Value", "#".

    Args:
        heads: the heads of columns.
        language: ISO 639-1 code; None reads them by the words of all languages.
    """
    known = _load_words("heads", language)
    words = [word for head in heads for word in split_words(head, language)]
    return all(word.form in known or not is_content_word(word, language) for word in words)


def cut_announcement(lead: str, language: str | None = None) -> str:
    """Return a lead without its first words if these only announce and just names and figures follow.

    Of "Here is an overview of Orbit Ltd:" that is "of Orbit Ltd:", of "Key facts:" an empty text. The "of"
    shows that its capital makes the next word a name. "Facts that are not confirmed:" is kept as it is.

    Args:
        lead: the words before a list.
        language: ISO 639-1 code; None reads it by the words of all languages.
    """
    known = _load_words("leads", language)
    words = split_words(lead, language)
    start = list(takewhile(lambda word: word.form in known, words))
    announcing = [word for word in start if is_content_word(word, language)]
    rest = words[len(start) :]
    if not announcing or any(lead[word.start].islower() for word in rest):
        return lead
    return lead[announcing[-1].end :].strip() if rest else ""


def blank_announcement(lead: str, language: str | None = None) -> str:
    """Return the lead with the announcement before its colon replaced by spaces, at the same length.

    "The inn has the following features: 14 rooms" is "The inn has 14 rooms".

    Args:
        lead: a sentence before a list.
        language: ISO 639-1 code; None means English.
    """
    pattern = _compile_endings(language or "en")
    match = pattern.search(lead) if pattern is not None else None
    if match is None:
        return lead
    start, end = match.span(1)
    return lead[:start] + " " * (end - start) + lead[end:]


def blank_opening(sentence: str, language: str | None = None) -> str:
    """Return a sentence with the words that only open it replaced by spaces, at the same length.

    "Overall, the mill has 12 sails" says that the mill has 12 sails. Openings that tell an order, a cause or
    a limit are kept: "first", "therefore", "generally".

    Args:
        sentence: a sentence of a reply, which may begin with white space.
        language: ISO 639-1 code; None means English.
    """
    pattern = _compile_openings(language or "en")
    match = pattern.match(sentence) if pattern is not None else None
    if match is None or not sentence[match.end() :].strip():
        return sentence
    return " " * match.end() + sentence[match.end() :]


@cache
def _compile_openings(language: str) -> re.Pattern[str] | None:
    phrases = _load_lists().get(language, {}).get("openings")
    if not phrases:
        return None
    ended = [rf"{phrase}(?=\s)" if phrase.endswith(" that") else rf"{phrase}\s*[,:]" for phrase in phrases]
    return re.compile(rf"[\s*_]*(?:{'|'.join(ended)})[*_]*(?=\s)", re.IGNORECASE)


@cache
def _compile_endings(language: str) -> re.Pattern[str] | None:
    phrases = _load_lists().get(language, {}).get("endings")
    if not phrases:
        return None
    return re.compile(rf"(?<!\w)({'|'.join(phrases)})\s*[:：]\s*\Z", re.IGNORECASE)


@cache
def _load_words(group: Literal["heads", "leads"], language: str | None) -> frozenset[str]:
    lists = _load_lists()
    kept = lists.values() if language is None else [lists[language]] if language in lists else []
    return frozenset(word for row in kept for word in row[group].split())


@cache
def _load_lists() -> dict[str, dict[str, Any]]:
    return load_package_json("text/announcing_words.json", dict[str, dict[str, Any]])
