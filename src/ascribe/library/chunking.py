"""Split documents into passages, the units that a search finds and a generator reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Any

from ascribe.read.passages import group_sentences
from ascribe.records import Chunk, Document, Paragraph, Section, Sentence, Span


@dataclass(frozen=True, slots=True)
class Passage:
    """Part of a section.

    Args:
        chunk: its text, with the title of the section and its pages (from 0).
        section: index of its section in the document, from 0.
        paragraphs: the paragraphs of the section, or the parts of them, that the passage contains.
        continues: True if its first paragraph began in the passage before.
    """

    chunk: Chunk
    section: int
    paragraphs: tuple[Paragraph, ...]
    continues: bool = False

    @property
    def sentences(self) -> list[Sentence]:
        """Sentences of the passage, in order."""
        return [sentence for paragraph in self.paragraphs for sentence in paragraph.sentences]


def split_document(document: Document) -> list[Passage]:
    """Split a document into passages in reading order.

    Every sentence is in exactly one passage, and no passage crosses a section.
    """
    found: list[Passage] = []
    for number, section in enumerate(document.sections):
        for paragraphs, continues in _split_section(section):
            chunk = _build_chunk(document, f"{document.doc_id}::c{len(found)}", section.title, paragraphs)
            found.append(Passage(chunk, number, paragraphs, continues))
    return found


def join_paragraphs(passages: Sequence[Passage]) -> list[Paragraph]:
    """Return the paragraphs of consecutive passages of one section, with split paragraphs rejoined."""
    found: list[Paragraph] = []
    for passage in passages:
        rest = passage.paragraphs
        if passage.continues and found:
            found[-1] = replace(found[-1], sentences=[*found[-1].sentences, *rest[0].sentences])
            rest = rest[1:]
        found += rest
    return found


def merge_passages(document: Document, passages: Sequence[Passage]) -> Chunk:
    """Merge consecutive passages of one section into a chunk, named after the first and the last."""
    first, last = (passages[place].chunk for place in (0, -1))
    chunk_id = f"{first.chunk_id}-{last.chunk_id.rpartition('::')[2]}"
    return _build_chunk(document, chunk_id, first.metadata["section"], join_paragraphs(passages))


def _split_section(section: Section) -> Iterator[tuple[tuple[Paragraph, ...], bool]]:
    """Yield the paragraphs of each passage, and whether the first of them continues the previous passage.

    Sentences are matched by position: in a document that a user made, ids may occur twice.
    """
    places = [
        (place, sentence)
        for place, paragraph in enumerate(section.paragraphs)
        for sentence in paragraph.sentences
    ]
    left, last = iter(places), -1
    for group in group_sentences(section):
        runs = [
            (place, [sentence for _, sentence in run])
            for place, run in groupby(islice(left, len(group)), key=lambda pair: pair[0])
        ]
        yield tuple(replace(section.paragraphs[p], sentences=run) for p, run in runs), runs[0][0] == last
        last = runs[-1][0]


def _build_chunk(
    document: Document, chunk_id: str, title: str | None, paragraphs: Sequence[Paragraph]
) -> Chunk:
    """Build the chunk that spans these sentences; it joins their texts if the document has no full text."""
    sentences = [sentence for paragraph in paragraphs for sentence in paragraph.sentences]
    start = min(sentence.span.char_start for sentence in sentences)
    span = Span(document.doc_id, start, max(sentence.span.char_end for sentence in sentences))
    metadata: dict[str, Any] = {"section": title}
    if document.page_breaks:
        metadata["pages"] = list(document.pages_for_span(span))
    texts = " ".join(sentence.text for sentence in sentences)
    return Chunk(
        chunk_id=chunk_id,
        text=texts if document.full_text is None else document.full_text[span.char_start : span.char_end],
        doc_id=document.doc_id,
        sentence_ids=tuple(sentence.id for sentence in sentences),
        span=span,
        metadata=metadata,
    )
