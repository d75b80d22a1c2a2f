"""Questions that ask several things: split, and each part made complete. English only."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ascribe.text.words import is_content_word, split_words
from ascribe.verify.clauses.questions import find_subject

_QUESTION_JOINT = re.compile(
    r"(?:[,;]?\s+(?:and|but)\s+|;\s+|\?\s+(?:and\s+)?)(?=(?:(?:at|by|for|from|in|of|on|to|under|with)\s+)?"
    r"(?:how|what|when|where|which|who|whom|whose|why)\b)",
    re.IGNORECASE,
)
"""What joins two questions in one."""

_PRONOUN = re.compile(
    r"\b(?:(?P<owner>its|his|their|her(?=\s+\w))|(?P<thing>it|he|him|she|her|they|them))\b", re.IGNORECASE
)


def split_question(question: str, language: str | None) -> list[str]:
    """Split a question into the questions it combines; empty if it asks one thing.

    >>> split_question("When was the mill built and who owned it?", "en")
    ['When was the mill built', 'who owned it?']
    """
    if language != "en":
        return []
    found = [part.strip() for part in _QUESTION_JOINT.split(question)]
    whole = len(found) > 1 and all(_has_content(part, language) for part in found)
    return found if whole else []


def _has_content(part: str, language: str) -> bool:
    """Return True if a search can find anything for the part; nothing can be found for "and when?"."""
    return any(is_content_word(word, language) for word in split_words(part, language))


def complete_parts(parts: Sequence[str]) -> list[str]:
    """Return the parts as questions of their own: with a question mark, and a subject instead of a pronoun.

    >>> complete_parts(["When was the mill built", "who owned it?"])
    ['When was the mill built?', 'who owned the mill?']
    """
    subject = ""
    found = []
    for part in parts:
        whole = f"{_replace_pronouns(part.rstrip(' ?.!'), subject)}?"
        found.append(whole)
        subject = find_subject(whole) or subject
    return found


def _replace_pronouns(part: str, subject: str) -> str:
    """Return the part with the subject for its pronouns; unchanged without a subject."""
    if not subject:
        return part
    return _PRONOUN.sub(lambda found: f"{subject}'s" if found["owner"] else subject, part)
