"""Runs every benchmark and writes its output to ``benchmarks/RESULTS.md``.

Usage: ``python -m benchmarks FOLDER``, where the folder holds ``train``, ``dev`` and ``docs``.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent

RUNS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("Sentence splitting", "sentences.py", ("{data}",)),
    ("Finding evidence and citing it, tier rules", "attribution.py", ("--data", "{data}")),
    ("Finding evidence and citing it, tier builtin", "attribution_models.py", ("{data}/dev",)),
    ("Files", "files.py", ("{data}/docs",)),
    ("PDF files", "pdf.py", ("{data}/docs",)),
    ("Whole replies against gold, tier rules", "answers.py", ("{data}/docs",)),
    ("Whole replies against gold, tier builtin", "answers.py", ("{data}/docs", "--tier", "builtin")),
    ("Verdicts on labelled claims", "verification.py", ("{data}/dev",)),
    ("Markers repaired, tier rules", "markers.py", ("{data}",)),
    ("Small lies and fair restatements, tier rules", "perturbation.py", ("{data}/dev/perturbation.jsonl",)),
    (
        "Small lies and fair restatements, tier builtin",
        "perturbation.py",
        ("{data}/dev/perturbation.jsonl", "--tier", "builtin"),
    ),
    ("Pairs of a restatement and a lie, tier rules", "rules.py", ()),
    ("The probabilities of tier rules", "fit_probability.py", ("{data}/train",)),
    ("Speed of tier rules", "speed.py", ()),
    ("Speed and memory of tier builtin", "models_speed.py", ()),
)
"""Heading, script and arguments."""


def main() -> int:
    """Run all; exits with 1 if one of them fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    data = str(parser.parse_args().folder)
    parts = [f"# Results\n\nWritten by `make bench`. {machine()}\n"]
    failed = 0
    for title, script, arguments in RUNS:
        filled = [argument.format(data=data) for argument in arguments]
        print(f"{title} …", flush=True)
        module = f"benchmarks.{script.removesuffix('.py')}"
        done = subprocess.run([sys.executable, "-m", module, *filled], capture_output=True, text=True)  # noqa: S603, PLW1510 - our own scripts; the exit code is looked at below
        failed += done.returncode != 0
        command = " ".join(["python", "-m", module, *filled])
        parts.append(f"## {title}\n\n`{command}`\n\n{(done.stdout or done.stderr).strip()}\n")
    (HERE / "RESULTS.md").write_text("\n".join(parts).replace(f"{data}/docs/", "docs/"), encoding="utf-8")
    return int(failed > 0)


def machine() -> str:
    """What it ran on."""
    return f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores."


if __name__ == "__main__":
    sys.exit(main())
