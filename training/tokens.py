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
    """Return the ids of each text, without [CLS] and [SEP], by one call of the tokenizer."""
    return [found.ids for found in load_tokenizer().encode_batch(list(texts), add_special_tokens=False)]


def pad_batch(rows: Sequence[TokenRow]) -> tuple[Tensor, Tensor, Tensor]:
    """Return ids, types and mask of a batch, each of shape (rows, longest)."""
    import torch

    longest = _round_up(max(len(row.ids) for row in rows))
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    types = torch.zeros(len(rows), longest, dtype=torch.long)
    mask = torch.zeros(len(rows), longest, dtype=torch.bool)
    for number, row in enumerate(rows):
        ids[number, : len(row.ids)] = torch.tensor(row.ids)
        types[number, : len(row.ids)] = torch.tensor(row.types)
        mask[number, : len(row.ids)] = True
    return ids, types, mask


def _round_up(tokens: int) -> int:
    return -(-tokens // STEP) * STEP


def batch_by_length(lengths: Sequence[int], most_tokens: int, most_rows: int, seed: int) -> list[list[int]]:
    """Return batches of rows of like length, in random order.

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
            most = min(most_rows, most_tokens // max(STEP, _round_up(lengths[row])))
            if batch and len(batch) >= most:
                batches.append(batch)
                batch = []
            batch.append(row)
        if batch:
            batches.append(batch)
    chance.shuffle(batches)
    return batches
