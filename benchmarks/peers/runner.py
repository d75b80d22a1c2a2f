"""Run a peer in a process of its own, with a time limit for each request.

A peer that crashes, hangs or prints something that is no reply raises ``PeerError`` and is stopped. An
error on one item is a ``Reply`` with ``error``; the process then goes on.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self

ROOT = Path(__file__).parent.parent.parent

LONGEST_LINE = 4_000_000
"""Characters of a reply; a longer line is no reply."""


class PeerError(Exception):
    """The process of a peer cannot be used any more: it ``crashed``, ``hung`` or wrote ``garbage``."""

    def __init__(self, how: str, detail: str) -> None:
        super().__init__(f"{how}: {detail}")
        self.how = how


@dataclass(frozen=True, slots=True)
class Reply:
    """The result of one request: a value or an error, and the seconds that the operation took."""

    value: Any
    error: str | None
    seconds: float


class PeerProcess:
    """A running peer.

    Args:
        command: the process; ``build_command`` gives it for an adapter.
        home: folder for its home directory and its log; made if missing.
        start_seconds: time limit for loading the peer.
        environment: further environment variables.
    """

    def __init__(
        self,
        command: Sequence[str],
        home: Path,
        start_seconds: float = 120.0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self._log_path, self._count = home / "log.txt", 0
        began = time.perf_counter()
        with self._log_path.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own worker
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=home,
                env=build_environment(home, environment or {}),
                text=True,
                encoding="utf-8",
                start_new_session=True,
            )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        ready = self._receive(start_seconds)
        if not isinstance(ready.get("operations"), list):
            self._fail("garbage", "its first line does not list operations")
        self.operations = frozenset(ready["operations"])
        self.start_seconds = time.perf_counter() - began

    def ask(self, operation: str, seconds: float = 60.0, **arguments: Any) -> Reply:
        """Run one operation within the time limit.

        Raises:
            PeerError: the process crashed, hung, or wrote something that is no reply; it is then stopped.
        """
        self._count += 1
        request = {"id": self._count, "operation": operation, "arguments": arguments}
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):  # it ended, or was stopped after an earlier failure
            self._fail("crashed", self._describe_end())
        found = self._receive(seconds)
        has_result = "value" in found or isinstance(found.get("error"), str)
        if found.get("id") != self._count or not has_result or not isinstance(found.get("seconds"), float):
            self._fail("garbage", f"no reply to the request: {found!r:.80}")
        return Reply(found.get("value"), found.get("error"), found["seconds"])

    def close(self) -> None:
        """Stop the process and its children."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):  # a request that could not be written
                if stream is not None:
                    stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _read(self) -> None:
        """Put the lines of the process into the queue, and an empty line at its end."""
        stream = self._process.stdout
        assert stream is not None
        with contextlib.suppress(ValueError, OSError):  # closed while it was read, or not UTF-8
            while line := stream.readline(LONGEST_LINE):
                self._lines.put(line)
        self._lines.put("")

    def _receive(self, seconds: float) -> dict[str, Any]:
        """Return the next line as a JSON object."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            self._fail("hung", f"no reply within {seconds:g} s")
        if not line:
            self._fail("crashed", self._describe_end())
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            self._fail("garbage", f"no JSON object: {line[:80]!r}")
        return found

    def _fail(self, how: str, detail: str) -> NoReturn:
        """Stop the process and raise the error."""
        self.close()
        raise PeerError(how, detail)

    def _describe_end(self) -> str:
        """Describe how the process ended, by its code and the last line of its log."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)
        lines = self._log_path.read_text("utf-8", errors="replace").strip().splitlines()
        return f"exit code {self._process.returncode}; {lines[-1][:200] if lines else 'nothing logged'}"


def build_command(python: str, adapter: str, *arguments: str) -> list[str]:
    """Build the command that serves an adapter in the environment of that Python."""
    return [python, "-m", "benchmarks.peers.serve", adapter, *arguments]


def build_environment(home: Path, more: Mapping[str, str]) -> dict[str, str]:
    """Build the variables of the process: no credentials, a home of its own, libraries set to offline."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LD_LIBRARY_PATH") if name in os.environ}
    return {
        **kept,
        "HOME": str(home),
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1" if sys.dont_write_bytecode else "",
        "OMP_NUM_THREADS": str(os.cpu_count() or 1),
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_OFFLINE": "1",
        "HAYSTACK_TELEMETRY_ENABLED": "False",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        "DO_NOT_TRACK": "1",
        **more,
    }
