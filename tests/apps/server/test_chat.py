"""The chat endpoint before a real server of the protocol: what the upstream sent is passed on and checked."""

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.apps.server.running import MILL, REPLY, Client, serving, wait_until
from tests.llm.server import Sent, Server, chunk, completion, streamed

pytestmark = pytest.mark.serve

SYSTEM = {"role": "system", "content": MILL}
ASKED = {"role": "user", "content": "What of the mill?"}
KEY = "UPSTREAM_KEY_OF_THE_TEST"
STATUSES = ["contradicted", "supported"]
"""Of the sentences of REPLY against MILL."""


@pytest.fixture
def chat(tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setenv(KEY, "secret")
    with serving(tmp_path, tier="rules", upstream=server.url, upstream_key_variable=KEY) as made:
        yield made


def ask(client: Client, **fields: Any) -> httpx2.Response:
    return client.post("/v1/chat/completions", json={"model": "any", "messages": [SYSTEM, ASKED], **fields})


def statuses(annotations: list[dict[str, Any]]) -> list[str]:
    return [one["ascribe_verdict"]["status"] for one in annotations if one["type"] == "ascribe_verdict"]


def without_ours(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer as the upstream sent it."""
    answer = json.loads(json.dumps(answer))
    answer.pop("ascribe")
    for choice in answer["choices"]:
        kept = [one for one in choice["message"].pop("annotations", []) if one["type"] != "ascribe_verdict"]
        if kept:
            choice["message"]["annotations"] = kept
    return answer


def test_the_answer_is_passed_on_and_annotated(chat: Client, server: Server) -> None:
    own = {
        "type": "url_citation",
        "url_citation": {"start_index": 0, "end_index": 3, "url": "https://a", "title": "A"},
    }
    sent = {
        **completion(REPLY, annotations=[own]),
        "service_tier": "x",
        "usage": {"total_tokens": 7, "cost": 0.1},
    }
    server.replies = [Sent(sent)]
    got = ask(chat).json()
    assert without_ours(got) == sent
    annotations = got["choices"][0]["message"]["annotations"]
    assert annotations[0] == own
    assert statuses(annotations) == STATUSES
    first = annotations[1]["ascribe_verdict"]
    assert REPLY[first["start_index"] : first["end_index"]] == "The mill has 14 sails."
    assert first["references"][0]["quote"] in MILL
    assert first["references"][0]["document_id"] == "system message 1"
    (summary,) = got["ascribe"]["choices"]
    assert summary["status_counts"] == {"contradicted": 1, "supported": 1}
    stored = chat.get(f"/v1/checks/{summary['check']}").json()
    assert (stored["kind"], stored["question"]) == ("chat", "What of the mill?")
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["Authorization"] == "Bearer secret"
    assert request.body == {"model": "any", "messages": [SYSTEM, ASKED]}


def test_our_own_field_never_reaches_the_upstream(chat: Client, server: Server) -> None:
    server.replies = [Sent(completion(REPLY))]
    options = {"sources": [{"id": "mill", "text": MILL}], "strictness": "strict"}
    got = ask(chat, messages=[ASKED], temperature=0.5, ascribe=options).json()
    assert statuses(got["choices"][0]["message"]["annotations"]) == STATUSES
    assert got["ascribe"]["choices"][0]["strictness"] == "strict"
    assert server.requests[0].body == {"model": "any", "messages": [ASKED], "temperature": 0.5}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"messages": [{"role": "tool", "tool_call_id": "1", "content": MILL}, ASKED]}, STATUSES),
        ({"messages": [{"role": "system", "content": [{"type": "text", "text": MILL}]}, ASKED]}, STATUSES),
        ({"messages": [ASKED], "documents": [MILL]}, STATUSES),
        ({"messages": [ASKED], "documents": [{"id": "mill", "text": MILL}]}, STATUSES),
    ],
)
def test_sources_in_the_request_itself(chat: Client, server: Server, fields, expected: list[str]) -> None:
    server.replies = [Sent(completion(REPLY))]
    assert statuses(ask(chat, **fields).json()["choices"][0]["message"]["annotations"]) == expected


@pytest.mark.parametrize("library", [True, ["mill.txt"]])
def test_the_library_as_sources(chat: Client, server: Server, library) -> None:
    chat.post("/v1/documents", files={"files": ("mill.txt", MILL.encode())})
    server.replies = [Sent(completion(REPLY))]
    got = ask(chat, ascribe={"library": library}).json()
    assert statuses(got["choices"][0]["message"]["annotations"]) == STATUSES
    assert got["ascribe"]["choices"][0]["sources"] == ["mill.txt"]


def test_several_choices(chat: Client, server: Server) -> None:
    sent = completion(REPLY)
    sent["choices"].append({"index": 1, "message": {"role": "assistant", "content": "It has 12 sails."}})
    server.replies = [Sent(sent)]
    got = ask(chat, n=2).json()
    assert [statuses(c["message"]["annotations"]) for c in got["choices"]] == [STATUSES, ["supported"]]


def test_tool_calls_are_passed_on(chat: Client, server: Server) -> None:
    calls = [{"id": "1", "type": "function", "function": {"name": "search", "arguments": "{}"}}]
    sent = completion(None, tool_calls=calls)
    server.replies = [Sent(sent)]
    got = ask(chat).json()
    assert without_ours(got) == sent
    assert got["ascribe"] == {"choices": []}


@pytest.mark.parametrize("status", [400, 401, 429, 500])
def test_an_error_of_the_upstream_is_passed_on_as_it_is(chat: Client, server: Server, status: int) -> None:
    body = b'{"error":  {"message": "no such model", "type": "x"}}'
    server.replies = [Sent(body, status, {"Retry-After": "7", "X-Request-Id": "r-1", "Set-Cookie": "a=b"})]
    got = ask(chat)
    assert (got.status_code, got.content) == (status, body)
    assert (got.headers["retry-after"], got.headers["x-request-id"]) == ("7", "r-1")
    assert "set-cookie" not in got.headers


@pytest.mark.parametrize("body", [b"no json", b"[1]", b'{"choices": 3}', b'{"id": "1"}'])
def test_an_answer_that_is_no_completion_is_passed_on_as_it_is(
    chat: Client, server: Server, body: bytes
) -> None:
    server.replies = [Sent(body)]
    assert ask(chat).content == body


def failed_without_support(got: dict[str, Any], code: str) -> None:
    assert got["ascribe"]["error"]["code"] == code
    assert "supported" not in json.dumps(got)
    assert got["choices"][0]["message"]["content"] == REPLY


def test_without_sources_nothing_is_called_supported(chat: Client, server: Server) -> None:
    server.replies = [Sent(completion(REPLY))]
    failed_without_support(ask(chat, messages=[ASKED]).json(), "no_sources")


def test_a_failing_check_does_not_lose_the_answer(tmp_path: Path, server: Server) -> None:
    server.replies = [Sent(completion(REPLY))]
    with serving(tmp_path, tier="rules", upstream=server.url, max_sentences=1) as client:
        failed_without_support(ask(client).json(), "too_many_sentences")
    with serving(tmp_path, tier="rules", upstream=server.url) as client:
        got = ask(client, ascribe={"library": ["nowhere"]}).json()
        failed_without_support(got, "not_found")
        failed_without_support(ask(client, documents=[{"title": "no text"}]).json(), "invalid_input")


def test_wrong_options_are_refused_before_the_upstream_is_paid(chat: Client, server: Server) -> None:
    server.replies = [Sent(completion(REPLY))]
    assert ask(chat, ascribe={"tier": "hf"}).status_code == 422
    assert ask(chat, ascribe={"teir": "rules"}).status_code == 422
    assert ask(chat, messages="hello").status_code == 422
    assert not server.requests


def relayed(got: httpx2.Response) -> tuple[bytes, dict[str, Any]]:
    """The bytes of the upstream, and our own chunk."""
    (ours,) = re.findall(rb'data: [^\n]*"ascribe": [^\n]*\n\n', got.content)
    return got.content.replace(ours, b""), json.loads(ours.removeprefix(b"data: "))


def test_a_stream_is_passed_on_byte_for_byte(chat: Client, server: Server) -> None:
    sent = streamed(REPLY[:9], REPLY[9:25], REPLY[25:])
    server.replies = [sent]
    got = ask(chat, stream=True)
    assert got.headers["content-type"] == "text/event-stream; charset=utf-8"
    body, ours = relayed(got)
    assert body == b"".join(sent.events)  # type: ignore[arg-type]  # no pauses among them
    assert got.content.endswith(b"data: [DONE]\n\n")
    assert ours["id"] == "chatcmpl-1"
    assert ours["choices"] == [{"index": 0, "delta": {}, "finish_reason": None}]
    assert statuses(ours["ascribe"]["choices"][0]["annotations"]) == STATUSES


def test_chunks_arrive_before_the_upstream_has_ended(chat: Client, server: Server) -> None:
    more = threading.Event()
    server.replies = [streamed(REPLY[:22], more, REPLY[22:])]
    body = {"model": "any", "messages": [SYSTEM, ASKED], "stream": True}
    with chat.stream("POST", "/v1/chat/completions", json=body) as got:
        pieces = got.iter_raw()
        seen = b""
        while b"14 sails" not in seen:  # would wait for ever if the service waited for the end
            seen += next(pieces)
        more.set()
        rest = b"".join(pieces)
    assert b'"status": "contradicted"' in rest


@pytest.mark.parametrize(
    "events",
    [
        (b": hello\r\n\r\n" + chunk({"content": REPLY}).replace(b"\n", b"\r\n"), b"data:[DONE]\r\n\r\n"),
        (chunk({"content": REPLY})[:20], chunk({"content": REPLY})[20:] + b"data: [DO", b"NE]\n\n"),
        (chunk({"content": REPLY}), b"data: [DONE]"),
        (chunk({"content": REPLY}),),
        (chunk({"content": REPLY}).rstrip(), b"\n\n: the end\n\n"),
    ],
)
def test_streams_cut_anywhere(chat: Client, server: Server, events: tuple[bytes, ...]) -> None:
    server.replies = [Sent(events=events)]
    body, ours = relayed(ask(chat, stream=True))
    assert body == b"".join(events)
    assert statuses(ours["ascribe"]["choices"][0]["annotations"]) == STATUSES


def test_a_stream_that_breaks_off_breaks_off_here_too(chat: Client, server: Server) -> None:
    server.replies = [streamed(REPLY, fails="cut", end="")]
    pieces: list[bytes] = []
    body = {"model": "any", "messages": [SYSTEM, ASKED], "stream": True}
    with chat.stream("POST", "/v1/chat/completions", json=body) as got, pytest.raises(httpx2.HTTPError):
        pieces.extend(got.iter_raw())
    seen = b"".join(pieces)
    assert REPLY.encode() in seen
    assert b'"upstream_failed"' in seen
    assert b'"supported"' not in seen


def test_a_client_that_leaves_closes_the_upstream(chat: Client, server: Server) -> None:
    never = threading.Event()
    many = [piece for _ in range(200) for piece in (chunk({"content": "It is old. " * 500}),)]
    server.replies = [Sent(events=(*many[:5], never, *many))]
    body = {"model": "any", "messages": [SYSTEM, ASKED], "stream": True}
    with chat.stream("POST", "/v1/chat/completions", json=body) as got:
        next(got.iter_raw())
    wait_until(lambda: chat.metric("ascribe_running") == 0)
    never.set()
    assert server.left.wait(20)


def test_an_answer_too_large_to_check_is_passed_on(tmp_path: Path, server: Server) -> None:
    sent = json.dumps(completion(REPLY * 1000)).encode()
    server.replies = [Sent(sent)]
    with serving(tmp_path, tier="rules", upstream=server.url, max_upstream_bytes=1000) as client:
        assert ask(client).content == sent


def test_an_upstream_that_is_not_there(tmp_path: Path, server: Server) -> None:
    with serving(tmp_path, tier="rules", upstream="http://127.0.0.1:9/v1") as client:
        got = ask(client)
        assert (got.status_code, got.json()["error"]["code"]) == (502, "upstream_failed")
    with serving(tmp_path, tier="rules") as client:
        assert ask(client).status_code == 501
    server.replies = [Sent(fails="hang")]
    with serving(tmp_path, tier="rules", upstream=server.url, upstream_seconds=1) as client:
        assert ask(client).status_code == 504


def test_the_key_of_the_client_is_passed_on_only_where_it_is_not_ours(tmp_path: Path, server: Server) -> None:
    from ascribe.apps.server.keys import KeyFile

    server.replies = [Sent(completion(REPLY))]
    with serving(tmp_path, tier="rules", upstream=server.url) as client:
        client.headers["Authorization"] = "Bearer of-the-upstream"
        ask(client)
        ours = KeyFile(tmp_path / "keys.json").add("anna")
        client.headers["Authorization"] = f"Bearer {ours}"
        ask(client)
    assert server.requests[0].headers["Authorization"] == "Bearer of-the-upstream"
    assert "Authorization" not in server.requests[1].headers


def test_the_official_client_reads_answers_and_streams(chat: Client, server: Server) -> None:
    openai = pytest.importorskip("openai")
    client = openai.OpenAI(base_url=f"{str(chat.base_url).rstrip('/')}/v1", api_key="unused")
    with client:
        server.replies = [Sent(completion(REPLY))]
        options = {"ascribe": {"sources": [{"text": MILL}]}}
        got = client.chat.completions.create(model="any", messages=[ASKED], extra_body=options)
        assert got.choices[0].message.content == REPLY
        assert got.model_extra["ascribe"]["choices"][0]["status_counts"] == {
            "contradicted": 1,
            "supported": 1,
        }
        server.replies = [streamed(REPLY[:9], REPLY[9:])]
        text, found = "", dict[str, Any]()
        for one in client.chat.completions.create(
            model="any", messages=[ASKED], stream=True, extra_body=options
        ):
            text += "".join(choice.delta.content or "" for choice in one.choices)
            found = one.model_extra.get("ascribe", found)
        assert text == REPLY
        assert statuses(found["choices"][0]["annotations"]) == STATUSES
