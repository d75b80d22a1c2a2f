r"""Train the encoder, so that a claim's vector is close to the vector of its evidence.

The loss is contrastive: each claim has to prefer its own evidence to that of every other claim in its batch
and, if the source has more sentences, to a hard negative with similar words. Claims that their source refutes
are used too, as their evidence is what a reader must be shown.

    python -m training.encoder FOLDER --out build/encoder-first.safetensors
    python -m training.encoder FOLDER --written --start build/encoder-first.safetensors --name encoder \\
        --out build/encoder.safetensors

The second run learns mainly from written claims: sentences that decide a claim, with hard negatives from the
same documents that have similar words and decide nothing.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from ascribe import split_sentences
from ascribe.inference.tokens import build_text_row
from ascribe.score.lexical import LexicalScorer
from training import backbone
from training.claims import read_sets
from training.loop import Settings, fit
from training.pairs import DATA_SETS, ENTAILED, Pair, compute_group, is_held_out, read
from training.tokens import pad_batch, tokenize_texts
from training.written import Windows

SCALE = 20.0
"""Inverse temperature that the backbone was trained with."""

BATCH = 64
LONGEST = 96
"""Maximum tokens of a text; longer texts are truncated."""

MOST_DECIDING = 3
"""Maximum number of deciding sentences per written claim."""

_USED = (
    "fever",
    "fool_me_twice",
    "factcheck_gpt",
    "begin",
    "q2_wow",
    "wiki_split",
    "wiki_nli",
    "mnli_sample",
)
_MOST = 8000
"""Maximum pairs per file, so that no file dominates."""

_BESIDE_WRITTEN = 400
"""Maximum pairs per file beside the written claims, to prevent forgetting."""


@dataclass(frozen=True, slots=True)
class Triple:
    """A claim, a sentence that is evidence for it, and a negative; ``other`` may be empty."""

    claim: str
    evidence: str
    other: str
    group: str


def load_triples(folder: Path, seed: int, *, written: bool = False) -> list[Triple]:
    """Load the training triples in random order, without held-out sources.

    Args:
        folder: folder of the pairs.
        seed: seed of the order.
        written: load the written claims and only a few of the others.
    """
    chance = random.Random(seed)
    found: list[Triple] = list(_build_from_written(chance)) if written else []
    most = _BESIDE_WRITTEN if written else _MOST
    for data_set in DATA_SETS:
        if data_set.file in _USED:
            some = [t for pair in read(folder, data_set) for t in _build_from_pair(pair)]
            chance.shuffle(some)
            found += some[:most]
    for name, times in (("fool_me_twice", 2), ("wice", 4)):
        found += times * list(_build_from_attribution(folder / f"attribution/{name}.attribution.jsonl.gz"))
    found = [triple for triple in found if not is_held_out(triple.group)]
    chance.shuffle(found)
    return found


def _build_from_pair(pair: Pair) -> Iterator[Triple]:
    """Yield the best sentence of a supporting source as evidence, with the second best as the negative."""
    if pair.label != ENTAILED:
        return
    sentences = [pair.source[start:end] for start, end in split_sentences(pair.source, "en")]
    if len(sentences) < 2:
        yield Triple(pair.claim, pair.source, "", pair.group)
        return
    row = LexicalScorer("en").score([pair.claim], sentences).matrix[0]
    best = sorted(range(len(sentences)), key=lambda i: (-row[i], i))
    if row[best[0]] - row[best[1]] > 0.2:
        yield Triple(pair.claim, sentences[best[0]], sentences[best[-1]], pair.group)


def _build_from_attribution(file: Path) -> Iterator[Triple]:
    """Yield each gold sentence with the wrong sentence that shares most words with the claim."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            texts = [text for _, text in record["sources"]]
            right = {index for group in record["gold"] for index in group}
            row = LexicalScorer("en").score([record["claim"]], texts).matrix[0]
            wrong = sorted(set(range(len(texts))) - right, key=lambda i: (-row[i], i))[:3]
            for number, index in enumerate(sorted(right)[:3]):
                other = texts[wrong[number % len(wrong)]] if wrong else ""
                yield Triple(record["claim"], texts[index], other, compute_group(" ".join(texts)))


