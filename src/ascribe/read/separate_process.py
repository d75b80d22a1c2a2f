"""Run the readers of PDF and Word files in a process of their own, which a hostile file may take down."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import warnings
from dataclasses import asdict
from pathlib import Path
from threading import Lock, Timer
from typing import Any

import msgspec

from ascribe.errors import MissingExtraError, SourceError
from ascribe.forks import run_after_fork
from ascribe.process_limits import ONE_THREAD
from ascribe.protocols import Extract, Limits
from ascribe.read.reader_process import GRACE_SECONDS, READY

SEPARATE_READERS = frozenset({"pdf", "docx"})
"""Readers whose files are parsed by C code that no limit of ours can stop from inside."""

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from ascribe.read.reader_process import main; main()"
)

_START_SECONDS = 60.0
"""Seconds until the process must be ready."""


class ReaderFailedError(Exception):
    """A reader raised an error of another package; the message has its kind and its words."""


class ReaderProcess:
    """A running process that parses files; it is used by one thread at a time.

    Raises:
        OSError: it cannot be started, or does not become ready.
    """

    def __init__(self) -> None:
        paths = [path for path in sys.path if isinstance(path, str) and path]
        self._process = subprocess.Popen(  # noqa: S603 - our own module, nothing of a file is in the command
            (sys.executable, "-I", "-c", _START, json.dumps(paths)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **ONE_THREAD},
            start_new_session=True,  # an interrupt at the keyboard is for us
        )
        if self._ask(b"", _START_SECONDS) != READY:
            self.close()
            raise OSError("the process that parses files did not start")

    @property
    def is_running(self) -> bool:
        """Whether it can take a job."""
        return self._process.poll() is None

    def read(self, reader: str, data: bytes, name: str, limits: Limits) -> Extract:
        """Return what the registered reader extracts.

        Raises:
            SourceError: the file cannot be read, or its reading took too long or too much memory.
            MissingExtraError: the reader needs an optional package.
            ReaderFailedError: the reader raised an error of another package.
        """
        job = {"reader": reader, "name": name, "size": len(data), "limits": asdict(limits)}
        line = self._ask(json.dumps(job).encode() + b"\n" + data, limits.max_seconds + GRACE_SECONDS)
        if not line.endswith(b"\n"):
            self.close()
            raise SourceError(name, describe_end(limits))
        answer = json.loads(line)
        if "reason" in answer:
            raise SourceError(name, answer["reason"])
        if "error" in answer:
            raise MissingExtraError(answer["error"])
        if "failure" in answer:
            raise ReaderFailedError(answer["failure"])
        return msgspec.convert(answer["extract"], Extract)

    def _ask(self, data: bytes, seconds: float) -> bytes:
        """Send the bytes and return a line of the answer; what ends without a line end is incomplete."""
        if self._process.stdin is None or self._process.stdout is None:
            return b""
        timer = Timer(seconds, self._process.kill)
        timer.daemon = True
        timer.start()
        try:
            self._process.stdin.write(data)
            self._process.stdin.flush()
            return self._process.stdout.readline()
        except BrokenPipeError:
            return b""
        except BaseException:
            self.close()  # its next line would be the answer to this job
            raise
        finally:
            timer.cancel()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:  # bytes that it did not read any more
                    continue


def describe_end(limits: Limits) -> str:
    """Describe why a file could not be read if the process ended."""
    return (
        f"reading it crashed its parser, or took more than {limits.max_seconds:g} seconds or "
        f"{limits.max_memory // 1_000_000:,} MB of memory; it may be damaged or made to do that: save it "
        "again in another program, or raise the limits with Limits(max_seconds=…, max_memory=…)."
    )


_lock = Lock()
_running: ReaderProcess | None = None
_of_parent: list[object] = []
"""Processes of the process that this one was forked from; kept, so that nothing ends or writes to them."""


def read_separately(reader: str, data: bytes, name: str, limits: Limits) -> Extract:
    """Return what the registered reader extracts from the bytes, in the reader process of this process.

    Where no process can be started, the file is read in this one, with a warning.

    Raises:
        SourceError: the file cannot be read, or its reading took too long or too much memory.
        MissingExtraError: the reader needs an optional package.
        ReaderFailedError: the reader raised an error of another package.
    """
    global _running  # noqa: PLW0603 - one process for all files, started when the first is read
    with _lock:
        if _running is None or not _running.is_running:
            close_reader_process()
            try:
                _running = ReaderProcess()
            except OSError as error:
                warnings.warn(
                    f"{name} is read without limits of memory: {error}.", RuntimeWarning, stacklevel=2
                )
        if _running is not None:
            return _running.read(reader, data, name, limits)
    return _read_here(reader, data, name, limits)


def can_start_process() -> bool:
    """Return True if this is Python itself, which can run a module of ours in a new process."""
    return not getattr(sys, "frozen", False) and "python" in Path(sys.executable or "").name.lower()


def _read_here(reader: str, data: bytes, name: str, limits: Limits) -> Extract:
    from ascribe import registry

    made: Any = registry.make("read", reader)
    extract: Extract = made.read(data, name, limits)
    return extract


def close_reader_process() -> None:
    """End the reader process, if there is one; the next file starts another."""
    global _running  # noqa: PLW0603 - as above
    if _running is not None:
        _running.close()
        _running = None


def _leave_to_parent() -> None:
    """Forget, in a forked process, the reader process and the lock of its parent."""
    global _lock, _running
    _of_parent.append(_running)
    _lock, _running = Lock(), None


atexit.register(close_reader_process)
run_after_fork(_leave_to_parent)
