"""Blocks → ``Document``: the one place where sections, paragraphs and sentences get their ids and spans."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, groupby, pairwise
from pathlib import Path

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

    A heading opens a section and is a paragraph of it. ``language`` is an ISO 639-1 code, or None.
    """
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
    return _with_sections(bare, sections)


def _with_sections(document: Document, sections: list[Section]) -> Document:
    from dataclasses import replace

    return replace(document, sections=sections)


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
        paragraphs = [p for group in self._groups(blocks) if (p := self.paragraph(group)) is not None]
        span = self.span(blocks[0].start, blocks[-1].end)
        return Section(f"{self.document.doc_id}::sec{next(self.sections)}", title, paragraphs, span)

    def paragraph(self, blocks: list[Block]) -> Paragraph | None:
        units = [unit for block in blocks for unit in split_block(self.text, block, self.language)]
        if not units:
            return None
        sentences = [self.sentence(start, end) for start, end in units]
        span = self.span(blocks[0].start, blocks[-1].end)
        return Paragraph(f"{self.document.doc_id}::p{next(self.paragraphs)}", sentences, span)

    def sentence(self, start: int, end: int) -> Sentence:
        span = Span(self.document.doc_id, start, end, self.document.boxes(start, end))
        return Sentence(f"{self.document.doc_id}::s{next(self.sentences)}", self.text[start:end], span)

    def span(self, start: int, end: int) -> Span:
        return Span(self.document.doc_id, start, end)

    def _groups(self, blocks: list[Block]) -> list[list[Block]]:
        """Each block alone, but list items and table rows that follow one another together."""
        numbers = count()
        last: Block | None = None
        group = 0
        keyed = []
        for block in blocks:
            if not self._continues(last, block):
                group = next(numbers)
            keyed.append((group, block))
            last = block
        return [[block for _, block in run] for _, run in groupby(keyed, key=lambda pair: pair[0])]

    def _continues(self, last: Block | None, block: Block) -> bool:
        if last is None or last.kind not in _RUNS or block.kind not in _RUNS:
            return False
        return self.text.count("\n", last.end, block.start) <= 1
