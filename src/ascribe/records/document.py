"""A source as sections, paragraphs and sentences over one ``full_text``, and the passages cut from it."""

from __future__ import annotations

import bisect
import math
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ascribe.records.serialization import JsonRecord
from ascribe.records.span import BBox, Context, PageBBox, Span


@dataclass(frozen=True, slots=True)
class Sentence:
    """The smallest citable unit: a sentence, a heading, a list item, a table row or a code block.

    Args:
        id: unique in the document, and contains its ``doc_id``.
        text: the slice of ``full_text``.
        span: where it stands.
        context: what it is read with, outermost first: its headings, the lead of its list, the column
            heads of its row.

    Raises:
        ValueError: blank text, or an id that does not contain the id of its document.
    """

    id: str
    text: str
    span: Span
    context: tuple[Context, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "context", tuple(self.context))
        if not self.text.strip():
            raise ValueError(f"Sentence {self.id!r} has no text")
        if self.span.doc_id not in self.id:
            raise ValueError(f"Sentence id {self.id!r} does not contain its document id {self.span.doc_id!r}")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One or more sentences that belong together.

    Args:
        id: unique in the document.
        sentences: in reading order, at least one.
        span: from the first sentence to the last.

    Raises:
        ValueError: no sentences.
    """

    id: str
    sentences: list[Sentence]
    span: Span

    def __post_init__(self) -> None:
        object.__setattr__(self, "sentences", list(self.sentences))
        if not self.sentences:
            raise ValueError(f"Paragraph {self.id!r} has no sentences")

    @property
    def text(self) -> str:
        """The sentences, joined by spaces."""
        return " ".join(sentence.text for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the paragraphs below it.

    A heading that Ascribe reads is also a paragraph of its section, so that it can be cited.

    Args:
        id: unique in the document.
        title: the heading; None before the first heading.
        paragraphs: in reading order.
        span: from the heading to the last paragraph.
    """

    id: str
    title: str | None
    paragraphs: list[Paragraph]
    span: Span

    def __post_init__(self) -> None:
        object.__setattr__(self, "paragraphs", list(self.paragraphs))

    @property
    def sentences(self) -> list[Sentence]:
        """All sentences, in order."""
        return [sentence for paragraph in self.paragraphs for sentence in paragraph.sentences]

    @property
    def text(self) -> str:
        """The paragraphs, joined by blank lines; the title is not added."""
        return "\n\n".join(paragraph.text for paragraph in self.paragraphs)


@dataclass(frozen=True, slots=True)
class TextLine:
    """One printed line, which maps characters of ``full_text`` back to a page.

    Character ``char_start + i`` occupies ``starts[i]`` to ``ends[i]`` along the line, in points: x for
    horizontal text, y where ``vertical`` is True. Both are equal for a character that was not printed,
    such as the space that joins two lines.

    Args:
        char_start: its first character in ``full_text``.
        char_end: one past its last character.
        page: the page, counted from 0.
        bbox: the box of the whole line.
        starts: where each character begins.
        ends: where each character ends.
        vertical: whether the line runs up or down the page.

    Raises:
        ValueError: the positions do not match the number of characters.
    """

    char_start: int
    char_end: int
    page: int
    bbox: BBox
    starts: tuple[float, ...]
    ends: tuple[float, ...]
    vertical: bool = False

    def __post_init__(self) -> None:
        if not len(self.starts) == len(self.ends) == self.char_end - self.char_start:
            raise ValueError(f"line at {self.char_start} needs one position for each of its characters")

    def box(self, char_start: int, char_end: int) -> PageBBox | None:
        """Return the box of those characters that are on this line; None if none was printed here."""
        first = max(char_start, self.char_start) - self.char_start
        last = min(char_end, self.char_end) - self.char_start
        printed = [i for i in range(first, last) if self.starts[i] != self.ends[i]]
        if not printed:
            return None
        low = min(self.starts[i] for i in printed)
        high = max(self.ends[i] for i in printed)
        whole = self.bbox
        if self.vertical:
            return PageBBox(self.page, BBox(whole.x0, low, whole.x1, high))
        return PageBBox(self.page, BBox(low, whole.y0, high, whole.y1))


