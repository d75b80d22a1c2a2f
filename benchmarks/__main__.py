"""Run every benchmark and write its output to ``benchmarks/RESULTS.md``.

Usage: ``python -m benchmarks FOLDER [--only SCRIPT …]``; the folder contains ``train``, ``dev`` and ``docs``.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from pathlib import Path

RESULTS = Path(__file__).parent / "RESULTS.md"

RUNS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("The code, as its reader finds it", "house.py", ()),
    ("Sentence splitting", "sentences.py", ("{data}",)),
    ("Finding evidence and citing it, tier rules", "attribution.py", ("--data", "{data}")),
    ("Finding evidence and citing it, tier builtin", "attribution_models.py", ("{data}/dev",)),
    ("Candidates of long sources", "candidates.py", ("{data}",)),
    ("Files", "files.py", ("{data}/docs",)),
    ("PDF files", "pdf.py", ("{data}/docs",)),
    ("Documents that packages carry", "package_documents.py", ()),
    ("Quotes highlighted in PDF files", "highlights.py", ("{data}/docs",)),
    ("Quotes found again in edited documents", "quotes.py", ("{data}/docs",)),
    ("Whole replies against gold, tier rules", "answers.py", ("{data}/docs",)),
    ("Whole replies against gold, tier builtin", "answers.py", ("{data}/docs", "--tier", "builtin")),
    (
        "Whole replies over written documents, kept aside",
        "trial.py",
        ("--tier", "rules", "builtin", "large"),
    ),
    (
        "Whole natural replies, kept aside",
        "trial.py",
        ("--tier", "rules", "builtin", "large", "--folder", "benchmarks/trial/natural_kept"),
    ),
    (
        "Whole natural replies written later",
        "trial.py",
        ("--tier", "rules", "builtin", "large", "--folder", "benchmarks/trial/natural_later"),
    ),
    ("Orders inside documents", "injection.py", ()),
    ("Parsers fed with texts that nobody would write", "fuzz.py", ("--seconds", "600")),
    ("Time and length", "linear_time.py", ("--sample", "10")),
    ("Questions over documents", "ask.py", ("{data}/docs",)),
    ("Verdicts on labelled claims", "verification.py", ("{data}/dev",)),
    (
        "Verdicts on labelled claims, tier large",
        "verification.py",
        ("{data}/dev", "--tier", "large", "--limit", "200"),
    ),
    ("What each rule wins, tier rules", "ablation.py", ("{data}/dev",)),
    (
        "Written claims of domains kept aside",
        "written.py",
        ("--tier", "builtin", "large"),
    ),
    ("Markers found in replies", "marker_grammar.py", ("{data}",)),
    ("Markers repaired, tier rules", "markers.py", ("{data}",)),
    ("Small lies and fair restatements, tier rules", "perturbation.py", ("{data}/dev/perturbation.jsonl",)),
    (
        "Small lies and fair restatements, tier builtin",
        "perturbation.py",
        ("{data}/dev/perturbation.jsonl", "--tier", "builtin"),
    ),
    (
        "Small lies and fair restatements, tier large",
        "perturbation.py",
        ("{data}/dev/perturbation.jsonl", "--tier", "large"),
    ),
    ("Pairs of a restatement and a lie, tier rules", "rules.py", ()),
    ("Noise and eleven languages, tier rules", "rules.py", ("tests/verify/language_cases.jsonl",)),
    ("Written claims in nine other languages, tier rules", "languages.py", ()),
    ("Sentences beside their opposites and their equals", "laws.py", ("--tier", "rules", "builtin")),
    ("Verdicts again from their references alone", "replays.py", ()),
    ("Sentences that state nothing", "checkable.py", ("{data}/dev/not_checkable.jsonl",)),
    ("Citations by a falling threshold", "threshold_decay.py", ()),
    ("The threshold of references by similarity", "reference_threshold.py", ("{data}/train",)),
    ("The built-in models of the reference predictor", "reference_predictor.py", ("{data}",)),
    ("The probabilities of tier rules", "fit_probability.py", ("{data}/train",)),
    ("Speed of tier rules", "speed.py", ()),
    ("Speed and memory of the tiers with models", "models_speed.py", ()),
    ("How the cost of a check grows", "growth.py", ("{data}/docs",)),
    ("Tables of many replies", "batch.py", ()),
    ("Replies checked while they are written", "streaming.py", ("{data}/dev",)),
    ("Speed of a library", "library_scale.py", ()),
    ("A library of many chunks", "library_stores.py", ("--stores", "file", "--vectors", "{data}/docs")),
    ("Replies checked against a library", "library_check.py", ("{data}/docs",)),
    ("Killed writers of a library", "library_crash.py", ()),
    ("The HTTP service under load", "serve_load.py", ()),
    ("Beside other packages", "peers", ("{data}",)),
)
"""Heading, script and arguments of each section."""


def main() -> int:
    """Run all benchmarks, or the named ones, and return 1 if one of them fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--only",
        nargs="+",
        default=(),
        metavar="SCRIPT",
        help="run only these, and keep the sections of the others",
    )
    chosen = parser.parse_args()
    sections = (
        split_sections(RESULTS.read_text(encoding="utf-8")) if chosen.only and RESULTS.is_file() else {}
    )
    failed = 0
    for title, script, arguments in RUNS:
        if chosen.only and script.removesuffix(".py") not in chosen.only:
            continue
        print(f"{title} …", flush=True)
        code, section = run_script(title, script, [a.format(data=chosen.folder) for a in arguments])
        failed += code != 0
        sections[title] = section.replace(f"{chosen.folder}/docs/", "docs/")
        parts = [sections[title] for title, _, _ in RUNS if title in sections]
        header = f"# Results\n\nWritten by `make bench`. {describe_machine()}\n"
        RESULTS.write_text("\n".join([header, *parts]), encoding="utf-8")  # an interrupted run keeps them
    return int(failed > 0)


def run_script(title: str, script: str, arguments: list[str]) -> tuple[int, str]:
    """Run a script; return its exit code, and its output below a heading."""
    module = f"benchmarks.{script.removesuffix('.py')}"
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own scripts
    shown = " ".join(["python", "-m", module, *arguments])
    return done.returncode, f"## {title}\n\n`{shown}`\n\n{(done.stdout or done.stderr).strip()}\n"


def split_sections(text: str) -> dict[str, str]:
    """Split a results file into heading → section."""
    parts = text.split("\n## ")[1:]
    return {part.partition("\n")[0]: f"## {part.strip()}\n" for part in parts}


def describe_machine() -> str:
    """Describe the machine."""
    return f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores."


if __name__ == "__main__":
    sys.exit(main())
