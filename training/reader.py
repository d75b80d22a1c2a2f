r"""Train the reader, which predicts the window that answers a question, if any.

    python -m training.reader build/answers.jsonl.gz --start build/verifier-written.safetensors \
        --out build/reader.safetensors

The reader is the verifier, fine-tuned so that its class "entailed" means "answers". The windows of a question
compete with one another and with "no answer", whose log odds are 0: the loss is the negative log probability
of the right windows, or of "no answer" if none is right.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from ascribe.inference.nli import ENTAILED
from ascribe.inference.tokens import TokenRow, build_pair_ids
from training import backbone
from training.loop import Settings, fit
from training.mix import LONGEST
from training.tokens import pad_batch, tokenize_texts

ROWS = 48
"""Maximum windows per step, unless one question has more."""

STRETCH = 256
"""Number of questions that are sorted by window length before they are split into steps."""


@dataclass(frozen=True, slots=True)
class ReaderQuestion:
    """A question with its windows as inputs, the answering ones first.

    Args:
        rows: the inputs.
        right: number of windows that answer.
    """

    rows: tuple[TokenRow, ...]
    right: int

    @property
    def longest(self) -> int:
        """Return the number of tokens of the longest input."""
        return max(len(row.ids) for row in self.rows)


def load_questions(records: Sequence[dict[str, Any]]) -> list[ReaderQuestion]:
    """Tokenize the questions; those without windows are left out."""
    return [_parse_question(record) for record in records if record["right"] or record["wrong"]]


def _parse_question(record: dict[str, Any]) -> ReaderQuestion:
    question, *windows = tokenize_texts([record["question"], *record["right"], *record["wrong"]])
    rows = tuple(TokenRow(*build_pair_ids(question, window, LONGEST)) for window in windows)
    return ReaderQuestion(rows, len(record["right"]))


def build_steps(asked: Sequence[ReaderQuestion], seed: int) -> list[list[ReaderQuestion]]:
    """Group questions with windows of similar length into steps, in random order."""
    chance = random.Random(seed)
    order = list(asked)
    chance.shuffle(order)
    made: list[list[ReaderQuestion]] = []
    for start in range(0, len(order), STRETCH):
        step: list[ReaderQuestion] = []
        for one in sorted(order[start : start + STRETCH], key=lambda each: each.longest):
            if step and sum(len(each.rows) for each in step) + len(one.rows) > ROWS:
                made.append(step)
                step = []
            step.append(one)
        made.append(step)
    chance.shuffle(made)
    return made


def compute_loss(model: nn.Module, step: Sequence[ReaderQuestion]) -> Tensor:
    """Compute the mean loss over the questions of a step."""
    logits = model(*pad_batch([row for one in step for row in one.rows]))
    others = [place for place in range(logits.shape[1]) if place != ENTAILED]
    odds = logits[:, ENTAILED] - torch.logsumexp(logits[:, others], dim=1)
    parts = zip(step, odds.split([len(one.rows) for one in step]), strict=True)
    return torch.stack([_compute_odds_loss(part, one.right) for one, part in parts]).mean()


def _compute_odds_loss(odds: Tensor, right: int) -> Tensor:
    nothing = torch.zeros(1)
    wanted = odds[:right] if right else nothing
    return torch.logsumexp(torch.cat([nothing, odds]), dim=0) - torch.logsumexp(wanted, dim=0)


def main() -> None:
    """Train the reader, log the run and write the weights."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("answers", type=Path, help="a file of training.answers")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True, help="weights to start from")
    parser.add_argument("--runs", type=Path, default=Path("build/runs"))
    parser.add_argument("--rate", type=float, default=5e-5)
    parser.add_argument("--name", default="reader")
    chosen = parser.parse_args()
    settings = Settings(chosen.name, chosen.rate)
    torch.manual_seed(settings.seed)
    with gzip.open(chosen.answers, "rt", encoding="utf-8") as lines:
        asked = load_questions([json.loads(line) for line in lines])
    made = build_steps(asked, settings.seed)
    facts: dict[str, object] = {
        "answers": chosen.answers.name,
        "start": str(chosen.start),
        "questions": len(asked),
        "answered": sum(one.right > 0 for one in asked),
        "tokens": sum(len(row.ids) for one in asked for row in one.rows),
    }
    print(facts, len(made), flush=True)
    model = backbone.load_entailment(chosen.start)
    fit(model, made, compute_loss, settings, chosen.runs, facts)
    backbone.save(model, chosen.out)


if __name__ == "__main__":
    main()
