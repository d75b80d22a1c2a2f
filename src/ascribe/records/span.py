"""Positions in a source: spans, boxes on pages, and references that link them to parts of a reply."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class BBox:
    """A box on a page in PDF user space: points, unrotated, origin bottom left.

    Args:
        x0: the left edge.
        y0: the bottom edge.
        x1: the right edge.
        y1: the top edge.
    """

    x0: float
    y0: float
    x1: float
    y1: float

    def area(self) -> float:
        """Return the area in square points; 0 for an inverted box."""
        return max(0.0, self.x1 - self.x0) * max(0.0, self.y1 - self.y0)


@dataclass(frozen=True, slots=True)
class PageBBox:
    """A box on one page.

    Args:
        page: the page, counted from 0.
        bbox: the box on it.

    Raises:
        ValueError: ``page`` is negative.
    """

    page: int
    bbox: BBox

    def __post_init__(self) -> None:
        if self.page < 0:
            raise ValueError(f"page must be >= 0, got {self.page}")


@dataclass(frozen=True, slots=True)
class Span:
    """Characters ``char_start`` to ``char_end`` (half-open, code points) of a document's ``full_text``.

    Args:
        doc_id: the document.
        char_start: the first character, counted from 0.
        char_end: one past the last character.
        bboxes: one box for each line touched, sorted by page; empty where the source has no pages.

    Raises:
        ValueError: a negative start, an end before the start, or boxes not sorted by page.
    """

    doc_id: str
    char_start: int
    char_end: int
    bboxes: tuple[PageBBox, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "bboxes", tuple(self.bboxes))
        if self.char_start < 0:
            raise ValueError(f"char_start must be >= 0, got {self.char_start}")
        if self.char_end < self.char_start:
            raise ValueError(f"char_end must be >= char_start, got {self.char_end} < {self.char_start}")
        pages = [box.page for box in self.bboxes]
        if pages != sorted(pages):
            raise ValueError(f"bboxes must be sorted by page, got pages {pages}")

    def length(self) -> int:
        """Return the number of code points."""
        return self.char_end - self.char_start

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages that the boxes are on, each once, ascending; empty if unknown."""
        return tuple(dict.fromkeys(box.page for box in self.bboxes))

    def overlaps(self, other: Span) -> bool:
        """Return True if the two share at least one character; spans that only touch do not overlap."""
        same = self.doc_id == other.doc_id
        return same and self.char_start < other.char_end and other.char_start < self.char_end

    def contains(self, other: Span) -> bool:
        """Return True if ``other`` is within this span, ends included; False across documents."""
        same = self.doc_id == other.doc_id
        return same and self.char_start <= other.char_start and other.char_end <= self.char_end

    @classmethod
    def merge(cls, spans: Iterable[Span]) -> Span:
        """Return the smallest span that covers all of them, gaps included, with the union of their boxes.

        Boxes are sorted by page, bottom edge and left edge; a box that occurs twice is kept once.

        Raises:
            ValueError: no spans, or spans of several documents.
        """
        spans = list(spans)
        if not spans:
            raise ValueError("Cannot merge empty span list")
        doc_ids = {span.doc_id for span in spans}
        if len(doc_ids) > 1:
            raise ValueError(f"Cannot merge spans from different documents: {sorted(doc_ids)}")
        boxes = {box for span in spans for box in span.bboxes}
        return cls(
            doc_id=spans[0].doc_id,
            char_start=min(span.char_start for span in spans),
            char_end=max(span.char_end for span in spans),
            bboxes=tuple(sorted(boxes, key=_page_sort_key)),
        )


def _page_sort_key(box: PageBBox) -> tuple[float, ...]:
    return (box.page, box.bbox.y0, box.bbox.x0, box.bbox.y1, box.bbox.x1)


ContextKind = Literal["heading", "caption", "lead", "columns", "group", "cell", "number", "question"]
"""``heading``: a heading that the sentence stands below. ``caption``: of its table. ``lead``: the words that
introduce its list, or the item that it is nested in. ``columns``: the column heads of its row. ``group``: the
row above it that names a group of rows. ``cell``: a cell of a row above it that spans its row too, behind the
head of its column. ``number``: the number or letter before the sentence itself, or before one of the others:
"3.", "(b)", "§ 4"; it is no word of them. ``question``: the question that a short answer was read with; it is
in no document."""


@dataclass(frozen=True, slots=True)
class Context:
    """Words of the same document that a sentence is read with, and that are printed beside it.

    Args:
        kind: how they belong to the sentence.
        text: the words, equal to the slice of ``full_text``; only those of a table in tags with merged cells
            are put together from it.
        char_start: start in the document's ``full_text``.
        char_end: end in the document's ``full_text``; both are 0 for a question.

    Raises:
        ValueError: an offset range that is negative or reversed.
    """

    kind: ContextKind
    text: str
    char_start: int
    char_end: int

    def __post_init__(self) -> None:
        if not 0 <= self.char_start <= self.char_end:
            raise ValueError(f"bad range {self.char_start}..{self.char_end} in the document")

    @property
    def is_part(self) -> bool:
        """Return True if the sentence says little without these words: lead, group, column heads, cells."""
        return self.kind in ("lead", "columns", "group", "cell")


@dataclass(frozen=True, slots=True)
class Reference:
    """A passage of one source linked to a passage of the reply. All offsets are half-open code points.

    Args:
        document_start_idx: start in the document's ``full_text``.
        document_end_idx: end in the document's ``full_text``.
        answer_start_idx: start in the reply.
        answer_end_idx: end in the reply.
        score: how relevant the source is to the claim, in [0, 1] for the built-in scorers.
        document_id: ``doc_id`` of the document.
        document_position: position of the document among the given sources, from 1.
        label: in an ``Answer``, ``supports``, ``contradicts`` or ``related``.
        quote: the words of the source, equal to the slice of ``full_text``.
        pages: pages touched, from 0; empty where the source has none.
        bboxes: one box for each printed line touched.
        context: the words that the quote was read with, outermost first; reports print them beside it.

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
    context: tuple[Context, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "pages", tuple(self.pages))
        object.__setattr__(self, "bboxes", tuple(self.bboxes))
        object.__setattr__(self, "context", tuple(self.context))
        if not 0 <= self.document_start_idx <= self.document_end_idx:
            raise ValueError(f"bad document range {self.document_start_idx}..{self.document_end_idx}")
        if not 0 <= self.answer_start_idx <= self.answer_end_idx:
            raise ValueError(f"bad answer range {self.answer_start_idx}..{self.answer_end_idx}")
        if self.document_position < 1:
            raise ValueError(f"document_position must be >= 1, got {self.document_position}")
        if not math.isfinite(self.score):
            raise ValueError(f"score must be finite, got {self.score}")
