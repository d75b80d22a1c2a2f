"""Measure the built-in models in ``ReferencePredictor``; print Markdown tables.

Usage: ``python -m benchmarks.reference_predictor FOLDER [--most N]``; the folder contains ``dev/``.

The first table shows how often the best span of three sentences contains evidence, over claims with labelled
evidence in sources of at least five sentences: by the verifier alone, by the cosine of the encoder alone, and
by the predictor's default. The second shows how many of the spans the verifier reads until the best is known.
The third shows the accuracy of the decision whether a sentence needs verification.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ascribe.compat import ReferencePredictor
from ascribe.compat.reference_predictor.sentences import SentenceSplitter, build_windows
from ascribe.inference.encoder import Encoder
from ascribe.inference.nli import ENTAILED, EntailmentModel
from ascribe.inference.pair_models import BuiltinPairModel
from ascribe.verify.checkable import NEEDS_VERIFICATION, RuleSentenceClassifier

Score = Callable[[str, Sequence[str]], Any]

ATTRIBUTION = ("fool_me_twice", "wice")
CLAIMS = ("fever", "fool_me_twice", "factcheck_gpt", "wice", "wiki_nli")
"""Data sets in which every claim states something."""


def main() -> None:
    """Measure the models and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=100, help="maximum items per file")
    given = parser.parse_args()
    print("\n".join(measure_spans(given.folder / "dev", given.most)) + "\n")
    print("\n".join(measure_spans_read(given.folder / "dev", given.most)) + "\n")
    print("\n".join(measure_verifiability(given.folder / "dev", given.most)))


def measure_spans(folder: Path, most: int) -> Iterator[str]:
    """Yield the lines of the first table."""
    ways: dict[str, Score] = {
        "verifier": _score_entailment,
        "cosine": _score_cosine,
        "built-in": _score_built_in,
    }
    yield "| claims | spans each | " + " | ".join(ways) + " |"
    yield "|---|--:|" + "--:|" * len(ways)
    for name in ATTRIBUTION:
        items = [
            i
            for i in read_rows(folder / f"{name}.attribution.jsonl.gz")
            if len(i["sources"]) >= 5 and i["gold"]
        ]
        tasks = [build_task(item) for item in items[:most]]
        shares = [
            np.mean([int(np.argmax(way(c, s))) in gold for c, s, gold in tasks]) for way in ways.values()
        ]
        mean = np.mean([len(texts) for _, texts, _ in tasks])
        yield (
            f"| {name}, {len(tasks)} | {mean:.0f} | " + " | ".join(f"{share:.0%}" for share in shares) + " |"
        )


class CountingPairModel(BuiltinPairModel):
    """The built-in models, with a count of the pairs that the verifier reads."""

    read = 0

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Any:
        """Count the pairs and return their logits."""
        self.read += len(pairs)
        return super().logits(pairs)


def measure_spans_read(folder: Path, most: int) -> Iterator[str]:
    """Yield the lines of the second table."""
    yield "| claims | spans each | read by the verifier |\n|---|--:|--:|"
    items = [i for i in read_rows(folder / "wice.attribution.jsonl.gz") if len(i["sources"]) >= 5][:most]
    model = CountingPairModel()
    predictor = ReferencePredictor(model, verifiability_model=None, answer_window_size=1000)
    total = 0
    for item in items:
        documents = [" ".join(text for _, text in item["sources"])]
        predictor.run([{"data": item["claim"], "documents": documents}])
        total += len(build_windows(len(SentenceSplitter("en", False, False).units(documents[0])), 3, 3))
    each, read = total / len(items), model.read / len(items)
    yield f"| wice, {len(items)} | {each:.0f} | {read:.0f} |"


def build_task(item: dict[str, Any]) -> tuple[str, list[str], set[int]]:
    """Return the claim, the spans, and the indices of the spans that contain evidence."""
    sentences = [text for _, text in item["sources"]]
    cut = build_windows(len(sentences), 3, 3)
    evidence = {index for group in item["gold"] for index in group}
    gold = {n for n, (first, last) in enumerate(cut) if evidence & set(range(first, last))}
    return item["claim"], [" ".join(sentences[first:last]) for first, last in cut], gold


def _score_entailment(claim: str, texts: Sequence[str]) -> Any:
    return EntailmentModel().probabilities([(text, claim) for text in texts])[:, ENTAILED]


def _score_cosine(claim: str, texts: Sequence[str]) -> Any:
    encoder = Encoder()
    return encoder.embed(texts) @ encoder.embed([claim])[0]


def _score_built_in(claim: str, texts: Sequence[str]) -> Any:
    return BuiltinPairModel().logits([(claim, text) for text in texts])[:, 0]


def measure_verifiability(folder: Path, most: int) -> Iterator[str]:
    """Yield the lines of the third table."""
    empty = [json.loads(line) for line in (folder / "not_checkable.jsonl").read_text("utf-8").splitlines()]
    states = [
        c["claim"] for name in CLAIMS for c in read_rows(folder / f"{name}.verification.jsonl.gz")[:most]
    ]
    states += [case["text"] for case in empty if case["checkable"] and case["language"] == "en"]
    nothing = [case["text"] for case in empty if not case["checkable"] and case["language"] == "en"]
    kept = np.mean([needs_verification(text) for text in states])
    left = np.mean([not needs_verification(text) for text in nothing])
    yield "| English sentences | told right |\n|---|--:|"
    yield f"| {len(states)} that state something | {kept:.1%} |"
    yield f"| {len(nothing)} that state nothing | {left:.1%} |"
    right = (kept / (kept + 1 - left), left / (left + 1 - kept))
    yield "\nWere both as frequent, {:.0%} said to need verification would, {:.0%} of the others not.".format(
        *right
    )


def needs_verification(text: str) -> bool:
    """Return True if any sentence of the text needs verification."""
    rules = RuleSentenceClassifier()
    return any(
        rules.classify(claim) == NEEDS_VERIFICATION
        for claim in SentenceSplitter("en", False, False).claims(text)
    )


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Read the records of a gzip file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


if __name__ == "__main__":
    main()
