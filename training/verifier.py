r"""Trains the verifier: does this evidence entail this claim, contradict it, or neither?

    python -m training.verifier build/broad.jsonl.gz --out build/verifier-broad.safetensors
    python -m training.verifier build/even.jsonl.gz --start build/verifier-broad.safetensors \\
        --rate 5e-5 --name verifier-even --out build/verifier-even.safetensors
    python -m training.verifier build/close.jsonl.gz --start build/verifier-even.safetensors \\
        --rate 5e-5 --name verifier-close --out build/verifier-close.safetensors

The input is the same as at run time: the claim, then its evidence. Pairs whose label is only "not entailed"
teach the sum of the other two classes.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from ascribe.inference.tokens import (
    MIN_EVIDENCE_TOKENS,
    SPECIAL_TOKENS,
    TokenRow,
    build_pair_ids,
)
from training import backbone
from training.loop import Settings, fit
from training.mix import LONGEST
from training.pairs import CONTRADICTED, NEITHER, NOT_ENTAILED
from training.tokens import batch_by_length, pad_batch, tokenize_texts

BATCH_TOKENS, BATCH_ROWS = 4096, 40

TAUGHT_SHARE = 0.5
"""Share of a teacher's probabilities in the loss of an example; the rest is that of its label."""


@dataclass(frozen=True, slots=True)
class Example:
    """One input: token ids of claim and evidence, its class and its weight in the loss.

    ``taught`` are the probabilities of the classes that a teacher gave it (``training.teach``), if one did.
    """

    claim: list[int]
    evidence: list[int]
    label: int
    weight: float
    taught: tuple[float, float, float] | None = None

    def row(self) -> TokenRow:
        """Return the input: evidence is cut at ``LONGEST``, a claim where it leaves no room for evidence."""
        claim = self.claim[: LONGEST - SPECIAL_TOKENS - MIN_EVIDENCE_TOKENS]
        return TokenRow(*build_pair_ids(claim, self.evidence, LONGEST))


Batch = list[Example]


def load_examples(records: Sequence[dict[str, Any]]) -> list[Example]:
    """Return the examples with the token ids of each."""
    claims = tokenize_texts([record["claim"] for record in records])
    evidence = tokenize_texts([record["evidence"] for record in records])
    return [
        Example(claim, held, record["label"], record["weight"], record.get("taught"))
        for claim, held, record in zip(claims, evidence, records, strict=True)
    ]


def compute_loss(model: nn.Module, batch: Batch) -> Tensor:
    """Return the weighted cross entropy with the labels and with what a teacher found.

    For "not entailed" the sum of the two other classes is the target.
    """
    logits = model(*pad_batch([example.row() for example in batch]))
    log = nn.functional.log_softmax(logits, dim=-1)
    label = torch.tensor([example.label for example in batch])
    weight = torch.tensor([example.weight for example in batch])
    known = log.gather(1, label.clamp(min=0).unsqueeze(1)).squeeze(1)
    either = torch.logsumexp(log[:, [CONTRADICTED, NEITHER]], dim=1)
    chosen = torch.where(label == NOT_ENTAILED, either, known)
    taught = torch.tensor([example.taught or (0.0, 0.0, 0.0) for example in batch])
    share = TAUGHT_SHARE * taught.sum(dim=1)  # 0 where there is no teacher
    return -(weight * ((1 - share) * chosen + TAUGHT_SHARE * (taught * log).sum(dim=1))).sum() / len(batch)


def main() -> None:
    """Train, log and write the weights."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mix", type=Path, help="a file of training.mix")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights to start from. Default: the backbone's")
    parser.add_argument("--runs", type=Path, default=Path("build/runs"))
    parser.add_argument("--rate", type=float, default=8e-5)
    parser.add_argument("--rows", type=int, default=BATCH_ROWS, help="examples of a step, at most")
    parser.add_argument("--name", default="verifier-broad")
    parser.add_argument("--epochs", type=int, default=1, help="how often the mix is shown")
    parser.add_argument("--steps", type=int, help="steps of the run, if not all of them")
    parser.add_argument("--frozen", type=int, default=0, help="lowest layers that do not learn")
    chosen = parser.parse_args()
    settings = Settings(chosen.name, chosen.rate)
    torch.manual_seed(settings.seed)
    with gzip.open(chosen.mix, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    made = load_examples(records)
    lengths = [len(e.row().ids) for e in made]
    batches = [
        batch
        for epoch in range(chosen.epochs)
        for batch in batch_by_length(lengths, BATCH_TOKENS, chosen.rows, settings.seed + epoch)
    ][: chosen.steps]
    facts: dict[str, object] = {
        "mix": chosen.mix.name,
        "start": str(chosen.start or "backbone"),
        "examples": len(made),
        "epochs": chosen.epochs,
        "tokens": sum(len(e.row().ids) for e in made),
        "pairs": dict(Counter(record["dataset"].split("/")[0] for record in records)),
        "labels": dict(Counter(e.label for e in made)),
    }
    print(facts, len(batches), flush=True)
    start = chosen.start or backbone.package_folder() / "model.safetensors"
    model = backbone.load_entailment(start, chosen.frozen)
    rows = [[made[i] for i in batch] for batch in batches]
    fit(model, rows, compute_loss, settings, chosen.runs, facts)
    backbone.save(model, chosen.out)


if __name__ == "__main__":
    main()
