"""Run rows through worker processes, in order, and survive the death of one."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ClassVar

from ascribe.batches.rows import Row
from ascribe.batches.worker import RowChecker, RowResult, WorkerSettings
from ascribe.inference.onnx import limit_threads

ROWS_AHEAD = 4
"""Rows of each worker that wait for their turn, so that none is idle while a slow row is awaited."""

LOST = "it ended the worker process, twice; it may need more memory than there is."


def check_rows(
    rows: Iterable[Row], settings: WorkerSettings, workers: int
) -> Iterator[tuple[Row, RowResult]]:
    """Yield each row with its result, in order.

    With one worker, rows are checked in this process. Otherwise processes are started, which share the
    cores. When one dies, the rows that were under way are checked again, one by one in a process of their
    own; a row that ends that one too is rejected, and the run goes on.
    """
    if workers == 1:
        checker = RowChecker(settings)
        yield from ((row, checker.check(row)) for row in rows)
        return
    waiting: deque[tuple[Row, Future[RowResult]]] = deque()
    pool = _start_pool(settings, workers)
    try:
        for row in rows:
            try:
                waiting.append((row, pool.submit(_check_row, row)))
            except BrokenProcessPool:
                yield from recover_rows([*(held for held, _ in waiting), row], settings)
                waiting.clear()
                pool = _restart_pool(pool, settings, workers)
            while len(waiting) >= workers * ROWS_AHEAD:
                yield from _take_first(waiting, settings)
                if not waiting:
                    pool = _restart_pool(pool, settings, workers)
        while waiting:
            yield from _take_first(waiting, settings)
    finally:
        pool.shutdown(cancel_futures=True)


def _take_first(
    waiting: deque[tuple[Row, Future[RowResult]]], settings: WorkerSettings
) -> Iterator[tuple[Row, RowResult]]:
    """Yield the first row; if a worker has died, all that wait, and leave none waiting."""
    row, future = waiting[0]
    try:
        result = future.result()
    except BrokenProcessPool:
        held = [each for each, _ in waiting]
        waiting.clear()
        yield from recover_rows(held, settings)
    else:
        waiting.popleft()
        yield row, result


def recover_rows(rows: Iterable[Row], settings: WorkerSettings) -> Iterator[tuple[Row, RowResult]]:
    """Check rows one by one in another process, so that one that ends it is known, and reject that one."""
    pool = _start_pool(settings, 1)
    try:
        for row in rows:
            try:
                result = pool.submit(_check_row, row).result()
            except BrokenProcessPool:
                result = {"error": LOST}
                pool = _restart_pool(pool, settings, 1)
            yield row, result
    finally:
        pool.shutdown()


def _restart_pool(pool: ProcessPoolExecutor, settings: WorkerSettings, workers: int) -> ProcessPoolExecutor:
    pool.shutdown(wait=False, cancel_futures=True)
    return _start_pool(settings, workers)


def _start_pool(settings: WorkerSettings, workers: int) -> ProcessPoolExecutor:
    """Start processes anew, not as forks: threads of the models' runtime do not survive a fork."""
    threads = max(1, (os.cpu_count() or 1) // workers)
    return ProcessPoolExecutor(
        workers, multiprocessing.get_context("spawn"), initializer=_start_worker, initargs=(settings, threads)
    )


class _Worker:
    checker: ClassVar[RowChecker]


def _start_worker(settings: WorkerSettings, threads: int) -> None:
    limit_threads(threads)
    _Worker.checker = RowChecker(settings)


def _check_row(row: Row) -> RowResult:
    return _Worker.checker.check(row)
