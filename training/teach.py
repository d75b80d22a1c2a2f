r"""Add to each example of a mix how a larger verifier reads it, for a small one to learn from.

    python -m training.teach build/fine.jsonl.gz build/large-fine.safetensors build/small.safetensors \\
        --out build/taught.jsonl.gz

Both files are read as tier ``large`` reads them, two thirds of the probability from the first. What is read
stays: the same command goes on from there.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from rich.progress import track
from torch import Tensor

from ascribe.inference.nli import LARGE_SHARE
from training import backbone
from training.loop import HAS_BFLOAT16
from training.tokens import batch_by_length, pad_batch
from training.verifier import BATCH_TOKENS, Example, load_examples

STRETCH = 4096
"""Examples that are read and written together."""

ROWS = 128
"""Examples of a batch, at most: no gradients have to be held."""


class Teacher:
    """Two verifiers that are read together.

    Args:
        first: weights of the larger one.
        second: weights of the other.
    """

    def __init__(self, first: Path, second: Path) -> None:
        self._models = [backbone.load_entailment(weights).eval() for weights in (first, second)]
        if HAS_BFLOAT16:
            for model in self._models:
                model.backbone.to(torch.bfloat16)

    def read(self, examples: Sequence[Example]) -> Tensor:
        """Return the probabilities of the three classes, shape (examples, 3)."""
        found = torch.zeros(len(examples), 3)
        rows = [example.row() for example in examples]
        batches = batch_by_length([len(row.ids) for row in rows], BATCH_TOKENS, ROWS, seed=0)
        with torch.no_grad():
            for batch in batches:
                padded = pad_batch([rows[place] for place in batch])
                first, second = (torch.softmax(model(*padded), dim=-1) for model in self._models)
                found[batch] = LARGE_SHARE * first + (1 - LARGE_SHARE) * second
        return found


def teach(mix: Path, teacher: Teacher, out: Path) -> None:
    """Write the examples of a mix with the field ``taught``, behind those that are written already."""
    done = sum(1 for _ in _read_lines(out)) if out.is_file() else 0
    records = [json.loads(line) for line in islice(_read_lines(mix), done, None)]
    out.parent.mkdir(parents=True, exist_ok=True)
    for start in track(range(0, len(records), STRETCH), "Reading"):
        some = records[start : start + STRETCH]
        taught = teacher.read(load_examples(some)).tolist()
        lines = [_write(record, values) for record, values in zip(some, taught, strict=True)]
        with out.open("ab") as file:
            file.write(gzip.compress("".join(lines).encode(), mtime=0))


def _read_lines(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from lines


def _write(record: dict[str, Any], taught: list[float]) -> str:
    return json.dumps(record | {"taught": [round(value, 4) for value in taught]}) + "\n"


def main() -> None:
    """Read a mix with both verifiers."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mix", type=Path, help="a file of training.mix")
    parser.add_argument("first", type=Path, help="weights of the larger verifier")
    parser.add_argument("second", type=Path, help="weights of the other one")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    teach(chosen.mix, Teacher(chosen.first, chosen.second), chosen.out)


if __name__ == "__main__":
    main()
