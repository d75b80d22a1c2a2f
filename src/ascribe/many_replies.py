"""``check_many``: check one reply after the other, or several at a time in worker processes."""

from __future__ import annotations

import multiprocessing
import os
import pickle
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from typing import Any, ClassVar, TypeAlias, Unpack

from ascribe.errors import AscribeError, InputError, check_whole_number
from ascribe.option_names import explain_unknown_options
from ascribe.pipeline import CheckArguments, CheckOptions, build_config, check, read_sources
from ascribe.read.sources import SourceFinder, SourceSet
from ascribe.records import Answer

AHEAD = 4
"""Replies of each worker that wait for their turn, so that none is idle while a slow reply is awaited."""

Item: TypeAlias = tuple[Any, Any, str | None]
"""A reply, its sources and its question."""


@explain_unknown_options(CheckArguments)
def check_many(
    replies: Iterable[Any], sources: Any = None, *, workers: int = 1, **options: Unpack[CheckArguments]
) -> Iterator[Answer]:
    """Yield one answer for each reply, in order, as soon as it is ready.

    Args:
        replies: replies that share ``sources``; a tuple ``(reply, question)`` adds the question. Without
            ``sources``: tuples ``(reply, sources)`` or ``(reply, sources, question)``, or dicts with these
            keys. If consecutive items share one ``sources`` object, it is read once.
        sources: the sources of all replies, as for ``check``. They are read once.
        workers: processes that check replies; they need ``sources``. Each loads the models anew, so they
            pay from some dozens of replies on. The answers are the same.
        options: the options of ``check``.

    Raises:
        InputError: an item cannot be checked; the message gives its number, counted from 1. Or an option
            cannot be sent to worker processes.
        AscribeError: a worker process ended before its time.

    Example:
        >>> replies = ["The mill has 12 sails.", "The mill has 14 sails."]
        >>> for answer in check_many(replies, ["The mill has 12 sails."]):
        ...     print(answer[0].verdict.status)
        supported
        contradicted
    """
    check_whole_number("workers", workers)
    if isinstance(replies, str | bytes | Mapping) or not isinstance(replies, Iterable):
        raise InputError(f"check_many takes a list of items, got {type(replies).__name__}.")
    chosen = CheckOptions(**options)
    build_config(None, chosen)
    if sources is None:
        if workers > 1:
            raise InputError(
                "workers share the sources: give them as the second argument, or check replies with sources "
                "of their own with ascribe.batch."
            )
        return _check_items(map(_parse_item, replies, count(1)), chosen, options)
    if workers > 1:
        return _check_in_processes(replies, sources, workers, chosen, options)
    return _check_items((_parse_reply(each, sources) for each in replies), chosen, options)


def _check_items(items: Iterable[Item], chosen: CheckOptions, options: CheckArguments) -> Iterator[Answer]:
    last: tuple[Any, SourceSet | SourceFinder] | None = None
    for number, (reply, sources, question) in enumerate(items, 1):
        with _name_item(number):
            if last is None or last[0] is not sources:
                last = (sources, _read_once(sources, chosen))
            answer = check(reply, last[1], question, **options)
        yield answer


def _read_once(sources: Any, chosen: CheckOptions) -> SourceSet | SourceFinder:
    """Read the sources for all replies; what finds them for each reply is left as it is."""
    return sources if isinstance(sources, SourceFinder) else read_sources(sources, chosen)


def _parse_reply(each: Any, sources: Any) -> Item:
    if isinstance(each, tuple) and len(each) == 2:
        return each[0], sources, each[1]
    return each, sources, None


def _parse_item(item: Any, number: int) -> Item:
    if isinstance(item, Mapping) and {"reply", "sources"} <= set(item):
        return item["reply"], item["sources"], item.get("question")
    if isinstance(item, tuple) and len(item) in (2, 3):
        return item[0], item[1], item[2] if len(item) == 3 else None
    raise InputError(
        f"item {number} must be (reply, sources), (reply, sources, question) or a dict with these keys, "
        f"got {type(item).__name__}; for replies that share their sources: check_many(replies, sources)."
    )


@contextmanager
def _name_item(number: int) -> Iterator[None]:
    """Put the number of the item in front of the message of an ``InputError``."""
    try:
        yield
    except InputError as error:
        raise InputError(f"item {number}: {error}") from error


# --- Worker processes ---


def _check_in_processes(
    replies: Iterable[Any], sources: Any, workers: int, chosen: CheckOptions, options: CheckArguments
) -> Iterator[Answer]:
    """Yield the answers of the processes, whose documents stay in this one."""
    # The callbacks report in this process.
    sendable: CheckArguments = {**options, "progress": None, "on_judged": None}
    _check_sendable(sendable)
    loaded = read_sources(sources, chosen)
    waiting: deque[Future[Answer]] = deque()
    number = 0
    with _start_pool(loaded, sendable, workers) as pool:
        try:
            for each in replies:
                reply, _, question = _parse_reply(each, sources)
                waiting.append(pool.submit(_check_reply, reply, question))
                if len(waiting) >= workers * AHEAD:
                    number += 1
                    yield _take(waiting.popleft(), number, loaded)
            while waiting:
                number += 1
                yield _take(waiting.popleft(), number, loaded)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _check_sendable(options: CheckArguments) -> None:
    for name, value in options.items():
        try:
            pickle.dumps(value)
        except Exception as error:  # whatever a user's object raises, it cannot be sent
            raise InputError(
                f"{name}: a {type(value).__name__} cannot be sent to worker processes ({error}); use "
                "workers=1, or an object of a class that can be imported."
            ) from error


def _take(future: Future[Answer], number: int, loaded: SourceSet) -> Answer:
    try:
        with _name_item(number):
            answer = future.result()
    except BrokenProcessPool as error:
        raise AscribeError(
            f"item {number}: its worker process ended; use fewer workers if memory is short. A script that "
            "uses workers must make the call below if __name__ == '__main__'."
        ) from error
    return replace(answer, documents=loaded.documents)


def _start_pool(loaded: SourceSet, options: CheckArguments, workers: int) -> ProcessPoolExecutor:
    """Start processes anew, not as forks: threads of the models' runtime do not survive a fork."""
    threads = max(1, (os.cpu_count() or 1) // workers)
    return ProcessPoolExecutor(
        workers,
        multiprocessing.get_context("spawn"),
        initializer=_start_worker,
        initargs=(loaded, options, threads),
    )


class _Worker:
    sources: ClassVar[SourceSet]
    options: ClassVar[CheckArguments]


def _start_worker(loaded: SourceSet, options: CheckArguments, threads: int) -> None:
    from ascribe.inference.onnx import limit_threads

    limit_threads(threads)
    _Worker.sources, _Worker.options = loaded, options


def _check_reply(reply: Any, question: str | None) -> Answer:
    """Return the answer without its documents, which the other process has."""
    return replace(check(reply, _Worker.sources, question, **_Worker.options), documents=[])
