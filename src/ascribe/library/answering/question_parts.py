"""Questions that ask several things: split, and each part made complete. English only."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ascribe.library.answering.identifiers import Identifier
from ascribe.library.answering.other_identifiers import find_asked
from ascribe.text.words import is_content_word, split_words
from ascribe.verify.clauses.questions import find_subject

_QUESTION_JOINT = re.compile(
    r"(?:[,;]?\s+(?:and|but)\s+|;\s+|\?\s+(?:and\s+)?)(?=(?:(?:at|by|for|from|in|of|on|to|under|with)\s+)?"
    r"(?:how|what|when|where|which|who|whom|whose|why)\b)",
    re.IGNORECASE,
)
"""What joins two questions in one."""

_LIST_JOINT = re.compile(
    r"(?:, ?|,? (?:and|&|as well as) )(?:(?:at|by|for|in|of|on|to|under|with) )?(?:the )?", re.IGNORECASE
)
"""What joins two identifiers that are asked about alike."""

_TOGETHER = re.compile(
    r"\b(?:between|both|combined|common|compar\w*|differ\w*|same|share[ds]?|similar|than|together|total|versus|vs)\b",
    re.IGNORECASE,
)
"""Words of a question about several things at once."""

_PRONOUN = re.compile(
    r"\b(?:(?P<owner>its|his|their|her(?=\s+\w))|(?P<thing>it|he|him|she|her|they|them))\b", re.IGNORECASE
)


def split_question(question: str, language: str | None) -> list[str]:
    """Split a question into the questions it combines; empty if it asks one thing.

    >>> split_question("When was the mill built and who owned it?", "en")
    ['When was the mill built', 'who owned it?']
    >>> split_question("What is needed at AAL2 and at AAL3?", "en")
    ['What is needed at AAL2?', 'What is needed at AAL3?']
    """
    if language != "en":
        return []
    found = [part.strip() for part in _QUESTION_JOINT.split(question)]
    whole = all(_has_content(part, language) for part in found)
    parts = [each for part in found for each in _split_by_identifier(part)] if whole else []
    return parts if len(parts) > 1 else []


def _split_by_identifier(question: str) -> list[str]:
    """Return a question for each of the things of one kind that the question lists: AAL2 and AAL3."""
    listed = _find_list(question, find_asked(question))
    if len(listed) < 2 or _TOGETHER.search(question):
        return [question]
    first, last = listed[0], listed[-1]
    noun = question[first.start : first.end - len(first.value)]
    named = [(question[one.start : one.end], len(one.value)) for one in listed]
    names = [text if len(text) > size else noun + text for text, size in named]
    return [question[: first.start] + name + question[last.end :] for name in names]


def _find_list(question: str, asked: Sequence[Identifier]) -> list[Identifier]:
    """Return the first of these that are listed together."""
    listed: list[Identifier] = []
    for one in asked:
        joined = listed and _LIST_JOINT.fullmatch(question[listed[-1].end : one.start])
        if joined and one.kinds & listed[-1].kinds:
            listed.append(one)
        elif len(listed) < 2:
            listed = [one]
    return listed


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
