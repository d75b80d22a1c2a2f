import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from ascribe import InputError
from ascribe.errors import EndpointError, SelectionError
from ascribe.systems import ChatEndpoint, LMBasedReferenceFormatter

RESPONSE = "The mill is old."
KEY = "key-not-to-show"


class Server:
    """A server of chat completions; ``replies`` are (status, body), the last one again and again."""

    def __init__(self) -> None:
        self.replies: list[tuple[int, Any]] = []
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.requests.append((self.path, dict(self.headers), body))
                status, answer = server.replies.pop(0) if len(server.replies) > 1 else server.replies[0]
                data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                self.send_response(status)
                if status == 307:
                    self.send_header("Location", "/elsewhere")
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                """Nothing."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"
        threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    made = Server()
    yield made
    made.http.shutdown()
    made.http.server_close()


def completion(content: Any, **message: Any) -> dict[str, Any]:
    """As the protocol has it."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1700000000,
        "model": "small",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": content, **message},
                "finish_reason": "stop",
            }
        ],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }


def chunks(*names: str) -> list[dict[str, Any]]:
    return [{"id": name, "content": f"On {name}.", "metadata": {"file_name": name}} for name in names]


def test_the_formatter_works_over_the_protocol(server: Server) -> None:
    server.replies = [(200, completion('{"file_name": ["b.pdf"]}'))]
    formatter = LMBasedReferenceFormatter(ChatEndpoint(server.url, "small", KEY))
    shown = formatter.format_reference_sync(RESPONSE, chunks("a.pdf", "b.pdf"))
    assert shown == "References:\n1. b.pdf"
    ((path, headers, body),) = server.requests
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert headers["Content-Type"] == "application/json"
    assert (body["model"], body["temperature"]) == ("small", 0)
    schema = body["response_format"]["json_schema"]
    assert (body["response_format"]["type"], schema["strict"]) == ("json_schema", True)
    assert schema["schema"]["required"] == ["file_name"]
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert RESPONSE in body["messages"][1]["content"]
    assert "<Chunk>\nfile_name: a.pdf\ncontent:\nOn a.pdf.\n</Chunk>" in body["messages"][1]["content"]


def test_no_key_sends_none_and_the_metadata_can_be_another(server: Server) -> None:
    server.replies = [(200, completion('{"id": ["b.pdf"]}'))]
    endpoint = ChatEndpoint(f"{server.url}/", "small", reference_metadata="id")
    formatter = LMBasedReferenceFormatter(endpoint, reference_metadata="id")
    assert formatter.format_reference_sync(RESPONSE, chunks("a.pdf", "b.pdf")) == "References:\n1. b.pdf"
    _, headers, body = server.requests[0]
    assert "Authorization" not in headers
    assert body["response_format"]["json_schema"]["schema"]["required"] == ["id"]


@pytest.mark.parametrize("status", [400, 422])
def test_an_endpoint_without_structured_output_is_asked_without(server: Server, status: int) -> None:
    refused = {"error": {"message": "response_format is not supported", "type": "invalid_request_error"}}
    server.replies = [(status, refused), (200, completion('```json\n{"file_name": ["a.pdf"]}\n```'))]
    formatter = LMBasedReferenceFormatter(ChatEndpoint(server.url, "small"))
    assert formatter.format_reference_sync(RESPONSE, chunks("a.pdf")) == "References:\n1. a.pdf"
    assert ["response_format" in body for _, _, body in server.requests] == [True, False]


def test_one_refused_batch_does_not_lose_the_other(server: Server) -> None:
    server.replies = [
        (429, {"error": {"message": "slow down"}}),
        (200, completion('{"file_name": ["b.pdf"]}')),
    ]
    formatter = LMBasedReferenceFormatter(ChatEndpoint(server.url, "small"), 1, max_concurrency=1)
    selection = formatter.select(RESPONSE, chunks("a.pdf", "b.pdf"))
    assert [chunk["id"] for chunk in selection.chunks] == ["b.pdf"]
    (failure,) = selection.failures
    assert failure.positions == (1,)
    assert "status 429" in failure.reason
    assert "slow down" in failure.reason


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ((401, {"error": {"message": "no such key"}}), "status 401: .*no such key"),
        ((500, b"oops"), "status 500: oops"),
        ((307, b""), "status 307"),
        ((200, b"<html>"), "the answer is no JSON; is this the right base_url"),
        ((200, {"choices": []}), "the answer has no choices"),
        ((200, [1]), "the answer has no choices"),
        ((200, completion(None, refusal="I cannot.")), "the model gave no text .I cannot"),
        ((200, completion(None)), "the model gave no text .content is empty"),
    ],
)
def test_what_goes_wrong_is_named_without_the_key(
    server: Server, reply: tuple[int, Any], message: str
) -> None:
    server.replies = [reply]
    endpoint = ChatEndpoint(server.url, "small", KEY)
    with pytest.raises(EndpointError, match=message) as caught:
        endpoint.process(response=RESPONSE, context="")
    assert KEY not in f"{caught.value}{endpoint!r}"
    assert caught.value.status == (reply[0] if reply[0] != 200 else None)
    assert len(server.requests) == 1
    with pytest.raises(SelectionError, match=message):
        LMBasedReferenceFormatter(endpoint).select(RESPONSE, chunks("a.pdf"))


def test_a_server_that_is_not_there_is_named(server: Server) -> None:
    gone = server.http.server_port
    server.http.server_close()
    with pytest.raises(EndpointError, match=f"127.0.0.1:{gone}/v1/chat/completions: no answer"):
        ChatEndpoint(f"http://127.0.0.1:{gone}/v1", "small").process(response=RESPONSE, context="")


@pytest.mark.parametrize("url", ["localhost:8000/v1", "file:///etc/hosts", ""])
def test_only_http_is_spoken(url: str) -> None:
    with pytest.raises(InputError, match="base_url: expected http"):
        ChatEndpoint(url, "small")
