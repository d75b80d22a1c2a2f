"""A completion that comes in pieces: the chunks of a chat completion → texts, then the whole."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from contextlib import closing
from typing import Any

from ascribe.errors import AnswerError, EndpointError
from ascribe.llm.completion import Completion, check_ended, mean, no_text, tokens_of, values_of
from ascribe.llm.transport import LineFailure
from ascribe.records.surrogates import whole_characters

_END = "[DONE]"


class Arriving:
    """A completion of which the first text is there. It has to be closed.

    Args:
        events: the data of each event, closed at the end.
        url: of the endpoint, for messages.
        shown: what of a server's complaint may be shown.

    Raises:
        LineFailure: the line broke before the first text, so that asking again does no harm.
        EndpointError: the server reported a failure, or spoke another protocol.
    """

    def __init__(self, events: Generator[str], url: str, shown: Callable[[str], str]) -> None:
        self._url, self._shown = url, shown
        self._said: list[str] = []
        self._logprobs: list[float] = []
        self._tokens: int | None = None
        self._refusal = self._half = ""
        self._ended: object = None
        self._read = self._texts(events)
        self._first = next(self._read, "")

    def texts(self) -> Generator[str]:
        """The pieces of the text, none empty.

        Raises:
            EndpointError: the stream broke off.
        """
        try:
            if self._first:
                yield self._first
            yield from self._read
        except LineFailure as failure:
            raise EndpointError(f"{self._url}: the answer broke off ({failure}).") from None

    def completion(self) -> Completion:
        """The whole, when all of it has come.

        Raises:
            EndpointError: the stream broke off.
            AnswerError: there was no text, or it was cut off.
        """
        for _ in self.texts():
            pass
        check_ended(self._ended, self._url)
        text = "".join([*self._said, self._half])
        if not text.strip():
            raise no_text(self._url, self._refusal)
        return Completion(text, self._tokens, mean(self._logprobs))

    def close(self) -> None:
        """Hang up."""
        self._read.close()

    def _texts(self, events: Generator[str]) -> Generator[str]:
        with closing(events):
            for data in events:
                if data.strip() == _END:
                    return
                text = self._text_of(data)
                if text:
                    self._said.append(text)
                    yield text
        if not self._ended:
            raise LineFailure("the stream ended before the answer did")

    def _text_of(self, data: str) -> str:
        """What the chunk adds; the first choice counts. A chunk with the usage may have none."""
        chunk = self._chunk(data)
        self._tokens = tokens_of(chunk.get("usage")) or self._tokens
        try:
            choice = next((one for one in chunk["choices"] if not one.get("index")), None) or {}
            delta = choice.get("delta") or {}
            text, refusal = delta.get("content") or "", delta.get("refusal") or ""
        except (LookupError, TypeError, AttributeError):
            raise AnswerError(f"{self._url}: a chunk of the stream has no choices[0].delta.") from None
        self._ended = self._ended or choice.get("finish_reason")
        self._logprobs += values_of(choice.get("logprobs"))
        self._refusal += str(refusal)
        text, self._half = whole_characters(self._half + (text if isinstance(text, str) else ""))
        return text

    def _chunk(self, data: str) -> dict[str, Any]:
        try:
            chunk = json.loads(data)
        except (ValueError, RecursionError):
            raise AnswerError(f"{self._url}: a chunk of the stream is no JSON.") from None
        if not isinstance(chunk, dict):
            raise AnswerError(f"{self._url}: a chunk of the stream is no JSON object.")
        if chunk.get("error"):
            raise EndpointError(f"{self._url}: the stream reports a failure: {self._shown(data)}")
        return chunk
