"""Progress of ``ascribe add`` where standard error is no terminal: lines now and then, if it is slow."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import Any

import typer

from ascribe.write.display_text import escape_controls

FIRST_SECONDS = 3.0
"""Time until the first line says what is being done."""

EVERY_SECONDS = 10.0
"""Least time between two lines."""


@contextmanager
def print_progress_lines(what: str) -> Iterator[Any]:
    """Yield what is called with (name, done, total) after each document, and prints lines to standard error.

    ``what`` is done, in a few words; if it takes longer than ``FIRST_SECONDS``, a line says so.
    """
    lock = Lock()
    last = time.monotonic()

    def say_what() -> None:
        _echo(f"{what}; this may take minutes")

    def report(name: str, done: int, total: int) -> None:
        nonlocal last
        with lock:
            now = time.monotonic()
            if now - last < EVERY_SECONDS:
                return
            last = now
        _echo(f"{done} of {total}: {name}")

    slow = Timer(FIRST_SECONDS, say_what)
    slow.daemon = True
    slow.start()
    try:
        yield report
    finally:
        slow.cancel()


def _echo(line: str) -> None:
    typer.echo(escape_controls(f"ascribe: {line}"), err=True)
