"""Where a piece of text stands: characters of a document, and boxes on its pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BBox:
    """A box on a page in PDF user space: points, unrotated, origin bottom left."""

    x0: float
    y0: float
    x1: float
    y1: float

    def area(self) -> float:
        """Square points; 0 for an inverted box."""
        return max(0.0, self.x1 - self.x0) * max(0.0, self.y1 - self.y0)


@dataclass(frozen=True, slots=True)
class PageBBox:
    """A box on one page. ``page`` counts from 0.

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

    ``bboxes`` holds one box for each line touched, sorted by page; empty where the source has no pages.

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
        """Number of code points."""
        return self.char_end - self.char_start

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages the boxes lie on, each once, ascending; empty if unknown."""
        return tuple(dict.fromkeys(box.page for box in self.bboxes))

    def overlaps(self, other: Span) -> bool:
        """True if the two share at least one character; spans that only touch do not overlap."""
        same = self.doc_id == other.doc_id
        return same and self.char_start < other.char_end and other.char_start < self.char_end

    def contains(self, other: Span) -> bool:
        """True if ``other`` lies within this span, ends included; False across documents."""
        same = self.doc_id == other.doc_id
        return same and self.char_start <= other.char_start and other.char_end <= self.char_end

    @classmethod
    def merge(cls, spans: Iterable[Span]) -> Span:
        """The smallest span that covers all of them, gaps included, with the union of their boxes.

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
            bboxes=tuple(sorted(boxes, key=_page_order)),
        )


def _page_order(box: PageBBox) -> tuple[float, ...]:
    return (box.page, box.bbox.y0, box.bbox.x0, box.bbox.y1, box.bbox.x1)
