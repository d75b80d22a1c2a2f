"""One model behind an endpoint: where it is, its key, and how patient we are with it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from ascribe.errors import InputError
from ascribe.llm.completion import Completion
from ascribe.llm.connection import ChatConnection
from ascribe.llm.request import Message

URL, MODEL, KEY = "ASCRIBE_LLM_URL", "ASCRIBE_LLM_MODEL", "ASCRIBE_LLM_KEY"
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
        self.url_to_post = _address(base_url)
        self.url = urlunsplit(urlsplit(self.url_to_post)._replace(query=""))
        self.model = _named(model)
        if timeout <= 0 or retries < 0:
            raise InputError(f"timeout must be above 0 and retries at least 0, got {timeout} and {retries}.")
        self.timeout = timeout
        self.retries = retries
        self.wait = wait
        self.refused: set[str] = set()
        self._api_key = _key(api_key)

    @classmethod
    def from_environment(cls, **options: Any) -> ChatEndpoint:
        """The endpoint of ``ASCRIBE_LLM_URL``, ``ASCRIBE_LLM_MODEL`` and ``ASCRIBE_LLM_KEY``.

        Args:
            options: ``timeout``, ``retries`` and ``wait``.

        Raises:
            InputError: address or model is not set, or cannot be used.
        """
        url, model = os.environ.get(URL, ""), os.environ.get(MODEL, "")
        if not url.strip() or not model.strip():
            raise InputError(
                f"No language model is configured: set {URL} (its address up to /v1) and {MODEL}, and {KEY} "
                "if it wants a key."
            )
        return cls(url.strip(), model, os.environ.get(KEY), **options)

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


def _address(base_url: str) -> str:
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


def _named(model: str) -> str:
    if not model.strip():
        raise InputError("model: expected the model's name, got an empty one.")
    return model.strip()


def _key(api_key: str | None) -> str | None:
    """The key without white space around it; none if that is all there is."""
    key = (api_key or "").strip()
    if not all("!" <= sign <= "~" for sign in key):
        raise InputError("api_key: a key has printable ASCII characters only; it is not shown here.")
    return key or None
