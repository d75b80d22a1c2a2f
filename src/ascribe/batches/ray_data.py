"""Run rows through Ray Data: workers of a cluster, which load the models once and may be lost.

Each worker asks the ``Feed``, an actor beside this process, for the rows of one chunk after the other. When a
worker is lost, Ray starts another and repeats its chunk, whose rows are still in the feed: they leave it when
their results are here. A chunk that has ended its worker twice is checked on this machine row by row, so that
the row that does it is known.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import count, islice
from typing import Any

from ascribe.batches.pool import recover_rows
from ascribe.batches.rows import Row
from ascribe.batches.worker import (
    RowChecker,
    RowResult,
    WorkerSettings,
    raise_fatal,
    try_check,
)
from ascribe.errors import InputError, MissingExtraError
from ascribe.inference.onnx import limit_threads
from ascribe.install_command import build_install_command

MOST_CHUNKS = 10_000
"""Chunks of a run: each costs Ray a few milliseconds."""

CHUNK_ROWS = 16
"""Rows of a chunk, unless the table is so long that it has ``MOST_CHUNKS``."""

CHUNKS_AHEAD = 4
"""Chunks of each worker in the feed, so that none is idle while a slow one is awaited."""

MOST_TRIES = 2
"""Times that a chunk is given to a worker."""


def check_rows_on_ray(
    rows: Iterable[Row], settings: WorkerSettings, workers: int, address: str | None, most_rows: int
) -> Iterator[tuple[Row, RowResult]]:
    """Yield each row with its result, in order.

    Args:
        rows: the rows.
        settings: what the workers need.
        workers: number of workers; each takes one CPU of the cluster.
        address: address of the cluster; None starts Ray on this machine, for the run.
        most_rows: an upper bound of the number of rows.

    Raises:
        InputError: there is no cluster at the address.
        MissingExtraError: Ray is not installed.
    """
    ray = _import_ray()
    size = _choose_chunk_size(most_rows, workers)
    chunks = _cut(iter(rows), size)
    with connect(ray, address, workers), _start_feed(ray) as feed:
        results = _start_workers(ray, feed, settings, workers, -(-most_rows // size))
        with closing(results):
            for chunk, found in _take_in_order(ray, feed, chunks, results, workers * CHUNKS_AHEAD):
                yield from _pair(chunk, found, settings)


def _import_ray() -> Any:
    try:
        import ray
        import ray.data
    except ModuleNotFoundError as error:
        raise MissingExtraError(f"Ray needs {error.name}; run: {build_install_command('ray')}") from error
    return ray


def _choose_chunk_size(most_rows: int, workers: int) -> int:
    """Return a size that spreads small tables over the workers and does not cut long ones too fine."""
    spread = -(-most_rows // (workers * 8))
    return max(1, min(CHUNK_ROWS, spread), -(-most_rows // MOST_CHUNKS))


def _cut(rows: Iterator[Row], size: int) -> Iterator[list[Row]]:
    while chunk := list(islice(rows, size)):
        yield chunk


# --- Ray ---


@contextmanager
def connect(ray: Any, address: str | None, workers: int) -> Iterator[None]:
    """Connect to the cluster, or start Ray on this machine: only on loopback, and without its dashboard.

    A connection that the caller has opened is used and stays.
    """
    if ray.is_initialized():
        yield
        return
    local = {
        "num_cpus": workers,
        "include_dashboard": False,
        "_node_ip_address": "127.0.0.1",
    }
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray.init(
            address=address or "local",
            logging_level=logging.ERROR,
            log_to_driver=False,
            **({} if address else local),
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise InputError(f"Ray cannot be reached at {address or 'this machine'} ({error}).") from error
    try:
        yield
    finally:
        ray.shutdown()


class Feed:
    """Hold the rows of the chunks that are under way, by the number of the chunk."""

    def __init__(self) -> None:
        self._chunks: dict[int, list[Row]] = {}
        self._tries: dict[int, int] = {}
        self._end: int | None = None
        self._changed = asyncio.Condition()

    async def offer(self, number: int, chunk: list[Row]) -> None:
        """Add a chunk."""
        async with self._changed:
            self._chunks[number] = chunk
            self._tries[number] = 0
            self._changed.notify_all()

    async def end(self, number: int) -> None:
        """Say that there are no chunks from that number on."""
        async with self._changed:
            self._end = number
            self._changed.notify_all()

    async def forget(self, number: int) -> None:
        """Remove a chunk whose results have arrived."""
        self._chunks.pop(number)
        self._tries.pop(number)

    async def take(self, number: int) -> list[Row] | None:
        """Return the rows of a chunk as soon as it is here; None if it must not be tried once more."""
        async with self._changed:
            await self._changed.wait_for(lambda: number in self._chunks or self._is_past(number))
        if number not in self._chunks:
            return []
        self._tries[number] += 1
        return self._chunks[number] if self._tries[number] <= MOST_TRIES else None

    def _is_past(self, number: int) -> bool:
        return self._end is not None and number >= self._end


@contextmanager
def _start_feed(ray: Any) -> Iterator[Any]:
    """Start the feed on the node of this process."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    feed = ray.remote(num_cpus=0, scheduling_strategy=here)(Feed).remote()
    try:
        yield feed
    finally:
        ray.kill(feed)


