"""The body of an answer → the model's text, and what it cost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from ascribe.errors import AnswerError, TokenLimitError


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
        AnswerError: the body is no JSON, or holds no text, or one that was cut off; the message starts with
            the address.
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
    check_ended(choice.get("finish_reason"), url)
    if not isinstance(content, str) or not content.strip():
        raise no_text(url, message.get("refusal"))
    return Completion(content, tokens_of(answer.get("usage")), mean(values_of(choice.get("logprobs"))))


def check_ended(reason: object, url: str) -> None:
    """Refuse what did not end where the model ended it: what is missing may turn round what is there.

    Args:
        reason: the ``finish_reason`` of the choice.
        url: of the endpoint.

    Raises:
        TokenLimitError: the tokens were spent.
        AnswerError: a filter stopped it.
    """
    if reason == "length":
        raise TokenLimitError(f"{url}: the answer was cut off by a limit of tokens (finish_reason 'length').")
    if reason == "content_filter":
        raise AnswerError(
            f"{url}: the answer was cut off by a filter of the server (finish_reason 'content_filter'); ask "
            "in other words, or another model."
        )


def no_text(url: str, refusal: object) -> AnswerError:
    """The error of an answer without words, with the model's reason if it gave one."""
    why = str(refusal or "content is empty")[:300]
    return AnswerError(f"{url}: the model gave no text ({why}).")


def values_of(given: Any) -> list[float]:
    """The log probability of each token, of what a choice has under ``logprobs``."""
    rows = given.get("content") if isinstance(given, dict) else None
    values = [row.get("logprob") for row in rows or () if isinstance(row, dict)]
    return [float(value) for value in values if isinstance(value, int | float) and isfinite(value)]


def mean(values: Sequence[float]) -> float | None:
    """Their mean; None of none."""
    return sum(values) / len(values) if values else None


def tokens_of(usage: Any) -> int | None:
    """The sum that the server counted; None if it did not."""
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    return total if isinstance(total, int) and not isinstance(total, bool) and total >= 0 else None
