"""A server that speaks the protocol of OpenAI's chat completions over real HTTP, and fails as told."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from typing import Any


@dataclass(frozen=True)
class Sent:
    """What the server sends. ``fails`` is ``cut`` (hangs up in the middle) or ``hang`` (never answers).

    ``events`` are sent one by one in place of the body; where a ``threading.Event`` stands, until it is set
    the server sends nothing.
    """

    body: Any = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    fails: str = ""
    events: tuple[bytes | threading.Event, ...] = ()

    @property
    def data(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


@dataclass(frozen=True)
class Received:
    """A request."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def asked(self) -> Any:
        """The question of a judge."""
        return json.loads(self.body["messages"][1]["content"])


class Server:
    """Answers with ``replies`` in order, the last one again and again, or by a function of the request."""

    def __init__(self) -> None:
        self.replies: list[Sent] | Callable[[Received], Sent] = []
        self.requests: list[Received] = []
        self.most_at_once = 0
        self.ended = threading.Event()
        self.left = threading.Event()  # a client hung up while it was sent events
        self._now = 0
        self._lock = threading.Lock()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                request = Received(self.path, dict(self.headers), body)
                with server._counted():
                    sent = server._next(request)
                    if sent.fails == "hang":
                        server.ended.wait(30)
                        return
                self.send_response(sent.status)
                kind = "text/event-stream; charset=utf-8" if sent.events else "application/json"
                for name, value in {"Content-Type": kind, **sent.headers}.items():
                    self.send_header(name, value)
                self.close_connection = sent.fails == "cut"
                if sent.events:
                    self.send_header("Transfer-Encoding", "chunked")
                    self.end_headers()
                    server._stream(sent, self.wfile)
                    return
                self.send_header("Content-Length", str(len(sent.data) + (sent.fails == "cut")))
                self.end_headers()
                self.wfile.write(sent.data)

            def handle(self) -> None:
                with suppress(ConnectionError):  # a client that hangs up is no fault
                    super().handle()

            def log_message(self, *_: object) -> None:
                """Nothing."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"

    def _stream(self, sent: Sent, line: BufferedIOBase) -> None:
        """The events in chunks (RFC 9112, section 7.1); the last chunk is left out where the line is cut."""
        try:
            for event in sent.events:
                if isinstance(event, threading.Event):
                    event.wait(30)
                else:
                    line.write(b"%x\r\n%b\r\n" % (len(event), event))
            line.write(b"" if sent.fails == "cut" else b"0\r\n\r\n")
        except OSError:
            self.left.set()
            raise

    def _next(self, request: Received) -> Sent:
        with self._lock:
            self.requests.append(request)
            if not callable(self.replies):
                return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        return self.replies(request)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        with self._lock:
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        yield
        with self._lock:
            self._now -= 1


@contextmanager
def serving() -> Iterator[Server]:
    """A server on this machine, as long as the block runs."""
    server = Server()
    thread = threading.Thread(target=server.http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.ended.set()
        server.http.shutdown()
        server.http.server_close()


def completion(content: Any, tokens: int | None = 2, *, end: str = "stop", **message: Any) -> dict[str, Any]:
    """An answer as the protocol has it."""
    said = {"role": "assistant", "content": content, **message}
    usage = {} if tokens is None else {"usage": {"total_tokens": tokens}}
    choices = [{"index": 0, "message": said, "finish_reason": end}]
    return {"id": "chatcmpl-1", "object": "chat.completion", "model": "small", "choices": choices, **usage}


def streamed(*pieces: str | threading.Event, fails: str = "", end: str = "stop", **choice: Any) -> Sent:
    """The same answer in pieces, as the protocol has it; without ``end`` nothing says that it is whole."""
    events = [
        chunk({"role": "assistant", "content": ""}),
        *(p if isinstance(p, threading.Event) else chunk({"content": p}, **choice) for p in pieces),
    ]
    if end:
        events += [chunk({}, finish_reason=end), b"data: [DONE]\n\n"]
    return Sent(events=tuple(events), fails=fails)


def chunk(delta: Any, **choice: Any) -> bytes:
    """An event with what a chunk adds."""
    choices = [{"index": 0, "delta": delta, "finish_reason": None, **choice}]
    record = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "small", "choices": choices}
    return f"data: {json.dumps(record)}\n\n".encode()


def judged(verdict: str, *quotes: str, passage: int = 1, **options: Any) -> Sent:
    """A judgement."""
    record = {"quotes": [{"passage": passage, "quote": quote} for quote in quotes], "verdict": verdict}
    return Sent(completion(json.dumps(record), **options))
