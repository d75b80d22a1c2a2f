"""Sentences of sources as candidate evidence, and the words that scorers and verifiers read them with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ascribe.delimited_rows import find_delimiter, write_cells_apart
from ascribe.inline_markup import blank_inline_markup
from ascribe.list_marks import strip_list_mark, write_lead
from ascribe.records.document import Document, Sentence
from ascribe.records.span import Context, Reference

_LEADING = ("lead", "heading")
"""Kinds of context that are read before an item, in its line."""


class ReplySpan(Protocol):
    """What a reference takes from a claim: its place in the reply."""

    @property
    def start(self) -> int:
        """The index of the first code point."""
        ...

    @property
    def end(self) -> int:
        """The index one past the last code point."""
        ...


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """One sentence of a source, as candidate evidence.

    Args:
        document: the source.
        position: position of the source in the list of sources, from 1.
        sentence: the sentence.
        text: the sentence as scorers and verifiers read it: without Markdown and HTML tags, an item after the
            lead of its list, a row below the heads of its columns and the name of its group.
        words: the sentence without the number before it, which counts and names nothing: "- Sails" for
            "12. Sails".
        number: that number; empty without one.
        leads: what is read before an item, in its line: its leads, or without any its heading.
        setting: the other headings and the caption that the sentence stands below, line by line.
    """

    document: Document
    position: int
    sentence: Sentence
    text: str = field(init=False, compare=False)
    words: str = field(init=False, compare=False)
    number: str = field(init=False, compare=False)
    leads: tuple[Context, ...] = field(init=False, compare=False)
    setting: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        numbers = [one for one in self.sentence.context if one.kind == "number"]
        span = self.sentence.span
        own = [one.text for one in numbers if span.char_start <= one.char_start < span.char_end]
        words = read_words(self.sentence)
        object.__setattr__(self, "number", own[0] if own else "")
        object.__setattr__(self, "words", words)
        before = self._list_parts()
        context = [one for one in self.sentence.context if one.kind not in ("number", "question")]
        around = (_read_heading(one, numbers) for one in context if one not in before)
        object.__setattr__(self, "leads", tuple(one for one in before if one.kind in _LEADING))
        object.__setattr__(self, "setting", "\n".join(around))
        item = strip_list_mark(words) if before else words
        leads = [_read_lead(one, numbers) for one in self.leads]
        rows = [one.text for one in before if one.kind not in _LEADING]
        columns = next((one.text for one in before if one.kind == "columns"), "")
        delimiter = find_delimiter(columns)
        lines = [*rows, " ".join([*leads, item])]
        text = blank_inline_markup("\n".join(write_cells_apart(line, delimiter) for line in lines))
        object.__setattr__(self, "text", text)

    def _list_parts(self) -> list[Context]:
        """Return what is read as part of the sentence; of an item without a lead, also its heading."""
        context = self.sentence.context
        parts = [one for one in context if one.is_part]
        is_item = strip_list_mark(self.words) != self.words
        if parts or not is_item:
            return parts
        return [one for one in context if one.kind == "heading"][-1:]

    def reference(self, claim: ReplySpan, score: float, label: str) -> Reference:
        """Build the reference that ties the claim to this sentence."""
        span = self.sentence.span
        pages: tuple[int, ...] = ()
        if self.document.page_breaks:
            first, last = self.document.pages_for_span(span)
            pages = tuple(range(first, last + 1))
        return Reference(
            document_start_idx=span.char_start,
            document_end_idx=span.char_end,
            answer_start_idx=claim.start,
            answer_end_idx=claim.end,
            score=score,
            document_id=self.document.doc_id,
            document_position=self.position,
            label=label,
            quote=self.sentence.text,
            pages=pages,
            bboxes=span.bboxes,
            context=self.sentence.context,
        )


def read_words(sentence: Sentence) -> str:
    """Return a sentence without the number before it; one that opens with it has a bullet instead."""
    return cut_numbers(sentence.text, sentence.span.char_start, sentence.context)


def cut_numbers(text: str, start: int, numbers: Sequence[Context]) -> str:
    """Return a stretch of a document without the numbers in it; one that opens it becomes a bullet."""
    for one in reversed([one for one in numbers if one.kind == "number"]):
        first, last = one.char_start - start, one.char_end - start
        if 0 <= first < last <= len(text):
            bullet = "" if text[:first].strip() else "- "
            text = text[:first] + bullet + text[last:].lstrip(" \t")
    return text


def _read_heading(one: Context, numbers: Sequence[Context]) -> str:
    """Return a heading or caption without its number."""
    cut = cut_numbers(one.text, one.char_start, numbers)
    return one.text if cut == one.text else strip_list_mark(cut)


def _read_lead(one: Context, numbers: Sequence[Context]) -> str:
    cut = cut_numbers(one.text, one.char_start, numbers)
    return write_lead(strip_list_mark(cut) if one.kind == "heading" else cut)
