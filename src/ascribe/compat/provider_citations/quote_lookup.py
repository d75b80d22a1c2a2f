"""Lookup of a citation's quote in its document, for offsets in any unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.compat.provider_citations.records import (
    NativeCitation,
    QuoteState,
    SourceLocation,
)
from ascribe.errors import InputError
from ascribe.records import Document
from ascribe.records.offsets import OFFSET_UNITS, to_code_points
from ascribe.verify.llm_judge.passages import Passage, find_exact_quote

BLOCK_STARTS = "block_starts"
"""Metadata key of a source made of blocks: the start of each block, and the end of the text."""

BETWEEN_BLOCKS = "\n\n"
"""Separator between the blocks of such a source, so that words of adjacent blocks stay apart."""

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class QuoteLookup:
    """Whether and where a document contains a quote; ``span`` is None if it was not found."""

    state: QuoteState
    span: Range | None = None


def look_up_quote(citation: NativeCitation, document: Document) -> QuoteLookup:
    """Look up the quote at the cited location, then in the whole document.

    At a location given in characters or blocks, the offsets may be in any unit in which the quote matches
    exactly. Elsewhere, and on a page, typographic variants, hyphenated words and white space may differ. If a
    document has no pages or blocks, its location cannot be checked, and a match anywhere is enough.
    """
    ranges = _resolve_ranges(citation.location, document)
    if not citation.quote.strip():
        return (
            QuoteLookup("unquoted", ranges[0] if ranges else None) if ranges != [] else QuoteLookup("absent")
        )
    for span in ranges or ():
        if _is_at(citation, document, span):
            return QuoteLookup("stands", trim_range(document.full_text or "", *span))
    return _search_quote(citation.quote, ranges, document)


def trim_range(text: str, start: int, end: int) -> Range:
    """Strip white space from both ends of a range; a blank range becomes an empty one at its end."""
    start = end - len(text[start:end].lstrip())
    return start, start + len(text[start:end].rstrip())


def _search_quote(quote: str, ranges: list[Range] | None, document: Document) -> QuoteLookup:
    text = document.full_text or ""
    spans = [*(ranges or ())[:1], (0, len(text))]
    passages = [Passage((), start, text[start:end], document.language) for start, end in spans]
    place = find_exact_quote(quote, passages, 0)
    if place is None:
        return QuoteLookup("absent")
    is_in_place = ranges is None or (ranges and place.passage == 0)
    return QuoteLookup("stands" if is_in_place else "moved", (place.start, place.end))


def _is_at(citation: NativeCitation, document: Document, span: Range) -> bool:
    """Return True if the text in that range is the quote, apart from white space at its ends."""
    text = document.full_text or ""
    there = text[slice(*span)]
    if citation.location is not None and citation.location.kind == "block":
        there = "".join(_iterate_blocks(citation.location, document, text))
    return there.strip() == citation.quote.strip()


def _iterate_blocks(location: SourceLocation, document: Document, text: str) -> Iterator[str]:
    starts = document.metadata[BLOCK_STARTS]
    for number in range(location.start, location.end):
        yield text[starts[number] : starts[number + 1]].removesuffix(BETWEEN_BLOCKS)


def _resolve_ranges(location: SourceLocation | None, document: Document) -> list[Range] | None:
    """Return the possible ranges of a location: empty if it does not exist, None if it cannot be resolved."""
    text = document.full_text or ""
    if location is None:
        return None
    if location.kind == "char":
        return list(_resolve_characters(location, text))
    starts = document.metadata.get(BLOCK_STARTS)
    if location.kind == "page":
        starts = [*document.page_breaks, len(text)] if document.page_breaks else None
    if starts is None:
        return None
    return [(starts[location.start], starts[location.end])] if location.end < len(starts) else []


def _resolve_characters(location: SourceLocation, text: str) -> Iterator[Range]:
    for unit in OFFSET_UNITS:
        try:
            yield to_code_points(text, location.start, unit), to_code_points(text, location.end, unit)
        except InputError:  # the offsets are not in this unit
            continue
