"""Warnings of an answer: it may not answer the question, or a part of the question has no answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ascribe.records.answer import Answer
    from ascribe.records.cited_sentence import CitedSentence

LOW_CONFIDENCE = "low confidence"
"""The words for a supported sentence of an answer that may not answer the question."""


def list_warnings(answer: Answer) -> list[str]:
    """List the warnings of an answer, each once; that of a low confidence comes first."""
    return [*dict.fromkeys(one for one in (describe_doubt(answer), *answer.warnings) if one)]


def is_doubtful_sentence(sentence: CitedSentence, answer: Answer) -> bool:
    """Return True if a source says the sentence, but it may not answer the question."""
    return answer.is_doubtful and sentence.verdict is not None and sentence.verdict.status == "supported"


def describe_doubt(answer: Answer) -> str:
    """Return a warning if a quotation answers the question with a probability below one half, else ""."""
    if answer.confidence is None or not answer.is_doubtful:
        return ""
    share = f"{100 * answer.confidence:.0f} %"
    return f"This may not answer the question: the probability that it does is {share}."


def describe_unanswered(parts: Sequence[str]) -> str:
    """Return which parts of the question have no answer, in a sentence; "" without such a part.

    >>> describe_unanswered(["who built it?"])
    'No answer was found to “who built it?”.'
    """
    named = " and ".join(f"“{part}”" for part in parts)
    return f"No answer was found to {named}." if named else ""