class ChunkChecker:
    """The worker: check the chunks that it is given the numbers of, with models that are loaded once."""

    def __init__(self, feed: Any, settings: WorkerSettings) -> None:
        limit_threads(1)
        self._feed = feed
        self._checker = RowChecker(settings)

    def __call__(self, batch: Mapping[str, Any]) -> dict[str, list[Any]]:
        """Return the results of one chunk as JSON; null if it must not be tried once more."""
        import ray

        (number,) = batch["item"]
        rows = ray.get(self._feed.take.remote(int(number)))
        results = None if rows is None else [try_check(self._checker, row) for row in rows]
        return {"number": [int(number)], "results": [json.dumps(results)]}


def _start_workers(
    ray: Any, feed: Any, settings: WorkerSettings, workers: int, chunks: int
) -> Generator[Mapping[str, Any], None, None]:
    """Start the job, and return its results as they arrive."""
    context = ray.data.DataContext.get_current().copy()
    context.enable_progress_bars = False
    context.print_on_execution_start = False
    with ray.data.DataContext.current(context):
        dataset = ray.data.from_items(list(range(chunks)), override_num_blocks=max(1, chunks))
        checked = dataset.map_batches(
            ChunkChecker,
            batch_size=1,
            # One at a time: when a worker is lost, Ray may run the task that waits behind before it repeats
            # the lost one, and the chunk of the later one may only be offered after the results of the first.
            compute=ray.data.ActorPoolStrategy(size=workers, max_tasks_in_flight_per_actor=1),
            num_cpus=1,
            fn_constructor_args=(feed, settings),
        )
        # No prefetching: it keeps a result back until the next is here, and the next one may need the rows
        # that are only offered after the one kept back.
        for batch in checked.iter_batches(batch_size=1, batch_format="numpy", prefetch_batches=0):
            yield {"number": int(batch["number"][0]), "results": str(batch["results"][0])}


def _take_in_order(
    ray: Any, feed: Any, chunks: Iterator[list[Row]], results: Iterator[Mapping[str, Any]], most: int
) -> Iterator[tuple[list[Row], Any]]:
    """Yield each chunk with its results, in order; up to ``most`` chunks are under way."""
    under_way: dict[int, list[Row]] = {}
    arrived: dict[int, Any] = {}
    offered = 0
    more = True
    for wanted in count():
        while more and len(under_way) < most:
            chunk = next(chunks, None)
            if chunk is None:
                more = False
                ray.get(feed.end.remote(offered))
            else:
                under_way[offered] = chunk
                ray.get(feed.offer.remote(offered, chunk))
                offered += 1
        if not under_way:
            return
        while wanted not in arrived:
            record = next(results, None)
            if record is None:
                raise RuntimeError(f"Ray ended its job without the results of chunk {wanted}")
            arrived[record["number"]] = json.loads(record["results"])
        ray.get(feed.forget.remote(wanted))
        yield under_way.pop(wanted), arrived.pop(wanted)


def _pair(
    chunk: list[Row], results: list[RowResult] | None, settings: WorkerSettings
) -> Iterator[tuple[Row, RowResult]]:
    """Yield the rows with their results; check them here if workers have been lost with them."""
    if results is None:
        yield from recover_rows(chunk, settings)
        return
    for row, result in zip(chunk, results, strict=True):
        raise_fatal(result)
        yield row, result
