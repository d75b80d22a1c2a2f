"""Measure evidence retrieval with the models: by words, by meaning, and by both.

Usage: ``python -m benchmarks.attribution_models FOLDER``; the folder has ``*.attribution.jsonl.gz``. English
only. The figures are those of ``attribution``; the last columns are the references that ``check`` gives.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from ascribe import registry
from benchmarks.attribution import (
    Case,
    build_table,
    measure_citations,
    measure_ranking,
    rank_by_overlap,
    rank_by_rarity,
    read_cases,
    sort_by_score,
)

FILES = ("wice", "fool_me_twice", "hotpotqa_sample", "quotesum", "xquad")
SCORERS = ("lexical", "embedding", "hybrid")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", nargs="+", default=FILES)
    parser.add_argument("--ranking-only", action="store_true", help="leave out the references of check")
    chosen = parser.parse_args()
    sets = {name: read_english_cases(chosen.folder / f"{name}.attribution.jsonl.gz") for name in chosen.files}
    print("First is gold / recall@5, in %\n")
    ranks = {
        **{name: build_ranker(name) for name in SCORERS},
        "rare words": rank_by_rarity,
        "word overlap": rank_by_overlap,
    }
    rows = [
        [name, str(len(found)), *(format_figures(found, rank) for rank in ranks.values())]
        for name, found in sets.items()
    ]
    print(build_table(["file", "claims", *ranks], rows))
    if chosen.ranking_only:
        return
    print("References of `check`, tier `builtin`, in %\n")
    head = ["file", "first is gold", "precision", "recall", "references per claim", "claims with one"]
    cited = [
        [name, *(f"{part:.1f}" for part in measure_citations(found, "builtin"))]
        for name, found in sets.items()
    ]
    print(build_table(head, cited))


def read_english_cases(file: Path) -> list[Case]:
    """Return the English cases of a file."""
    return [case for case in read_cases(file) if case.language == "en"]


def build_ranker(name: str) -> Callable[[Case], list[int]]:
    """Return a function that ranks sentences by a registered scorer, best first."""
    scorer = registry.load("score", name)(language="en")
    return lambda case: sort_by_score(scorer.score([case.claim], case.sentences).matrix[0])


def format_figures(found: list[Case], rank: Callable[[Case], list[int]]) -> str:
    """Format the two figures."""
    first, recall = measure_ranking(found, rank)
    return f"{first:.1f} / {recall:.1f}"


if __name__ == "__main__":
    main()
