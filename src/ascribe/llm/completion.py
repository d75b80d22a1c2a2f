"""The body of an answer → the model's text, and what it cost."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ascribe.errors import AnswerError


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answered.

    Args:
        text: its words.
        tokens: of question and answer together, as the server counted; None if it does not say.
    """

    text: str
    tokens: int | None = None


def read_completion(body: bytes, url: str) -> Completion:
    """The text of the first choice.

    Raises:
        AnswerError: the body is no JSON, or holds no text; the message starts with the address.
    """
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        raise AnswerError(f"{url}: the answer is no JSON; is this the right base_url?") from None
    try:
        message = answer["choices"][0]["message"]
        content = message.get("content")
    except (LookupError, TypeError, AttributeError):
        raise AnswerError(f"{url}: the answer has no choices[0].message.content.") from None
    if not isinstance(content, str) or not content.strip():
        why = str(message.get("refusal") or "content is empty")[:300]
        raise AnswerError(f"{url}: the model gave no text ({why}).")
    return Completion(content, _tokens(answer.get("usage")))


def _tokens(usage: Any) -> int | None:
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    return total if isinstance(total, int) and not isinstance(total, bool) and total >= 0 else None
