"""Questions to one endpoint, over connections that stay open, asked again where that may help."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from ascribe.errors import EndpointError
from ascribe.llm.arriving import Arriving
from ascribe.llm.completion import Completion, read_completion
from ascribe.llm.request import Message, body_of, refused_option
from ascribe.llm.transport import HttpReply, LineFailure, Transport
from ascribe.llm.waiting import RETRIED, pause

if TYPE_CHECKING:
    from ascribe.llm.endpoint import ChatEndpoint

_Answer: TypeAlias = HttpReply | Arriving

_SHOWN = 300
"""Characters of a server's complaint that an error repeats."""


class ChatConnection:
    """A line to an endpoint; threads may share one. A context manager that hangs up at its end."""

    def __init__(self, endpoint: ChatEndpoint) -> None:
        self._endpoint = endpoint
        self._transport = Transport(endpoint.timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._transport.close()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        response_format: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        logprobs: bool = False,
    ) -> Completion:
        """The model's answer, at temperature 0; with how likely its tokens were if ``logprobs``.

        What the server refuses of the optional parts of the request is left out, now and, if that helped,
        from then on.

        Raises:
            EndpointError: the endpoint cannot be reached, or refuses.
            AnswerError: it answered, but not with a whole text.
        """
        body = body_of(self._endpoint.model, messages, response_format, max_tokens, logprobs=logprobs)
        given = self._granted(body)
        if isinstance(given, Completion):
            return given
        with closing(given):  # a server that streams unasked
            return given.completion()

    def stream(
        self,
        messages: Sequence[Message],
        *,
        response_format: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        logprobs: bool = False,
    ) -> Generator[str | Completion]:
        """The pieces of the model's answer as they come, then the whole; asked for as by ``complete``.

        A request is made again only as long as no piece has come. A server that does not stream gives one
        piece. Closing the generator hangs up.

        Raises:
            EndpointError: as by ``complete``; the stream breaks off, or reports a failure.
            AnswerError: it answered, but not with a whole text.
        """
        body = body_of(
            self._endpoint.model, messages, response_format, max_tokens, logprobs=logprobs, stream=True
        )
        given = self._granted(body)
        if isinstance(given, Completion):
            yield given.text
            yield given
            return
        with closing(given):
            yield from given.texts()
            yield given.completion()

    def _granted(self, body: Mapping[str, Any]) -> Completion | Arriving:
        """The answer to the request, or to what is left of it without the options that are refused."""
        left_out = set(self._endpoint.refused)
        reply, asked = self._asked(body, left_out)
        while isinstance(reply, HttpReply) and (option := refused_option(reply, asked)) is not None:
            left_out.add(option)
            reply, asked = self._asked(body, left_out)
        if isinstance(reply, HttpReply) and reply.status != 200:
            raise self._error(reply)
        self._endpoint.refused.update(left_out)
        return read_completion(reply.body, self._endpoint.url) if isinstance(reply, HttpReply) else reply

    def _asked(self, body: Mapping[str, Any], left_out: set[str]) -> tuple[_Answer, dict[str, Any]]:
        asked = {key: value for key, value in body.items() if key not in left_out}
        return self._persistently(json.dumps(asked, ensure_ascii=False).encode("utf-8", "replace")), asked

    def _persistently(self, data: bytes) -> _Answer:
        """The answer to a request that is made again while what is wrong may pass."""
        endpoint = self._endpoint
        for tries in range(1, endpoint.retries + 2):
            last = self._once(data)
            if isinstance(last, Arriving) or (isinstance(last, HttpReply) and last.status not in RETRIED):
                return last
            asked = last.headers.get("retry-after") if isinstance(last, HttpReply) else None
            seconds = pause(tries, asked, datetime.now(UTC))
            if seconds is None or tries > endpoint.retries:
                break
            endpoint.wait(seconds)
        if isinstance(last, HttpReply):
            raise self._error(last)
        raise EndpointError(f"{endpoint.url}: no answer ({last}).")

    def _once(self, data: bytes) -> _Answer | LineFailure:
        endpoint = self._endpoint
        try:
            reply = self._transport.post(endpoint.url_to_post, endpoint.headers(), data)
            return reply if reply.events is None else Arriving(reply.events, endpoint.url, self._shown)
        except LineFailure as failure:
            return failure

    def _error(self, reply: HttpReply) -> EndpointError:
        said = self._shown(reply.body.decode("utf-8", "replace"))
        return EndpointError(f"{self._endpoint.url}: status {reply.status}: {said}", reply.status)

    def _shown(self, complaint: str) -> str:
        return " ".join(self._endpoint.without_key(complaint).split())[:_SHOWN]
