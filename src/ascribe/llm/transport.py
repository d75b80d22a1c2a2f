"""One HTTP POST within limits of time and size: a status with bytes, or the data of server-sent events."""

from __future__ import annotations

import codecs
import re
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from ascribe.errors import EndpointError, MissingExtraError

MAX_BYTES = 10_000_000
"""Of an answer; a verdict or a list of names is far smaller."""

_OK, _EVENT_STREAM = 200, "text/event-stream"


@dataclass(frozen=True, slots=True)
class HttpReply:
    """What a server gave back; the names of ``headers`` match in any case.

    A stream of events has no ``body``: ``events`` has the data of each as it comes, and has to be closed.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes = b""
    events: Generator[str] | None = None


class TransportError(Exception):
    """The server could not be reached, hung up or took too long; the message says which."""


class Transport:
    """Connections that are kept open between posts; threads may share one.

    Redirects are not followed: they would carry the key to another host.

    Args:
        timeout: seconds to wait for a connection, for the head of an answer, and for its end; of a stream
            for each event.
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
            TransportError: there is none.
            EndpointError: it is larger than ``MAX_BYTES``.
        """
        request = self._client.build_request("POST", url, headers=dict(headers), content=body)
        try:
            answer = self._client.send(request, stream=True)
        except self._failure as error:
            raise TransportError(f"{type(error).__name__}: {error}") from None
        if answer.status_code == _OK and answer.headers.get("content-type", "").startswith(_EVENT_STREAM):
            return HttpReply(answer.status_code, answer.headers, events=self._events(answer))
        with closing(answer):
            return HttpReply(answer.status_code, answer.headers, self._whole(answer))

    def _whole(self, answer: Any) -> bytes:
        """The body; a server that sends a little at a time is held to the time limit as a whole."""
        deadline = self._clock() + self._timeout
        data = bytearray()
        for piece in self._pieces(answer):
            data += piece
            self._check(deadline)
        return bytes(data)

    def _events(self, answer: Any) -> Generator[str]:
        """The data of each event; the time limit begins anew with each, so that comments do not extend it."""
        reader = EventReader()
        deadline = self._clock() + self._timeout
        with closing(answer):
            for piece in self._pieces(answer):
                if events := reader.add(piece):
                    yield from events
                    deadline = self._clock() + self._timeout
                self._check(deadline)
            yield from reader.add(b"", last=True)

    def _pieces(self, answer: Any) -> Iterator[bytes]:
        size = 0
        try:
            for piece in answer.iter_bytes():
                size += len(piece)
                if size > MAX_BYTES:
                    raise EndpointError(f"{answer.url.host}: the answer is larger than {MAX_BYTES:,} bytes.")
                yield piece
        except self._failure as error:
            raise TransportError(f"{type(error).__name__}: {error}") from None

    def _check(self, deadline: float) -> None:
        if self._clock() > deadline:
            raise TransportError(f"the answer took longer than {self._timeout:g} s")


_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")
"""A carriage return at the very end waits: it may be half of one."""


class EventReader:
    """Takes the bytes as they come, cut anywhere. Comments and all fields but ``data`` are passed over."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._rest = ""
        self._data: list[str] = []

    def add(self, piece: bytes, *, last: bool = False) -> list[str]:
        """The data of every event that is complete now; with ``last``, of one without its empty line too."""
        text = self._rest + self._decoder.decode(piece, final=last)
        *lines, self._rest = _LINE_END.split(f"{text}\n\n" if last else text)
        return [data for line in lines if (data := self._ended(line)) is not None]

    def _ended(self, line: str) -> str | None:
        """The data of the event that this line ends; None if it ends none."""
        name, _, value = line.partition(":")
        if name == "data":
            self._data.append(value.removeprefix(" "))
        if line or not self._data:
            return None
        data, self._data = "\n".join(self._data), []
        return data
