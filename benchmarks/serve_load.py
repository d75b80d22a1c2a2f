"""Load the HTTP service with 1, 8 and 32 clients; print the times, what was lost, and the memory.

Usage: ``python -m benchmarks.serve_load --tiers rules builtin --requests 2000``; needs the extra ``serve``.
Each request is a check of three new sentences against four new passages, so that no cache answers it; a tenth
of the requests come from one client, three tenths from 8, the rest from 32 at once. The service stores each
check, as it does by default. An answer is lost if it is missing, incomplete or that of another request; then
the exit code is 1.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

SHARES = {1: 0.1, 8: 0.3, 32: 0.6}
"""Clients at once → their share of all requests."""

_NAMES = (
    "Arle",
    "Brenn",
    "Corve",
    "Dallin",
    "Esk",
    "Fenn",
    "Garrow",
    "Holme",
    "Isen",
    "Jarrow",
    "Kell",
    "Lorn",
)
_WORKS = ("mill", "bridge", "barn", "weir", "chapel", "tower", "inn", "forge")
_STARTING_SECONDS = 120


@dataclass(frozen=True)
class Answered:
    """One request: how long it took in seconds, and whether its whole answer came."""

    seconds: float
    is_whole: bool


def build_body(number: int, tier: str) -> bytes:
    """Build a check that no other number has."""
    draw = random.Random(number)  # noqa: S311 - for texts, not for secrets
    passages = []
    years, heights = draw.sample(range(1500, 1900), 4), draw.sample(range(10, 60, 4), 4)
    for what, name, year, height in zip(
        draw.sample(_WORKS, 4), draw.sample(_NAMES, 4), years, heights, strict=True
    ):
        where = f"{name}{number}"
        passages.append(
            f"The old {what} at {where} was built in {year} by the town. It is {height} m high and made of "
            f"stone. In {year + 40} a fire took its roof, and the council paid for a new one."
        )
        facts = (what, where, year, height)
    what, where, year, height = facts
    reply = (
        f"The old {what} at {where} was built in {year}. It is {height + 3} m high. "
        "The roof was later replaced with public money."
    )
    sources = [{"text": passage} for passage in passages]
    return json.dumps({"reply": reply, "sources": sources, "tier": tier}).encode()


@contextmanager
def serving(tier: str) -> Iterator[tuple[int, int]]:
    """Yield process id and port of a service that is ready."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "ascribe", "serve", "--port", "0", "--data", data, "--tier", tier]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603 - ours
            try:
                said = process.stderr.readline() if process.stderr else ""
                found = re.search(r":(\d+)$", said.strip())
                if found is None:
                    raise SystemExit(said + (process.stderr.read() if process.stderr else ""))
                wait_until_ready(int(found[1]))
                yield process.pid, int(found[1])
            finally:
                process.terminate()


def wait_until_ready(port: int) -> None:
    """Wait until the models are loaded."""
    deadline = time.monotonic() + _STARTING_SECONDS
    while time.monotonic() < deadline:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        line.request("GET", "/healthz")
        is_ready = json.loads(line.getresponse().read())["models_loaded"]
        line.close()
        if is_ready:
            return
        time.sleep(0.1)
    raise SystemExit("the service did not get ready")


def send_all(port: int, tier: str, numbers: Iterator[int], last: int, answered: list[Answered]) -> None:
    """Send requests over one connection until the numbers are used up."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    for number in numbers:
        if number >= last:
            break
        body = build_body(number, tier)
        started = time.perf_counter()
        try:
            line.request("POST", "/v1/check", body, {"Content-Type": "application/json"})
            answer = line.getresponse()
            is_whole = is_answer_to(body, answer.status, answer.read())
        except (OSError, http.client.HTTPException):
            line.close()
            is_whole = False
        answered.append(Answered(time.perf_counter() - started, is_whole))
    line.close()


def is_answer_to(body: bytes, status: int, data: bytes) -> bool:
    """Return True for a whole answer to that request: its reply, its sources, and three verdicts."""
    if status != 200:
        return False
    asked, answer = json.loads(body), json.loads(data)
    texts = [document["full_text"] for document in answer["documents"]]
    verdicts = [sentence["verdict"]["status"] for sentence in answer["sentences"]]
    return (
        answer["reply"] == asked["reply"]
        and texts == [source["text"] for source in asked["sources"]]
        and len(verdicts) == 3
    )


def load(port: int, tier: str, clients: int, first: int, total: int) -> tuple[list[Answered], float]:
    """Send ``total`` requests from that many clients; return what came back, and the seconds it took."""
    numbers, answered = count(first), list[Answered]()
    threads = [
        threading.Thread(target=send_all, args=(port, tier, numbers, first + total, answered))
        for _ in range(clients)
    ]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answered, time.perf_counter() - started


def read_memory(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def find_percentile(times: list[float], share: float) -> float:
    """Return the time that this share of the times does not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def measure(tier: str, requests: int) -> int:
    """Print one row for each number of clients, and return how many answers were lost."""
    lost = done = 0
    with serving(tier) as (pid, port):
        load(port, tier, 2, 10_000_000, 20)  # what is read once
        before = read_memory(pid)
        for clients, share in SHARES.items():
            total = round(requests * share)
            answered, seconds = load(port, tier, clients, done, total)
            missing = total - sum(one.is_whole for one in answered)
            lost, done = lost + missing, done + total
            times = [one.seconds * 1000 for one in answered]
            print(
                f"| {tier} | {clients} | {total} | {find_percentile(times, 0.5):.0f} ms | "
                f"{find_percentile(times, 0.95):.0f} ms | {total / seconds:.1f} | {missing} | "
                f"{before:.0f} → {read_memory(pid):.0f} MB |",
                flush=True,
            )
    return lost


def main() -> int:
    """Measure the tiers one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiers", nargs="+", default=["rules", "builtin"])
    parser.add_argument("--requests", type=int, default=2000)
    chosen = parser.parse_args()
    print("| tier | clients | requests | median | 95 % | per second | lost | memory |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    return int(sum(measure(tier, chosen.requests) for tier in chosen.tiers) > 0)


if __name__ == "__main__":
    sys.exit(main())
