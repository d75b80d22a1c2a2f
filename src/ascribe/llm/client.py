"""Keep-alive client for one chat-completions endpoint, with retries and back-off."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Any, Self, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from ascribe.errors import EndpointError, InputError
from ascribe.llm.completion import Completion, StreamedCompletion, parse_completion
from ascribe.llm.request import Message, build_body, find_refused_option
from ascribe.llm.transport import HttpReply, Transport, TransportError

URL_VARIABLE, MODEL_VARIABLE, KEY_VARIABLE = "ASCRIBE_LLM_URL", "ASCRIBE_LLM_MODEL", "ASCRIBE_LLM_KEY"
"""Environment variables of the endpoint; the key is needed only where the server wants one."""


class ChatEndpoint:
    """A model behind an endpoint that speaks the protocol of OpenAI's chat completions.

    Requests are made at temperature 0. One that fails because the line broke or the server is busy (status
    408, 425, 429 or 5xx) is made again, after what ``Retry-After`` says or after 0.5, 1, 2, … seconds.
    Redirects are errors: they would carry the key to another host. The key is in no error and no ``repr``.

    Args:
        base_url: up to ``/v1``; ``/chat/completions`` is added.
        model: its name there.
        api_key: sent as a bearer token; None sends none, as many local servers want it.
        timeout: seconds to wait for a connection, for the head of an answer, and for its end; of an answer
            that streams for each piece.
        retries: how often a request is made again.
        wait: called with seconds before each; a test may pass one that does not.

    Raises:
        InputError: an address that is not ``http`` or ``https`` or holds a password, an empty model, a key
            that no header can hold, no time, or fewer than 0 retries.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key: str | None = None,
        *,
        timeout: float = 60.0,
        retries: int = 2,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.url_to_post = _build_address(base_url)
        self.url = urlunsplit(urlsplit(self.url_to_post)._replace(query=""))
        self.model = _check_model_name(model)
        if timeout <= 0 or retries < 0:
            raise InputError(f"timeout must be above 0 and retries at least 0, got {timeout} and {retries}.")
        self.timeout = timeout
        self.retries = retries
        self.wait = wait
        self.refused: set[str] = set()
        self._api_key = _clean_key(api_key)

    @classmethod
    def from_environment(cls, **options: Any) -> ChatEndpoint:
        """The endpoint of ``ASCRIBE_LLM_URL``, ``ASCRIBE_LLM_MODEL`` and ``ASCRIBE_LLM_KEY``.

        Args:
            options: ``timeout``, ``retries`` and ``wait``.

        Raises:
            InputError: address or model is not set, or cannot be used.
        """
        url, model = os.environ.get(URL_VARIABLE, ""), os.environ.get(MODEL_VARIABLE, "")
        if not url.strip() or not model.strip():
            raise InputError(
                f"No language model is configured: set {URL_VARIABLE} (its address up to /v1) and {MODEL_VARIABLE}, and {KEY_VARIABLE} "
                "if it wants a key."
            )
        return cls(url.strip(), model, os.environ.get(KEY_VARIABLE), **options)

    def __repr__(self) -> str:
        return f"ChatEndpoint({self.url!r}, {self.model!r})"  # without the key

    @property
    def host(self) -> str:
        """Host and port."""
        return urlsplit(self.url).netloc

    def headers(self) -> dict[str, str]:
        """Of a request, the key among them."""
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        return headers if self._api_key is None else {**headers, "Authorization": f"Bearer {self._api_key}"}

    def without_key(self, text: str) -> str:
        """The text with the key blotted out, for servers that repeat it in their complaint."""
        return text if self._api_key is None else text.replace(self._api_key, "…")

    def connect(self) -> ChatConnection:
        """A line for many questions; use it with ``with``.

        Raises:
            MissingExtraError: the HTTP library is not installed.
        """
        return ChatConnection(self)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        response_format: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> Completion:
        """One question over a line of its own; see ``ChatConnection.complete``."""
        with self.connect() as line:
            return line.complete(messages, response_format=response_format, max_tokens=max_tokens)


def _build_address(base_url: str) -> str:
    """Where to post; a query, as some vendors want it, stays behind the path."""
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise InputError(f"base_url: expected http://… or https://…, got {base_url!r}.")
    if parts.username is not None or parts.password is not None:
        raise InputError("base_url: an address with a name or password in it; give the key as api_key.")
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/chat/completions", fragment=""))


def _check_model_name(model: str) -> str:
    if not model.strip():
        raise InputError("model: expected the model's name, got an empty one.")
    return model.strip()


