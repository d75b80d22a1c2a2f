"""Texts → token ids, and token ids → padded batches."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ascribe.inference.tokens import TokenRow, load_tokenizer

if TYPE_CHECKING:
    from torch import Tensor

STEP = 8
"""Batches are padded to a multiple of this: each new shape costs the CPU's kernels seconds to prepare."""


def tokenize_texts(texts: Sequence[str]) -> list[list[int]]:
    """The ids of each text, without [CLS] and [SEP]: as ``ascribe.inference.tokens`` gives, but in one
    call."""
    return [found.ids for found in load_tokenizer().encode_batch(list(texts), add_special_tokens=False)]


def pad_batch(rows: Sequence[TokenRow]) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, types and mask of a batch, each of shape (rows, longest)."""
    import torch

    longest = -(-max(len(row.ids) for row in rows) // STEP) * STEP
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    types = torch.zeros(len(rows), longest, dtype=torch.long)
    mask = torch.zeros(len(rows), longest, dtype=torch.bool)
    for number, row in enumerate(rows):
        ids[number, : len(row.ids)] = torch.tensor(row.ids)
        types[number, : len(row.ids)] = torch.tensor(row.types)
        mask[number, : len(row.ids)] = True
    return ids, types, mask


def batch_by_length(lengths: Sequence[int], most_tokens: int, most_rows: int, seed: int) -> list[list[int]]:
    """Batches of rows of like length, in an order drawn by chance.

    Rows are shuffled, cut into stretches, and sorted inside a stretch: batches are nearly free of padding,
    and no batch is the same from one seed to the next.
    """
    chance = random.Random(seed)
    order = list(range(len(lengths)))
    chance.shuffle(order)
    batches: list[list[int]] = []
    for start in range(0, len(order), 4096):
        batch: list[int] = []
        for row in sorted(order[start : start + 4096], key=lengths.__getitem__):
            if batch and (len(batch) == most_rows or lengths[row] * (len(batch) + 1) > most_tokens):
                batches.append(batch)
                batch = []
            batch.append(row)
        if batch:
            batches.append(batch)
    chance.shuffle(batches)
    return batches
