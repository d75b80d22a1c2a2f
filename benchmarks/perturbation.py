"""Small lies and fair restatements: which are called supported; prints Markdown tables.

Usage: ``python benchmarks/perturbation.py FILE``, where each line has ``sources`` (sentences), ``claim``,
``language``, ``category`` and ``status``. Word overlap alone is at chance there by design.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from ascribe import check
from ascribe.records.outcomes import STATUSES


def main() -> None:
    """Check every claim and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    pairs: Counter[tuple[str, str]] = Counter()
    passed: Counter[str] = Counter()
    for line in parser.parse_args().file.read_text("utf-8").splitlines():
        row = json.loads(line)
        answer = check(row["claim"], "\n\n".join(row["sources"]), language=row["language"].split(">")[-1])
        statuses = [s.verdict.status for s in answer.sentences if s.verdict]
        got = statuses[0] if len(set(statuses)) == 1 else "unknown"
        pairs[row["status"], got] += 1
        passed[row["category"]] += got == "supported" != row["status"]
    print("| gold \\ status | " + " | ".join(STATUSES) + " |\n|---" + "|---" * len(STATUSES) + "|")
    for gold in ("supported", "partial", "contradicted", "unsupported"):
        print(f"| {gold} | " + " | ".join(str(pairs[gold, got]) for got in STATUSES) + " |")
    print(f"\nBalanced accuracy of `supported`: {balanced(pairs):.3f} (always yes: 0.500)\n")
    wrong = [f"{name} {n}" for name, n in sorted(passed.items()) if n]
    print("Called supported and wrong, by category: " + ", ".join(wrong))


def balanced(pairs: Counter[tuple[str, str]]) -> float:
    """Mean of the shares of true claims called supported, and of false ones not called so."""
    true = {got: n for (gold, got), n in pairs.items() if gold == "supported"}
    false = Counter[str]()
    for (gold, got), n in pairs.items():
        false[got] += n * (gold != "supported")
    kept = true.get("supported", 0) / sum(true.values())
    return (kept + 1 - false["supported"] / sum(false.values())) / 2


if __name__ == "__main__":
    main()
