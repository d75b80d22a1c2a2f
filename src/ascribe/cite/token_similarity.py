"""Token similarity after RAGFlow: the weighted share of a piece's tokens that a chunk contains.

Question words do not count; the list of them follows RAGFlow as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

Tokenize = Callable[[str], Sequence[str]]
TokenWeights = Callable[[Sequence[str]], Sequence[float]]
"""Tokens → the weight of each, in order."""

_ALONE, _PAIR = 0.4, 0.6
"""Weights of a single token and of two adjacent tokens."""

_EPSILON = 1e-9
"""Added to numerator and denominator, so that two empty texts are equal."""

_WORD = re.compile(r"\w+")


def split_words(text: str) -> list[str]:
    """Return the runs of word characters, in lower case."""
    return _WORD.findall(text.lower())


def compute_token_similarity(
    pieces: Sequence[str],
    chunks: Sequence[str],
    tokenize: Tokenize = split_words,
    weigh: TokenWeights | None = None,
) -> Matrix:
    """Compute the weighted share of each piece's tokens that each chunk contains.

    A token counts 0.4 of its weight, and two adjacent tokens 0.6 of the larger of their weights. Without
    ``weigh``, all tokens of a piece have the same weight, and the weights sum to 1.

    Returns:
        Shape (pieces, chunks), in [0, 1].

    Raises:
        ValueError: the number of weights of a piece differs from the number of its tokens.
    """
    keys = [_weigh_tokens(_tokenize(piece, tokenize), weigh) for piece in pieces]
    columns: dict[str, int] = {}
    for weighted in keys:
        for key in weighted:
            columns.setdefault(key, len(columns))
    held = np.zeros((len(columns), len(chunks)))
    for place, chunk in enumerate(chunks):
        tokens = _tokenize(chunk, tokenize)
        there = columns.keys() & {*tokens, *(a + b for a, b in pairwise(tokens))}
        held[[columns[key] for key in there], place] = 1.0
    weights = np.zeros((len(pieces), len(columns)))
    for place, weighted in enumerate(keys):
        weights[place, [columns[key] for key in weighted]] = list(weighted.values())
    shares: Matrix = (weights @ held + _EPSILON) / (weights.sum(axis=1, keepdims=True) + _EPSILON)
    return shares


def _tokenize(text: str, tokenize: Tokenize) -> list[str]:
    return list(tokenize(drop_question_words(text)))


def _weigh_tokens(tokens: Sequence[str], weigh: TokenWeights | None) -> dict[str, float]:
    """Return token, or two adjacent tokens concatenated → its weight, summed over all occurrences."""
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


# --- Question words ---

_CHINESE = [
    "什么时候", "什么样的", "怎么样", "怎么办", "是不是", "有没有", "请问", "啥样", "咋样了",
    "何时", "何地", "何人", "是否", "多少", "哪里", "哪家", "那家", "哪儿", "哪些", "哪位", "哪个", "怎么",
    "如何", "什么", "是啥", "啥是", "一下", "啊", "吗", "呢", "吧", "咋", "呀", "谁",
]  # fmt: skip
"""Interrogatives and particles; an adjacent copula is removed with them."""

_INTERROGATIVES = ["what", "who", "how", "which", "where", "why"]

_ENGLISH = [
    "a", "an", "the", "is", "are", "were", "was", "be", "do", "does", "did", "don't", "doesn't",
    "didn't", "done", "has", "have", "may", "should", "would", "wouldn't", "will", "won't", "go",
    "i", "i'm", "you", "you're", "me", "my", "mine", "your", "he's", "she's", "it's", "they",
    "they're", "'s", "'re", "for", "with", "by", "on", "in", "at", "up", "out", "down", "of", "to",
    "as", "and", "or", "if", "so", "there", "just", "please",
]  # fmt: skip
"""Function words, removed if a space follows."""


def _compile_words(words: list[str], ending: str = "") -> re.Pattern[str]:
    """Compile a pattern for one of the words at the start or after a space, up to the next space."""
    return re.compile(rf"(?:^| )(?:{'|'.join(map(re.escape, words))}){ending} ", re.IGNORECASE)


_RULES = (
    (re.compile(f"是*(?:{'|'.join(_CHINESE)})是*"), ""),
    (_compile_words(_INTERROGATIVES, "(?:'re|'s)?"), " "),
    (_compile_words(_ENGLISH), " "),
)


def drop_question_words(text: str) -> str:
    """Remove the question words; return the text unchanged if nothing would be left.

    A match includes the space after the word, so the second of two adjacent words stays: "in the house" keeps
    "the".
    """
    kept = text
    for pattern, instead in _RULES:
        kept = pattern.sub(instead, kept)
    return kept or text
