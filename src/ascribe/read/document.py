"""Builds a ``Document`` from an extract and turns source metadata into JSON values.

Sections, paragraphs and sentences are numbered through the whole document.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import date, time
from enum import Enum
from itertools import count, pairwise
from pathlib import Path
from typing import Any

from ascribe.protocols import Block, Extract
from ascribe.read.context import find_contexts, keep_own_numbers
from ascribe.read.sentences import split_block
from ascribe.records import Document, Paragraph, Section, Sentence, Span
from ascribe.records.span import Context
from ascribe.text.language_detection import resolve_language

_GROUPED_KINDS = ("list_item", "table_header", "table_row")
"""Kinds of blocks that form one paragraph when no blank line separates them."""


def build_document(
    extract: Extract,
    *,
    doc_id: str,
    source_path: Path,
    parser_name: str,
    digest: str,
    language: str | None = None,
) -> Document:
    """Build the document whose sentences are exact slices of ``extract.text``.

    A heading opens a section and is its first paragraph. ``language`` is an ISO 639-1 code; None detects it.
    """
    language = resolve_language(extract.text, language)
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
    contexts = find_contexts(extract.text, extract.blocks, language)
    builder = _DocumentBuilder(bare, dict(zip(extract.blocks, contexts, strict=True)))
    sections = [builder.build_section(title, blocks) for title, blocks in _split_by_heading(extract)]
    return replace(bare, sections=sections)


def _split_by_heading(extract: Extract) -> Iterator[tuple[str | None, list[Block]]]:
    """Yield the title and the blocks of each section; its heading is the first block."""
    starts = [i for i, block in enumerate(extract.blocks) if block.kind == "heading"]
    bounds = sorted({0, *starts, len(extract.blocks)})
    for first, last in pairwise(bounds):
        blocks = extract.blocks[first:last]
        head = blocks[0]
        title = extract.text[head.start : head.end].lstrip("#").strip() if head.kind == "heading" else None
        yield title, blocks


class _DocumentBuilder:
    """Builder of sections, paragraphs and sentences, numbered through one document."""

    def __init__(self, document: Document, contexts: Mapping[Block, tuple[Context, ...]]) -> None:
        self.document = document
        self.text = document.full_text or ""
        self.language = document.language
        self.contexts = contexts
        self.sections = count()
        self.paragraphs = count()
        self.sentences = count()

    def build_section(self, title: str | None, blocks: list[Block]) -> Section:
        """Build a section with its paragraphs."""
        paragraphs = [self._build_paragraph(group) for group in self._group_blocks(blocks)]
        span = self._build_span(blocks[0].start, blocks[-1].end)
        return Section(f"{self.document.doc_id}::sec{next(self.sections)}", title, paragraphs, span)

    def _build_paragraph(self, blocks: list[Block]) -> Paragraph:
        sentences = [
            self._build_sentence(start, end, self.contexts[block])
            for block in blocks
            for start, end in split_block(self.text, block, self.language)
        ]
        span = self._build_span(blocks[0].start, blocks[-1].end)
        return Paragraph(f"{self.document.doc_id}::p{next(self.paragraphs)}", sentences, span)

    def _build_sentence(self, start: int, end: int, context: tuple[Context, ...]) -> Sentence:
        span = Span(self.document.doc_id, start, end, self.document.boxes(start, end))
        context = keep_own_numbers(context, start, end)
        sentence_id = f"{self.document.doc_id}::s{next(self.sentences)}"
        return Sentence(sentence_id, self.text[start:end], span, context)

    def _build_span(self, start: int, end: int) -> Span:
        return Span(self.document.doc_id, start, end)

    def _group_blocks(self, blocks: list[Block]) -> list[list[Block]]:
        """Group consecutive list items and table rows; every other block is a group of its own."""
        groups = [blocks[:1]]
        for last, block in pairwise(blocks):
            if self._continues(last, block):
                groups[-1].append(block)
            else:
                groups.append([block])
        return groups

    def _continues(self, last: Block, block: Block) -> bool:
        both = last.kind in _GROUPED_KINDS and block.kind in _GROUPED_KINDS
        return both and self.text.count("\n", last.end, block.start) <= 1


_MAX_DEPTH = 32
"""Nesting depth from which on values, also self-referencing ones, become their ``str()``."""

_MIN_INTEGER, _MAX_INTEGER = -(2**63), 2**64 - 1
"""Integers outside this range become text, because not every JSON parser reads them exactly."""

_NAME_KEYS = ("source", "file_name", "filename", "file_path", "url", "title")
"""Metadata keys under which the loaders of LangChain, LlamaIndex and Haystack name the origin of a text."""

_MAX_NAME_CHARS = 500


def to_json_values(metadata: Mapping[Any, Any]) -> dict[str, Any]:
    """Return a new dict of values that JSON can express, without changing the argument.

    Dates become ISO text, sets and tuples become lists, NumPy values become plain ones, numbers that are not
    finite become None, and any other object becomes its ``str()``.
    """
    return {_to_json_text(str(key)): _to_json_value(value, _MAX_DEPTH) for key, value in metadata.items()}


def find_source_name(metadata: Mapping[str, Any]) -> str | None:
    """Return the file, address or title that a text was read from, with its page; None if unknown.

    The page is ``page_label``, the printed page number. ``page`` is ignored, because it counts from 0 in some
    loaders and from 1 in others; so is a ``source`` that is a number.
    """
    names = (" ".join(value.split()) for key in _NAME_KEYS if isinstance(value := metadata.get(key), str))
    name = next((value for value in names if value and not value.isdecimal()), "")
    label = metadata.get("page_label")
    page = " ".join(str(label).split()) if isinstance(label, str | int) else ""
    full = f"{name}, page {page}" if name and page else name
    return full if 0 < len(full) <= _MAX_NAME_CHARS else None


def _to_json_value(value: Any, depth: int) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Enum):
        return _to_json_value(value.value, depth - 1)
    if isinstance(value, int | float | str):
        return _to_json_scalar(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if depth <= 0:
        return _describe_value(value)
    return _to_json_container(value, depth - 1)


def _to_json_scalar(value: float | str) -> Any:
    if isinstance(value, str):
        return _to_json_text(str(value))
    if isinstance(value, int):
        return int(value) if _MIN_INTEGER <= value <= _MAX_INTEGER else str(value)
    return float(value) if math.isfinite(value) else None


def _to_json_container(value: Any, depth: int) -> Any:
    if isinstance(value, Mapping):
        return {_to_json_text(str(key)): _to_json_value(item, depth) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_to_json_value(item, depth) for item in value]
    if isinstance(value, AbstractSet):
        # Sets are unordered; sorting gives the same document in every process.
        return sorted((_to_json_value(item, depth) for item in value), key=repr)
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        return _to_json_value(value.tolist(), depth)
    return _describe_value(value)


def _describe_value(value: object) -> str:
    try:
        return _to_json_text(str(value))
    except Exception:  # str() of a framework object may raise anything
        return f"<{type(value).__name__}>"


def _to_json_text(value: str) -> str:
    return value.encode("utf-8", errors="replace").decode("utf-8")
