"""How much of each piece a chunk has: its tokens, and its vector. All pieces × all chunks at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ascribe.cite.threshold_decay.question_words import drop_question_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

Tokenize = Callable[[str], Sequence[str]]
TokenWeights = Callable[[Sequence[str]], Sequence[float]]
"""Tokens → the weight of each, in their order."""

_ALONE, _PAIR = 0.4, 0.6
"""Shares of a token by itself and of two in a row."""

_LEAST = 1e-9
"""Added above and below the line, so that two empty texts are equal."""

_WORD = re.compile(r"\w+")


def word_tokens(text: str) -> list[str]:
    """Runs of word characters in small letters."""
    return _WORD.findall(text.lower())


def token_similarity(
    pieces: Sequence[str],
    chunks: Sequence[str],
    tokenize: Tokenize = word_tokens,
    weigh: TokenWeights | None = None,
) -> Matrix:
    """Shape (pieces, chunks), in [0, 1]: the weighted share of a piece's tokens that the chunk has.

    Every token counts 0.4 of its weight, every two in a row 0.6 of the larger one. Without weights all
    tokens of a piece weigh the same, 1 together.

    Raises:
        ValueError: the weights of a piece are not as many as its tokens.
    """
    keys = [_weighted(_tokens(piece, tokenize), weigh) for piece in pieces]
    columns: dict[str, int] = {}
    for weighted in keys:
        for key in weighted:
            columns.setdefault(key, len(columns))
    held = np.zeros((len(columns), len(chunks)))
    for place, chunk in enumerate(chunks):
        tokens = _tokens(chunk, tokenize)
        there = columns.keys() & {*tokens, *(a + b for a, b in pairwise(tokens))}
        held[[columns[key] for key in there], place] = 1.0
    weights = np.zeros((len(pieces), len(columns)))
    for place, weighted in enumerate(keys):
        weights[place, [columns[key] for key in weighted]] = list(weighted.values())
    shares: Matrix = (weights @ held + _LEAST) / (weights.sum(axis=1, keepdims=True) + _LEAST)
    return shares


def cosines(pieces: Matrix, chunks: Matrix) -> Matrix:
    """Shape (pieces, chunks); 0 beside a vector of zeros."""
    return _unit(pieces) @ _unit(chunks).T


def _unit(vectors: Matrix) -> Matrix:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Matrix = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return unit


def _tokens(text: str, tokenize: Tokenize) -> list[str]:
    return list(tokenize(drop_question_words(text)))


def _weighted(tokens: Sequence[str], weigh: TokenWeights | None) -> dict[str, float]:
    """Token or two tokens glued → its weight, over all places where it stands."""
    if weigh is None:
        weights: Sequence[float] = [1 / len(tokens)] * len(tokens) if tokens else []
    else:
        weights = list(weigh(tokens))
    if len(weights) != len(tokens):
        raise ValueError(f"token_weights gave {len(weights)} weights for {len(tokens)} tokens.")
    found: dict[str, float] = {}
    for place, (token, weight) in enumerate(zip(tokens, weights, strict=True)):
        found[token] = found.get(token, 0.0) + _ALONE * weight
        if place + 1 < len(tokens):
            pair = token + tokens[place + 1]
            found[pair] = found.get(pair, 0.0) + _PAIR * max(weight, weights[place + 1])
    return found
