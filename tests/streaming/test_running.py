"""Iterators of every kind, their errors, and what is left when somebody goes away."""

import asyncio
import gc
import threading
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import InputError, astream, check, stream
from ascribe.records import StreamEvent
from tests.streaming.replay import SOURCES, pieces
from tests.streaming.test_law import REPLIES

DELTAS = ["The mill has 12 sails. It ", "was built in 1871. The bridge ", "is 40 m long. It is old"]
REPLY = "".join(DELTAS)


class Chunks:
    """Async chunks that remember whether they were closed, and may break off."""

    def __init__(self, deltas: list[str], error: Exception | None = None) -> None:
        self.deltas, self.error, self.closed = deltas, error, False

    async def __aiter__(self) -> AsyncIterator[str]:
        try:
            for delta in self.deltas:
                await asyncio.sleep(0)
                yield delta
            if self.error:
                raise self.error
        finally:
            self.closed = True


async def collected(chunks: Any) -> list[StreamEvent]:
    return [event async for event in astream(chunks, SOURCES, tier="rules")]


@given(REPLIES, st.lists(st.integers(0, 400), max_size=5))
def test_async_events_are_the_same(reply: str, cuts: list[int]) -> None:
    deltas = pieces(reply, cuts)
    assert asyncio.run(collected(Chunks(deltas))) == list(stream(deltas, SOURCES, tier="rules"))


def test_an_async_stream_takes_a_list_too() -> None:
    assert asyncio.run(collected(DELTAS)) == list(stream(DELTAS, SOURCES, tier="rules"))


def test_a_text_is_one_chunk() -> None:
    *_, final = stream(REPLY, SOURCES, tier="rules")
    assert final.answer == check(REPLY, SOURCES, tier="rules")


def test_chunks_of_a_chat_completion() -> None:
    chunks = [
        SimpleNamespace(choices=[SimpleNamespace(index=0, delta=SimpleNamespace(content=delta))])
        for delta in [None, *DELTAS]
    ]
    *_, final = stream(chunks, SOURCES, tier="rules")
    assert final.answer == check(REPLY, SOURCES, tier="rules")


@pytest.mark.parametrize("chunks", [None, 7, b"bytes", {"choices": []}])
def test_what_is_no_stream_is_refused(chunks: Any) -> None:
    with pytest.raises(InputError, match="chunks must be an iterable of texts or chunks, got"):
        list(stream(chunks, SOURCES, tier="rules"))
    with pytest.raises(InputError, match="chunks must be an iterable of texts or chunks, got"):
        asyncio.run(collected(chunks))


def test_an_async_iterator_is_not_for_the_sync_twin() -> None:
    chunks: Any = Chunks(DELTAS)
    with pytest.raises(InputError, match=r"use ascribe\.astream"):
        list(stream(chunks, SOURCES, tier="rules"))


def test_an_error_of_the_chunks_comes_after_what_is_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaking() -> Iterator[str]:
        yield from DELTAS
        raise ConnectionError("gone")

    monkeypatch.setattr("ascribe.streaming.session.STRIDE", 1)  # holds back all but the first
    told: list[StreamEvent] = []
    with pytest.raises(ConnectionError, match="gone"):
        told.extend(stream(breaking(), SOURCES, tier="rules"))
    assert [event.id for event in told] == ["0-22", "23-44", "45-69"]


def test_an_async_error_comes_after_what_is_complete() -> None:
    chunks, told = Chunks(DELTAS, ConnectionError("gone")), []

    async def run() -> None:
        async for event in astream(chunks, SOURCES, tier="rules"):
            told.append(event.id)  # noqa: PERF401 - what was told before the error counts

    with pytest.raises(ConnectionError, match="gone"):
        asyncio.run(run())
    assert told == ["0-22", "23-44", "45-69"]
    assert chunks.closed


def test_a_closed_stream_closes_its_chunks() -> None:
    closed = []

    def chunks() -> Iterator[str]:
        try:
            yield from DELTAS
        finally:
            closed.append(True)

    events = stream(chunks(), SOURCES, tier="rules")
    next(events)
    events.close()
    assert closed == [True]


def test_a_client_with_a_stream_of_its_own_is_closed() -> None:
    class Response:
        closed = False

        def __iter__(self) -> Iterator[str]:
            yield from DELTAS

        def close(self) -> None:
            self.closed = True

    response = Response()
    events = stream(response, SOURCES, tier="rules")
    next(events)
    events.close()
    assert response.closed


def test_a_file_stays_open(tmp_path) -> None:
    path = tmp_path / "reply.txt"
    path.write_text("The mill has 12 sails.\nIt is old.\n", encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        events = list(stream(file, SOURCES, tier="rules"))
        assert not file.closed
    assert events[-1].answer == check(path.read_text("utf-8"), SOURCES, tier="rules")


def test_an_async_stream_that_is_closed_or_abandoned_leaves_nothing_running() -> None:
    async def run() -> None:
        for abandon in (False, True):
            chunks = Chunks(DELTAS)
            events = astream(chunks, SOURCES, tier="rules")
            await anext(events)
            if not abandon:
                await events.aclose()
            del events
            gc.collect()
            for _ in range(5):  # the loop closes what was let go
                await asyncio.sleep(0)
            assert chunks.closed
            assert len(asyncio.all_tasks()) == 1

    asyncio.run(run())


def test_a_cancelled_task_waits_for_the_sentence_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    from ascribe.streaming import Session

    began, go_on, ended = threading.Event(), threading.Event(), []
    events_of = Session.events

    def slow(self: Session) -> list[StreamEvent]:
        began.set()
        go_on.wait(10)
        found = events_of(self)
        ended.append(True)
        return found

    monkeypatch.setattr(Session, "events", slow)

    async def run() -> None:
        chunks = Chunks(DELTAS)
        task = asyncio.create_task(collected(chunks))
        await asyncio.to_thread(began.wait, 10)
        task.cancel()
        asyncio.get_running_loop().call_soon(go_on.set)
        with pytest.raises(asyncio.CancelledError):
            await task
        assert ended
        assert chunks.closed

    asyncio.run(run())
