"""Measure verdicts on hard negatives and on faithful restatements; print Markdown tables.

Usage: ``python benchmarks/perturbation.py FILE [--tier TIER]``, where each line has ``sources`` (sentences),
``claim``, ``language``, ``category`` and ``status``. Word overlap alone is at chance level by design. For a
tier with models it also prints the area under the ROC curve of the models' probability alone, before any
rule; a claim in a language that the models do not read counts as one half.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from ascribe import check
from ascribe.records import Verdict
from ascribe.records.outcomes import STATUSES
from benchmarks.reasons import is_named


def main() -> None:
    """Check every claim and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--tier", default="rules")
    chosen = parser.parse_args()
    pairs: Counter[tuple[str, str]] = Counter()
    passed: Counter[str] = Counter()
    categories: dict[str, Counter[str]] = defaultdict(Counter)
    ranked: list[tuple[bool, bool, float]] = []
    for line in chosen.file.read_text("utf-8").splitlines():
        row = json.loads(line)
        verdicts = get_verdicts(row, chosen.tier)
        statuses = [verdict.status for verdict in verdicts]
        got = statuses[0] if len(set(statuses)) == 1 else "unknown"
        pairs[row["status"], got] += 1
        passed[row["category"]] += got == "supported" != row["status"]
        categories[row["category"]].update(count_outcome(row, got, verdicts))
        ranked.append(
            (
                row["language"] == "en",
                row["supported"],
                min(map(get_model_probability, verdicts), default=0.5),
            )
        )
    print("| gold \\ status | " + " | ".join(STATUSES) + " |\n|---" + "|---" * len(STATUSES) + "|")
    for gold in ("supported", "partial", "contradicted", "unsupported"):
        print(f"| {gold} | " + " | ".join(str(pairs[gold, got]) for got in STATUSES) + " |")
    print("\n| category | truths supported | contradicted | lies supported | reason right |")
    print("|---" * 5 + "|")
    for name, counts in (*sorted(categories.items()), ("all", sum(categories.values(), Counter()))):
        print(f"| {name} | {format_cells(counts)} |")
    print(f"\nBalanced accuracy of `supported`: {compute_balanced_accuracy(pairs):.3f} (always yes: 0.500)\n")
    if chosen.tier != "rules":
        english = [(true, p) for is_english, true, p in ranked if is_english]
        print(f"Area under the curve of the models alone: {compute_auroc([r[1:] for r in ranked]):.3f}")
        print(f"(English only: {compute_auroc(english):.3f}; word overlap: about 0.5)\n")
    wrong = [f"{name} {n}" for name, n in sorted(passed.items()) if n]
    print("Called supported and wrong, by category: " + ", ".join(wrong))


def count_outcome(row: dict[str, Any], got: str, verdicts: list[Verdict]) -> Counter[str]:
    """Count one claim; its reason is that of the first sentence that is not supported."""
    if row["supported"]:
        return Counter(truths=1, kept=got == "supported", alarms=got == "contradicted")
    first = next((verdict for verdict in verdicts if verdict.status != "supported"), None)
    caught = got != "supported" and first is not None and row["reason"] is not None
    right = caught and first is not None and is_named(first, row["reason"])
    return Counter(lies=1, passed=got == "supported", caught=caught, right=right)


def format_cells(counts: Counter[str]) -> str:
    """Format the figures of a category as cells of a table."""
    n = counts
    return (
        f"{n['kept']} of {n['truths']} | {n['alarms']} | {n['passed']} of {n['lies']} | "
        f"{n['right']} of {n['caught']}"
    )


def get_verdicts(row: dict[str, Any], tier: str) -> list[Verdict]:
    """Return the verdicts on the claim's sentences."""
    language = row["language"].split(">")[-1]
    answer = check(row["claim"], "\n\n".join(row["sources"]), language=language, tier=tier)
    return [sentence.verdict for sentence in answer.sentences if sentence.verdict]


def get_model_probability(verdict: Verdict) -> float:
    """Return the models' probability before the rules; one half if they did not read the claim."""
    return float(verdict.details.get("models_alone", 0.5))


def compute_auroc(ranked: list[tuple[bool, float]]) -> float:
    """Return the area under the ROC curve: the share of pairs with the true claim higher; ties count half."""
    true = [p for label, p in ranked if label]
    false = [p for label, p in ranked if not label]
    won = sum((a > b) + 0.5 * (a == b) for a in true for b in false)
    return won / (len(true) * len(false))


def compute_balanced_accuracy(pairs: Counter[tuple[str, str]]) -> float:
    """Return the mean of the shares of true claims called supported and of false ones not called so."""
    true = {got: n for (gold, got), n in pairs.items() if gold == "supported"}
    false = Counter[str]()
    for (gold, got), n in pairs.items():
        false[got] += n * (gold != "supported")
    kept = true.get("supported", 0) / sum(true.values())
    return (kept + 1 - false["supported"] / sum(false.values())) / 2


if __name__ == "__main__":
    main()
