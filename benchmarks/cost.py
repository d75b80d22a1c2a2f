"""Compare the time of a check with that of another checkout, such as an older commit.

``git worktree add ../older COMMIT``, then ``python -m benchmarks.cost ../older [--tier rules builtin]``. Each
round starts one process of each checkout; both check the same generated replies of eight sentences against
ten passages of twelve sentences, after a first check that loads everything. Prints the median ratio of the
rounds with the lowest and the highest, so that a machine whose speed drifts changes little.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.attribution import build_table
from benchmarks.english import generate_case

ROOT = Path(__file__).parents[1]
RUNS = 8
"""Checks of a process that are timed."""


def time_checks(tier: str) -> float:
    """Return the median seconds of a check of texts that were never seen."""
    from ascribe import check

    found = []
    for seed in range(RUNS + 1):
        said, sources = generate_case(seed, 10)
        texts = [" ".join(source) for source in sources]
        began = time.perf_counter()
        check(" ".join(said), texts, tier=tier)
        found.append(time.perf_counter() - began)
    return statistics.median(found[1:])


def time_checkout(checkout: Path, tier: str) -> float:
    """Return the same for a process that imports the package of a checkout."""
    paths = os.pathsep.join([str(checkout.resolve() / "src"), str(ROOT)])
    code = f"from benchmarks.cost import time_checks; print(time_checks({tier!r}))"
    done = subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": paths},
        check=True,
        capture_output=True,
        text=True,
    )
    return float(done.stdout)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="a checkout of this repository")
    parser.add_argument("--tier", nargs="+", default=["rules", "builtin"])
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    rows = []
    for tier in asked.tier:
        rounds = [(time_checkout(ROOT, tier), time_checkout(asked.other, tier)) for _ in range(asked.rounds)]
        ratios = sorted(mine / other for mine, other in rounds)
        times = (1000 * statistics.median(column) for column in zip(*rounds, strict=True))
        shown = f"{statistics.median(ratios):.2f} [{ratios[0]:.2f}, {ratios[-1]:.2f}]"
        rows.append([tier, *(f"{each:.0f} ms" for each in times), shown])
    print(build_table(["tier", "this checkout", "the other", "ratio of a round"], rows))


if __name__ == "__main__":
    main()
