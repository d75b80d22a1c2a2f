"""Fit the threshold of ``SimilarityBasedReferenceFormatter`` for the built-in encoder; print Markdown tables.

Usage: ``python -m benchmarks.reference_threshold FOLDER``; the folder is ``data/train``. Each text has chunks
that were used for it and chunks that were not: cited answers of ExpertQA with their own passages and those of
the next two questions; claims of FoolMeTwice with passages of three sentences from the same articles, used if
one of the three is gold. The threshold with the best F1 separates used and unused chunks best; both data sets
have the same weight in the shipped one. The encoder was trained on texts of these sets, so the figures do not
measure quality.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ascribe.compat import BUILTIN_THRESHOLD, DEFAULT_THRESHOLD
from ascribe.compat.reference_formatters.similarity import compute_similarities
from ascribe.inference.encoder import Encoder
from ascribe.read.markers import strip_markers

Case: TypeAlias = tuple[str, list[str], list[bool]]
"""A text, its chunks, and which of them were used."""
Scored: TypeAlias = tuple[NDArray[np.float64], NDArray[np.bool_]]

GRID = np.round(np.arange(0.0, 1.0, 0.01), 2)
WINDOW = 3
"""Sentences of a chunk from FoolMeTwice."""
CLAIMS = 200
"""Claims of FoolMeTwice, which take a minute or two to encode."""


def main() -> None:
    """Print precision, recall and F1 at several thresholds, and the best threshold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    sets = {
        "ExpertQA, other questions' passages": list(read_cited_answers(folder)),
        "FoolMeTwice, the same articles": list(read_claims(folder)),
    }
    scored = {name: score_cases(cases) for name, cases in sets.items()}
    marks = sorted({DEFAULT_THRESHOLD, BUILTIN_THRESHOLD})
    print("Precision / recall / F1 in %\n")
    heads = [*(f"at {mark:.2f}" for mark in marks), "best threshold", "at the best"]
    print("| set | chunks used / unused | " + " | ".join(heads) + " |")
    print("|---|---|" + "---|" * len(heads))
    for name, found in scored.items():
        best = find_best_threshold([found])
        cells = [*(format_rates(found, mark) for mark in marks), f"{best:.2f}", format_rates(found, best)]
        print(f"| {name} | {found[1].sum()} / {(~found[1]).sum()} | " + " | ".join(cells) + " |")
    print(f"\nBest mean F1 of the sets: {find_best_threshold(list(scored.values())):.2f}")


def read_cited_answers(folder: Path) -> Iterator[Case]:
    """Yield answers without markers, with their cited passages and those of the next two questions."""
    items = list(_read_lines(folder / "cited_answers" / "expertqa.cited_answers.jsonl.gz"))
    for place, item in enumerate(items):
        own = [item["passages"][n] for n in sorted({n for s in item["sentences"] for n in s["cites"]})]
        others = [o for o in items[place + 1 :] + items[:place] if o["query"] != item["query"]]
        foreign = [passage for other in others[:2] for passage in other["passages"]]
        text = strip_markers(" ".join(sentence["text"] for sentence in item["sentences"]))
        yield text, [*own, *foreign], [True] * len(own) + [False] * len(foreign)


def read_claims(folder: Path) -> Iterator[Case]:
    """Yield claims with passages of the articles that contain their evidence."""
    items = _read_lines(folder / "attribution" / "fool_me_twice.attribution.jsonl.gz")
    for item, _ in zip(items, range(CLAIMS), strict=False):
        gold = {n for alternative in item["gold"] for n in alternative}
        starts = range(0, len(item["sources"]), WINDOW)
        chunks = [" ".join(text for _, text in item["sources"][s : s + WINDOW]) for s in starts]
        yield item["claim"], chunks, [bool(gold & set(range(s, s + WINDOW))) for s in starts]


def score_cases(cases: Sequence[Case]) -> Scored:
    """Compute the similarity of every chunk with its text, and whether the chunk was used."""
    encoder = Encoder()
    found, used = [], []
    for text, chunks, marks in cases:
        vectors = encoder.embed([text, *chunks])
        found += compute_similarities(vectors[0], vectors[1:], len(chunks))
        used += marks
    return np.array(found), np.array(used)


def compute_rates(scored: Scored, threshold: float) -> tuple[float, float, float]:
    """Compute precision, recall and F1."""
    kept, used = scored[0] >= threshold, scored[1]
    hits = float((kept & used).sum())
    precision, recall = hits / max(1.0, float(kept.sum())), hits / float(used.sum())
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def find_best_threshold(sets: Sequence[Scored]) -> float:
    """Return the threshold with the best mean F1; the lowest if several are equal."""
    means = [float(np.mean([compute_rates(scored, mark)[2] for scored in sets])) for mark in GRID]
    return float(GRID[int(np.argmax(means))])


def format_rates(scored: Scored, threshold: float) -> str:
    """Format the three figures."""
    return " / ".join(f"{100 * rate:.0f}" for rate in compute_rates(scored, threshold))


def _read_lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    main()
