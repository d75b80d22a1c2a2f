"""The body of an answer → the model's text, and what it cost."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import isfinite
from typing import Any

from ascribe.errors import AnswerError


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answered.

    Args:
        text: its words.
        tokens: of question and answer together, as the server counted; None if it does not say.
        logprob: mean log probability of the tokens of the answer; None if the server does not say.
    """

    text: str
    tokens: int | None = None
    logprob: float | None = None


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
        choice = answer["choices"][0]
        message = choice["message"]
        content = message.get("content")
    except (LookupError, TypeError, AttributeError):
        raise AnswerError(f"{url}: the answer has no choices[0].message.content.") from None
    if not isinstance(content, str) or not content.strip():
        why = str(message.get("refusal") or "content is empty")[:300]
        raise AnswerError(f"{url}: the model gave no text ({why}).")
    return Completion(content, _tokens(answer.get("usage")), _logprob(choice.get("logprobs")))


def _logprob(given: Any) -> float | None:
    rows = given.get("content") if isinstance(given, dict) else None
    values = [row.get("logprob") for row in rows or () if isinstance(row, dict)]
    known = [float(value) for value in values if isinstance(value, int | float) and isfinite(value)]
    return sum(known) / len(known) if known else None


def _tokens(usage: Any) -> int | None:
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    return total if isinstance(total, int) and not isinstance(total, bool) and total >= 0 else None
