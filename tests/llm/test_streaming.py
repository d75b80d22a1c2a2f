"""Completions in pieces over real HTTP: what comes when, and every way in which a stream can break."""

import json
import logging
import threading
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.errors import AnswerError, EndpointError
from ascribe.llm import ChatEndpoint, Completion
from ascribe.llm.transport import EventReader, Transport, TransportError
from tests.llm.server import Sent, Server, chunk, completion, streamed
from tests.llm.test_client import FORMAT, KEY, MESSAGES, YES, Waits, endpoint

DONE = b"data: [DONE]\n\n"


def pieces(asked: ChatEndpoint, **options: object) -> list[str | Completion]:
    with asked.connect() as line:
        return list(line.stream(MESSAGES, **options))  # type: ignore[arg-type]  # options by name


def test_a_piece_is_there_while_the_model_still_writes(server: Server) -> None:
    go_on = threading.Event()
    server.replies = [streamed("The mill ", go_on, "is old.")]
    with endpoint(server).connect() as line:
        stream = line.stream(MESSAGES, max_tokens=9)
        assert next(stream) == "The mill "
        go_on.set()
        assert list(stream) == ["is old.", Completion("The mill is old.")]
    body = server.requests[0].body
    assert (body["stream"], body["max_tokens"]) == (True, 9)


def test_the_whole_is_what_one_piece_would_have_been(server: Server) -> None:
    rows = [{"token": "a", "logprob": value} for value in (-0.25, -0.75)]
    usage = b'data: {"choices": [], "usage": {"total_tokens": 7}}\n\n'
    events = (
        chunk({"role": "assistant", "content": None}),
        b": a comment\n\n",
        *(
            chunk({"content": text}, logprobs={"content": [row]})
            for text, row in zip("ab", rows, strict=True)
        ),
        chunk({}, finish_reason="stop"),
        usage,
        DONE,
    )
    server.replies = [Sent(events=events), Sent({**completion("ab", 7), **_with(rows)})]
    *said, whole = pieces(endpoint(server), logprobs=True)
    with endpoint(server).connect() as line:
        assert whole == line.complete(MESSAGES, logprobs=True) == Completion("ab", 7, -0.5)
    assert said == ["a", "b"]


def _with(rows: list[dict[str, object]]) -> dict[str, object]:
    return {"choices": [{"message": {"content": "ab"}, "logprobs": {"content": rows}}]}


def test_halves_of_a_character_are_one(server: Server) -> None:
    server.replies = [streamed("It is \ud83d", "\ude00 old.")]
    assert pieces(endpoint(server)) == ["It is ", "😀 old.", Completion("It is 😀 old.")]


def test_a_server_that_does_not_stream_gives_one_piece(server: Server) -> None:
    server.replies = [YES]
    assert pieces(endpoint(server)) == ["yes", Completion("yes", 7)]


def test_a_server_that_streams_unasked_is_read_as_well(server: Server) -> None:
    server.replies = [streamed("y", "es")]
    assert endpoint(server).complete(MESSAGES) == Completion("yes")


@pytest.mark.parametrize(
    ("complaint", "left_out"),
    [
        ("stream is not supported", "stream"),
        ("Streaming with response_format is not supported.", "response_format"),
        ("no", "response_format"),
    ],
)
def test_what_a_server_refuses_is_left_out_from_then_on(
    server: Server, complaint: str, left_out: str
) -> None:
    server.replies = lambda request: Sent(complaint.encode(), 400) if left_out in request.body else YES
    asked = endpoint(server)
    for _ in range(2):
        assert pieces(asked, response_format=FORMAT)[-1] == Completion("yes", 7)
    assert [left_out in one.body for one in server.requests] == [True, False, False]


