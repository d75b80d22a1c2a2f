"""Measure the share of the lines of the package that the tests run, child processes included.

Usage: ``python -m benchmarks.line_coverage [MARKER …]``, in an environment with ``coverage`` 7.10 or newer,
the extra ``dev``, and what the marked tests need (``serve``, ``haystack``, … as in ``tests/heavy.py``). Runs
what ``make test`` runs, and then the tests of each marker. Prints the files, those with the most lines that
no test ran first, and the share of all. The exit code is 1 if it is below ``LEAST_SHARE``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

LEAST_SHARE = 90
PACKAGE = Path(__file__).parents[1] / "src" / "ascribe"

CONFIG = """
[run]
core = sysmon
parallel = true
patch = subprocess
data_file = {folder}/.coverage
source = {package}
[report]
skip_empty = true
sort = -miss
"""
"""``sysmon`` needs Python 3.12 and costs next to nothing; ``subprocess`` measures commands and servers."""


def main() -> int:
    """Run the tests and print the report."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "coverage.ini"
        config.write_text(CONFIG.format(folder=folder, package=PACKAGE), encoding="utf-8")
        for options in ([], *(["-m", marker] for marker in sys.argv[1:])):
            run("run", config, "-m", "pytest", "-n", "auto", "-p", "no:cacheprovider", *options)
        run("combine", config, "--quiet")
        return run("report", config, f"--fail-under={LEAST_SHARE}")


def run(command: str, config: Path, *arguments: str) -> int:
    """Run a command of ``coverage`` and return its exit code; failing tests do not end the measurement."""
    whole = [sys.executable, "-m", "coverage", command, f"--rcfile={config}", *arguments]
    return subprocess.run(whole, check=False, env={**os.environ, "COVERAGE_CORE": "sysmon"}).returncode  # noqa: S603 - our own command


if __name__ == "__main__":
    sys.exit(main() and 1)
