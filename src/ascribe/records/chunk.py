"""Passages: what a retriever offers."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from ascribe.records.span import Span


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage that knows the sentences it holds. ``metadata`` takes no part in equality or hash.

    Raises:
        ValueError: no sentence ids, or a span of another document.
    """

    chunk_id: str
    text: str
    doc_id: str
    sentence_ids: tuple[str, ...]
    span: Span
    metadata: dict[str, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sentence_ids", tuple(self.sentence_ids))
        if not self.sentence_ids:
            raise ValueError(f"Chunk {self.chunk_id!r} has no sentence_ids")
        if self.span.doc_id != self.doc_id:
            raise ValueError(
                f"Chunk {self.chunk_id!r}: span doc_id {self.span.doc_id!r} does not match {self.doc_id!r}"
            )


@dataclass(frozen=True, slots=True)
class RetrievedChunk:
    """A passage with the score and the method that brought it.

    Raises:
        ValueError: a score that is not finite; JSON has no such number.
    """

    chunk: Chunk
    score: float
    retrieval_method: str

    def __post_init__(self) -> None:
        if not math.isfinite(self.score):
            raise ValueError(f"score must be finite, got {self.score}")
