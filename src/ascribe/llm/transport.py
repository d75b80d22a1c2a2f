"""One POST over HTTP: bytes out, a status and bytes back, within a time and a size."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ascribe.errors import EndpointError, MissingExtraError

MAX_BYTES = 10_000_000
"""Of an answer; a verdict or a list of names is far smaller."""


@dataclass(frozen=True, slots=True)
class HttpReply:
    """What a server gave back; the names of ``headers`` match in any case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class LineFailure(Exception):  # noqa: N818 - says what happened, to the module beside it
    """The server could not be reached, hung up or took too long; the message says which."""


class Transport:
    """Connections that are kept open between posts; threads may share one.

    Redirects are not followed: they would carry the key to another host.

    Args:
        timeout: seconds to wait for a connection, for the head of an answer, and for its end.
        clock: gives seconds that only grow.

    Raises:
        MissingExtraError: the HTTP library is not installed.
    """

    def __init__(self, timeout: float, clock: Callable[[], float] = time.monotonic) -> None:
        try:
            import httpx2
        except ModuleNotFoundError as error:
            raise MissingExtraError(
                'A language model is asked with httpx2; run: pip install "ascribe[llm]"'
            ) from error
        self._failure = httpx2.HTTPError
        self._timeout = timeout
        self._clock = clock
        self._client = httpx2.Client(timeout=timeout, follow_redirects=False)

    def close(self) -> None:
        """Hang up."""
        self._client.close()

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> HttpReply:
        """The server's answer, of any status.

        Raises:
            LineFailure: there is none.
            EndpointError: it is larger than ``MAX_BYTES``.
        """
        try:
            with self._client.stream("POST", url, headers=dict(headers), content=body) as answer:
                return HttpReply(answer.status_code, answer.headers, self._read(answer))
        except self._failure as error:
            raise LineFailure(f"{type(error).__name__}: {error}") from None

    def _read(self, answer: Any) -> bytes:
        """The body; a server that sends a little at a time is held to the time limit as a whole."""
        deadline = self._clock() + self._timeout
        data = bytearray()
        for piece in answer.iter_bytes():
            data += piece
            if len(data) > MAX_BYTES:
                raise EndpointError(f"{answer.url.host}: the answer is larger than {MAX_BYTES:,} bytes.")
            if self._clock() > deadline:
                raise LineFailure(f"the answer took longer than {self._timeout:g} s")
        return bytes(data)
