"""Documents → passages: what a search finds and a generator reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from ascribe.read.passages import groups
from ascribe.records import Chunk, Document, Paragraph, Sentence, Span


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk, the section that it lies in, and its paragraphs as far as they lie in it."""

    chunk: Chunk
    section: str
    paragraphs: tuple[Paragraph, ...]

    @property
    def sentences(self) -> list[Sentence]:
        """In order."""
        return [sentence for paragraph in self.paragraphs for sentence in paragraph.sentences]


def cut(document: Document) -> list[Passage]:
    """The passages in reading order; every sentence is in exactly one, and none crosses a section."""
    found: list[Passage] = []
    for section in document.sections:
        homes = {
            sentence.id: paragraph for paragraph in section.paragraphs for sentence in paragraph.sentences
        }
        for group in groups(section):
            paragraphs = _paragraphs(homes, group)
            chunk = chunk_of(document, len(found), section.title, group)
            found.append(Passage(chunk, section.id, paragraphs))
    return found


def chunk_of(document: Document, number: int, title: str | None, sentences: Sequence[Sentence]) -> Chunk:
    """The slice from the first of these sentences to the last, with its section and its pages (from 0)."""
    span = Span(document.doc_id, sentences[0].span.char_start, sentences[-1].span.char_end)
    metadata: dict[str, Any] = {"section": title}
    if document.page_breaks:
        metadata["pages"] = list(document.pages_for_span(span))
    return Chunk(
        chunk_id=f"{document.doc_id}::c{number}",
        text=(document.full_text or "")[span.char_start : span.char_end],
        doc_id=document.doc_id,
        sentence_ids=tuple(sentence.id for sentence in sentences),
        span=span,
        metadata=metadata,
    )


def _paragraphs(homes: dict[str, Paragraph], group: Sequence[Sentence]) -> tuple[Paragraph, ...]:
    """The paragraphs of these sentences, each with those of its sentences that are among them."""
    runs = groupby(group, key=lambda sentence: homes[sentence.id].id)
    held = [list(run) for _, run in runs]
    return tuple(replace(homes[run[0].id], sentences=run) for run in held)
