"""The JSON of a chat-completions endpoint: requests, refusals, and completions, whole or streamed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, TypedDict

from ascribe.errors import AnswerError, EndpointError, TokenLimitError
from ascribe.llm.transport import HttpReply, TransportError
from ascribe.records.offsets import join_surrogates

Message = Mapping[str, str]
"""``role`` and ``content``."""


class RequestOptions(TypedDict, total=False):
    """Options of a request; one that is None or False is not sent."""

    response_format: Mapping[str, Any] | None
    """The form of the answer, by ``build_response_format``."""
    max_tokens: int | None
    """Most tokens of the answer."""
    logprobs: bool
    """Whether to return the mean log probability of the answer."""


SEED = 0
"""Together with temperature 0 it makes answers repeatable, as far as the server supports it."""

_OPTION_PATTERNS = {
    "response_format": re.compile(r"response_format|json_schema|structured.output", re.IGNORECASE),
    "logprobs": re.compile(r"logprobs?\b", re.IGNORECASE),
    "seed": re.compile(r"\bseed\b"),
    "temperature": re.compile(r"\btemperature\b"),
    "max_tokens": re.compile(r"\bmax_tokens\b"),
    "stream": re.compile(r"\bstream(?:ing|ed)?\b", re.IGNORECASE),
}
"""Fields that some servers or models refuse, in the order in which they are searched in a refusal."""


def build_body(
    model: str, messages: Sequence[Message], options: RequestOptions, *, stream: bool = False
) -> dict[str, Any]:
    """Build the body of a request."""
    body = {"model": model, "messages": list(messages), "temperature": 0, "seed": SEED}
    given = {**options, "stream": stream}
    return {
        **body,
        **{key: value for key, value in given.items() if value is not None and value is not False},
    }


def find_refused_option(reply: HttpReply, body: Mapping[str, Any]) -> str | None:
    """Find the field of the body that the server refuses, if the reply says so.

    If a refusal names no field, it is taken to be about the structured output, as long as that is requested.
    """
    if reply.status not in (400, 422):
        return None
    sent = {name: pattern for name, pattern in _OPTION_PATTERNS.items() if name in body}
    for text in (_parse_refused_parameter(reply.body), reply.body.decode("utf-8", "replace")):
        named = next((name for name, pattern in sent.items() if pattern.search(text)), None)
        if named is not None:
            return named
    return "response_format" if "response_format" in sent else None


def _parse_refused_parameter(data: bytes) -> str:
    """Return ``error.param``: it names the refused field, while the message may name several."""
    try:
        parameter = json.loads(data)["error"]["param"]
    except (ValueError, LookupError, TypeError):
        return ""
    return parameter if isinstance(parameter, str) else ""


# --- Whole completions ---


_TOKEN_LIMITS = ("length", "max_tokens", "model_length")
_BREAKS = ("abort", "aborted", "cancelled", "canceled", "error", "timeout")
"""Values of ``finish_reason`` of an answer that is not whole; servers use more than the protocol has."""

_MOST_NEGATIVE = 10_000
"""Some servers give -9999 for the log probability of a token that they do not know."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


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


def parse_completion(body: bytes, url: str, shown: Callable[[str], str] = str) -> Completion:
    """Parse the first choice of a response body.

    Args:
        body: the bytes of the body.
        url: of the endpoint, for messages.
        shown: returns what an error may repeat of the server's words.

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
        content, refusal = message.get("content"), message.get("refusal")
    except (LookupError, TypeError, AttributeError):
        raise AnswerError(f"{url}: the answer has no choices[0].message.content.") from None
    text = content if isinstance(content, str) else ""
    tokens, logprobs = _parse_token_count(answer.get("usage")), _parse_logprobs(choice.get("logprobs"))
    said = shown(str(refusal)) if refusal else ""
    return _build_completion(url, text, choice.get("finish_reason"), said, tokens, logprobs)


def _build_completion(
    url: str, text: str, finish_reason: object, refusal: str, tokens: int | None, logprobs: list[float]
) -> Completion:
    """Build the completion of an answer that is whole: what is missing may reverse the meaning of the rest.

    Args:
        url: of the endpoint.
        text: the text of the answer.
        finish_reason: the field of that name of the choice.
        refusal: why the model gave no text, if it says so, as an error may repeat it.
        tokens: tokens of request and answer together.
        logprobs: log probability of each token.

    Raises:
        TokenLimitError: the token limit was reached.
        AnswerError: a filter stopped the answer, or there is no text.
    """
    if finish_reason in _TOKEN_LIMITS:
        raise TokenLimitError(
            f"{url}: the answer was cut off by the token limit (finish_reason {finish_reason!r})."
        )
    if finish_reason in _BREAKS:
        raise AnswerError(f"{url}: the server broke the answer off (finish_reason {finish_reason!r}).")
    if finish_reason == "content_filter":
        raise AnswerError(
            f"{url}: the answer was cut off by the server's content filter (finish_reason 'content_filter'); "
            "rephrase the question, or use another model."
        )
    if not text.strip():
        raise AnswerError(f"{url}: the model gave no text ({(refusal or 'content is empty')[:300]}).")
    whole = _LONE_SURROGATE.sub("\ufffd", text)
    return Completion(whole, tokens, sum(logprobs) / len(logprobs) if logprobs else None)


def _parse_logprobs(given: Any) -> list[float]:
    """Return the log probability of each token, from the ``logprobs`` of a choice."""
    rows = given.get("content") if isinstance(given, dict) else None
    values = [row.get("logprob") for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [float(value) for value in values if isinstance(value, int | float) and _is_logprob(value)]


def _is_logprob(value: float) -> bool:
    return not isinstance(value, bool) and -_MOST_NEGATIVE <= value <= 0


def _parse_token_count(usage: Any) -> int | None:
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
        text = "".join([*self._said, self._half])
        refusal = self._shown(self._refusal) if self._refusal else ""
        return _build_completion(self._url, text, self._finish_reason, refusal, self._tokens, self._logprobs)

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
        self._tokens = _parse_token_count(chunk.get("usage")) or self._tokens
        try:
            choice = next((one for one in chunk["choices"] if not one.get("index")), None) or {}
            delta = choice.get("delta") or {}
            text, refusal = delta.get("content") or "", delta.get("refusal") or ""
        except (LookupError, TypeError, AttributeError):
            raise AnswerError(f"{self._url}: a chunk of the stream has no choices[0].delta.") from None
        self._finish_reason = self._finish_reason or choice.get("finish_reason")
        self._logprobs += _parse_logprobs(choice.get("logprobs"))
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
