"""Tokenizer of the built-in models and their input rows. Training builds its input with the same functions.

The word pieces are those of BERT uncased. Text is never truncated or padded here unless a function says so,
and "[SEP]" in a text is the six characters it looks like, not the separator between claim and evidence.
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
"""Tokens that the models read at once: they have no more positions."""

MIN_EVIDENCE_TOKENS = 96
"""Tokens of the evidence that a long claim leaves room for: about three sentences."""

_SURROGATE = re.compile("[\ud800-\udfff]")

SPECIAL_TOKENS = 3
"""[CLS] and two [SEP]."""


@dataclass(frozen=True, slots=True)
class TokenRow:
    """One input of a model: ids and segment types, of the same length, signs included."""

    ids: Sequence[int]
    types: Sequence[int]


@cache
def load_tokenizer() -> Tokenizer:
    """The tokenizer, configured: what its file says of padding, cutting and signs in texts does not count."""
    from tokenizers import Tokenizer

    made = Tokenizer.from_file(str(get_tokenizer_path()))
    made.no_padding()
    made.no_truncation()
    made.encode_special_tokens = True
    return made


def tokenize(text: str) -> list[int]:
    """The ids of a text, without signs."""
    ids: list[int] = load_tokenizer().encode(_replace_surrogates(text), add_special_tokens=False).ids
    return ids


def split_windows(text: str, most: int) -> list[str]:
    """The text in slices of at most ``most`` tokens, each a quarter of which stands in the one before it."""
    offsets = load_tokenizer().encode(_replace_surrogates(text), add_special_tokens=False).offsets
    if len(offsets) <= most:
        return [text]
    step = most - most // 4
    firsts = range(0, len(offsets) - most + step, step)
    parts = [offsets[first : first + most] for first in firsts]
    return [text[part[0][0] : part[-1][1]] for part in parts]


def _replace_surrogates(text: str) -> str:
    """The text with lone surrogates replaced, of the same length: the tokenizer takes no others."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def build_text_row(ids: Sequence[int]) -> TokenRow:
    """[CLS] text [SEP]."""
    whole = [CLS_ID, *ids, SEP_ID]
    return TokenRow(whole, [0] * len(whole))


def build_pair_ids(
    claim_ids: Sequence[int], evidence_ids: Sequence[int], limit: int = MAX_TOKENS
) -> tuple[list[int], list[int]]:
    """Ids and types of [CLS] claim [SEP] evidence [SEP], types 0 up to the first [SEP], then 1.

    The evidence loses its end where both do not fit in ``limit`` tokens; the claim is never cut.

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
    """The claim in as few parts, of like length, as fit beside ``evidence`` tokens; mostly one."""
    room = limit - SPECIAL_TOKENS - min(MIN_EVIDENCE_TOKENS, evidence)
    count = max(1, -(-len(claim_ids) // room))
    size = -(-len(claim_ids) // count) or 1
    return [claim_ids[start : start + size] for start in range(0, max(1, len(claim_ids)), size)]
