"""Measure how many small changes of the code its tests notice; print one Markdown table and the survivors.

Usage: ``python -m benchmarks.mutation [--sample N] [--only PART …]`` in an environment with ``cosmic-ray``.
Each part's mutants are drawn with a fixed seed, and each is judged by the tests of that part alone: a mutant
that only other tests would notice counts as survived, so the score is a lower bound. The code is changed in
place and put back; run it in a checkout of its own.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SEED = 20
MUTANT_SECONDS = 240.0


@dataclass(frozen=True)
class Part:
    """A folder of code and the tests that must notice its changes."""

    folder: str
    tests: tuple[str, ...]


PARTS = {
    "verify/rules": Part(
        "src/ascribe/verify/rules",
        (
            "tests/verify/rules",
            "tests/verify/test_cases.py",
            "tests/verify/test_figure_pairs.py",
            "tests/verify/test_truth_pairs.py",
            "tests/verify/test_rules_verifier.py",
            "tests/verify/test_subject_pairs.py",
            "tests/verify/test_languages.py",
            "tests/verify/quantities",
            "tests/laws/test_oppositions.py",
        ),
    ),
    "read/markers": Part(
        "src/ascribe/read/markers",
        (
            "tests/read/test_markers.py",
            "tests/read/test_marker_forms.py",
            "tests/read/test_marker_streams.py",
        ),
    ),
    "records": Part("src/ascribe/records", ("tests/records", "tests/test_pipeline.py")),
}


def main() -> None:
    """Measure the parts asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, default=100, help="mutants of each part")
    parser.add_argument("--only", nargs="*", choices=sorted(PARTS), default=list(PARTS))
    options = parser.parse_args()
    survivors = {}
    print("| part | mutants in all | tried | noticed | survived | score |\n|---|--:|--:|--:|--:|--:|")
    for name in options.only:
        total, results = measure(PARTS[name], options.sample)
        survivors[name] = [mutant for mutant, outcome in results if outcome == "survived"]
        tried = len(results)
        noticed = tried - len(survivors[name])
        share = f"{100 * noticed / tried:.0f} %" if tried else "–"
        print(
            f"| {name} | {total:,} | {tried} | {noticed} | {len(survivors[name])} | {share} |",
            flush=True,
        )
    for name, mutants in survivors.items():
        print(f"\nSurvivors of {name}:\n")
        print("\n".join(f"- {mutant}" for mutant in mutants))


def measure(part: Part, sample: int) -> tuple[int, list[tuple[str, str]]]:
    """Return how many mutants the part has, and each mutant tried with its outcome."""
    with tempfile.TemporaryDirectory() as place:
        config, session = Path(place) / "config.toml", Path(place) / "session.sqlite"
        config.write_text(write_config(part), encoding="utf-8")
        run_cosmic_ray("init", str(config), str(session))
        total = draw(session, sample)
        run_cosmic_ray("exec", str(config), str(session))
        return total, list(read_results(session))


def write_config(part: Part) -> str:
    """Return the configuration of the tool for one part."""
    tests = " ".join(part.tests)
    command = f"{sys.executable} -m pytest -x -q -p no:xdist -p no:cacheprovider {tests}"
    return (
        f"[cosmic-ray]\nmodule-path = {json.dumps(part.folder)}\ntimeout = {MUTANT_SECONDS}\n"
        f"excluded-modules = []\ntest-command = {json.dumps(command)}\n"
        '[cosmic-ray.distributor]\nname = "local"\n'
    )


def run_cosmic_ray(*arguments: str) -> None:
    """Run one command of the tool in the checkout."""
    command = [str(Path(sys.executable).with_name("cosmic-ray")), *arguments]
    subprocess.run(command, cwd=ROOT, check=True)  # noqa: S603 - the tool of this environment


def draw(session: Path, sample: int) -> int:
    """Keep a random sample of the mutants in the session; return how many there were."""
    with sqlite3.connect(session) as store:
        jobs = [job for (job,) in store.execute("SELECT job_id FROM work_items")]
        # ``|`` stands in annotations, which no test can notice; sets are rarely joined by it.
        places = store.execute(
            "SELECT job_id FROM mutation_specs WHERE operator_name NOT LIKE '%BitOr%'"
            " ORDER BY module_path, operator_name, occurrence"
        )
        ordered = [job for (job,) in places]
        kept = set(random.Random(SEED).sample(ordered, min(sample, len(ordered))))  # noqa: S311 - no secret
        dropped = [(job,) for job in jobs if job not in kept]
        store.executemany("DELETE FROM mutation_specs WHERE job_id = ?", dropped)
        store.executemany("DELETE FROM work_items WHERE job_id = ?", dropped)
    return len(ordered)


def read_results(session: Path) -> Iterator[tuple[str, str]]:
    """Yield each mutant, as its place and its changed line, with ``killed`` or ``survived``."""
    with sqlite3.connect(session) as store:
        rows = store.execute(
            "SELECT s.module_path, s.start_pos_row, s.operator_name, r.test_outcome, r.worker_outcome, r.diff"
            " FROM mutation_specs s JOIN work_results r ON r.job_id = s.job_id"
            " ORDER BY s.module_path, s.start_pos_row, s.operator_name"
        )
        for path, row, operator, outcome, worker, diff in rows:
            if worker.rpartition(".")[2].lower() == "skipped":
                continue
            changed = [line[1:].strip() for line in (diff or "").splitlines() if line.startswith("+ ")]
            name = operator.rpartition("/")[2]
            yield f"`{path}:{row}` {name}: `{' '.join(changed)[:90]}`", outcome.rpartition(".")[2].lower()


if __name__ == "__main__":
    main()
