"""Measure what it costs and loses to encode only some candidates of long sources, and what precedes them.

Usage: ``python -m benchmarks.candidates FOLDER``; the folder contains ``train``. The sentences of a claim
stand among sentences of other claims, so that the sources are longer than ``MOST_ENCODED``. A claim is found
if one of its correct sentences is first, or among the first five.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from ascribe.score import hybrid

SETS = (("fool_me_twice", 600, 200), ("wice", 2000, 120))
"""Name, sentences of the sources, claims."""

PRECEDED = (hybrid.CANDIDATES, hybrid.PRECEDED, 8, 4)


def main() -> None:
    """Print a row for each set and number of candidates whose preceding sentences are encoded."""
    folder = Path(sys.argv[1]) / "train" / "attribution"
    print("| set | sentences | preceding sentences of | first | among five | texts encoded for a claim |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, size, count in SETS:
        cases = draw_cases(folder / f"{name}.attribution.jsonl.gz", size, count)
        for preceded in PRECEDED:
            first, five, encoded = measure(cases, preceded)
            print(f"| {name} | {size} | {preceded} | {first:.1%} | {five:.1%} | {encoded:.1f} |", flush=True)


def draw_cases(path: Path, size: int, count: int) -> list[tuple[str, list[str], set[int]]]:
    """Draw claims, each with its sentences and others up to that size, and the places of the correct ones."""
    rng = random.Random(0)  # noqa: S311 - a sample needs no secrecy
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if any(row["gold"])]
    rng.shuffle(rows)
    others = [text for row in rows[count:] for _, text in row["sources"]]
    return [_build_case(row, others, size, rng) for row in rows[:count]]


def _build_case(
    row: dict[str, Any], others: list[str], size: int, rng: random.Random
) -> tuple[str, list[str], set[int]]:
    own = [text for _, text in row["sources"]]
    return (
        row["claim"],
        own + rng.sample(others, size - len(own)),
        {g for group in row["gold"] for g in group},
    )


def measure(cases: list[tuple[str, list[str], set[int]]], preceded: int) -> tuple[float, float, float]:
    """Return the share of claims found first, that among five, and the mean number of texts encoded."""
    scorer = hybrid.HybridScorer("en")
    first = five = encoded = 0
    embed = scorer.encoder.embed

    def count(texts: Any) -> Any:
        nonlocal encoded
        encoded += len(set(texts))
        return embed(texts)

    with mock.patch.object(hybrid, "PRECEDED", preceded), mock.patch.object(scorer.encoder, "embed", count):
        for claim, evidence, correct in cases:
            order = np.argsort(-scorer.score([claim], evidence).matrix[0], kind="stable")[:5].tolist()
            first += order[0] in correct
            five += bool(correct & set(order))
    return first / len(cases), five / len(cases), encoded / len(cases)


if __name__ == "__main__":
    main()
