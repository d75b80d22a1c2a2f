from typing import Any

import pytest

from ascribe.compat import ChatEndpoint, LMBasedReferenceFormatter
from ascribe.errors import EndpointError, SelectionError
from tests.llm.server import Sent, Server, completion

RESPONSE = "The mill is old."
KEY = "key-not-to-show"


def endpoint(server: Server, key: str | None = None) -> ChatEndpoint:
    return ChatEndpoint(server.url, "small", key, retries=0)


def chunks(*names: str) -> list[dict[str, Any]]:
    return [{"id": name, "content": f"On {name}.", "metadata": {"file_name": name}} for name in names]


def test_the_formatter_works_over_the_protocol(server: Server) -> None:
    server.replies = [Sent(completion('{"file_name": ["b.pdf"]}'))]
    formatter = LMBasedReferenceFormatter(endpoint(server, KEY))
    shown = formatter.format_reference_sync(RESPONSE, chunks("a.pdf", "b.pdf"))
    assert shown == "References:\n1. b.pdf"
    (request,) = server.requests
    headers, body = request.headers, request.body
    assert request.path == "/v1/chat/completions"
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
    server.replies = [Sent(completion('{"id": ["b.pdf"]}'))]
    formatter = LMBasedReferenceFormatter(endpoint(server), reference_metadata="id")
    assert formatter.format_reference_sync(RESPONSE, chunks("a.pdf", "b.pdf")) == "References:\n1. b.pdf"
    (request,) = server.requests
    assert "Authorization" not in request.headers
    assert request.body["response_format"]["json_schema"]["schema"]["required"] == ["id"]


def test_one_refused_batch_does_not_lose_the_other(server: Server) -> None:
    server.replies = [
        Sent({"error": {"message": "slow down"}}, 429),
        Sent(completion('{"file_name": ["b.pdf"]}')),
    ]
    formatter = LMBasedReferenceFormatter(endpoint(server), 1, max_concurrency=1)
    selection = formatter.select(RESPONSE, chunks("a.pdf", "b.pdf"))
    assert [chunk["id"] for chunk in selection.chunks] == ["b.pdf"]
    (failure,) = selection.failures
    assert failure.positions == (1,)
    assert "status 429" in failure.reason
    assert "slow down" in failure.reason


def test_an_answer_that_cannot_be_read_is_asked_for_once_more(server: Server) -> None:
    server.replies = [Sent(completion('{"files": []}')), Sent(completion('{"file_name": ["b.pdf"]}'))]
    formatter = LMBasedReferenceFormatter(endpoint(server))
    assert formatter.format_reference_sync(RESPONSE, chunks("a.pdf", "b.pdf")) == "References:\n1. b.pdf"
    first, second = (request.body["messages"] for request in server.requests)
    assert second[:3] == [*first, {"role": "assistant", "content": '{"files": []}'}]
    assert "The output has no 'file_name'" in second[3]["content"]


def test_two_answers_that_cannot_be_read_are_a_failure(server: Server) -> None:
    server.replies = [Sent(completion("no"))]
    with pytest.raises(SelectionError, match=r"The output is not JSON: 'no'"):
        LMBasedReferenceFormatter(endpoint(server)).select(RESPONSE, chunks("a.pdf"))
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (Sent({"error": {"message": "no such key"}}, 401), "status 401: .*no such key"),
        (Sent(completion(None, refusal="I cannot.")), "the model gave no text .I cannot"),
    ],
)
def test_what_goes_wrong_is_the_reason_of_the_failure(server: Server, reply: Sent, message: str) -> None:
    server.replies = [reply]
    formatter = LMBasedReferenceFormatter(endpoint(server, KEY))
    with pytest.raises(SelectionError, match=message) as caught:
        formatter.select(RESPONSE, chunks("a.pdf"))
    assert isinstance(caught.value.__cause__, EndpointError)
    assert KEY not in str(caught.value)
