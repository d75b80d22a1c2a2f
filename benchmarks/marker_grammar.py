"""Count the replies whose markers are all parsed and removed correctly; print a Markdown table by category.

Usage: ``python -m benchmarks.marker_grammar FOLDER``; the folder contains ``dev/marker_grammar.jsonl`` with
``text``, ``n_documents``, ``expected`` (``start``, ``end``, ``documents``), ``out_of_range``, ``clean_text``
and ``category``. A reply is correct if all four columns are.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ascribe.read.markers import parse_markers, strip_markers

COLUMNS = ("spans", "documents", "out of range", "clean text")


def main() -> None:
    """Parse every reply and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    lines = (parser.parse_args().folder / "dev" / "marker_grammar.jsonl").read_text("utf-8").splitlines()
    by_category: dict[str, list[tuple[bool, ...]]] = defaultdict(list)
    for case in map(json.loads, lines):
        by_category[case["category"]].append(compare_markers(case))
    print("| form | replies | " + " | ".join(COLUMNS) + " | all right | share |")
    print("|---|--:|" + "--:|" * (len(COLUMNS) + 2))
    for category, found in by_category.items():
        print(build_row(category, found))
    print(build_row("all", [found for group in by_category.values() for found in group]))


def compare_markers(case: dict[str, Any]) -> tuple[bool, ...]:
    """Compare one reply with the expected markers, in the order of ``COLUMNS``."""
    count = case["n_documents"]
    markers = parse_markers(case["text"], count)
    numbers = [n for marker in markers for n in marker.documents if isinstance(n, int)]
    return (
        [(m.start, m.end) for m in markers] == [(e["start"], e["end"]) for e in case["expected"]],
        [list(m.documents) for m in markers] == [e["documents"] for e in case["expected"]],
        [n for n in numbers if not 1 <= n <= count] == case["out_of_range"],
        strip_markers(case["text"], count) == case["clean_text"],
    )


def build_row(name: str, found: Sequence[tuple[bool, ...]]) -> str:
    """Build one row of the table."""
    columns = [sum(case[n] for case in found) for n in range(len(COLUMNS))]
    whole = sum(all(case) for case in found)
    shown = [len(found), *columns, whole, f"{whole / len(found):.0%}"]
    return f"| {name} | " + " | ".join(map(str, shown)) + " |"


if __name__ == "__main__":
    main()
