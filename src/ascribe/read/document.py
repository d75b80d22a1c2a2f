"""Blocks → ``Document``: the one place where sections, paragraphs and sentences get their ids and spans."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path

from ascribe.language.detect import language_of
from ascribe.read.sentences import split_block
from ascribe.records import Document, Paragraph, Section, Sentence, Span
from ascribe.stages import Block, Extract

_RUNS = ("list_item", "table_header", "table_row")
"""Blocks that stand together in one paragraph when no blank line parts them."""


def build_document(
    extract: Extract,
    *,
    doc_id: str,
    source_path: Path,
    parser_name: str,
    digest: str,
    language: str | None = None,
) -> Document:
    """The document whose sentences are exact slices of ``extract.text``.

    A heading opens a section and is a paragraph of it. ``language`` is an ISO 639-1 code; None has it
    detected.
    """
    language = language_of(extract.text, language)
    bare = Document(
        doc_id,
        source_path,
        [],
        page_breaks=extract.page_breaks,
        full_text=extract.text,
        metadata=extract.metadata,
        parser_name=parser_name,
        digest=digest,
        language=language,
        lines=extract.lines,
    )
    builder = _Builder(bare, extract.text, language)
    sections = [builder.section(title, blocks) for title, blocks in _by_heading(extract)]
    return replace(bare, sections=sections)


def _by_heading(extract: Extract) -> Iterator[tuple[str | None, list[Block]]]:
    """Title and blocks of each section; the blocks start with the heading itself."""
    starts = [i for i, block in enumerate(extract.blocks) if block.kind == "heading"]
    bounds = sorted({0, *starts, len(extract.blocks)})
    for first, last in pairwise(bounds):
        blocks = extract.blocks[first:last]
        head = blocks[0]
        title = extract.text[head.start : head.end].lstrip("#").strip() if head.kind == "heading" else None
        yield title, blocks


class _Builder:
    """Numbers sections, paragraphs and sentences through one document."""

    def __init__(self, document: Document, text: str, language: str | None) -> None:
        self.document = document
        self.text = text
        self.language = language
        self.sections = count()
        self.paragraphs = count()
        self.sentences = count()

    def section(self, title: str | None, blocks: list[Block]) -> Section:
        paragraphs = [self.paragraph(run) for run in self._runs(blocks)]
        span = self.span(blocks[0].start, blocks[-1].end)
        return Section(f"{self.document.doc_id}::sec{next(self.sections)}", title, paragraphs, span)

    def paragraph(self, blocks: list[Block]) -> Paragraph:
        units = [unit for block in blocks for unit in split_block(self.text, block, self.language)]
        sentences = [self.sentence(start, end) for start, end in units]
        span = self.span(blocks[0].start, blocks[-1].end)
        return Paragraph(f"{self.document.doc_id}::p{next(self.paragraphs)}", sentences, span)

    def sentence(self, start: int, end: int) -> Sentence:
        span = Span(self.document.doc_id, start, end, self.document.boxes(start, end))
        return Sentence(f"{self.document.doc_id}::s{next(self.sentences)}", self.text[start:end], span)

    def span(self, start: int, end: int) -> Span:
        return Span(self.document.doc_id, start, end)

    def _runs(self, blocks: list[Block]) -> list[list[Block]]:
        """Each block alone, but list items and table rows that follow one another together."""
        runs = [blocks[:1]]
        for last, block in pairwise(blocks):
            if self._continues(last, block):
                runs[-1].append(block)
            else:
                runs.append([block])
        return runs

    def _continues(self, last: Block, block: Block) -> bool:
        both = last.kind in _RUNS and block.kind in _RUNS
        return both and self.text.count("\n", last.end, block.start) <= 1
