"""Keep-alive client for one chat-completions endpoint, with retries and back-off."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import count
from typing import Any, NoReturn, Unpack
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from ascribe.errors import EndpointError, InputError
from ascribe.llm.completion import (
    Completion,
    Message,
    RequestOptions,
    StreamedCompletion,
    build_body,
    find_refused_option,
    parse_completion,
)
from ascribe.llm.transport import HttpReply, Transport, TransportError

URL_VARIABLE, MODEL_VARIABLE, KEY_VARIABLE = "ASCRIBE_LLM_URL", "ASCRIBE_LLM_MODEL", "ASCRIBE_LLM_KEY"
"""Environment variables of the endpoint; the key is needed only if the server requires one."""

_MIN_SECRET_CHARS = 4
"""A shorter key or value of a query is not masked in messages, which it would make unreadable."""

_MAX_SHOWN_CHARS = 300
"""Characters of a server's error message that an error repeats."""


class ChatEndpoint:
    """A model behind an OpenAI-compatible chat-completions endpoint.

    Requests use temperature 0. A request that fails because the connection broke or the server is busy
    (status 408, 425, 429 or 5xx) is repeated after the time in ``Retry-After``, or after 0.5, 1, 2, …
    seconds. Redirects are errors: they would send the key to another host. The key appears in no error and
    no ``repr``.

    Args:
        base_url: up to ``/v1``; ``/chat/completions`` is added.
        model: its name at the endpoint.
        api_key: sent as a bearer token; None sends none, which many local servers expect.
        timeout: seconds to wait for a connection, for the head of an answer, and for its end; if the answer
            streams, for each piece.
        retries: how often a request is repeated.
        wait: called with the seconds before each repetition; a test may pass a function that does not wait.

    Raises:
        InputError: an address that is not ``http`` or ``https`` or contains a password, an empty model, a
            key that no header can hold, a timeout that is not above 0, or fewer than 0 retries.
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
        self.model = model.strip()
        if not self.model:
            raise InputError("model: expected the model's name, got an empty one.")
        if timeout <= 0 or retries < 0:
            raise InputError(f"timeout must be above 0 and retries at least 0, got {timeout} and {retries}.")
        self.timeout = timeout
        self.retries = retries
        self.wait = wait
        self.refused: set[str] = set()
        self._query_values = [value for _, value in parse_qsl(urlsplit(self.url_to_post).query)]
        self._api_key = _clean_key(api_key)

    @classmethod
    def from_environment(cls, **options: Any) -> ChatEndpoint:
        """Build the endpoint from ``ASCRIBE_LLM_URL``, ``ASCRIBE_LLM_MODEL`` and ``ASCRIBE_LLM_KEY``.

        Args:
            options: ``timeout``, ``retries`` and ``wait``.

        Raises:
            InputError: address or model is not set, or cannot be used.
        """
        url, model = os.environ.get(URL_VARIABLE, ""), os.environ.get(MODEL_VARIABLE, "")
        if not url.strip() or not model.strip():
            raise InputError(
                f"No language model is configured: set {URL_VARIABLE} (its address up to /v1) and "
                f"{MODEL_VARIABLE}, and {KEY_VARIABLE} if it needs a key."
            )
        return cls(url.strip(), model, os.environ.get(KEY_VARIABLE), **options)

    def __repr__(self) -> str:
        return f"ChatEndpoint({self.url!r}, {self.model!r})"  # without the key

    @property
    def host(self) -> str:
        """Host and port."""
        return urlsplit(self.url).netloc

    def headers(self) -> dict[str, str]:
        """Return the headers of a request, including the key."""
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        if self._api_key is None:
            return headers
        return {**headers, "Authorization": f"Bearer {self._api_key.reveal()}"}

    def mask_complaint(self, text: str) -> str:
        """Return the start of a server's error message, with the key masked: some servers repeat it."""
        for secret in (self._api_key.reveal() if self._api_key else "", *self._query_values):
            text = text.replace(secret, "…") if len(secret) >= _MIN_SECRET_CHARS else text
        return " ".join(text.split())[:_MAX_SHOWN_CHARS]

    @contextmanager
    def connect(self) -> Iterator[ChatConnection]:
        """Open a connection for several requests, as long as the ``with`` block runs.

        Raises:
            MissingExtraError: the HTTP library is not installed.
        """
        with closing(Transport(self.timeout)) as transport:
            yield ChatConnection(self, transport)

    def complete(self, messages: Sequence[Message], **options: Unpack[RequestOptions]) -> Completion:
        """Send one request over a connection of its own; see ``ChatConnection.complete``."""
        with self.connect() as connection:
            return connection.complete(messages, **options)


def _build_address(base_url: str) -> str:
    """Build the address to post to; a query, which some vendors require, stays after the path."""
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise InputError(f"base_url: expected http://… or https://…, got {base_url!r}.")
    if parts.username is not None or parts.password is not None:
        raise InputError("base_url: must not contain a user name or password; give the key as api_key.")
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/chat/completions", fragment=""))


class _Key:
    """A key that is shown nowhere, and that no pickle takes along."""

    __slots__ = ("reveal",)

    def __init__(self, key: str) -> None:
        self.reveal: Callable[[], str] = lambda: key

    def __repr__(self) -> str:
        return "…"

    def __reduce__(self) -> NoReturn:
        raise InputError(
            f"An endpoint with a key cannot be pickled; build it in each process, from {KEY_VARIABLE}."
        )


