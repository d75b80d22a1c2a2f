"""Citation markers in a reply: where they stand and which documents they name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ascribe.read.blocks import split_blocks
from ascribe.read.markers.exceptions import is_plain_citation, protected_spans
from ascribe.read.markers.styles import STYLES_OPENED_BY, Style
from ascribe.stages import Block

_SIGN = re.compile("[" + re.escape("".join(STYLES_OPENED_BY)) + "]")
_NO_BLANK_BEFORE = frozenset(".,;:!?)]}»”’、。，；：！？）」』】…؟،؛।॥")
_BLANKS = " \t"


@dataclass(frozen=True, slots=True)
class Marker:
    """One citation marker.

    Args:
        start: its first code point.
        end: one past its last; of a tag round words, the end of the closing tag.
        documents: 1-based positions, or keys as they are written, in the order of the marker.
        style: the form, a name in ``styles.STYLES``.
    """

    start: int
    end: int
    documents: tuple[int | str, ...]
    style: str


@dataclass(frozen=True, slots=True)
class _Found:
    """A marker and the parts of it that are not the reply's own words."""

    marker: Marker
    parts: tuple[tuple[int, int], ...]


def parse_markers(text: str, n_documents: int | None = None) -> list[Marker]:
    """The markers of a reply, in order, not overlapping.

    Code, links, definitions, formulas, intervals, indexes and years are left alone. A marker that names a
    document that was not offered is a marker still. Linear in time.

    Args:
        text: the reply.
        n_documents: how many documents were offered, if known; it tells ``[2019]`` from a year.
    """
    return [found.marker for found in _find(text, split_blocks(text), n_documents)]


def match_marker(text: str, marker: Marker) -> tuple[Style, re.Match[str]]:
    """The style of a marker of this text, and what its pattern matches there.

    Raises:
        LookupError: the text has no such marker at that place.
    """
    for style in STYLES_OPENED_BY.get(text[marker.start], ()):
        match = style.pattern.match(text, marker.start)
        if match is not None and style.name == marker.style and match.end() == marker.end:
            return style, match
    raise LookupError(f"no marker of style {marker.style!r} at {marker.start}")


def mask_markers(text: str, blocks: Sequence[Block]) -> str:
    """The text of the same length with every marker blanked by spaces; words inside a tag stay."""
    pieces, position = [], 0
    for start, end in _parts(text, blocks):
        pieces += [text[position:start], " " * (end - start)]
        position = end
    return "".join([*pieces, text[position:]])


def strip_markers(text: str, n_documents: int | None = None) -> str:
    """The text without its markers, and without the blanks that only they needed."""
    return cut_spans(text, _parts(text, split_blocks(text), n_documents))


def cut_spans(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text without these stretches, in order and apart, and without the blanks that only they needed."""
    pieces, position = [], 0
    for start, end, parted in _with_neighbours(text, spans):
        gap_start, gap_end, gap = gap_around(text, start, end, parted=parted)
        pieces += [text[position:gap_start], gap]
        position = gap_end
    return "".join([*pieces, text[position:]])


def _parts(text: str, blocks: Sequence[Block], n_documents: int | None = None) -> list[tuple[int, int]]:
    return [part for found in _find(text, blocks, n_documents) for part in found.parts]


def _find(text: str, blocks: Sequence[Block], n_documents: int | None) -> Iterator[_Found]:
    spans = protected_spans(text, blocks)
    next_span, position = 0, 0
    while sign := _SIGN.search(text, position):
        start = sign.start()
        while next_span < len(spans) and spans[next_span][1] <= start:
            next_span += 1
        if next_span < len(spans) and spans[next_span][0] <= start:
            position = spans[next_span][1]
            continue
        found = _match(text, start, n_documents)
        position = found.marker.end if found else start + 1
        if found:
            yield found


def _match(text: str, start: int, n_documents: int | None) -> _Found | None:
    for style in STYLES_OPENED_BY[text[start]]:
        match = style.pattern.match(text, start)
        if match is None:
            continue
        documents = style.documents(match)
        if documents and (not style.plain or is_plain_citation(match, documents, n_documents)):
            return _Found(Marker(start, match.end(), documents, style.name), _own_parts(style, match))
    return None


def _own_parts(style: Style, match: re.Match[str]) -> tuple[tuple[int, int], ...]:
    return (match.span(1), match.span(2)) if style.wraps else (match.span(),)


def _with_neighbours(text: str, parts: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, bool]]:
    """Parts with nothing but blanks between them as one, and whether there are blanks between them."""
    run: tuple[int, int, bool] | None = None
    for start, end in parts:
        if run is not None and not text[run[1] : start].strip(_BLANKS):
            run = (run[0], end, run[2] or start > run[1])
            continue
        if run is not None:
            yield run
        run = (start, end, False)
    if run is not None:
        yield run


def gap_around(text: str, start: int, end: int, *, parted: bool = False) -> tuple[int, int, str]:
    """What to cut out around markers from ``start`` to ``end``, and what to leave in its place.

    ``parted`` says that there are blanks between them: one stays if there is none beside them.
    """
    left = start
    while left > 0 and text[left - 1] in _BLANKS:
        left -= 1
    right = end
    while right < len(text) and text[right] in _BLANKS:
        right += 1
    if left == 0 or text[left - 1] in "\r\n":
        return start, right, ""
    if right == len(text) or text[right] in "\r\n" or text[right] in _NO_BLANK_BEFORE:
        return left, right, ""
    if left < start and end < right:
        return left, right, " "
    return start, end, " " if parted and left == start and right == end else ""
