"""Measure verdicts on labelled claims at the shipped thresholds, beside baselines; print Markdown tables.

Usage: ``python -m benchmarks.verification FOLDER [--tier TIER] [--limit N]``; the folder has
    ``*.verification.jsonl.gz``. No model was trained, and no number fitted, on these files. It runs
    ``ascribe evaluate`` and prints one table.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import fmean

from ascribe import evaluate
from ascribe.evaluation.metrics import Figure
from ascribe.evaluation.predictors import CheckPredictor
from ascribe.evaluation.results import Table

FILES = ("attribution_bench", "fever", "factcheck_gpt", "fever_symmetric", "expertqa", "begin", "wice")
"""Every model is near chance on ExpertQA's labels, so the mean is also given without it."""

SYSTEM = ("auroc", "balanced_accuracy", "precision", "recall", "f1", "calibration_error", "undecided")
"""Figures of the tier."""


def main() -> None:
    """Measure the tier and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tier", default="builtin")
    parser.add_argument("--limit", type=int, default=None, help="claims of a file")
    chosen = parser.parse_args()
    paths = [chosen.folder / f"{name}.verification.jsonl.gz" for name in FILES]
    found = evaluate(paths, tier=chosen.tier, beside=[CheckPredictor("rules")], limit=chosen.limit)
    print("Area under the ROC curve, in percent, with 95 % intervals:\n")
    names = [row.name for row in found.tables[0].rows]
    print("| data set | items | " + " | ".join(names) + " |\n|---|---" + "|---" * len(names) + "|")
    for table in found.tables:
        cells = [format_cell(row.figures.get("auroc")) for row in table.rows]
        print(f"| {get_name(table)} | {table.items} | " + " | ".join(cells) + " |")
    print("| mean | | " + " | ".join(format_mean(found.tables, row) for row in range(len(names))) + " |")
    others = [table for table in found.tables if get_name(table) != "expertqa"]
    print(
        "| mean without expertqa | | "
        + " | ".join(format_mean(others, row) for row in range(len(names)))
        + " |"
    )
    print(f"\nTier `{chosen.tier}` at its shipped threshold, in percent:\n")
    print("| data set | " + " | ".join(SYSTEM) + " |\n|---" + "|---" * len(SYSTEM) + "|")
    for table in found.tables:
        figures = table.rows[0].figures
        print(
            f"| {get_name(table)} | " + " | ".join(format_cell(figures.get(name)) for name in SYSTEM) + " |"
        )
    print("\nThresholds: " + ", ".join(f"{k} {v:.2f}" for k, v in found.settings["thresholds"].items()))


def get_name(table: Table) -> str:
    """Return the name of the data set."""
    return Path(table.file).name.partition(".")[0]


def format_cell(figure: Figure | None) -> str:
    """Format the value with its interval, in percent."""
    if figure is None or figure.value is None:
        return "–"
    if figure.low is None or figure.high is None:
        return f"{100 * figure.value:.1f}"
    return f"{100 * figure.value:.1f} [{100 * figure.low:.1f}, {100 * figure.high:.1f}]"


def format_mean(tables: list[Table] | tuple[Table, ...], row: int) -> str:
    """Format the unweighted mean over the data sets."""
    values = [figure.value for table in tables if (figure := table.rows[row].figures.get("auroc"))]
    known = [value for value in values if value is not None]
    return f"{100 * fmean(known):.1f}" if len(known) == len(tables) else "–"


if __name__ == "__main__":
    main()