def _clean_key(api_key: str | None) -> _Key | None:
    """Return the key without surrounding white space; None if nothing is left."""
    key = (api_key or "").strip()
    if not all("!" <= sign <= "~" for sign in key):
        raise InputError("api_key: a key must consist of printable ASCII characters; it is not shown here.")
    return _Key(key) if key else None


# --- Connection ---


class ChatConnection:
    """Keep-alive connection to an endpoint, by ``ChatEndpoint.connect``; threads may share it."""

    def __init__(self, endpoint: ChatEndpoint, transport: Transport) -> None:
        self._endpoint = endpoint
        self._transport = transport

    def complete(self, messages: Sequence[Message], **options: Unpack[RequestOptions]) -> Completion:
        """Return the model's answer, at temperature 0; with its mean log probability if ``logprobs`` is True.

        Optional fields that the server refuses are left out of the request and, if that helped, of later
        ones.

        Raises:
            EndpointError: the endpoint cannot be reached, or refuses.
            AnswerError: it answered, but not with a complete text.
        """
        given = self._request_completion(build_body(self._endpoint.model, messages, options))
        if isinstance(given, Completion):
            return given
        with closing(given):  # a server that streams without being asked to
            return given.completion()

    def stream(
        self, messages: Sequence[Message], **options: Unpack[RequestOptions]
    ) -> Generator[str | Completion]:
        """Yield the pieces of the model's answer as they arrive, then the whole; arguments as ``complete``.

        A request is repeated only as long as no piece has arrived. From a server that does not stream comes
        one piece. Closing the generator closes the response.

        Raises:
            EndpointError: as ``complete``, or the stream breaks off or reports a failure.
            AnswerError: the endpoint answered, but not with a complete text.
        """
        given = self._request_completion(build_body(self._endpoint.model, messages, options, stream=True))
        if isinstance(given, Completion):
            yield given.text
            yield given
            return
        with closing(given):
            yield from given.texts()
            yield given.completion()

    def _request_completion(self, body: Mapping[str, Any]) -> Completion | StreamedCompletion:
        """Send the request, and again without the options that the server refuses."""
        left_out = set(self._endpoint.refused)
        while True:
            sent = {key: value for key, value in body.items() if key not in left_out}
            reply = self._send_with_retries(json.dumps(sent, ensure_ascii=False).encode("utf-8", "replace"))
            refused = find_refused_option(reply, sent) if isinstance(reply, HttpReply) else None
            if refused is None:
                break
            left_out.add(refused)
        if isinstance(reply, HttpReply) and reply.status != 200:
            raise self._build_error(reply)
        self._endpoint.refused.update(left_out)
        if not isinstance(reply, HttpReply):
            return reply
        return parse_completion(reply.body, self._endpoint.url, self._endpoint.mask_complaint)

    def _send_with_retries(self, data: bytes) -> HttpReply | StreamedCompletion:
        """Send the request, and repeat it while the failure may be temporary."""
        endpoint = self._endpoint
        for tries in count(1):
            retry_after = None
            try:
                reply = self._send_once(data)
                if isinstance(reply, StreamedCompletion) or reply.status not in RETRIED_STATUSES:
                    return reply
                failure, retry_after = self._build_error(reply), reply.headers.get("retry-after")
            except TransportError as error:
                failure = EndpointError(f"{endpoint.url}: no answer ({endpoint.mask_complaint(str(error))}).")
            seconds = compute_backoff(tries, retry_after, datetime.now(UTC))
            if seconds is None or tries > endpoint.retries:
                break
            endpoint.wait(seconds)
        raise failure

    def _send_once(self, data: bytes) -> HttpReply | StreamedCompletion:
        endpoint = self._endpoint
        reply = self._transport.post(endpoint.url_to_post, endpoint.headers(), data)
        if reply.events is None:
            return reply
        return StreamedCompletion(reply.events, endpoint.url, endpoint.mask_complaint)

    def _build_error(self, reply: HttpReply) -> EndpointError:
        said = self._endpoint.mask_complaint(reply.body.decode("utf-8", "replace"))
        return EndpointError(f"{self._endpoint.url}: status {reply.status}: {said}", reply.status)


# --- Back-off ---

RETRIED_STATUSES = frozenset((408, 425, 429, 500, 502, 503, 504, 529))
"""Temporary statuses: too early, too busy, or a fault of the server. Some vendors send 529 for
"overloaded"."""

FIRST_WAIT = 0.5
"""Seconds before the second attempt; the wait doubles with each later one."""

LONGEST_WAIT = 60.0
"""Seconds; if a server requires a longer wait, the request fails."""

_SECONDS = re.compile(r"\d{1,9}(?:\.\d+)?")


def compute_backoff(tries: int, retry_after: str | None, now: datetime) -> float | None:
    """Return the seconds to wait after that many failures; None if the server requires too long a wait.

    Args:
        tries: number of failed attempts, from 1.
        retry_after: the header of that name (RFC 9110, section 10.2.3: seconds, or a date), if there was one.
        now: with a time zone.
    """
    asked = _parse_retry_after(retry_after.strip(), now) if retry_after else None
    if asked is None:
        return min(FIRST_WAIT * 2.0 ** (tries - 1), LONGEST_WAIT)
    return asked if asked <= LONGEST_WAIT else None


def _parse_retry_after(retry_after: str, now: datetime) -> float | None:
    """Parse the header into seconds; None if it cannot be read."""
    if _SECONDS.fullmatch(retry_after):
        return float(retry_after)
    try:
        then = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - now).total_seconds())
