"""Completions of a model: parse them, whole or streamed, and find the JSON in their text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from typing import Any

from ascribe.errors import AnswerError, EndpointError, TokenLimitError
from ascribe.llm.transport import TransportError
from ascribe.records.offsets import join_surrogates


@dataclass(frozen=True, slots=True)
class Completion:
    """Answer of a model.

    Args:
        text: its text.
        tokens: tokens of request and answer together, as the server counted them; None if not reported.
        logprob: mean log probability of the tokens of the answer; None if not reported.
    """

    text: str
    tokens: int | None = None
    logprob: float | None = None


def parse_completion(body: bytes, url: str) -> Completion:
    """Parse the first choice of a response body.

    Raises:
        AnswerError: the body is not JSON, or has no text, or a text that was cut off; the message starts
            with the address.
    """
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        raise AnswerError(f"{url}: the answer is not JSON; is this the right base_url?") from None
    try:
        choice = answer["choices"][0]
        message = choice["message"]
        content = message.get("content")
    except (LookupError, TypeError, AttributeError):
        raise AnswerError(f"{url}: the answer has no choices[0].message.content.") from None
    check_finish_reason(choice.get("finish_reason"), url)
    if not isinstance(content, str) or not content.strip():
        raise build_no_text_error(url, message.get("refusal"))
    return Completion(
        content, parse_token_count(answer.get("usage")), compute_mean(parse_logprobs(choice.get("logprobs")))
    )


def check_finish_reason(reason: object, url: str) -> None:
    """Check that the model ended its answer: what is missing may reverse the meaning of the rest.

    Args:
        reason: the ``finish_reason`` of the choice.
        url: of the endpoint.

    Raises:
        TokenLimitError: the token limit was reached.
        AnswerError: a filter stopped the answer.
    """
    if reason == "length":
        raise TokenLimitError(f"{url}: the answer was cut off by the token limit (finish_reason 'length').")
    if reason == "content_filter":
        raise AnswerError(
            f"{url}: the answer was cut off by the server's content filter (finish_reason 'content_filter'); "
            "rephrase the question, or use another model."
        )


def build_no_text_error(url: str, refusal: object) -> AnswerError:
    """Build the error for an answer without text, with the model's reason if it gave one."""
    why = str(refusal or "content is empty")[:300]
    return AnswerError(f"{url}: the model gave no text ({why}).")


def parse_logprobs(given: Any) -> list[float]:
    """Return the log probability of each token, from the ``logprobs`` of a choice."""
    rows = given.get("content") if isinstance(given, dict) else None
    values = [row.get("logprob") for row in rows or () if isinstance(row, dict)]
    return [float(value) for value in values if isinstance(value, int | float) and isfinite(value)]


def compute_mean(values: Sequence[float]) -> float | None:
    """Return the mean; None without values."""
    return sum(values) / len(values) if values else None


def parse_token_count(usage: Any) -> int | None:
    """Return the total that the server counted; None if it reported none."""
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    return total if isinstance(total, int) and not isinstance(total, bool) and total >= 0 else None


# --- Streamed completions ---

_END_OF_STREAM = "[DONE]"


class StreamedCompletion:
    """A completion whose first text has arrived. It has to be closed.

    Args:
        events: the data of each event; closed at the end.
        url: of the endpoint, for messages.
        shown: returns what an error may repeat of a server's error message.

    Raises:
        TransportError: the connection broke before the first text, so the request can be repeated.
        EndpointError: the server reported a failure, or used another protocol.
    """

    def __init__(self, events: Generator[str], url: str, shown: Callable[[str], str]) -> None:
        self._url, self._shown = url, shown
        self._said: list[str] = []
        self._logprobs: list[float] = []
        self._tokens: int | None = None
        self._refusal = self._half = ""
        self._finish_reason: object = None
        self._read = self._iterate_texts(events)
        self._first = next(self._read, "")

    def texts(self) -> Generator[str]:
        """Yield the pieces of the text, none empty.

        Raises:
            EndpointError: the stream broke off.
        """
        try:
            if self._first:
                yield self._first
            yield from self._read
        except TransportError as failure:
            raise EndpointError(f"{self._url}: the answer broke off ({failure}).") from None

    def completion(self) -> Completion:
        """Return the whole completion, after reading the rest of the stream.

        Raises:
            EndpointError: the stream broke off.
            AnswerError: there was no text, or it was cut off.
        """
        for _ in self.texts():
            pass
        check_finish_reason(self._finish_reason, self._url)
        text = "".join([*self._said, self._half])
        if not text.strip():
            raise build_no_text_error(self._url, self._refusal)
        return Completion(text, self._tokens, compute_mean(self._logprobs))

    def close(self) -> None:
        """Close the stream."""
        self._read.close()

    def _iterate_texts(self, events: Generator[str]) -> Generator[str]:
        with closing(events):
            for data in events:
                if data.strip() == _END_OF_STREAM:
                    return
                text = self._parse_text(data)
                if text:
                    self._said.append(text)
                    yield text
        if not self._finish_reason:
            raise TransportError("the stream ended before the answer did")

    def _parse_text(self, data: str) -> str:
        """Return the text that a chunk adds to the first choice; the chunk with the usage may have none."""
        chunk = self._parse_chunk(data)
        self._tokens = parse_token_count(chunk.get("usage")) or self._tokens
        try:
            choice = next((one for one in chunk["choices"] if not one.get("index")), None) or {}
            delta = choice.get("delta") or {}
            text, refusal = delta.get("content") or "", delta.get("refusal") or ""
        except (LookupError, TypeError, AttributeError):
            raise AnswerError(f"{self._url}: a chunk of the stream has no choices[0].delta.") from None
        self._finish_reason = self._finish_reason or choice.get("finish_reason")
        self._logprobs += parse_logprobs(choice.get("logprobs"))
        self._refusal += str(refusal)
        text, self._half = join_surrogates(self._half + (text if isinstance(text, str) else ""))
        return text

    def _parse_chunk(self, data: str) -> dict[str, Any]:
        try:
            chunk = json.loads(data)
        except (ValueError, RecursionError):
            raise AnswerError(f"{self._url}: a chunk of the stream is not JSON.") from None
        if not isinstance(chunk, dict):
            raise AnswerError(f"{self._url}: a chunk of the stream is not a JSON object.")
        if chunk.get("error"):
            raise EndpointError(f"{self._url}: the stream reports a failure: {self._shown(data)}")
        return chunk


# --- JSON in a text ---

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
"""Reasoning that some models write before their answer."""

MAX_OPENING_BRACES = 100
"""Opening braces to try; each attempt may scan the whole rest."""

_FENCE = re.compile(r"```(?:json)?[^\S\n]*\n(.*?)\n?\s*```", re.DOTALL | re.IGNORECASE)


def parse_json(text: str) -> Any:
    """Parse the JSON of the whole text, else of a fenced block, else of the first object in it.

    Raises:
        ValueError: there is no JSON.
    """
    said = strip_thought(text)
    for candidate in _find_candidates(said):
        try:
            return json.loads(candidate)
        except (ValueError, RecursionError):
            continue
    for opening in islice(re.finditer(r"\{", said), MAX_OPENING_BRACES):
        try:
            return json.JSONDecoder().raw_decode(said, opening.start())[0]
        except (ValueError, RecursionError):
            continue
    raise ValueError("no JSON")


def strip_thought(text: str) -> str:
    """Return the text without the model's reasoning before it; reasoning without an end stays."""
    return _THOUGHT.sub("", text)


def _find_candidates(text: str) -> Iterator[str]:
    yield text
    for fenced in _FENCE.finditer(text):
        yield fenced[1]