def _build_from_written(chance: random.Random) -> Iterator[Triple]:
    """Yield each sentence that decides a written claim, with a wrong one of the same documents."""
    for source in read_sets():
        if source.part != "train" or source.lang != "en":
            continue
        windows = Windows(source, chance)
        for number, claim in enumerate(source.claims):
            deciding = windows.deciding(claim)
            wrong = windows.wrong(number, deciding)
            if claim.label in ("supported", "contradicted") and not claim.is_disputed:
                for place, index in enumerate(deciding[:MOST_DECIDING]):
                    other = windows.passages[wrong[place % len(wrong)]].text if wrong else ""
                    yield Triple(claim.text, windows.passages[index].text, other, compute_group(source.id))


Batch = tuple[list[list[int]], list[list[int]], list[list[int]], list[str]]


def build_batches(found: list[Triple], epochs: int) -> list[Batch]:
    """Build batches: token ids of claims, evidence and negatives, and the group of each row."""
    claims, evidence, others = (
        tokenize_texts([getattr(t, k) for t in found]) for k in ("claim", "evidence", "other")
    )
    groups = [triple.group for triple in found]
    rows = list(range(0, len(found) - BATCH + 1, BATCH)) * epochs
    return [tuple(part[s : s + BATCH] for part in (claims, evidence, others, groups)) for s in rows]  # type: ignore[misc]


def compute_vectors(model: nn.Module, ids: list[list[int]]) -> Tensor:
    """Compute unit vectors of the texts, in order; texts of similar length are batched to limit padding."""
    order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
    parts = [
        model(*pad_batch([build_text_row(ids[i][: LONGEST - 2]) for i in order[start : start + 32]]))
        for start in range(0, len(order), 32)
    ]
    back = torch.empty(len(order), dtype=torch.long)
    back[torch.tensor(order)] = torch.arange(len(order))
    return torch.cat(parts)[back]


def compute_loss(model: nn.Module, batch: Batch) -> Tensor:
    """Compute the cross entropy of each claim's own evidence and of each evidence's own claim."""
    claims, evidence, others, groups = batch
    hard = [i for i, ids in enumerate(others) if ids]
    every = compute_vectors(model, claims + evidence + [others[i] for i in hard])
    size = len(claims)
    said, held, wrong = every[:size], every[size : 2 * size], every[2 * size :]
    same = torch.tensor([[a == b and i != j for j, b in enumerate(groups)] for i, a in enumerate(groups)])
    logits = (SCALE * said @ held.T).masked_fill(same, -1e4)
    target = torch.arange(size)
    beside = SCALE * said @ wrong.T
    forward = nn.functional.cross_entropy(torch.cat([logits, beside], 1), target)
    return 0.7 * forward + 0.3 * nn.functional.cross_entropy(logits.T, target)


def main() -> None:
    """Train the encoder, log the run and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--runs", type=Path, default=Path("build/runs"))
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-5)
    parser.add_argument("--name", default="encoder-first")
    parser.add_argument("--limit", type=int, default=None, help="keep so many triples only, for a trial")
    parser.add_argument("--written", action="store_true", help="learn from written claims above all")
    parser.add_argument("--start", type=Path, help="weights to start from. Default: the backbone's")
    chosen = parser.parse_args()
    settings = Settings(chosen.name, chosen.rate)
    torch.manual_seed(settings.seed)
    found = load_triples(chosen.folder, settings.seed, written=chosen.written)[: chosen.limit]
    model = backbone.load_encoder(chosen.start or backbone.package_folder() / "model.safetensors")
    facts: dict[str, object] = {"triples": len(found), "epochs": chosen.epochs}
    fit(model, build_batches(found, chosen.epochs), compute_loss, settings, chosen.runs, facts)
    backbone.save(model, chosen.out)


if __name__ == "__main__":
    main()
