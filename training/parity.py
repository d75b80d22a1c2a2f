"""Compare verifiers on the same statements: the area under the ROC curve of each, and the time.

    python -m training.parity build/kept_aside one.onnx other.onnx [--together]

The folder contains ``*.jsonl`` files of ``training.held_out``, or ``*.verification.jsonl.gz`` files of
labelled pairs, of which only the English ones are read.

Each claim is read with the sentences of its source that share most of its words. The last rows are written
claims of the domains that are set apart for tests (``training.claims``), each with the sentences that decide
it among those near it, by how far they are from the wording. A faster computation is shipped only if it loses
no more than 0.005 here. With ``--together`` the last column is that of the first two models read together, as
in tier ``large``: give the larger one first.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from pathlib import Path

import numpy as np

from ascribe import split_sentences
from ascribe.evaluation import metrics
from ascribe.inference.nli import LARGE_SHARE, AveragedModels, EntailmentModel
from ascribe.score.lexical import LexicalScorer
from ascribe.verify.evidence.passages import select_joint_window
from ascribe.verify.windows.nli_windows import NLIModel
from training.claims import read_sets
from training.written import Windows

MOST = 200
"""Statements per file, drawn at random."""

WORDS, SENTENCES = 110, 6
"""Size of the evidence, about that of the joined window of a check."""

Pairs = list[tuple[str, str]]


def load_statements(path: Path) -> tuple[Pairs, list[bool]]:
    """Load evidence and claim of random statements, and whether each is supported."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        records = [record for record in map(json.loads, lines) if "claim" in record]
    records = [record for record in records if "source" in record and record.get("lang", "en") == "en"]
    random.Random(1).shuffle(records)
    some = records[:MOST]
    return [(select_evidence(r["claim"], r["source"]), r["claim"]) for r in some], [
        r["label"] == "supported" for r in some
    ]


def load_written_claims() -> dict[str, tuple[Pairs, list[bool]]]:
    """Load written claims of the test domains with their evidence, by wording, and all together."""
    chance = random.Random(1)
    rows: list[tuple[str, tuple[str, str], bool]] = []
    for source in read_sets():
        if source.part != "test" or source.lang != "en":
            continue
        windows = Windows(source, chance)
        for number, claim in enumerate(source.claims):
            if not claim.is_disputed:
                deciding = windows.deciding(claim)
                near = [place for place in windows.best(number) if place not in deciding]
                evidence = windows.filled(deciding, near)
                rows.append((claim.wording, (evidence, claim.text), claim.label == "supported"))
    groups: dict[str, tuple[Pairs, list[bool]]] = {}
    for wording, pair, is_supported in rows:
        for name in (f"written, {wording}", "written"):
            pairs, labels = groups.setdefault(name, ([], []))
            pairs.append(pair)
            labels.append(is_supported)
    return dict(sorted(groups.items(), reverse=True))


def select_evidence(claim: str, source: str) -> str:
    """Select the sentences of the source that share most of the claim's words, in their order."""
    sentences = [source[start:end] for start, end in split_sentences(source, "en")]
    row = LexicalScorer("en").score([claim], sentences).matrix[0]
    lengths = [len(sentence.split()) for sentence in sentences]
    ranked = np.argsort(-row, kind="stable").tolist()
    return "\n".join(sentences[i] for i in select_joint_window(ranked, lengths, WORDS, SENTENCES))


def compute_auroc(pairs: Pairs, labels: list[bool], model: NLIModel) -> float:
    """Compute the area under the ROC curve of the probability of entailment; NaN with one label only."""
    if len(set(labels)) < 2:
        return float("nan")
    found = model.probabilities(pairs)[:, 0].astype(np.float64)
    return float(metrics.auroc(np.array(labels), found)(np.ones((1, len(labels))))[0])


def main() -> None:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("models", type=Path, nargs="+", help="ONNX files of verifiers")
    parser.add_argument("--together", action="store_true", help="also average the first two")
    asked = parser.parse_args()
    own = [EntailmentModel(path) for path in asked.models]
    models: list[NLIModel] = [
        *own,
        *([AveragedModels(own[0], own[1], LARGE_SHARE)] if asked.together else []),
    ]
    names = [*map(str, asked.models), *(["together"] if asked.together else [])]
    seconds = [0.0] * len(models)
    print(f"| file | {' | '.join(names)} |\n|---{'|---' * len(seconds)}|")

    def print_row(name: str, pairs: Pairs, labels: list[bool]) -> list[float]:
        row = []
        for place, model in enumerate(models):
            before = time.perf_counter()
            row.append(compute_auroc(pairs, labels, model))
            seconds[place] += time.perf_counter() - before
        print(f"| {name} | {' | '.join(f'{value:.3f}' for value in row)} |", flush=True)
        return row

    rows = []
    for file in sorted([*asked.folder.glob("*.jsonl"), *asked.folder.glob("*.verification.jsonl.gz")]):
        pairs, labels = load_statements(file)
        if pairs:
            rows.append(print_row(file.name.partition(".")[0], pairs, labels))
    print(f"| mean | {' | '.join(f'{value:.3f}' for value in np.nanmean(rows, axis=0))} |")
    for name, (pairs, labels) in load_written_claims().items():
        print_row(name, pairs, labels)
    print(f"| seconds | {' | '.join(f'{value:.0f}' for value in seconds)} |")


if __name__ == "__main__":
    main()
