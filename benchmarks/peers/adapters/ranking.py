"""Build the operations of a peer that gives one number for each pair of a claim and a source sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

Matrix = Sequence[Sequence[float]]
"""One row per claim, one number per source sentence."""

SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def split_sentences(texts: Sequence[str]) -> list[str]:
    """Split texts at white space after a full stop, an exclamation or a question mark, and at line ends."""
    lines = (line for text in texts for line in text.splitlines())
    return [part for line in lines for part in SENTENCE_END.split(line.strip()) if part] or [""]


def build_operations(score: Callable[[list[str], list[str]], Matrix]) -> dict[str, Callable[..., Any]]:
    """Build the operations: all sentences ranked, the best number as a score without a threshold."""

    def rank(claim: str, sentences: list[str], **_: Any) -> list[int]:
        row = [float(number) for number in score([claim], sentences)[0]]
        return sorted(range(len(row)), key=lambda index: (-row[index], index))[:5]

    def verify(claim: str, texts: list[str]) -> dict[str, Any]:
        row = score([claim], split_sentences(texts))[0]
        return {"supported": None, "score": float(max(row))}

    def answer(claims: list[str], passages: list[list[str]]) -> None:
        score(claims, [sentence for passage in passages for sentence in passage])

    return {"rank": rank, "verify": verify, "answer": answer}
