"""Texts of any length → rows that a model can read: windows that overlap, batched by length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

SHARE = 4
"""One part in so many of the tokens read at once is left for the text that may be windowed."""

_OFFSET_POSITIONS = ("roberta", "camembert", "longformer", "mpnet", "luke")
"""Kinds of models whose first positions, up to that of the padding, are not for tokens."""

_FEWEST, _UNBOUNDED = 16, 10**6


def limit(tokenizer: Any, config: Any, asked: int) -> int:
    """How many tokens one row may have: what was asked for, and no more than the model has positions."""
    positions = getattr(config, "max_position_embeddings", None) or _UNBOUNDED
    if any(kind in config.model_type for kind in _OFFSET_POSITIONS):
        positions -= (config.pad_token_id or 0) + 1
    return int(max(_FEWEST, min(asked, positions, tokenizer.model_max_length)))


def pieces(tokenizer: Any, text: str, most: int) -> list[str]:
    """The text in as few slices of like length as have ``most`` tokens or fewer; mostly one."""
    offsets = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True, verbose=False)[
        "offset_mapping"
    ]
    count = max(1, -(-len(offsets) // most))
    if count == 1:
        return [text]
    size = -(-len(offsets) // count)
    parts = [offsets[start : start + size] for start in range(0, len(offsets), size)]
    return [text[part[0][0] : part[-1][1]] for part in parts]


def readable(text: str) -> str:
    """The text with lone surrogates replaced, of the same length: tokenizers take no others."""
    return text.encode("utf-8", "replace").decode("utf-8")


def encoded(
    tokenizer: Any, texts: Sequence[Any], most: int, truncation: str
) -> tuple[list[dict[str, list[int]]], list[int]]:
    """The rows of all texts, or pairs of texts, and for each row the place of its text."""
    found = tokenizer(
        list(texts),
        truncation=truncation,
        max_length=most,
        stride=most // (2 * SHARE),
        return_overflowing_tokens=True,
    )
    owners = [int(owner) for owner in found.pop("overflow_to_sample_mapping")]
    return [{name: column[n] for name, column in found.items()} for n in range(len(owners))], owners


def batches(lengths: Sequence[int], size: int) -> Iterator[list[int]]:
    """The places of rows, ``size`` at a time, those of like length together."""
    order = sorted(range(len(lengths)), key=lambda place: (lengths[place], place))
    for start in range(0, len(order), size):
        yield order[start : start + size]
