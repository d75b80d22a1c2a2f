"""Compare the speed of ``ThresholdDecay`` with the same algorithm pair by pair; print a Markdown table.

Usage: ``python -m benchmarks.threshold_decay``. ``insert_citations`` works like RAGFlow: at every level it
compares every piece with every chunk, and tokenizes all chunks again for each piece. No similarity reaches
a threshold, so all four levels are tried.
"""

from __future__ import annotations

import random
import time
import zlib
from collections.abc import Callable, Sequence

import numpy as np

from ascribe.cite import ThresholdDecay
from ascribe.cite.threshold_decay import split_pieces
from ascribe.cite.token_similarity import drop_question_words, split_words

SIZES = ((50, 30, 250), (100, 64, 400))
"""Sentences, chunks, tokens of a chunk."""

Vectors = Sequence[Sequence[float]]


def insert_citations(
    answer: str,
    chunks: Sequence[str],
    chunk_vectors: Vectors,
    embed: Callable[[list[str]], Vectors],
    *,
    token_weight: float = 0.1,
    vector_weight: float = 0.9,
) -> tuple[str, list[int]]:
    """Insert citations by comparing one piece with one chunk at a time."""
    pieces = split_pieces(answer)
    long = [place for place, piece in enumerate(pieces) if len(piece) >= 5]
    if not long or not chunks:
        return answer, []
    vectors = embed([pieces[place] for place in long])
    cited: dict[int, list[int]] = {}
    level = 0.63
    while level > 0.3 and not cited:
        for place, vector in zip(long, vectors, strict=True):
            near = [_compute_cosine(vector, other) for other in chunk_vectors]
            same = [_compute_token_similarity(pieces[place], chunk) for chunk in chunks]
            mixed = [vector_weight * a + token_weight * b for a, b in zip(near, same, strict=True)]
            likeness = same if sum(near) == 0 else mixed
            threshold = 0.99 * max(likeness)
            if threshold >= level:
                ranked = sorted(range(len(chunks)), key=lambda i: (-likeness[i], i))
                cited[place] = [i for i in ranked if likeness[i] > threshold][:4]
        level *= 0.8
    text, marked = "", list[int]()
    for place, piece in enumerate(pieces):
        text += piece
        for chunk in cited.get(place, []):
            if chunk not in marked:
                text += f" [ID:{chunk}]"
                marked.append(chunk)
    return text, marked


def _compute_cosine(one: Sequence[float], other: Sequence[float]) -> float:
    a, b = np.asarray(one, dtype=float), np.asarray(other, dtype=float)
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(a @ b) / lengths if lengths else 0.0


def _compute_token_similarity(piece: str, chunk: str) -> float:
    said, held = _weigh_tokens(piece), _weigh_tokens(chunk)
    found = sum(weight for key, weight in said.items() if key in held)
    return (found + 1e-9) / (sum(said.values()) + 1e-9)


def _weigh_tokens(text: str) -> dict[str, float]:
    tokens = split_words(drop_question_words(text))
    keys: dict[str, float] = {}
    for place, token in enumerate(tokens):
        keys[token] = keys.get(token, 0.0) + 0.4 / len(tokens)
        if place + 1 < len(tokens):
            pair = token + tokens[place + 1]
            keys[pair] = keys.get(pair, 0.0) + 0.6 / len(tokens)
    return keys


def main() -> None:
    """Print the table."""
    print("| sentences × chunks × tokens | one pair at a time | ThresholdDecay | times faster | same text |")
    print("|---|---|---|---|---|")
    for sentences, chunks, tokens in SIZES:
        answer, texts, vectors, embed = _generate_case(sentences, chunks, tokens)
        before = time.perf_counter()
        expected = insert_citations(answer, texts, vectors, embed)
        slow = time.perf_counter() - before
        runs = []
        for _ in range(5):
            before = time.perf_counter()
            found = ThresholdDecay().insert_citations(answer, texts, vectors, embed)
            runs.append(time.perf_counter() - before)
        size = f"{sentences} × {chunks} × {tokens}"
        same = "yes" if found == expected else "no"
        print(f"| {size} | {slow:.2f} s | {min(runs) * 1e3:.1f} ms | {slow / min(runs):.0f} | {same} |")


def _generate_case(
    sentences: int, chunks: int, tokens: int
) -> tuple[str, list[str], Vectors, Callable[[list[str]], Vectors]]:
    """Generate an answer and chunks of invented words, and vectors that are far from each other."""
    chance = random.Random(3)  # noqa: S311 - words for a timing, not a secret
    words = [f"w{number}" for number in range(20_000)]
    answer = " ".join(" ".join(chance.sample(words, 18)) + "x." for _ in range(sentences))
    texts = [" ".join(chance.choices(words, k=tokens)) for _ in range(chunks)]

    def embed(pieces: list[str]) -> Vectors:
        seeds = (zlib.crc32(piece.encode()) for piece in pieces)
        return [np.random.default_rng(seed).normal(0, 1, 64).tolist() for seed in seeds]

    return answer, texts, embed(texts), embed


if __name__ == "__main__":
    main()
