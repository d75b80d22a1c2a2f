"""The client over real HTTP, failures included. Waiting is recorded, not done."""

import logging
import re
import sys
from itertools import count

import pytest

from ascribe import InputError, MissingExtraError
from ascribe.errors import AnswerError, EndpointError
from ascribe.install_command import build_install_command
from ascribe.llm import ChatEndpoint, Completion
from ascribe.llm.json_answer import build_response_format
from ascribe.llm.transport import Transport, TransportError
from tests.llm.server import Sent, Server, completion

KEY = "key-not-to-show"
MESSAGES = [{"role": "user", "content": "Is the mill old? „Ja“"}]
FORMAT = build_response_format("answer", {"yes": {"type": "boolean"}})
YES = Sent(completion("yes", 7))


class Waits(list[float]):
    """Seconds that were asked for."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


def endpoint(server: Server, waits: Waits | None = None, **options: float) -> ChatEndpoint:
    return ChatEndpoint(server.url, "small", KEY, wait=Waits() if waits is None else waits, **options)  # type: ignore[arg-type]  # numbers by name


def test_a_question_over_the_protocol(server: Server) -> None:
    server.replies = [YES]
    found = endpoint(server).complete(MESSAGES, response_format=FORMAT, max_tokens=9)
    assert found == Completion("yes", 7)
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["Authorization"] == f"Bearer {KEY}"
    assert request.body == {
        "model": "small",
        "messages": MESSAGES,
        "temperature": 0,
        "seed": 0,
        "response_format": FORMAT,
        "max_tokens": 9,
    }


def test_without_a_key_none_is_sent_and_a_query_stays_behind_the_path(server: Server) -> None:
    server.replies = [YES]
    asked = ChatEndpoint(f"{server.url}/?api-version=2", "small")
    assert asked.complete(MESSAGES).text == "yes"
    assert "Authorization" not in server.requests[0].headers
    assert server.requests[0].path == "/v1/chat/completions?api-version=2"
    assert repr(asked) == f"ChatEndpoint('{server.url}/chat/completions', 'small')"


@pytest.mark.parametrize("status", [408, 429, 500, 503])
def test_what_may_pass_is_asked_again(server: Server, status: int) -> None:
    waits = Waits()
    server.replies = [Sent(b"busy", status), Sent(b"busy", status), YES]
    assert endpoint(server, waits).complete(MESSAGES).text == "yes"
    assert waits == [0.5, 1.0]
    assert server.requests[0].body == server.requests[2].body


def test_a_server_says_when_to_come_back(server: Server) -> None:
    waits = Waits()
    server.replies = [Sent(b"", 429, {"Retry-After": "7"}), YES]
    assert endpoint(server, waits).complete(MESSAGES).text == "yes"
    assert waits == [7.0]


def test_a_server_that_wants_an_hour_is_given_up(server: Server) -> None:
    waits = Waits()
    server.replies = [Sent(b"", 429, {"Retry-After": "3600"}), YES]
    with pytest.raises(EndpointError, match="status 429") as caught:
        endpoint(server, waits).complete(MESSAGES)
    assert (waits, caught.value.status, len(server.requests)) == ([], 429, 1)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (Sent(completion("yes"), fails="cut"), "no answer .RemoteProtocolError"),
        (Sent(fails="hang"), "no answer .ReadTimeout"),
    ],
)
def test_a_broken_line_is_tried_again_and_then_named(server: Server, broken: Sent, message: str) -> None:
    waits = Waits()
    server.replies = [broken, YES]
    assert endpoint(server, waits, timeout=0.2).complete(MESSAGES).text == "yes"
    server.replies = [broken]
    with pytest.raises(EndpointError, match=message) as caught:
        endpoint(server, waits, timeout=0.2, retries=1).complete(MESSAGES)
    assert caught.value.status is None
    assert waits == [0.5, 0.5]


def test_a_server_that_is_not_there_is_named(server: Server) -> None:
    server.http.server_close()
    with pytest.raises(EndpointError, match=r"127.0.0.1:\d+/v1/chat/completions: no answer .ConnectError"):
        endpoint(server, retries=0).complete(MESSAGES)


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (Sent(b'{"choices": [{"mess'), "the answer is not JSON; is this the right base_url"),
        (Sent(b"<html>"), "the answer is not JSON"),
        (Sent({"choices": []}), "the answer has no choices"),
        (Sent([1]), "the answer has no choices"),
        (Sent(completion(None, refusal="I cannot.")), "the model gave no text .I cannot"),
        (Sent(completion(None)), "the model gave no text .content is empty"),
        (Sent(completion(" ")), "the model gave no text .content is empty"),
    ],
)
def test_an_answer_without_a_text_is_an_error_of_its_own(server: Server, sent: Sent, message: str) -> None:
    server.replies = [sent]
    with pytest.raises(AnswerError, match=message):
        endpoint(server).complete(MESSAGES)
    assert len(server.requests) == 1


@pytest.mark.parametrize("usage", [None, "many", {"total_tokens": -1}, {"total_tokens": True}, [3]])
def test_tokens_that_are_not_told_are_not_known(server: Server, usage: object) -> None:
    server.replies = [Sent({**completion("yes", None), "usage": usage})]
    assert endpoint(server).complete(MESSAGES).tokens is None


@pytest.mark.parametrize("status", [307, 401, 403, 404, 418])
def test_a_refusal_is_not_asked_again_and_shows_no_key(server: Server, status: int, caplog) -> None:
    caplog.set_level(logging.DEBUG)
    server.replies = [Sent(f"bad key {KEY}".encode(), status, {"Location": "/elsewhere"})]
    with pytest.raises(EndpointError, match=rf"status {status}: bad key …") as caught:
        endpoint(server).complete(MESSAGES)
    assert (caught.value.status, len(server.requests)) == (status, 1)
    chain = [caught.value, caught.value.__cause__, caught.value.__context__]
    assert KEY not in f"{chain!r}{endpoint(server)!r}{caplog.text}"


def test_a_key_at_the_end_of_what_is_shown_is_not_shown_in_part(server: Server) -> None:
    server.replies = [Sent(("x" * 295 + KEY + "y" * 99).encode(), 403)]
    with pytest.raises(EndpointError, match=r"x…yyyy$"):
        endpoint(server).complete(MESSAGES)


@pytest.mark.parametrize(
    ("complaint", "left_out"),
    [
        ({"message": "response_format is not supported"}, {"response_format"}),
        ({"message": "'json_schema' is unknown"}, {"response_format"}),
        ({"message": "no"}, {"response_format"}),
        ({"message": "Use max_completion_tokens, not max_tokens.", "param": "max_tokens"}, {"max_tokens"}),
        ({"message": "response_format and seed: no seed", "param": "seed"}, {"seed"}),
        ({"message": "Only the default temperature is supported."}, {"temperature"}),
    ],
)
@pytest.mark.parametrize("status", [400, 422])
def test_what_a_server_refuses_is_left_out_from_then_on(
    server: Server, complaint: dict[str, str], left_out: set[str], status: int
) -> None:
    whole = {"model", "messages", "temperature", "seed", "response_format", "max_tokens"}
    server.replies = [Sent({"error": complaint}, status), YES]
    asked = endpoint(server)
    for _ in range(2):
        assert asked.complete(MESSAGES, response_format=FORMAT, max_tokens=9).text == "yes"
    assert [whole - set(one.body) for one in server.requests] == [set(), left_out, left_out]


def test_a_request_that_is_refused_as_a_whole_leaves_nothing_out_later(server: Server) -> None:
    server.replies = [Sent({"error": {"message": "too long"}}, 400)]
    asked = endpoint(server)
    with pytest.raises(EndpointError, match=r"status 400: .*too long"):
        asked.complete(MESSAGES, response_format=FORMAT)
    assert len(server.requests) == 2
    assert asked.refused == set()


def test_an_answer_without_end_is_cut_off(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ascribe.llm.transport.MAX_BYTES", 1000)
    server.replies = [Sent(b"x" * 5000)]
    with pytest.raises(EndpointError, match="the answer is larger than 1,000 bytes"):
        endpoint(server).complete(MESSAGES)
    assert len(server.requests) == 1


def test_a_server_that_sends_a_little_at_a_time_is_held_to_the_limit_as_a_whole(server: Server) -> None:
    server.replies = [YES]
    line = Transport(2.0, count(step=3).__next__)
    with pytest.raises(TransportError, match="the answer took longer than 2 s"):
        line.post(f"{server.url}/chat/completions", {}, b"{}")
    line.close()


@pytest.mark.parametrize("url", ["localhost:8000/v1", "file:///etc/hosts", "", "http://", "http://a:b/v1"])
def test_only_http_is_spoken(url: str) -> None:
    with pytest.raises(InputError, match="base_url: expected http"):
        ChatEndpoint(url, "small")


def test_what_cannot_be_sent_is_refused_without_showing_the_key() -> None:
    with pytest.raises(InputError, match="base_url: must not contain a user name or password") as caught:
        ChatEndpoint(f"https://me:{KEY}@host/v1", "small")
    assert KEY not in str(caught.value)
    with pytest.raises(InputError, match="api_key: a key must consist of printable ASCII") as caught:
        ChatEndpoint("https://host/v1", "small", f"{KEY}\nEvil: yes")
    assert KEY not in str(caught.value)
    with pytest.raises(InputError, match="model: expected"):
        ChatEndpoint("https://host/v1", " ")
    with pytest.raises(InputError, match="timeout must be above 0 and retries at least 0"):
        ChatEndpoint("https://host/v1", "small", retries=-1)


def test_the_environment_configures_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("URL", "MODEL", "KEY"):
        monkeypatch.delenv(f"ASCRIBE_LLM_{name}", raising=False)
    with pytest.raises(InputError, match=r"set ASCRIBE_LLM_URL .* and ASCRIBE_LLM_MODEL"):
        ChatEndpoint.from_environment()
    monkeypatch.setenv("ASCRIBE_LLM_URL", f" {server.url}")
    monkeypatch.setenv("ASCRIBE_LLM_MODEL", "small")
    monkeypatch.setenv("ASCRIBE_LLM_KEY", f"{KEY}\n")
    server.replies = [YES]
    asked = ChatEndpoint.from_environment(timeout=5)
    assert asked.complete(MESSAGES).text == "yes"
    assert (asked.timeout, asked.host) == (5, server.url.split("/")[2])
    assert server.requests[0].headers["Authorization"] == f"Bearer {KEY}"


def test_without_the_library_the_message_gives_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx2", None)
    with pytest.raises(MissingExtraError, match=re.escape(build_install_command("llm"))):
        ChatEndpoint("http://localhost/v1", "small").complete(MESSAGES)
