"""The bounded pool that runs checks: a few threads, a limited queue, a time limit, and a way to stop work.

Model work releases the interpreter's lock, so threads are enough, and the event loop only waits.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Generic, TypeVar

from starlette.requests import ClientDisconnect, Request

from ascribe.apps.server.failures import ServiceError, WorkStoppedError
from ascribe.inference.interruption import interrupted_by

Result = TypeVar("Result")


class Ticket:
    """The right to work on one request; long work calls ``check`` between its steps.

    Args:
        seconds: time until the work has to stop.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.deadline = time.monotonic() + seconds
        self._stopped = False
        self._callbacks: dict[object, Callable[[], object]] = {}
        self._lock = Lock()

    @property
    def seconds_left(self) -> float:
        """Return the seconds until the deadline; 0.0 if it has passed."""
        return max(0.0, self.deadline - time.monotonic())

    def check(self) -> None:
        """Raise ``WorkStoppedError`` if the work has to stop."""
        if self._stopped or time.monotonic() > self.deadline:
            raise WorkStoppedError

    def stop(self) -> None:
        """Stop the work at its next step, and call what ``on_stop`` was given."""
        with self._lock:
            self._stopped = True
            callbacks, self._callbacks = list(self._callbacks.values()), {}
        for callback in callbacks:
            callback()

    def on_stop(self, callback: Callable[[], object]) -> Callable[[], object]:
        """Call ``callback`` when the work is stopped; return a function that forgets it."""
        key = object()
        with self._lock:
            if not self._stopped:
                self._callbacks[key] = callback
                return lambda: self._callbacks.pop(key, None)
        callback()
        return lambda: None


@dataclass(frozen=True, slots=True)
class Job(Generic[Result]):
    """Work that was accepted."""

    ticket: Ticket
    future: Future[Result]

    def stop(self) -> None:
        """Stop the work, or take it from the queue."""
        self.future.cancel()
        self.ticket.stop()


@dataclass(slots=True)
class Counts:
    """How many jobs run and wait."""

    running: int = 0
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class _End:
    """The last item of a stream: the error that ended it, or None."""

    error: BaseException | None = None


@dataclass(slots=True)
class TaskQueue:
    """Runs work in threads; what does not fit in is refused at once.

    Args:
        workers: jobs that run at the same time.
        capacity: jobs that may wait.
        seconds: time for one job, waiting included.
        is_ready: False refuses work.
        not_ready: what a client is told then.
        is_closing: True refuses work for good.
        counts: how many jobs run and wait.
    """

    workers: int
    capacity: int
    seconds: float
    is_ready: bool = False
    not_ready: str = "the models are still being loaded; try again soon."
    is_closing: bool = False
    counts: Counts = field(default_factory=Counts)
    _pool: ThreadPoolExecutor = field(init=False)
    _jobs: set[Job[Any]] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self._pool = ThreadPoolExecutor(self.workers, "ascribe-work")

    def submit(self, work: Callable[[Ticket], Result]) -> Job[Result]:
        """Accept the work, or refuse it.

        Raises:
            ServiceError: the queue is full (429), or the service is not ready or stops (503).
        """
        self.check_open()
        return self.start(work)

    def check_open(self) -> None:
        """Refuse a request before its body is read, if its work would be refused anyway.

        Raises:
            ServiceError: the queue is full (429), or the service is not ready or stops (503).
        """
        if self.is_closing:
            raise ServiceError(503, "stopping", "the service is stopping; try again later.")
        if not self.is_ready:
            raise ServiceError(503, "not_ready", self.not_ready)
        self._check_space()

    def _check_space(self) -> None:
        if self.counts.running + self.counts.waiting >= self.workers + self.capacity:
            raise ServiceError(
                429, "queue_full", f"{self.counts.waiting} requests are waiting already; try again soon."
            )

    def start(self, work: Callable[[Ticket], Result]) -> Job[Result]:
        """Accept the work even before the service is ready."""
        with self._lock:
            self._check_space()
            self.counts.waiting += 1
        ticket = Ticket(self.seconds)
        job = Job(ticket, self._pool.submit(self._work, work, ticket))
        with self._lock:
            self._jobs.add(job)
        job.future.add_done_callback(lambda future: self._end(job, future))
        return job

    def _work(self, work: Callable[[Ticket], Result], ticket: Ticket) -> Result:
        with self._lock:
            self.counts.waiting -= 1
            self.counts.running += 1
        try:
            ticket.check()
            with interrupted_by(ticket.check):
                return work(ticket)
        finally:
            with self._lock:
                self.counts.running -= 1

    def _end(self, job: Job[Any], future: Future[Any]) -> None:
        with self._lock:
            self._jobs.discard(job)
            self.counts.waiting -= future.cancelled()

    async def run(self, request: Request, work: Callable[[Ticket], Result]) -> Result:
        """Run the work and return its result; stop it if its client leaves or its time is over.

        Raises:
            ServiceError: it was refused, or its time is over.
            ClientDisconnect: nobody waits for the answer.
        """
        job = self.submit(work)
        try:
            return await wait_for(request, asyncio.wrap_future(job.future), job.ticket)
        finally:
            job.stop()

    async def stream(self, produce: Callable[[Ticket], Iterator[Result]]) -> AsyncGenerator[Result]:
        """Yield what ``produce`` yields in a worker; closing the generator stops the work.

        Raises:
            ServiceError: it was refused, or its time is over.
        """
        loop = asyncio.get_running_loop()
        items: asyncio.Queue[Result | _End] = asyncio.Queue()

        def send(item: Result | _End) -> None:
            with suppress(RuntimeError):  # the loop has been closed: nobody waits
                loop.call_soon_threadsafe(items.put_nowait, item)

        def work(ticket: Ticket) -> None:
            try:
                for item in produce(ticket):
                    send(item)
                    ticket.check()
            except BaseException as error:
                send(_End(error))
            else:
                send(_End())

        job = self.submit(work)
        try:
            while True:
                item = await asyncio.wait_for(items.get(), job.ticket.seconds_left + 0.001)
                if isinstance(item, _End):
                    if item.error is not None:
                        raise item.error
                    return
                yield item
        except (TimeoutError, WorkStoppedError):
            raise build_time_error(job.ticket) from None
        finally:
            job.stop()

    def close(self) -> None:
        """Refuse further work, stop what runs, and wait until it has ended."""
        self.is_closing = True
        with self._lock:
            jobs = list(self._jobs)
        for job in jobs:
            job.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)


def build_time_error(ticket: Ticket) -> ServiceError:
    """Build the error of a request whose time is over."""
    return ServiceError(
        504,
        "time_limit",
        f"the request took longer than {ticket.seconds:g} s; send less, or try again later.",
    )


async def wait_for(request: Request, work: Awaitable[Result], ticket: Ticket) -> Result:
    """Wait for the work until the client leaves or the time is over.

    Raises:
        ServiceError: the time is over.
        ClientDisconnect: the client has left.
    """
    done = asyncio.ensure_future(work)
    left = asyncio.ensure_future(_wait_for_disconnect(request))
    try:
        await asyncio.wait({done, left}, timeout=ticket.seconds_left, return_when=asyncio.FIRST_COMPLETED)
        if done.done():
            return done.result()
        if left.done():
            raise ClientDisconnect
        raise build_time_error(ticket)
    except WorkStoppedError:
        raise build_time_error(ticket) from None
    finally:
        left.cancel()
        done.cancel()


async def _wait_for_disconnect(request: Request) -> None:
    """Wait until the client has left; the body of the request must have been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
