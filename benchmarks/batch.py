"""Memory and speed of ``ascribe.batch``: peak at growing tables, and the gain of a second process.

``python -m benchmarks.batch [--rows 10000 100000 1000000] [--replies 200] [--pairs 5]``; ``--rows`` alone
leaves the first table out. Each size runs in a process of its own; its checker is free of cost (it finds
nothing), so the figures are those of reading, spooling and writing. The gain is measured with the built-in
tier on different replies of eight sentences, in pairs of runs with one and with two processes, each of one
thread.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from ascribe.batches import batch
from ascribe.batches.rows import Row
from ascribe.batches.worker import RowChecker, RowResult
from benchmarks.attribution import build_table

COUNTS = (
    "sentences", "checked", "supported", "partial", "contradicted", "unsupported", "unknown",
    "not_checkable", "faithfulness",
)  # fmt: skip


def iterate_rows(count: int) -> Iterator[dict[str, object]]:
    """Yield different rows of some 500 characters."""
    for number in range(count):
        source = f"Mill {number} has {number % 97} sails. " + "It stands beside the old canal. " * 12
        yield {"id": number, "answer": f"Mill {number} has {number % 89} sails.", "contexts": [source]}


def measure_memory(count: int) -> None:
    """Run with a free checker, and print seconds, peak memory and rows written."""

    def check(_checker: RowChecker, row: Row) -> RowResult:
        sentence = {"sentence": 1, "text": row.reply, "status": "unknown"}
        return {"answer": dict.fromkeys(COUNTS, 0), "sentences": [sentence]}

    RowChecker.check = check  # type: ignore[method-assign, assignment]  # stands for a tier that costs nothing
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "in.jsonl"
        with table.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in iterate_rows(count))
        begun = time.perf_counter()
        summary = batch(table, Path(folder) / "out.jsonl", tier="rules")
        seconds = time.perf_counter() - begun
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        with (Path(folder) / "out.jsonl").open("rb") as lines:
            written = sum(1 for _ in lines)
    print(json.dumps({"seconds": seconds, "peak": peak, "rows": summary.rows, "written": written}))


def build_replies(count: int) -> list[dict[str, object]]:
    """Build different replies of eight sentences, each with 48 sources."""
    facts = [f"Tower {n} is {n + 7} metres high and was built in {1700 + n}." for n in range(count * 8)]
    return [
        {"answer": " ".join(facts[n : n + 8]), "contexts": facts[n : n + 8] + facts[:40]}
        for n in range(0, len(facts), 8)
    ]


def measure_workers(replies: int, workers: int) -> None:
    """Run the built-in tier, and print the seconds and the CPU seconds of a reply, without those to start."""
    found: list[tuple[float, float]] = []

    def note(done: int, _total: int | None) -> None:
        if done in (workers * 4, replies):
            found.append((time.perf_counter(), read_cpu_seconds()))

    with tempfile.TemporaryDirectory() as folder:
        batch(build_replies(replies), Path(folder) / "out.jsonl", workers=workers, on_progress=note)
    (begun, before), (ended, after) = found
    counted = replies - workers * 4
    print(json.dumps({"seconds": (ended - begun) / counted, "cpu": (after - before) / counted}))


def read_cpu_seconds() -> float:
    """Return the CPU seconds of this process and its workers so far (Linux)."""
    numbers = [os.getpid(), *(child.pid for child in multiprocessing.active_children())]
    stats = [Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split() for number in numbers]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


def compare_workers(replies: int, pairs: int) -> list[list[str]]:
    """Return the rows of the table: medians of runs with one and with two processes in turn.

    What else the machine does slows two processes more than one. CPU seconds show whether two processes
    themselves cost each other time: their ratio, times two, is the gain on a machine that does nothing else.
    """
    runs = [
        [run_alone("--workers", str(workers), "--replies", str(replies)) for workers in (1, 2)]
        for _ in range(pairs)
    ]
    gains = sorted(one["seconds"] / two["seconds"] for one, two in runs)
    quiet = sorted(2 * one["cpu"] / two["cpu"] for one, two in runs)
    shown = (
        ["1.00", "1.00"],
        [f"{median(each):.2f} ({each[0]:.2f} to {each[-1]:.2f})" for each in (gains, quiet)],
    )
    return [
        [
            str(place + 1),
            *(f"{1000 * median(run[place][name] for run in runs):.0f} ms" for name in ("seconds", "cpu")),
            *ratios,
        ]
        for place, ratios in enumerate(shown)
    ]


def run_alone(*arguments: str) -> dict[str, float]:
    """Run this script in a process of its own, with one thread for each model, and return what it prints."""
    command = [sys.executable, "-m", "benchmarks.batch", *arguments]
    environment = {**os.environ, "ASCRIBE_THREADS": "1"}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)  # noqa: S603 - this script
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="*", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--replies", type=int, default=200)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--measure", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--workers", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        measure_memory(chosen.measure)
        return
    if chosen.workers:
        measure_workers(chosen.replies, chosen.workers)
        return
    rows = []
    for count in chosen.rows:
        found = run_alone("--measure", str(count))
        rate = f"{count / found['seconds']:,.0f}"
        rows.append([f"{count:,}", f"{found['written']:,}", f"{found['peak']:.0f} MB", rate])
    if rows:
        print(build_table(["rows", "written", "peak memory", "rows a second, free checker"], rows), "\n")
    print(f"load of {os.cpu_count()} CPUs in the last minute: {os.getloadavg()[0]:.1f}\n")
    heads = ["processes", "a reply of eight sentences", "its CPU time", "times as fast", "by CPU time"]
    print(build_table(heads, compare_workers(chosen.replies, chosen.pairs)))


if __name__ == "__main__":
    main()
