"""Server-sent events: what a client reads while the work goes on."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing

from anyio import CancelScope
from starlette.requests import Request
from starlette.responses import StreamingResponse

from ascribe.apps.server.failures import ServiceError, WorkStoppedError, build_error, translate_error
from ascribe.apps.server.service import LOGGER, Service
from ascribe.apps.server.work import Ticket, wait_for
from ascribe.errors import AscribeError
from ascribe.records import StreamEvent

_PAUSE_SECONDS = 15.0
"""After so long without an event a comment is sent, so that no proxy takes the connection for dead."""


def wants_events(request: Request) -> bool:
    """Return True if the client asks for events, by its ``Accept`` header or by ``?stream=true``."""
    accepts = request.headers.get("accept", "").lower()
    asked = request.query_params.get("stream", "").lower()
    return "text/event-stream" in accepts or asked in ("1", "true", "yes")


def write_event(event: StreamEvent) -> bytes:
    """Write an event of ``ascribe.stream``."""
    return write_data(event.kind, event.to_json())


def write_data(name: str, data: str) -> bytes:
    """Write an event with that name and one line of data."""
    return f"event: {name}\ndata: {data}\n\n".encode()


async def answer_with_events(
    request: Request,
    service: Service,
    produce: Callable[[Ticket], Iterator[bytes]],
    at_end: Callable[[], object] = lambda: None,
) -> StreamingResponse:
    """Answer with the events that ``produce`` yields in a worker.

    What goes wrong before the first event is an answer with its own status; later it is an event ``error``.

    Args:
        request: the client's.
        service: its queue does the work.
        produce: yields events; runs in a worker.
        at_end: called when the stream has ended, whatever the reason.

    Raises:
        ServiceError: the work was refused, or failed before the first event.
    """
    events = service.queue.stream(produce)
    try:
        ticket = Ticket(service.settings.request_seconds + 1)
        first = await wait_for(request, anext(events, b""), ticket)
    except BaseException:
        await events.aclose()
        at_end()
        raise
    headers = {"X-Accel-Buffering": "no"}
    return StreamingResponse(_iterate(first, events, at_end), media_type="text/event-stream", headers=headers)


async def _iterate(
    first: bytes, events: AsyncGenerator[bytes], at_end: Callable[[], object]
) -> AsyncGenerator[bytes]:
    """Yield all events, and what went wrong as the last one."""
    try:
        async with aclosing(add_pauses(events)) as shown:
            yield first
            async for event in shown:
                yield event
    except ServiceError as error:
        yield write_data("error", json.dumps(error.to_json()))
    except AscribeError as error:
        yield write_data("error", json.dumps(translate_error(error).to_json()))
    except WorkStoppedError:
        yield write_data("error", json.dumps(build_error("stopping", "the service is stopping.")))
    except Exception:
        LOGGER.exception("a stream of events failed")
        body = build_error("failed", "the service failed on this request; its log says why.")
        yield write_data("error", json.dumps(body))
    finally:
        # The answer of a client that left is cancelled again and again, and has to be ended all the same.
        with CancelScope(shield=True):
            await events.aclose()
        at_end()


async def add_pauses(events: AsyncGenerator[bytes], seconds: float = _PAUSE_SECONDS) -> AsyncGenerator[bytes]:
    """Yield the events, and a comment whenever none has come for a while."""
    coming = asyncio.ensure_future(anext(events, None))
    asked = time.monotonic()
    try:
        while True:
            done, _ = await asyncio.wait({coming}, timeout=seconds)
            if not done:
                yield f": {time.monotonic() - asked:.0f} s\n\n".encode()
                continue
            event = coming.result()
            if event is None:
                return
            yield event
            coming = asyncio.ensure_future(anext(events, None))
            asked = time.monotonic()
    finally:
        if not coming.done():
            coming.cancel()
            with CancelScope(shield=True):
                await asyncio.wait({coming})
