"""Splits documents into passages, the units that a report shows as retrieved."""

from __future__ import annotations

from collections.abc import Iterator

from ascribe.records import Chunk, Document, Section, Sentence, Span

WHOLE_DOCUMENT_CHARS = 2_000
"""A source of at most this many characters is one passage, the size that retrievers usually return."""

TARGET_CHARS = 1_200
"""Longer sources are cut between sentences into passages of about this many characters."""


def split_passages(document: Document) -> list[Chunk]:
    """Split the document into passages in reading order.

    Passages are slices of ``full_text`` that contain every sentence once. A passage stays within one section
    unless the whole document is one passage.
    """
    text = document.full_text or ""
    if not document.sentences:
        return []
    if len(text) <= WHOLE_DOCUMENT_CHARS:
        parts = [document.sentences]
    else:
        parts = [group for section in document.sections for group in group_sentences(section)]
    return [_build_passage(document, text, number, group) for number, group in enumerate(parts)]


def group_sentences(section: Section) -> Iterator[list[Sentence]]:
    """Yield the sentences of a section in groups of about ``TARGET_CHARS`` characters."""
    group: list[Sentence] = []
    for sentence in section.sentences:
        if group and sentence.span.char_end - group[0].span.char_start > TARGET_CHARS:
            yield group
            group = []
        group.append(sentence)
    if group:
        yield group


def _build_passage(document: Document, text: str, number: int, sentences: list[Sentence]) -> Chunk:
    start, end = sentences[0].span.char_start, sentences[-1].span.char_end
    return Chunk(
        chunk_id=f"{document.doc_id}::c{number}",
        text=text[start:end],
        doc_id=document.doc_id,
        sentence_ids=tuple(sentence.id for sentence in sentences),
        span=Span(document.doc_id, start, end),
    )
