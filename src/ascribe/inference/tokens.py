"""Tokenizer of the built-in models and their input rows. Training builds its input with the same functions.

The word pieces are those of BERT uncased. Text is not truncated or padded here unless a docstring says so,
and "[SEP]" in a text is read as those five characters, not as the separator between claim and evidence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ascribe.inference.model_files import get_tokenizer_path

if TYPE_CHECKING:
    from tokenizers import Tokenizer

CLS_ID, SEP_ID, PAD_ID = 101, 102, 0
"""The ids of [CLS], [SEP] and [PAD]."""

MAX_TOKENS = 512
"""The models have this many positions, so they read at most this many tokens at once."""

MIN_EVIDENCE_TOKENS = 96
"""Tokens reserved for the evidence beside a long claim: about three sentences."""

_SURROGATE = re.compile("[\ud800-\udfff]")

SPECIAL_TOKENS = 3
"""Special tokens of a pair: [CLS] and two [SEP]."""


@dataclass(frozen=True, slots=True)
class TokenRow:
    """One input of a model: ids and segment types of the same length, including special tokens."""

    ids: Sequence[int]
    types: Sequence[int]


@cache
def load_tokenizer() -> Tokenizer:
    """Load the tokenizer; its file's settings for padding, truncation and special tokens are overridden."""
    from tokenizers import Tokenizer

    made = Tokenizer.from_file(str(get_tokenizer_path()))
    made.no_padding()
    made.no_truncation()
    made.encode_special_tokens = True
    return made


def tokenize(text: str) -> list[int]:
    """Return the ids of a text, without special tokens."""
    ids: list[int] = load_tokenizer().encode(replace_surrogates(text), add_special_tokens=False).ids
    return ids


def split_windows(text: str, most: int) -> list[str]:
    """Split a text into slices of at most ``most`` tokens; each overlaps the one before by a quarter."""
    offsets = load_tokenizer().encode(replace_surrogates(text), add_special_tokens=False).offsets
    if len(offsets) <= most:
        return [text]
    step = most - most // 4
    firsts = range(0, len(offsets) - most + step, step)
    parts = [offsets[first : first + most] for first in firsts]
    return [text[part[0][0] : part[-1][1]] for part in parts]


def replace_surrogates(text: str) -> str:
    """Replace lone surrogates, which tokenizers reject; the length does not change."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def build_text_row(ids: Sequence[int]) -> TokenRow:
    """Build the row [CLS] text [SEP]."""
    whole = [CLS_ID, *ids, SEP_ID]
    return TokenRow(whole, [0] * len(whole))


def build_pair_ids(
    claim_ids: Sequence[int], evidence_ids: Sequence[int], limit: int = MAX_TOKENS
) -> tuple[list[int], list[int]]:
    """Build ids and types of [CLS] claim [SEP] evidence [SEP]; types are 0 up to the first [SEP], then 1.

    If both do not fit in ``limit`` tokens, the end of the evidence is cut off; the claim is never cut.

    Raises:
        ValueError: the claim leaves no room for ``MIN_EVIDENCE_TOKENS`` tokens of evidence; see
            ``split_claim``.
    """
    room = limit - SPECIAL_TOKENS - len(claim_ids)
    if room < min(MIN_EVIDENCE_TOKENS, len(evidence_ids)):
        raise ValueError(f"a claim of {len(claim_ids)} tokens leaves {room} of {limit} for the evidence")
    first = [CLS_ID, *claim_ids, SEP_ID]
    second = [*evidence_ids[:room], SEP_ID]
    return first + second, [0] * len(first) + [1] * len(second)


def split_claim(claim_ids: Sequence[int], evidence: int, limit: int = MAX_TOKENS) -> list[Sequence[int]]:
    """Split a claim into the fewest parts of similar length that fit beside ``evidence`` tokens."""
    room = limit - SPECIAL_TOKENS - min(MIN_EVIDENCE_TOKENS, evidence)
    count = max(1, -(-len(claim_ids) // room))
    size = -(-len(claim_ids) // count) or 1
    return [claim_ids[start : start + size] for start in range(0, max(1, len(claim_ids)), size)]
