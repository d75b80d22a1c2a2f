"""Texts → the token ids that the models read. Training builds its input with the same functions.

The word pieces are those of BERT uncased. Text is never cut or padded here unless a function says so, and
"[SEP]" in a text is the six characters it looks like, not the sign between claim and evidence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ascribe.neural.models import tokenizer_path

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FIRST, BETWEEN, PADDING = 101, 102, 0
"""The ids of [CLS], [SEP] and [PAD]."""

LIMIT = 512
"""Tokens that the models read at once: they have no more positions."""

LEAST_EVIDENCE = 96
"""Tokens of the evidence that a long claim leaves room for: about three sentences."""

_SURROGATE = re.compile("[\ud800-\udfff]")

SIGNS = 3
"""[CLS] and two [SEP]."""


@dataclass(frozen=True, slots=True)
class Row:
    """One input of a model: ids and segment types, of the same length, signs included."""

    ids: Sequence[int]
    types: Sequence[int]


@cache
def tokenizer() -> Tokenizer:
    """The tokenizer, configured: what its file says of padding, cutting and signs in texts does not count."""
    from tokenizers import Tokenizer

    made = Tokenizer.from_file(str(tokenizer_path()))
    made.no_padding()
    made.no_truncation()
    made.encode_special_tokens = True
    return made


def token_ids(text: str) -> list[int]:
    """The ids of a text, without signs."""
    ids: list[int] = tokenizer().encode(_readable(text), add_special_tokens=False).ids
    return ids


def text_windows(text: str, most: int) -> list[str]:
    """The text in slices of at most ``most`` tokens, each a quarter of which stands in the one before it."""
    offsets = tokenizer().encode(_readable(text), add_special_tokens=False).offsets
    if len(offsets) <= most:
        return [text]
    step = most - most // 4
    firsts = range(0, len(offsets) - most + step, step)
    parts = [offsets[first : first + most] for first in firsts]
    return [text[part[0][0] : part[-1][1]] for part in parts]


def _readable(text: str) -> str:
    """The text with lone surrogates replaced, of the same length: the tokenizer takes no others."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def text_row(ids: Sequence[int]) -> Row:
    """[CLS] text [SEP]."""
    whole = [FIRST, *ids, BETWEEN]
    return Row(whole, [0] * len(whole))


def pair_ids(
    claim_ids: Sequence[int], evidence_ids: Sequence[int], limit: int = LIMIT
) -> tuple[list[int], list[int]]:
    """Ids and types of [CLS] claim [SEP] evidence [SEP], types 0 up to the first [SEP], then 1.

    The evidence loses its end where both do not fit in ``limit`` tokens; the claim is never cut.

    Raises:
        ValueError: the claim leaves no room for ``LEAST_EVIDENCE`` tokens of evidence; see ``pieces``.
    """
    room = limit - SIGNS - len(claim_ids)
    if room < min(LEAST_EVIDENCE, len(evidence_ids)):
        raise ValueError(f"a claim of {len(claim_ids)} tokens leaves {room} of {limit} for the evidence")
    first = [FIRST, *claim_ids, BETWEEN]
    second = [*evidence_ids[:room], BETWEEN]
    return first + second, [0] * len(first) + [1] * len(second)


def pieces(claim_ids: Sequence[int], evidence: int, limit: int = LIMIT) -> list[Sequence[int]]:
    """The claim in as few parts, of like length, as fit beside ``evidence`` tokens; mostly one."""
    room = limit - SIGNS - min(LEAST_EVIDENCE, evidence)
    count = max(1, -(-len(claim_ids) // room))
    size = -(-len(claim_ids) // count) or 1
    return [claim_ids[start : start + size] for start in range(0, max(1, len(claim_ids)), size)]