@pytest.mark.parametrize(
    "broken",
    [Sent(b"busy", 503), streamed(fails="cut", end=""), streamed(end=""), Sent(fails="hang")],
    ids=["busy", "cut", "ended", "hangs"],
)
def test_what_breaks_before_the_first_piece_is_asked_again(server: Server, broken: Sent) -> None:
    waits = Waits()
    server.replies = [broken, streamed("yes")]
    assert pieces(endpoint(server, waits, timeout=0.3)) == ["yes", Completion("yes")]
    assert waits == [0.5]


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (streamed("The mill", fails="cut", end=""), "the answer broke off .RemoteProtocolError"),
        (streamed("The mill", end=""), "the answer broke off .the stream ended before the answer did"),
        (streamed("The mill", threading.Event()), "the answer broke off .ReadTimeout"),
        (Sent(events=(chunk({"content": "The mill"}), b"data: {oh\n\n")), "chunk of the stream is not JSON"),
        (Sent(events=(chunk({"content": "The mill"}), b"data: 7\n\n")), "is not a JSON object"),
        (Sent(events=(chunk({"content": "The mill"}), b"data: {}\n\n")), r"has no choices\[0\]\.delta"),
    ],
)
def test_what_breaks_behind_the_first_piece_is_an_error_and_not_asked_again(
    server: Server, broken: Sent, message: str
) -> None:
    server.replies = [broken]
    patience = (
        1.0 if "Timeout" in message else 30.0
    )  # on a busy machine a short one ends before the first piece
    with endpoint(server, timeout=patience).connect() as line:
        stream = line.stream(MESSAGES)
        assert next(stream) == "The mill"
        with pytest.raises(EndpointError, match=rf"{server.url}/chat/completions: .*{message}"):
            next(stream)
    assert len(server.requests) == 1


def test_a_failure_that_the_stream_reports_shows_no_key(server: Server, caplog) -> None:
    caplog.set_level(logging.DEBUG)
    failure = json.dumps({"error": {"message": f"overloaded, {KEY}"}}).encode()
    server.replies = [Sent(events=(chunk({"content": "The mill"}), b"data: " + failure + b"\n\n"))]
    with pytest.raises(EndpointError, match=r"the stream reports a failure: .*overloaded, …") as caught:
        pieces(endpoint(server))
    chain = [caught.value, caught.value.__cause__, caught.value.__context__]
    assert KEY not in f"{chain!r}{caplog.text}"


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ((chunk({}, finish_reason="stop"), DONE), "content is empty"),
        ((chunk({"content": " \n"}), DONE), "content is empty"),
        ((chunk({"refusal": "I "}), chunk({"refusal": "cannot."}), DONE), r"I cannot\."),
    ],
)
def test_a_stream_without_a_text_is_an_error_of_its_own(server: Server, events, why: str) -> None:
    server.replies = [Sent(events=events)]
    with pytest.raises(AnswerError, match=f"the model gave no text .{why}"):
        pieces(endpoint(server))


def test_who_goes_away_hangs_up(server: Server) -> None:
    go_on = threading.Event()
    server.replies = [streamed("The mill", go_on, *["is old. " * 10_000] * 100)]
    with endpoint(server).connect() as line:
        stream = line.stream(MESSAGES)
        next(stream)
        stream.close()
        go_on.set()
        assert server.left.wait(10)


def test_comments_do_not_keep_a_stream_alive(server: Server) -> None:
    server.replies = [Sent(events=(b": wait\n\n",) * 3 + (DONE,))]
    line = Transport(2.0, count(step=3).__next__)
    reply = line.post(f"{server.url}/chat/completions", {}, b"{}")
    assert reply.events is not None
    with pytest.raises(TransportError, match="the answer took longer than 2 s"):
        list(reply.events)
    line.close()


def test_an_endless_stream_is_cut_off(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ascribe.llm.transport.MAX_BYTES", 1000)
    server.replies = [streamed(*["The mill is old. "] * 20)]
    with pytest.raises(EndpointError, match="the answer is larger than 1,000 bytes"):
        pieces(endpoint(server))


DATA = st.lists(
    st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=8), min_size=1
)


@given(st.lists(DATA, max_size=4), st.sampled_from(["\n", "\r\n", "\r"]), st.lists(st.integers(0, 99)))
def test_events_are_the_same_however_their_bytes_are_cut(events, end: str, cuts: list[int]) -> None:
    lines = [line for event in events for line in ("id: 3", ": no", *(f"data: {part}" for part in event), "")]
    data = "".join(line + end for line in lines).encode()
    reader, found, start = EventReader(), [], 0
    for cut in sorted({cut % (len(data) + 1) for cut in cuts}):
        found += reader.add(data[start:cut])
        start = cut
    found += reader.add(data[start:])
    assert found + reader.add(b"", last=True) == ["\n".join(event) for event in events]


def test_an_event_without_its_last_line_is_one() -> None:
    reader = EventReader()
    assert reader.add(b"data:7\n\ndata") == ["7"]
    assert reader.add(b": 8", last=True) == ["8"]
