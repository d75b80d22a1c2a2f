"""A server that stands in for a language model, so that the example of docs/llm-judge.md runs offline.

It speaks the protocol of OpenAI's chat completions and calls a statement supported if one sentence has all
of its words. A real model reads; this one only shows what goes over the line.
"""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def judge(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a question of tier ``llm``."""
    wanted = words(asked["statement"])
    for passage in asked["passages"]:
        for sentence in re.split(r"(?<=[.!?。])\s*", passage["text"]):
            if wanted and wanted <= words(sentence):
                return {
                    "quotes": [{"passage": passage["number"], "quote": sentence}],
                    "verdict": "supported",
                }
    return {"quotes": [], "verdict": "not_found"}


def words(text: str) -> set[str]:
    """Its words in lower case."""
    return set(re.findall(r"\w+", text.lower()))


class Handler(BaseHTTPRequestHandler):
    """Answers ``POST /v1/chat/completions``."""

    def do_POST(self) -> None:
        """Return the judgement as a chat completion."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = judge(json.loads(request["messages"][1]["content"]))
        message = {"role": "assistant", "content": json.dumps(answer)}
        completion = {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
        data = json.dumps(completion).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def serving() -> Iterator[str]:
    """Serve on this machine while the block runs, and yield the address up to ``/v1``."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
