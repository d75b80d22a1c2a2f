"""Trains the verifier: does this evidence entail this claim, contradict it, or neither?

    python -m training.verifier FOLDER --out build/verifier.safetensors

The input is the same as at run time: the claim, then the sentences of the source that fit best, joined in
their order. Pairs whose label is only "not entailed" teach the sum of the other two classes.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from ascribe import split_sentences
from ascribe.neural.tokens import LEAST_EVIDENCE, SIGNS, Row, pair_ids
from ascribe.score.lexical import LexicalScorer
from ascribe.verify.windows import joint_window
from training import backbone
from training.hard_pairs import hard_pairs
from training.loop import Settings, fit
from training.pairs import (
    CONTRADICTED,
    DATA_SETS,
    ENTAILED,
    NEITHER,
    NOT_ENTAILED,
    Pair,
    group_of,
    is_kept_aside,
    read,
)
from training.tokens import by_length, ids_of, padded

LONGEST = 224
"""Tokens of claim and evidence together. Nine in ten pairs are shorter."""

BUDGETS = (100, 140, 190)
"""Tokens of evidence, one drawn by chance for each long source: a window at run time may be of any size."""

MOST_SENTENCES = 8
BATCH_TOKENS, BATCH_ROWS = 4096, 40

HARD_WEIGHT, HARD_FROM = (
    0.8,
    ("fever", "fool_me_twice", "wiki_split", "synthetic_wikitext", "wiki_nli", "mnli_sample"),
)
_CLASSES = {"entailed": ENTAILED, "contradicted": CONTRADICTED, "neither": NEITHER}


@dataclass(frozen=True, slots=True)
class Example:
    """One input: token ids of claim and evidence, its class and its weight in the loss."""

    claim: list[int]
    evidence: list[int]
    label: int
    weight: float

    def row(self) -> Row:
        """The input. Only a claim that leaves no room for evidence is cut; evidence is cut at ``LONGEST``."""
        claim = self.claim[: LONGEST - SIGNS - LEAST_EVIDENCE]
        return Row(*pair_ids(claim, self.evidence, LONGEST))


def pairs(folder: Path, seed: int, permissive_only: bool) -> Iterator[tuple[Pair, float]]:
    """The mix, each pair with its weight; kept-aside sources left out."""
    for data_set in DATA_SETS:
        if permissive_only and not data_set.permissive:
            continue
        found = [pair for pair in read(folder, data_set) if not is_kept_aside(pair.group)]
        random.Random(seed).shuffle(found)
        for pair in found[: data_set.most] * data_set.times:
            yield pair, data_set.weight


def hard(folder: Path, seed: int, most: int, permissive_only: bool) -> list[Pair]:
    """Generated pairs in which the wording tells nothing, from the sources of the labelled files."""
    files = [d for d in DATA_SETS if d.file in HARD_FROM and (d.permissive or not permissive_only)]
    passages = {}
    for data_set in files:
        some = list({pair.source: None for pair in read(folder, data_set)})
        random.Random(seed).shuffle(some)
        for source in some[:6000]:
            if not is_kept_aside(group_of(source)):
                passages[source] = [source[a:b] for a, b in split_sentences(source, "en")]
    order = list(passages.values())
    random.Random(seed).shuffle(order)
    made = [
        Pair(pair.claim, "\n".join(pair.source), _CLASSES[pair.label], f"hard/{pair.kind}", pair.group)
        for pair in hard_pairs(order, seed)
    ]
    return _capped(made, most, seed)


def _capped(made: list[Pair], most: int, seed: int) -> list[Pair]:
    """At most so many pairs, with no kind above a twelfth of them."""
    random.Random(seed).shuffle(made)
    counts: Counter[str] = Counter()
    kept = []
    for pair in made:
        counts[pair.dataset] += 1
        if counts[pair.dataset] <= most // 12:
            kept.append(pair)
    return kept[:most]


def examples(weighted: Sequence[tuple[Pair, float]], seed: int) -> list[Example]:
    """Token ids; a source that is too long becomes the window that fits the claim."""
    chance = random.Random(seed)
    claims = ids_of([pair.claim for pair, _ in weighted])
    sources = ids_of([pair.source for pair, _ in weighted])
    made = []
    for (pair, weight), claim, source in zip(weighted, claims, sources, strict=True):
        budget = min(chance.choice(BUDGETS), max(60, LONGEST - 3 - len(claim)))
        evidence = source if len(source) <= budget else _window(pair, budget)
        made.append(Example(claim, evidence, pair.label, weight))
    return made


def _window(pair: Pair, budget: int) -> list[int]:
    """Token ids of the sentences of the source that fit the claim best, in their order."""
    sentences = [pair.source[a:b] for a, b in split_sentences(pair.source, "en")]
    row = LexicalScorer("en").score([pair.claim], sentences).matrix[0]
    ids = ids_of(sentences)
    ranked = np.argsort(-row, kind="stable").tolist()
    chosen = joint_window(ranked, [len(i) for i in ids], budget, MOST_SENTENCES)
    return [token for index in chosen for token in ids[index]]


Batch = list[Example]


def loss_of(model: nn.Module, batch: Batch) -> Tensor:
    """Weighted cross entropy; for "not entailed" the sum of the two other classes is the target."""
    logits = model(*padded([example.row() for example in batch]))
    log = nn.functional.log_softmax(logits, dim=-1)
    label = torch.tensor([example.label for example in batch])
    weight = torch.tensor([example.weight for example in batch])
    known = log.gather(1, label.clamp(min=0).unsqueeze(1)).squeeze(1)
    either = torch.logsumexp(log[:, [CONTRADICTED, NEITHER]], dim=1)
    chosen = torch.where(label == NOT_ENTAILED, either, known)
    return -(weight * chosen).sum() / len(batch)


def main() -> None:
    """Trains, logs and writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--runs", type=Path, default=Path("build/runs"))
    parser.add_argument("--rate", type=float, default=8e-5)
    parser.add_argument("--hard", type=int, default=42000, help="generated pairs")
    parser.add_argument("--name", default="verifier")
    parser.add_argument("--limit", type=int, default=0, help="train on so many examples only, for a trial")
    parser.add_argument("--permissive-only", action="store_true")
    chosen = parser.parse_args()
    settings = Settings(chosen.name, chosen.rate)
    torch.manual_seed(settings.seed)
    mix = list(pairs(chosen.folder, settings.seed, chosen.permissive_only))
    mix += [
        (pair, HARD_WEIGHT)
        for pair in hard(chosen.folder, settings.seed, chosen.hard, chosen.permissive_only)
    ]
    random.Random(settings.seed).shuffle(mix)
    mix = mix[: chosen.limit or len(mix)]
    made = examples(mix, settings.seed)
    batches = by_length([len(e.row().ids) for e in made], BATCH_TOKENS, BATCH_ROWS, settings.seed)
    facts: dict[str, object] = {
        "examples": len(made),
        "tokens": sum(len(e.row().ids) for e in made),
        "pairs": dict(Counter(pair.dataset for pair, _ in mix)),
        "labels": dict(Counter(e.label for e in made)),
    }
    print(facts, len(batches), flush=True)
    model = backbone.Entailment()
    backbone.load(model, backbone.package_folder() / "model.safetensors")
    rows = [[made[i] for i in batch] for batch in batches]
    fit(model, rows, loss_of, settings, chosen.runs, lambda _: {}, facts)
    backbone.save(model, chosen.out)


if __name__ == "__main__":
    main()
