"""A reference: words of the reply, tied to words of a source."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ascribe.records.span import PageBBox


@dataclass(frozen=True, slots=True)
class Reference:
    """Characters of one source that bear on characters of the reply. All offsets are half-open code points.

    Args:
        document_start_idx: start in the document's ``full_text``.
        document_end_idx: end in the document's ``full_text``.
        answer_start_idx: start in the reply.
        answer_end_idx: end in the reply.
        score: how strongly the source bears on the claim, in [0, 1] for the built-in scorers.
        document_id: ``doc_id`` of the document.
        document_position: place of the document among those offered, from 1.
        label: ``supports``, ``contradicts`` or ``related`` in an ``Answer``.
        quote: the source's words, equal to the slice of ``full_text``.
        pages: pages touched, from 0; empty where the source has none.
        bboxes: one box for each printed line touched.

    Raises:
        ValueError: an offset range that is negative or reversed, a position below 1, or a score that is
            not finite.
    """

    document_start_idx: int
    document_end_idx: int
    answer_start_idx: int
    answer_end_idx: int
    score: float
    document_id: str
    document_position: int
    label: str
    quote: str = ""
    pages: tuple[int, ...] = ()
    bboxes: tuple[PageBBox, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "pages", tuple(self.pages))
        object.__setattr__(self, "bboxes", tuple(self.bboxes))
        if not 0 <= self.document_start_idx <= self.document_end_idx:
            raise ValueError(f"bad document range {self.document_start_idx}..{self.document_end_idx}")
        if not 0 <= self.answer_start_idx <= self.answer_end_idx:
            raise ValueError(f"bad answer range {self.answer_start_idx}..{self.answer_end_idx}")
        if self.document_position < 1:
            raise ValueError(f"document_position must be >= 1, got {self.document_position}")
        if not math.isfinite(self.score):
            raise ValueError(f"score must be finite, got {self.score}")
