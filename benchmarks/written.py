"""Measure verdicts on written claims that no model, threshold or rule was fitted on, beside baselines.

Run ``python -m benchmarks.written [--tier TIER …] [--part PART]``. The claims are those of
``training/claims``, in English, of the held-out domains (``SourceSet.part``); each is checked separately
against the documents of its set, at the shipped thresholds. Prints Markdown tables:

* balanced accuracy of ``supported``, its precision ("true of those called supported") and recall, the area
  under the ROC curve of the score, and the number of undecided claims, by tier;
* the same accuracy by wording, and the share called supported by kind of error;
* how often a claim is called supported beside the documents of another set, and how often the model alone
  gives "entailed" more than one half beside a random sentence of another set.

The baselines: always yes, and the share of the claim's words in the documents, at the threshold that is best
on the training domains.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from training.claims import SourceSet, WrittenClaim, read_sets
from training.probes import by_coverage

from ascribe import check, split_sentences
from ascribe.evaluation import metrics
from ascribe.inference.model_files import TIERS_WITH_WEIGHTS
from ascribe.inference.nli import ENTAILED, load_entailment_model

SEED = 13


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with its verdict; the score is between 0 and 1."""

    claim: WrittenClaim
    status: str
    score: float

    @property
    def is_true(self) -> bool:
        """Return True if the label is supported."""
        return self.claim.label == "supported"

    @property
    def is_supported(self) -> bool:
        """Return True if the verdict is supported."""
        return self.status == "supported"


def judge(claims: Iterable[WrittenClaim], sources: Sequence[str], tier: str) -> list[Judged]:
    """Return the verdict on each claim; the worst sentence decides a claim of several sentences."""
    found = []
    for claim in claims:
        verdicts = [s.verdict for s in check(claim.text, sources, tier=tier).sentences if s.verdict]
        worst = min(verdicts, key=lambda v: (v.status == "supported", v.score or 0.0), default=None)
        status = worst.status if worst else "not_checkable"
        found.append(Judged(claim, status, (worst.score if worst else None) or 0.0))
    return found


def compute_balanced_accuracy(found: Sequence[Judged]) -> float:
    """Return the mean of the shares of true claims called supported and of others not called so."""
    true = [one.is_supported for one in found if one.is_true]
    false = [not one.is_supported for one in found if not one.is_true]
    return float(np.mean([np.mean(true), np.mean(false)])) if true and false else float("nan")


def compute_auroc(found: Sequence[Judged]) -> float:
    """Return the area under the ROC curve of the scores."""
    labels = np.array([one.is_true for one in found])
    scores = np.array([one.score for one in found])
    return float(metrics.auroc(labels, scores)(np.ones((1, len(found))))[0])


def build_row(name: str, found: Sequence[Judged]) -> str:
    """Build a table row with the figures of one system."""
    said = [one for one in found if one.is_supported]
    precision = np.mean([one.is_true for one in said]) if said else float("nan")
    recall = np.mean([one.is_supported for one in found if one.is_true])
    open_ = np.mean([one.status in ("unknown", "not_checkable") for one in found])
    figures = (compute_balanced_accuracy(found), precision, recall, compute_auroc(found), open_)
    return f"| {name} | {len(found)} | " + " | ".join(f"{100 * figure:.1f}" for figure in figures) + " |"


def build_baseline_rows(train: Sequence[SourceSet], judged: Sequence[SourceSet]) -> list[str]:
    """Build the rows of the two baselines."""
    known = by_coverage(train)
    steps = np.linspace(0.0, 1.0, 101)
    best = max(steps, key=lambda step: compute_balanced_accuracy(_predict_by_coverage(known, float(step))))
    yes = [Judged(claim, "supported", 1.0) for source in judged for claim in source.claims]
    return [
        build_row("always yes", yes),
        build_row(f"word coverage ≥ {best:.2f}", _predict_by_coverage(by_coverage(judged), float(best))),
    ]


def _predict_by_coverage(found: Sequence[tuple[WrittenClaim, float]], threshold: float) -> list[Judged]:
    return [
        Judged(claim, "supported" if share >= threshold else "unsupported", share) for claim, share in found
    ]


def group_claims(found: Sequence[Judged], of: Callable[[WrittenClaim], str]) -> dict[str, list[Judged]]:
    """Group the claims by a property."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in found:
        groups[of(one.claim)].append(one)
    return dict(sorted(groups.items()))


def build_sources(source: SourceSet) -> list[str]:
    """Return the documents of a set as sources, each with its title first."""
    return [f"{document.title}\n\n{document.text}" for document in source.documents]


def check_foreign(sets: Sequence[SourceSet], tier: str) -> list[Judged]:
    """Return the verdicts beside the documents of the next set of another domain."""
    found: list[Judged] = []
    for place, source in enumerate(sets):
        others = [*sets[place + 1 :], *sets[:place]]
        other = next(other for other in others if other.domain != source.domain)
        found += judge(source.claims, build_sources(other), tier)
    return found


def measure_unrelated(sets: Sequence[SourceSet], tier: str) -> float:
    """Return the share of claims that the tier's model finds entailed by a sentence of another set."""
    chance = random.Random(SEED)  # noqa: S311 - for a sample, not for a secret
    pool = [(s.id, t[a:b]) for s in sets for t in build_sources(s) for a, b in split_sentences(t, "en")]
    pairs = []
    for source in sets:
        for claim in source.claims:
            owner, sentence = chance.choice(pool)
            if owner != source.id:
                pairs.append((sentence, claim.text))
    model = load_entailment_model(tier)
    return float(np.mean(model.probabilities(pairs)[:, ENTAILED] > 0.5))


def main() -> None:
    """Check the claims and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tier", nargs="+", default=["builtin", "rules"])
    parser.add_argument("--part", choices=("train", "calibration", "test"), default="test")
    parser.add_argument("--limit", type=int, default=None, help="maximum number of sets, for a quick run")
    chosen = parser.parse_args()
    english = [source for source in read_sets() if source.lang == "en"]
    sets = [source for source in english if source.part == chosen.part][: chosen.limit]
    found = {
        tier: [one for source in sets for one in judge(source.claims, build_sources(source), tier)]
        for tier in chosen.tier
    }
    print(
        "| % | claims | balanced accuracy | true of ✓ | ✓ of true | area | left open |\n|---"
        + "|---" * 6
        + "|"
    )
    for tier, judged in found.items():
        print(build_row(f"`{tier}`", judged))
    print("\n".join(build_baseline_rows([s for s in english if s.part == "train"], sets)))
    for tier, judged in found.items():
        print(f"\nTier `{tier}`, balanced accuracy by wording: ", end="")
        parts = group_claims(judged, lambda claim: claim.wording).items()
        print(
            ", ".join(
                f"{name} {100 * compute_balanced_accuracy(own):.1f} ({len(own)})" for name, own in parts
            )
        )
        print("Called supported, by label and kind of error: ", end="")
        kinds = group_claims(judged, lambda claim: claim.error or "true").items()
        print(", ".join(f"{name} {sum(o.is_supported for o in own)} of {len(own)}" for name, own in kinds))
        away = check_foreign(sets, tier)
        print(
            f"Beside another set's documents: {100 * np.mean([o.is_supported for o in away]):.1f} % supported"
        )
    for tier in chosen.tier:
        if tier in TIERS_WITH_WEIGHTS:
            share = 100 * measure_unrelated(sets, tier)
            print(f"\nThe model of `{tier}` alone, beside a sentence of another set: {share:.1f} % entailed")


if __name__ == "__main__":
    main()
