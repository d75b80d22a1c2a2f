"""Answers that are one JSON object: ask for one, parse it, and ask again with the fault named."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Generic, TypeVar

from ascribe.errors import AnswerError
from ascribe.llm.completion import Completion, Message

MAX_ATTEMPTS = 2
"""Most requests for one answer: a model that repeats a fault after it was named will repeat it again."""

_RETRY_PROMPT = (
    "That answer cannot be used: {fault} Answer once more, with one JSON object of the form above only."
)

_INCOMPLETE_ANSWER = "It contains no text, or it was cut off because it is too long."

Parsed = TypeVar("Parsed")


class UnusableAnswerError(ValueError):
    """An answer that cannot be used. The message is one sentence on why, for the model and for people."""


def shorten(text: str) -> str:
    """Return the text on one line of at most 80 characters, for the message of an error."""
    text = " ".join(text.encode("utf-8", "replace").decode().split())
    return text if len(text) <= 80 else f"{text[:79]}…"


def build_response_format(name: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    """Build the ``response_format`` for one object with exactly these properties."""
    schema = build_object_schema(properties)
    return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": schema}}


def build_object_schema(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Build the JSON schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


@dataclass(frozen=True, slots=True)
class Prompt:
    """The part of a prompt that does not depend on the input.

    Args:
        instructions: the system message; it describes the form of the answer.
        response_format: the same form as a JSON schema, by ``build_response_format``.
    """

    instructions: str
    response_format: Mapping[str, Any]

    @property
    def version(self) -> str:
        """Digest of the prompt and of the message after an answer that cannot be used."""
        text = f"{self.instructions}{json.dumps(self.response_format)}{_RETRY_PROMPT}"
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def build_messages(self, content: str | Mapping[str, Any]) -> tuple[Message, ...]:
        """Build the messages; a mapping is sent as JSON, whose strings no character of a source can end."""
        text = (
            content if isinstance(content, str) else break_up_tokens(json.dumps(content, ensure_ascii=False))
        )
        return ({"role": "system", "content": self.instructions}, {"role": "user", "content": text})


_SPECIAL_TOKEN = re.compile(r"<(?=\||\uff5c|/?s>|<SYS|</SYS|(?:start|end)_of_turn>)|\[(?=/?INST\])")


def break_up_tokens(record: str) -> str:
    """Return the JSON with the first sign of each special token of a model escaped, which JSON reads back.

    Some servers take such tokens for their own inside the text of a user: a source could end the message.
    """
    return _SPECIAL_TOKEN.sub(lambda found: f"\\u{ord(found[0]):04x}", record)


@dataclass(frozen=True, slots=True)
class Attempt(Generic[Parsed]):
    """One attempt to get an answer that can be used.

    Args:
        messages: the messages to send.
        parse: returns the content of an answer, or raises ``UnusableAnswerError``.
        number: 1 for the first attempt.
    """

    messages: tuple[Message, ...]
    parse: Callable[[Completion], Parsed]
    number: int = 1

    def read(
        self, answer: Completion | AnswerError
    ) -> tuple[Parsed | UnusableAnswerError, Attempt[Parsed] | None]:
        """Return the content of the answer, or why it cannot be used and the next attempt, if one is left."""
        if isinstance(answer, AnswerError):
            return UnusableAnswerError(str(answer)), self._build_next("", _INCOMPLETE_ANSWER)
        try:
            return self.parse(answer), None
        except UnusableAnswerError as unusable:
            return unusable, self._build_next(answer.text, str(unusable))

    def _build_next(self, text: str, fault: str) -> Attempt[Parsed] | None:
        if self.number == MAX_ATTEMPTS:
            return None
        previous = ({"role": "assistant", "content": text},) if text else ()
        again = {"role": "user", "content": _RETRY_PROMPT.format(fault=fault)}
        return replace(self, messages=(*self.messages, *previous, again), number=self.number + 1)


def ask_and_parse(
    attempt: Attempt[Parsed],
    complete: Callable[[tuple[Message, ...]], Completion],
    answer: Completion | None = None,
) -> Parsed:
    """Return the content of the first answer that can be used, after at most ``MAX_ATTEMPTS`` requests.

    Args:
        attempt: the first attempt.
        complete: sends messages to the model; its errors are passed on.
        answer: the answer to the first attempt, if it was already sent, such as one that was streamed.

    Raises:
        UnusableAnswerError: no answer can be used; the reason is that of the last one.
    """
    found, following = attempt.read(answer or complete(attempt.messages))
    while following is not None:
        found, following = following.read(complete(following.messages))
    if isinstance(found, UnusableAnswerError):
        raise found
    return found


_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
"""Reasoning that some models write before their answer."""

MAX_OPENING_BRACES = 100
"""Opening braces to try; each attempt may scan the whole rest."""

_FENCE = re.compile(r"```(?:json)?[^\S\n]*\n(.*?)```", re.DOTALL | re.IGNORECASE)


def _check_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of these pairs; readers disagree about a key that is there twice."""
    record = dict(pairs)
    if len(record) < len(pairs):
        raise UnusableAnswerError("A key of the object is there twice.")
    return record


_DECODER = json.JSONDecoder(object_pairs_hook=_check_keys)


def parse_json(text: str) -> Any:
    """Parse the JSON of the whole text, else of a fenced block, else of the first object in it.

    Raises:
        UnusableAnswerError: there is no JSON.
    """
    text = strip_thought(text)
    if text.lstrip().startswith("<think>"):
        raise UnusableAnswerError("Its reasoning has no end, so there is no answer after it.")
    for candidate, start in _find_candidates(text):
        try:
            return _DECODER.decode(candidate) if start is None else _DECODER.raw_decode(candidate, start)[0]
        except UnusableAnswerError:
            raise
        except (ValueError, RecursionError):
            continue
    raise UnusableAnswerError("It contains no JSON.")


def strip_thought(text: str) -> str:
    """Return the text without the model's reasoning before it; reasoning without an end stays."""
    return _THOUGHT.sub("", text)


def _find_candidates(text: str) -> Iterator[tuple[str, int | None]]:
    """Yield texts that may be JSON as a whole, then places where an object may begin."""
    yield text, None
    for fenced in _FENCE.finditer(text):
        yield fenced[1], None
    for opening in islice(re.finditer(r"\{", text), MAX_OPENING_BRACES):
        yield text, opening.start()
