"""Probe how well the claim alone, its length, or shared words predict the label of written claims.

    python -m training.probes

The output is the area under the ROC curve of three probes for "supported"; 0.5 is chance. The first probe is
a naive Bayes classifier on the words of the claim, with ten-fold cross-validation over the sets. The output
also shows how often writer and second reader agree, by kind of error.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from ascribe.evaluation import metrics
from training.claims import SourceSet, WrittenClaim, read_sets

FOLDS = 10

Labelled = list[tuple[WrittenClaim, float]]
"""Claims with a number that should not predict their label."""


def tokens(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return re.findall(r"\w+", text.lower())


def by_length(sets: Sequence[SourceSet]) -> Labelled:
    """Return each claim with the number of its words."""
    return [(claim, float(len(tokens(claim.text)))) for source in sets for claim in source.claims]


def by_coverage(sets: Sequence[SourceSet]) -> Labelled:
    """Return each claim with the share of its words in the documents."""
    return [pair for source in sets for pair in _covered(source)]


def _covered(source: SourceSet) -> Iterator[tuple[WrittenClaim, float]]:
    known = {word for document in source.documents for word in tokens(f"{document.title} {document.text}")}
    for claim in source.claims:
        words = tokens(claim.text)
        yield claim, sum(word in known for word in words) / max(1, len(words))


def by_words(sets: Sequence[SourceSet]) -> Labelled:
    """Return each claim with its log odds by a naive Bayes classifier trained without its set."""
    found: Labelled = []
    for fold in range(FOLDS):
        learnt = _odds([source for place, source in enumerate(sets) if place % FOLDS != fold])
        found += [
            (claim, sum(learnt.get(word, 0.0) for word in set(tokens(claim.text))))
            for source in sets[fold::FOLDS]
            for claim in source.claims
        ]
    return found


def _odds(sets: Sequence[SourceSet]) -> dict[str, float]:
    """Return the log odds of "supported" of each word, with add-one smoothing."""
    counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for source in sets:
        for claim in source.claims:
            counts[claim.label == "supported"].update(set(tokens(claim.text)))
    totals = {label: sum(found.values()) for label, found in counts.items()}
    return {
        word: math.log((counts[True][word] + 1) / (totals[True] + 1))
        - math.log((counts[False][word] + 1) / (totals[False] + 1))
        for word in counts[True] | counts[False]
    }


def compute_auroc(found: Labelled) -> float:
    """Return the area under the ROC curve of the numbers for "supported"."""
    labels = np.array([claim.label == "supported" for claim, _ in found])
    numbers = np.array([number for _, number in found])
    return float(metrics.auroc(labels, numbers)(np.ones((1, len(labels))))[0])


def agreement(sets: Sequence[SourceSet]) -> Iterator[tuple[str, int, float]]:
    """Yield each kind of error, its claims with a second reader, and the share of agreement."""
    kinds: dict[str, list[bool]] = defaultdict(list)
    for source in sets:
        for claim in source.claims:
            if claim.second is not None:
                kinds[claim.error or "none"].append(not claim.is_disputed)
    for kind, agreed in sorted(kinds.items()):
        yield kind, len(agreed), sum(agreed) / len(agreed)


def main() -> None:
    """Print the tables."""
    sets = [source for source in read_sets() if source.lang == "en"]
    claims = sum(len(source.claims) for source in sets)
    print(f"{len(sets)} sets, {claims} claims, in English\n")
    print("| probe | area under the curve |\n|---|---|")
    for name, probe in (("words of the claim", by_words), ("length", by_length), ("coverage", by_coverage)):
        print(f"| {name} | {compute_auroc(probe(sets)):.3f} |")
    print("\n| kind of error | read twice | agreed on supported or not |\n|---|---|---|")
    for kind, count, share in agreement(sets):
        print(f"| {kind} | {count} | {100 * share:.1f} % |")


if __name__ == "__main__":
    main()
