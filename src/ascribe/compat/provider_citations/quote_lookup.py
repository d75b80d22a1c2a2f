"""Lookup of a citation's quote in its document, in whatever unit the provider counts."""

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
"""In the metadata of a source that came in parts: the first code point of each, and the end of the text."""

BETWEEN_BLOCKS = "\n\n"
"""Joins the parts of such a source, so that the last word of one and the first of the next stay apart."""

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class QuoteLookup:
    """How a quote stands in a document, and where; ``span`` is None if nothing was found."""

    state: QuoteState
    span: Range | None = None


def look_up_quote(citation: NativeCitation, document: Document) -> QuoteLookup:
    """How the quote stands: at the place that is named, at another one of the document, or nowhere in it.

    At a place of characters or parts the quote may stand in any unit that makes it fit. Elsewhere, and on a
    page, typographic variants, divided words and white space may differ. A document without pages or parts
    cannot tell on which the quote stands: then it is enough that it does.
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
    """The range without the white space at its ends; an empty one at its end if there is nothing else."""
    start = end - len(text[start:end].lstrip())
    return start, start + len(text[start:end].rstrip())


def _search_quote(quote: str, ranges: list[Range] | None, document: Document) -> QuoteLookup:
    text = document.full_text or ""
    spans = [*(ranges or ())[:1], (0, len(text))]
    passages = [Passage((), start, text[start:end], document.language) for start, end in spans]
    place = find_exact_quote(quote, passages, 0)
    if place is None:
        return QuoteLookup("absent")
    stands = ranges is None or (ranges and place.passage == 0)
    return QuoteLookup("stands" if stands else "moved", (place.start, place.end))


def _is_at(citation: NativeCitation, document: Document, span: Range) -> bool:
    """True if the quote is what stands there, white space at its ends aside."""
    text = document.full_text or ""
    there = text[slice(*span)]
    if citation.location is not None and citation.location.kind == "block":
        there = "".join(_iter_blocks(citation.location, document, text))
    return there.strip() == citation.quote.strip()


def _iter_blocks(location: SourceLocation, document: Document, text: str) -> Iterator[str]:
    starts = document.metadata[BLOCK_STARTS]
    for number in range(location.start, location.end):
        yield text[starts[number] : starts[number + 1]].removesuffix(BETWEEN_BLOCKS)


def _resolve_ranges(location: SourceLocation | None, document: Document) -> list[Range] | None:
    """What the location may mean; empty if there is no such place, None if the document cannot tell."""
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
        except InputError:  # the offsets do not count in this unit
            continue