def _clean_key(api_key: str | None) -> str | None:
    """The key without white space around it; none if that is all there is."""
    key = (api_key or "").strip()
    if not all("!" <= sign <= "~" for sign in key):
        raise InputError("api_key: a key has printable ASCII characters only; it is not shown here.")
    return key or None


_Response: TypeAlias = HttpReply | StreamedCompletion

_MAX_SHOWN_CHARS = 300
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
        body = build_body(self._endpoint.model, messages, response_format, max_tokens, logprobs=logprobs)
        given = self._request_completion(body)
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
        body = build_body(
            self._endpoint.model, messages, response_format, max_tokens, logprobs=logprobs, stream=True
        )
        given = self._request_completion(body)
        if isinstance(given, Completion):
            yield given.text
            yield given
            return
        with closing(given):
            yield from given.texts()
            yield given.completion()

    def _request_completion(self, body: Mapping[str, Any]) -> Completion | StreamedCompletion:
        """The answer to the request, or to what is left of it without the options that are refused."""
        left_out = set(self._endpoint.refused)
        reply, asked = self._asked(body, left_out)
        while isinstance(reply, HttpReply) and (option := find_refused_option(reply, asked)) is not None:
            left_out.add(option)
            reply, asked = self._asked(body, left_out)
        if isinstance(reply, HttpReply) and reply.status != 200:
            raise self._error(reply)
        self._endpoint.refused.update(left_out)
        return parse_completion(reply.body, self._endpoint.url) if isinstance(reply, HttpReply) else reply

    def _asked(self, body: Mapping[str, Any], left_out: set[str]) -> tuple[_Response, dict[str, Any]]:
        asked = {key: value for key, value in body.items() if key not in left_out}
        return self._send_with_retries(
            json.dumps(asked, ensure_ascii=False).encode("utf-8", "replace")
        ), asked

    def _send_with_retries(self, data: bytes) -> _Response:
        """The answer to a request that is made again while what is wrong may pass."""
        endpoint = self._endpoint
        for tries in range(1, endpoint.retries + 2):
            last = self._send_once(data)
            if isinstance(last, StreamedCompletion) or (
                isinstance(last, HttpReply) and last.status not in RETRIED_STATUSES
            ):
                return last
            asked = last.headers.get("retry-after") if isinstance(last, HttpReply) else None
            seconds = compute_backoff(tries, asked, datetime.now(UTC))
            if seconds is None or tries > endpoint.retries:
                break
            endpoint.wait(seconds)
        if isinstance(last, HttpReply):
            raise self._error(last)
        raise EndpointError(f"{endpoint.url}: no answer ({last}).")

    def _send_once(self, data: bytes) -> _Response | TransportError:
        endpoint = self._endpoint
        try:
            reply = self._transport.post(endpoint.url_to_post, endpoint.headers(), data)
            return (
                reply if reply.events is None else StreamedCompletion(reply.events, endpoint.url, self._shown)
            )
        except TransportError as failure:
            return failure

    def _error(self, reply: HttpReply) -> EndpointError:
        said = self._shown(reply.body.decode("utf-8", "replace"))
        return EndpointError(f"{self._endpoint.url}: status {reply.status}: {said}", reply.status)

    def _shown(self, complaint: str) -> str:
        return " ".join(self._endpoint.without_key(complaint).split())[:_MAX_SHOWN_CHARS]


RETRIED_STATUSES = frozenset((408, 425, 429, 500, 502, 503, 504, 529))
"""Statuses that pass: too early, too busy, or a fault of the server. 529 is "overloaded" at some vendors."""

FIRST_WAIT = 0.5
"""Seconds before the second try; each later one waits twice as long."""

LONGEST_WAIT = 60.0
"""Seconds; a server that asks for a longer wait is given up."""

_SECONDS = re.compile(r"\d{1,9}(?:\.\d+)?")


def compute_backoff(tries: int, retry_after: str | None, now: datetime) -> float | None:
    """Seconds to wait after that many failed tries; None if the server wants more than ``LONGEST_WAIT``.

    Args:
        tries: from 1.
        retry_after: the header of that name (RFC 9110, section 10.2.3: seconds, or a date), if there was one.
        now: with a time zone.
    """
    asked = _parse_retry_after(retry_after.strip(), now) if retry_after else None
    if asked is None:
        return min(FIRST_WAIT * 2.0 ** (tries - 1), LONGEST_WAIT)
    return asked if asked <= LONGEST_WAIT else None


def _parse_retry_after(retry_after: str, now: datetime) -> float | None:
    """Seconds; None if the header cannot be read."""
    if _SECONDS.fullmatch(retry_after):
        return float(retry_after)
    try:
        then = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - now).total_seconds())