@dataclass(frozen=True)
class Document(JsonRecord):
    """A source that was read.

    Spans are code points of ``full_text``. ``page_breaks[i]`` is the offset where page ``i`` begins.

    Args:
        doc_id: the name that references use.
        source_path: the file, or the id as a path where there is no file.
        sections: in reading order.
        page_breaks: ascending, the first is 0; empty where the source has no pages.
        full_text: a str or dict source unchanged; of a file, the text that was extracted.
        metadata: whatever came with the source; JSON values.
        parser_name: the reader that read it.
        digest: ``sha256:…`` of the file's bytes, or of the text in UTF-8.
        language: ISO 639-1 code, as given or detected; None if unknown.
        lines: for PDF, every printed line with the positions of its characters, in text order.

    Raises:
        ValueError: page breaks that do not start at 0 or go backwards.
    """

    doc_id: str
    source_path: Path
    sections: list[Section]
    page_breaks: list[int] = field(default_factory=list)
    full_text: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    parser_name: str | None = None
    digest: str | None = None
    language: str | None = None
    lines: list[TextLine] = field(default_factory=list)

    def __post_init__(self) -> None:
        object.__setattr__(self, "source_path", Path(self.source_path))
        for name in ("sections", "page_breaks", "lines"):
            object.__setattr__(self, name, list(getattr(self, name)))
        if self.page_breaks and self.page_breaks[0] != 0:
            raise ValueError(f"page_breaks must start at 0, got {self.page_breaks[0]}")
        if any(b < a for a, b in zip(self.page_breaks, self.page_breaks[1:], strict=False)):
            raise ValueError(f"page_breaks must not decrease, got {self.page_breaks}")

    def __repr__(self) -> str:
        return (
            f"Document(doc_id={self.doc_id!r}, sections={len(self.sections)}, "
            f"sentences={len(self.sentences)}, pages={self.num_pages})"
        )

    @cached_property
    def _sentence_list(self) -> list[Sentence]:
        return [sentence for section in self.sections for sentence in section.sentences]

    @cached_property
    def _sentence_index(self) -> dict[str, Sentence]:
        return {sentence.id: sentence for sentence in reversed(self._sentence_list)}

    @cached_property
    def _line_starts(self) -> list[int]:
        return [line.char_start for line in self.lines]

    @property
    def sentences(self) -> list[Sentence]:
        """All sentences, in reading order."""
        return list(self._sentence_list)

    @property
    def paragraphs(self) -> list[Paragraph]:
        """All paragraphs, in reading order."""
        return [paragraph for section in self.sections for paragraph in section.paragraphs]

    @property
    def num_pages(self) -> int:
        """Number of pages; 0 where the source has none."""
        return len(self.page_breaks)

    def sentence_by_id(self, sentence_id: str) -> Sentence:
        """Return the sentence with that id, in constant time.

        Raises:
            KeyError: no sentence has that id.
        """
        try:
            return self._sentence_index[sentence_id]
        except KeyError:
            raise KeyError(f"Sentence {sentence_id!r} not found in document {self.doc_id!r}") from None

    def has_sentence(self, sentence_id: str) -> bool:
        """Return True if a sentence of the document has that id."""
        return sentence_id in self._sentence_index

    def page_for_offset(self, offset: int) -> int:
        """Return the page (from 0) that contains the character; an offset past the end is on the last page.

        Raises:
            ValueError: a negative offset, or a document without pages.
        """
        if not self.page_breaks:
            raise ValueError(f"Document {self.doc_id!r} has no page_breaks; cannot map offset to page")
        if offset < 0:
            raise ValueError(f"offset must be >= 0, got {offset}")
        return max(0, bisect.bisect_right(self.page_breaks, offset) - 1)

    def pages_for_span(self, span: Span) -> tuple[int, int]:
        """Return the first and last page (from 0, inclusive) that the span touches.

        A span that ends exactly at a page break is on the page before it.

        Raises:
            ValueError: the span belongs to another document, or this one has no pages.
        """
        if span.doc_id != self.doc_id:
            raise ValueError(f"Span doc_id {span.doc_id!r} does not match document {self.doc_id!r}")
        last = max(span.char_start, span.char_end - 1)
        return self.page_for_offset(span.char_start), self.page_for_offset(last)

    def boxes(self, char_start: int, char_end: int) -> tuple[PageBBox, ...]:
        """Return one box for each printed line that the characters touch, by page; exact to the character."""
        first = max(0, bisect.bisect_right(self._line_starts, char_start) - 1)
        found = []
        for line in self.lines[first:]:
            if line.char_start >= char_end:
                break
            box = line.box(char_start, char_end)
            if box is not None:
                found.append(box)
        return tuple(sorted(found, key=lambda box: box.page))


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage and the ids of the sentences it contains.

    Args:
        chunk_id: unique among the passages.
        text: its text.
        doc_id: the document that it is cut from.
        sentence_ids: its sentences, at least one.
        span: where it stands in the document.
        metadata: anything; ignored by equality and hash.

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
    """A passage with its score and the method that retrieved it.

    Args:
        chunk: the passage.
        score: higher is better; comparable only within one method.
        retrieval_method: the name of that method.

    Raises:
        ValueError: a score that is not finite; JSON has no such number.
    """

    chunk: Chunk
    score: float
    retrieval_method: str

    def __post_init__(self) -> None:
        if not math.isfinite(self.score):
            raise ValueError(f"score must be finite, got {self.score}")
