"""One HTTP POST within limits of time and size: a status with bytes, or the data of server-sent events."""

from __future__ import annotations

import codecs
import logging
import re
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Thread
from typing import Any

from ascribe.errors import EndpointError, MissingExtraError
from ascribe.install_command import build_install_command

MAX_BYTES = 10_000_000
"""Most bytes of an answer; a verdict or a list of names is far smaller."""

_OK, _EVENT_STREAM = 200, "text/event-stream"


@dataclass(frozen=True, slots=True)
class HttpReply:
    """Reply of a server; the names of ``headers`` match in any case.

    A stream of events has no ``body``: ``events`` yields the data of each as it arrives, and has to be
    closed.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes = b""
    events: Generator[str] | None = None


class TransportError(Exception):
    """The server could not be reached, closed the connection or took too long; the message says which."""


class Transport:
    """Keep-alive connections for POST requests; threads may share one.

    Redirects are not followed: they would send the key to another host.

    Args:
        timeout: seconds to wait for a connection, for the head of an answer, and for its end; in a stream,
            for each event.
        clock: returns seconds that never decrease.

    Raises:
        MissingExtraError: the HTTP library is not installed.
    """

    def __init__(self, timeout: float, clock: Callable[[], float] = time.monotonic) -> None:
        try:
            import httpx2
        except ModuleNotFoundError as error:
            raise MissingExtraError(
                f"Calls to a language model need httpx2; run: {build_install_command('llm')}"
            ) from error
        self._failure = httpx2.HTTPError
        self._timeout = timeout
        self._clock = clock
        self._client = httpx2.Client(timeout=timeout, follow_redirects=False)
        hide_queries_in_logs()

    def close(self) -> None:
        """Close all connections."""
        self._client.close()

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> HttpReply:
        """Post the body and return the server's reply, whatever its status.

        Raises:
            TransportError: there is no reply.
            EndpointError: it is larger than ``MAX_BYTES``.
        """
        plain = {**headers, "Accept-Encoding": "identity"}  # so that what arrives is as large as what is kept
        request = self._client.build_request("POST", url, headers=plain, content=body)
        answer = self._send(request)
        if answer.headers.get("content-encoding", "identity").lower() not in ("", "identity"):
            answer.close()
            raise EndpointError(f"{answer.url.host}: the answer is compressed, which was not asked for.")
        if answer.status_code == _OK and answer.headers.get("content-type", "").startswith(_EVENT_STREAM):
            return HttpReply(answer.status_code, answer.headers, events=self._iterate_events(answer))
        with closing(answer):
            return HttpReply(answer.status_code, answer.headers, self._read_body(answer))

    def _send(self, request: Any) -> Any:
        """Send the request and return the answer once its head is there.

        The HTTP library limits each read, not all of them; so it waits in a thread of its own, which a server
        that sends its head bit by bit may keep until ``close``.
        """
        arrived: Queue[Any] = Queue()

        def send() -> None:
            try:
                arrived.put(self._client.send(request, stream=True))
            except BaseException as error:
                arrived.put(error)

        Thread(target=send, daemon=True).start()
        try:
            answer = arrived.get(timeout=2 * self._timeout)  # once for the connection, once for the head
        except Empty:
            raise TransportError(f"the head of the answer took longer than {self._timeout:g} s") from None
        if isinstance(answer, self._failure):
            raise TransportError(f"{type(answer).__name__}: {answer}") from None
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _read_body(self, answer: Any) -> bytes:
        """Read the body; the time limit applies to all of it, even if a server sends a little at a time."""
        deadline = self._clock() + self._timeout
        data = bytearray()
        for piece in self._iterate_pieces(answer):
            data += piece
            self._check_deadline(deadline)
        return bytes(data)

    def _iterate_events(self, answer: Any) -> Generator[str]:
        """Yield the data of each event; each one restarts the time limit, but comments do not."""
        reader = EventReader()
        deadline = self._clock() + self._timeout
        with closing(answer):
            for piece in self._iterate_pieces(answer):
                if events := reader.add(piece):
                    yield from events
                    deadline = self._clock() + self._timeout
                self._check_deadline(deadline)
            yield from reader.add(b"", last=True)

    def _iterate_pieces(self, answer: Any) -> Iterator[bytes]:
        size = 0
        try:
            for piece in answer.iter_raw():
                size += len(piece)
                if size > MAX_BYTES:
                    raise EndpointError(f"{answer.url.host}: the answer is larger than {MAX_BYTES:,} bytes.")
                yield piece
        except self._failure as error:
            raise TransportError(f"{type(error).__name__}: {error}") from None

    def _check_deadline(self, deadline: float) -> None:
        if self._clock() > deadline:
            raise TransportError(f"the answer took longer than {self._timeout:g} s")


class _QueryFilter(logging.Filter):
    """Cuts the queries of addresses from the log of the HTTP library: some vendors take the key there."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(_cut_query(one) for one in record.args)
        return True


def _cut_query(value: object) -> object:
    return str(value).partition("?")[0] if type(value).__name__ == "URL" else value


_FILTER = _QueryFilter()


def hide_queries_in_logs() -> None:
    """Keep the queries of addresses out of the log of the HTTP library; calling it again changes nothing."""
    logging.getLogger("httpx2").addFilter(_FILTER)


_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")
"""A carriage return at the very end has to wait: it may be half of a line end."""


class EventReader:
    """Parser of server-sent events; the bytes may be cut anywhere. Fields other than ``data`` are ignored."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._rest = ""
        self._data: list[str] = []

    def add(self, piece: bytes, *, last: bool = False) -> list[str]:
        """Return the data of every complete event; if ``last``, also of one without its empty line."""
        text = self._rest + self._decoder.decode(piece, final=last)
        *lines, self._rest = _LINE_END.split(f"{text}\n\n" if last else text)
        return [data for line in lines if (data := self._finish_event(line)) is not None]

    def _finish_event(self, line: str) -> str | None:
        """Return the data of the event that this line ends; None if it ends none."""
        name, _, value = line.partition(":")
        if name == "data":
            self._data.append(value.removeprefix(" "))
        if line or not self._data:
            return None
        data, self._data = "\n".join(self._data), []
        return data
