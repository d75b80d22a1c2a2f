"""Follow-up questions: find what a question such as “How high is it?” takes from the questions before it.

No model rewrites the question. It is searched for together with the words of the question before it, and a
language model is given the conversation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ascribe.errors import InputError
from ascribe.records import Answer
from ascribe.text.language_detection import resolve_language
from ascribe.text.words import is_content_word, split_words

History: TypeAlias = Sequence[Answer | tuple[str, str] | Mapping[str, Any]]
"""Earlier turns, oldest first: answers, pairs (question, answer), or chat messages."""

POINTING = {
    "en": (
        "it its he him his she her hers they them their theirs",
        "this that these those one ones there",
    ),
    "de": (
        "er ihn ihm sein seine es sie ihr ihre ihnen",
        "dieser diese dieses deren dort dafür davon",
    ),
    "fr": ("il elle ils elles lui leur leurs son sa ses", "cela ceci celui celle ceux celles"),
    "es": ("él ella ellos ellas su sus", "esto eso este esta ese esa aquel aquella allí"),
}
"""Language → words that point at something said before. In another language only a question without any
content word is a follow-up."""

MAX_POINTING_WORDS = 3
"""Most content words of a question whose pronoun may refer to an earlier question; in a longer one it
mostly refers to the question itself."""

MAX_RENDERED_TURNS = 6
"""Turns of the conversation that a language model is given, the last ones."""

MAX_RENDERED_CHARS = 1_000
"""Most characters of a question or an answer in it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question, and what was answered."""

    question: str
    answer: str = ""


def parse_history(history: object) -> list[Turn]:
    """Return the turns of a conversation, the oldest first.

    Raises:
        InputError: it is no list of answers, pairs (question, answer) or chat messages; names the item.
    """
    if history is None:
        return []
    if isinstance(history, str | bytes | Mapping | Answer) or not isinstance(history, Iterable):
        raise InputError(
            "history must be a list of answers, pairs (question, answer) or chat messages, got "
            f"{type(history).__name__}."
        )
    turns: list[Turn] = []
    for number, item in enumerate(history, 1):
        _add_item(turns, item, number)
    return turns


def _add_item(turns: list[Turn], item: object, number: int) -> None:
    match item:
        case Answer():
            turns.append(Turn(item.query, item.reply or ""))
        case (str(question), str(answer)):
            turns.append(Turn(question, answer))
        case {"role": "user", "content": str(question)}:
            turns.append(Turn(question))
        case {"role": "assistant", "content": str(answer)}:
            if turns:
                turns[-1] = Turn(turns[-1].question, answer)
        case {"role": "system" | "developer" | "tool"} | {"role": "assistant", "content": None}:
            pass  # the call of a tool has no text
        case _:
            raise InputError(
                f"history: item {number} must be an Answer, a pair (question, answer) or a chat message with "
                f"role and text, got {type(item).__name__}."
            )


def resolve_follow_up(question: str, turns: Sequence[Turn], language: str | None = None) -> str:
    """Return the question with what it takes from the turns before it; unchanged if it takes nothing.

    >>> resolve_follow_up("How high is it?", [Turn("How many sails has the mill?")], "en")
    'How high is it? (sails, mill)'
    >>> resolve_follow_up("And when?", [Turn("Who built the mill?")], "en")
    'Who built the mill? And when?'
    """
    if not turns:
        return question
    language = language or resolve_language(turns[-1].question) or resolve_language(question)
    before, *others = (*(turn.question for turn in turns), question)
    for each in others:
        before = _complete_question(each, before, language)
    return before


def _complete_question(question: str, before: str, language: str | None) -> str:
    """Return the question with what it takes from the one before it; unchanged if it takes nothing."""
    words = split_words(question, language)
    content = [word for word in words if is_content_word(word, language)]
    pointing = any(word.form in _get_pointing_words(language) for word in words)
    points = pointing and len(content) <= MAX_POINTING_WORDS
    if len(content) > 1 and not points:
        return question
    if not content and not points:
        return f"{before} {question}"
    own = {word.stem for word in words}
    taken = [
        before[word.start : word.end]
        for word in split_words(before, language)
        if is_content_word(word, language) and word.stem not in own
    ]
    return f"{question} ({', '.join(dict.fromkeys(taken))})" if taken else question


def _get_pointing_words(language: str | None) -> frozenset[str]:
    return frozenset(" ".join(POINTING.get(language or "", ())).split())


def render_conversation(question: str, turns: Sequence[Turn]) -> str:
    """Return the question with the last turns, as a language model is given it; unchanged without any."""
    if not turns:
        return question
    lines = [
        f"{name}: {text[:MAX_RENDERED_CHARS]}"
        for turn in turns[-MAX_RENDERED_TURNS:]
        for name, text in (("Question", turn.question), ("Answer", turn.answer))
        if text
    ]
    return f"{question} (It follows this conversation. {' '.join(lines)})"
