"""A real service on a free port of this machine: in a thread, or as the command in a process of its own."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

SECONDS = 30
"""How long a test waits for something that has to happen."""

MILL = "The old mill on the Arle has 12 sails and is 30 m high. It was built in 1871 by Anna Kohl."
REPLY = "The mill has 14 sails. It was built in 1871."


def wait_until(condition: Callable[[], Any], seconds: float = SECONDS) -> Any:
    """Return what the condition returns once it is true."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)
    return found


class Client(httpx2.Client):
    """A client of a running service."""

    def __init__(self, url: str, **options: Any) -> None:
        super().__init__(base_url=url, timeout=SECONDS, trust_env=False, **options)

    def check(self, reply: str = REPLY, *texts: str, **options: Any) -> Any:
        sources = [{"text": text} for text in texts or (MILL,)]
        return self.post("/v1/check", json={"reply": reply, "sources": sources, "tier": "rules", **options})

    def metric(self, name: str) -> float:
        """The sum over all labels."""
        lines = re.findall(rf"^{name}(?:{{.*}})? (\S+)$", self.get("/metrics").text, re.MULTILINE)
        return sum(map(float, lines))


@contextmanager
def serving(data: Path, **options: Any) -> Iterator[Client]:
    """A service in a thread; by default it loads no models at the start."""
    from ascribe.apps.server.running import build_server
    from ascribe.apps.server.settings import ServerSettings

    server = build_server(ServerSettings(**{"port": 0, "data": data, "warm_up": False, **options}))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        wait_until(lambda: server.started or not thread.is_alive())
        port = server.servers[0].sockets[0].getsockname()[1]
        with Client(f"http://127.0.0.1:{port}") as client:
            yield client
    finally:
        server.should_exit = True
        thread.join(SECONDS)
        assert not thread.is_alive()


class Process:
    """The command in a process of its own."""

    def __init__(self, data: Path, *options: str) -> None:
        command = [sys.executable, "-m", "ascribe", "serve", "--port", "0", "--data", str(data), *options]
        self._popen = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ})
        assert self._popen.stderr is not None
        said = self._popen.stderr.readline()
        found = re.search(r"http://\S+", said)
        assert found, said
        self.url = found[0]

    def wait_until_ready(self) -> None:
        with Client(self.url) as client:
            wait_until(lambda: _is_ready(client), 60)

    def kill(self) -> None:
        self._popen.kill()
        self.wait()

    def stop(self) -> None:
        self._popen.send_signal(signal.SIGTERM)

    def read_errors(self) -> str:
        """What it writes on standard error from now on until it ends."""
        assert self._popen.stderr is not None
        return self._popen.stderr.read()

    def wait(self) -> int:
        code = self._popen.wait(SECONDS)
        assert self._popen.stderr is not None
        self._popen.stderr.close()
        return code


def _is_ready(client: Client) -> bool:
    try:
        return bool(client.get("/healthz").json()["models_loaded"])
    except httpx2.HTTPError:
        return False


@contextmanager
def process(data: Path, *options: str) -> Iterator[Process]:
    """The command as long as the block runs."""
    made = Process(data, *options)
    try:
        yield made
    finally:
        if made._popen.poll() is None:
            made.kill()


def build_long_work(sentences: int) -> tuple[str, str]:
    """A reply and a source of that many sentences, which take tier rules long."""
    reply = " ".join(f"The mill number {n} on the river Arle has {n} sails." for n in range(1, 400))
    source = " ".join(
        f"In {1500 + n % 400} the miller of number {n} gave {n + 3} sails to the bridge on the river Arle."
        for n in range(sentences)
    )
    return reply, source


def parse_events(text: str) -> list[tuple[str, str]]:
    """Name and data of each server-sent event."""
    found = re.findall(r"event: (\w+)\ndata: (.*)\n\n", text)
    return [(name, data) for name, data in found]
