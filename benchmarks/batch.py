"""Memory and speed of ``ascribe.batch``: peak at growing tables, and the gain of a second process.

``python -m benchmarks.batch [--rows 10000 100000 1000000] [--replies 200]``. Each size runs in a process of
its own; its checker is free of cost (it finds nothing), so the figures are those of reading, spooling and
writing. The gain is measured with the built-in tier on different replies of eight sentences, both in one
run; each process has one thread.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

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


def measure_workers(replies: int, workers: int) -> float:
    """Return the seconds of a run of the built-in tier, without the time to start."""
    facts = [f"Tower {n} is {n + 7} metres high and was built in {1700 + n}." for n in range(replies * 8)]
    rows = [
        {"answer": " ".join(facts[n : n + 8]), "contexts": facts[n : n + 8] + facts[:40]}
        for n in range(0, len(facts), 8)
    ]
    with tempfile.TemporaryDirectory() as folder:
        first: list[float] = []
        batch(
            rows,
            Path(folder) / "out.jsonl",
            workers=workers,
            on_progress=lambda done, _: first.append(time.perf_counter()) if done == workers * 4 else None,
        )
        return (time.perf_counter() - first[0]) / (replies - workers * 4)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--replies", type=int, default=60)
    parser.add_argument("--measure", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        measure_memory(chosen.measure)
        return
    rows = []
    for count in chosen.rows:
        command = [sys.executable, "-m", "benchmarks.batch", "--measure", str(count)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - this script
        found = json.loads(done.stdout)
        rows.append(
            [
                f"{count:,}",
                f"{found['written']:,}",
                f"{found['peak']:.0f} MB",
                f"{count / found['seconds']:,.0f}",
            ]
        )
    print(build_table(["rows", "written", "peak memory", "rows a second, free checker"], rows), "\n")
    os.environ["ASCRIBE_THREADS"] = "1"
    alone, both = (measure_workers(chosen.replies, workers) for workers in (1, 2))
    table = [["1", f"{1000 * alone:.0f} ms", "1.00"], ["2", f"{1000 * both:.0f} ms", f"{alone / both:.2f}"]]
    print(build_table(["processes", "a reply of eight sentences, built-in tier", "times as fast"], table))


if __name__ == "__main__":
    main()
