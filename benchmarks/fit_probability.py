"""Fit the constants of ``ascribe.verify.decision`` on labelled training pairs and print them.

Usage: ``python benchmarks/fit_probability.py FOLDER``, where the folder contains ``*.jsonl.gz`` with
``claim``, ``source``, ``label`` (``supported`` or ``unsupported``) and ``dataset``. Only English data sets
with labels by people are used, at most ``--most`` pairs of each, evenly spaced over the file.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ascribe import check

SETS = ("fever", "fool_me_twice", "factcheck_gpt", "begin", "expertqa", "q2_wow", "wiki_nli", "mnli_sample")
LEVELS = np.arange(0.5, 1.01, 0.05)


def read_pairs(folder: Path, name: str, most: int) -> Iterator[dict[str, Any]]:
    """Yield at most ``most`` pairs, evenly spaced."""
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return iter(rows[:: max(1, len(rows) // most)][:most])


def collect_findings(folder: Path, most: int) -> dict[str, list[tuple[float, int]]]:
    """Return status → (coverage, label) of every claim of one sentence, at the loosest level."""
    found: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for name in SETS:
        for row in read_pairs(folder, name, most):
            answer = check(row["claim"], row["source"], strictness="loose", language="en", tier="rules")
            if len(answer.sentences) == 1 and (verdict := answer.sentences[0].verdict):
                coverage = verdict.details.get("coverage", 0.0)
                found[verdict.status].append((coverage, int(row["label"] == "supported")))
    return found


def fit_logistic(x: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Fit a logistic regression by Newton's method and return its slope and intercept."""
    design = np.column_stack([x, np.ones_like(x)])
    weights = np.zeros(2)
    for _ in range(50):
        p = 1.0 / (1.0 + np.exp(-design @ weights))
        hessian = design.T @ (design * (p * (1 - p))[:, None]) + 1e-6 * np.eye(2)
        weights += np.linalg.solve(hessian, design.T @ (y - p))
    return float(weights[0]), float(weights[1])


def main() -> None:
    """Fit the constants and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=800)
    options = parser.parse_args()
    found = collect_findings(options.folder, options.most)
    print("| status | claims | share labelled supported |\n|---|---|---|")
    for status, rows in sorted(found.items()):
        print(f"| {status} | {len(rows)} | {np.mean([label for _, label in rows]):.3f} |")
    x, y = np.array(found["supported"], dtype=float).T
    slope, intercept = fit_logistic(x, y)
    print(f"\nSLOPE, INTERCEPT = {slope:.2f}, {intercept:.2f}\n")
    print("| coverage at least | claims | share labelled supported |\n|---|---|---|")
    for level in LEVELS:
        chosen = y[x >= level - 1e-9]
        print(f"| {level:.2f} | {len(chosen)} | {chosen.mean() if len(chosen) else float('nan'):.3f} |")


if __name__ == "__main__":
    main()
