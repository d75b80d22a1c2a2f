"""Measure evidence retrieval with the models: by words, by meaning, and by both.

Usage: ``python -m benchmarks.attribution_models FOLDER``; the folder has ``*.attribution.jsonl.gz``. English
only. The figures are those of ``attribution``; the last columns are the references that ``check`` gives.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from ascribe import registry
from benchmarks.attribution import Case, cases, citations, order, overlap, ranking, rarity, table

FILES = ("wice", "fool_me_twice", "hotpotqa_sample", "quotesum", "xquad")
SCORERS = ("lexical", "embedding", "hybrid")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", nargs="+", default=FILES)
    parser.add_argument("--ranking-only", action="store_true", help="leave out the references of check")
    chosen = parser.parse_args()
    sets = {name: english(chosen.folder / f"{name}.attribution.jsonl.gz") for name in chosen.files}
    print("First is gold / recall@5, in %\n")
    ranks = {**{name: ranked_by(name) for name in SCORERS}, "rare words": rarity, "word overlap": overlap}
    rows = [
        [name, str(len(found)), *(shown(found, rank) for rank in ranks.values())]
        for name, found in sets.items()
    ]
    print(table(["file", "claims", *ranks], rows))
    if chosen.ranking_only:
        return
    print("References of `check`, tier `builtin`, in %\n")
    head = ["file", "first is gold", "precision", "recall", "references per claim", "claims with one"]
    cited = [[name, *(f"{part:.1f}" for part in citations(found, "builtin"))] for name, found in sets.items()]
    print(table(head, cited))


def english(file: Path) -> list[Case]:
    """Return the English cases of a file."""
    return [case for case in cases(file) if case.language == "en"]


def ranked_by(name: str) -> Callable[[Case], list[int]]:
    """Return a function that ranks sentences by a registered scorer, best first."""
    scorer = registry.load("score", name)(language="en")
    return lambda case: order(scorer.score([case.claim], case.sentences).matrix[0])


def shown(found: list[Case], rank: Callable[[Case], list[int]]) -> str:
    """Format the two figures."""
    first, recall = ranking(found, rank)
    return f"{first:.1f} / {recall:.1f}"


if __name__ == "__main__":
    main()
