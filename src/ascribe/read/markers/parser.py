"""Parses, masks and removes the citation markers of a reply.

It also recognizes what only looks like a marker, and finds how much of a reply that is still being written
is safe to show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ascribe.inline_markup import LINK_TARGET, LINK_TEXT
from ascribe.protocols import Block
from ascribe.read.blocks import split_blocks
from ascribe.read.markdown import DEFINITION
from ascribe.read.markers.known_sources import NO_SOURCES, KnownSources
from ascribe.read.markers.note_numbers import is_note_place
from ascribe.read.markers.styles import STYLES_OPENED_BY, MarkerStyle
from ascribe.text.cuts import cut_spans

_OPENING_CHARACTER = re.compile("[" + re.escape("".join(STYLES_OPENED_BY)) + "]")


@dataclass(frozen=True, slots=True)
class Marker:
    """One citation marker.

    Args:
        start: its first code point.
        end: one past its last; for a tag around words, the end of the closing tag.
        documents: 1-based positions, or keys as written, in the order of the marker.
        style: the name of its form in ``styles.STYLES``.
    """

    start: int
    end: int
    documents: tuple[int | str, ...]
    style: str


@dataclass(frozen=True, slots=True)
class _FoundMarker:
    """A marker and those parts of it that are not words of the reply."""

    marker: Marker
    parts: tuple[tuple[int, int], ...]


def parse_markers(
    text: str, n_documents: int | None = None, known: KnownSources = NO_SOURCES
) -> list[Marker]:
    """Return the markers of a reply, in order and without overlap.

    Code, links, definitions, formulas, intervals, indexes and years are no markers. A marker that names a
    document beyond the given ones is still a marker. Takes linear time.

    Args:
        text: the reply.
        n_documents: how many documents there are, if known; decides whether ``[2019]`` may be a marker.
        known: the names of the documents; decides whether ``(Smith, 2020)`` and ``(mill.txt)`` are markers.
    """
    return [found.marker for found in _find_markers(text, split_blocks(text), n_documents, known)]


def match_marker(text: str, marker: Marker) -> tuple[MarkerStyle, re.Match[str]]:
    """Return the style of a marker of this text and the match of its pattern.

    Raises:
        LookupError: the text has no such marker at that offset.
    """
    for style in STYLES_OPENED_BY.get(text[marker.start], ()):
        match = style.pattern.match(text, marker.start)
        if match is not None and style.name == marker.style and match.end() == marker.end:
            return style, match
    raise LookupError(f"no marker of style {marker.style!r} at {marker.start}")


def mask_markers(
    text: str, blocks: Sequence[Block], sign: str = " ", known: KnownSources = NO_SOURCES
) -> str:
    """Replace every character of a marker by spaces, or by another sign; words inside a tag stay."""
    pieces, position = [], 0
    for start, end in _find_parts(text, blocks, known=known):
        pieces += [text[position:start], sign * (end - start)]
        position = end
    return "".join([*pieces, text[position:]])


def strip_markers(text: str, n_documents: int | None = None, known: KnownSources = NO_SOURCES) -> str:
    """Remove the markers and the blanks that only they needed."""
    return cut_spans(text, _find_parts(text, split_blocks(text), n_documents, known))


def find_marker_parts(text: str, marker: Marker) -> tuple[tuple[int, int], ...]:
    """Return the characters of a marker that are not words of the reply; two spans for a tag around words."""
    return _get_own_parts(*match_marker(text, marker))


def _find_parts(
    text: str, blocks: Sequence[Block], n_documents: int | None = None, known: KnownSources = NO_SOURCES
) -> list[tuple[int, int]]:
    return [part for found in _find_markers(text, blocks, n_documents, known) for part in found.parts]


def _find_markers(
    text: str, blocks: Sequence[Block], n_documents: int | None, known: KnownSources
) -> Iterator[_FoundMarker]:
    spans = find_protected_spans(text, blocks)
    next_span, position = 0, 0
    while sign := _OPENING_CHARACTER.search(text, position):
        start = sign.start()
        while next_span < len(spans) and spans[next_span][1] <= start:
            next_span += 1
        if next_span < len(spans) and spans[next_span][0] <= start:
            position = spans[next_span][1]
            continue
        found = _match_at(text, start, n_documents, known)
        position = found.marker.end if found else start + 1
        if found:
            yield found


def _match_at(text: str, start: int, n_documents: int | None, known: KnownSources) -> _FoundMarker | None:
    for style in STYLES_OPENED_BY[text[start]]:
        if style.is_known is not None and not known:
            continue
        match = style.pattern.match(text, start)
        if match is None:
            continue
        documents = style.documents(match)
        if style.is_known is not None and not style.is_known(match, documents, known):
            continue
        if documents and (not style.plain or is_plain_citation(match, documents, n_documents)):
            return _FoundMarker(
                Marker(start, match.end(), documents, style.name), _get_own_parts(style, match)
            )
    return None


def _get_own_parts(style: MarkerStyle, match: re.Match[str]) -> tuple[tuple[int, int], ...]:
    return (match.span(1), match.span(2)) if style.wraps else (match.span(),)


MAX_POSITION = 999
"""A bare number above this is a year or a quantity, unless there are that many documents or it stands where
a note stands."""

_YEARS = range(1001, 2200)
"""Numbers that are rather years: "a comet was seen [1066]"."""

_PROTECTED = re.compile(
    r"(?<!`)(?P<ticks>`{1,3})(?!`)(?:[^`\n]|\n(?![ \t]*\r?\n))+(?P=ticks)(?!`)"
    r"|\$\$[^$]+\$\$"
    r"|(?<![\w$\\])\$(?=[^\s\d$])[^$\n]{0,500}(?<![\s\\])\$(?!\w)"
    r"|(?<![\w$\\])\$(?=[^$\n]{0,200}[\\^_{])[^$\n]{1,500}\$(?!\w)"
    r"|\\\((?:[^\\\n]|\\(?![()]))*\\\)"
    r"|(?P<formula>\\\[(?:[^\\]|\\(?![\[\]]))*\\\])"
    r"|\{\s*[\"'][^{}\n]*\}"
    rf"|^[ \t>]*{DEFINITION}"
    rf"|(?P<link>!?\[{LINK_TEXT}\]){LINK_TARGET}",
    re.MULTILINE,
)
_CONTEXT_CHARS = 40
_NO_CITATION_BEFORE = re.compile(r"(?:[\\^{\[]|(?<!\w)_|[\"']\s*:\s*|[=∈]\s*)\Z")
_INTERVAL_BEFORE = re.compile(
    r"(?:\b(?:interval|range|scale|domain|bounds|between|intervall|bereich|intervalle|intervalo|rango|intervallo)"
    r"\s+(?:of\s+)?|\\in\s*)\Z",
    re.IGNORECASE,
)
_PAIR = re.compile(r"\[\s*\d+\s*[,;]\s*\d+\s*\]")
_FROM_ZERO = re.compile(r"\[\s*0\s*[-–,;]")
_INDEXED = re.compile(
    r"(?:(?<![^\W_])(?<!\d )[A-Za-z]|[A-Za-z][\w.]*[._][A-Za-z]\w*|\b[a-z]+[A-Z]\w*|\)"
    r"|\b(?:list|array|arr|args|argv|data|items|row|rows|values|vec|matrix))\Z",
    re.ASCII,
)
_INDEX_AFTER = re.compile(r"\s?(?:=|\+=|\[[a-z_\"'])|\.[a-z_]+\(|[+{]")


def find_protected_spans(text: str, blocks: Sequence[Block]) -> list[tuple[int, int]]:
    """Return the spans in which nothing is a marker, in order and without overlap."""
    spans = [(block.start, block.end) for block in blocks if block.kind == "code"]
    spans += [match.span() for match in _PROTECTED.finditer(text) if not _is_marker_pair(match)]
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _is_marker_pair(match: re.Match[str]) -> bool:
    r"""Return True for markers in the shape of a link or a formula.

    ``[1][2]`` is two markers, ``[[2]](url)`` is one, and so is ``\[1\]``.
    """
    first = match.group("link") or match.group("formula")
    if first is None or first.startswith("!"):
        return False
    styles = (style for style in STYLES_OPENED_BY[first[0]] if style.is_known is None)
    return any(style.pattern.match(match.string, match.start()) for style in styles)


def is_plain_citation(
    match: re.Match[str], documents: tuple[int | str, ...], n_documents: int | None
) -> bool:
    """Return True if numbers in brackets are a citation, judging by the numbers and the text around them."""
    text, start, end = match.string, match.start(), match.end()
    greatest = max(MAX_POSITION, n_documents or 0)
    above = [number for number in documents if isinstance(number, int) and number > greatest]
    if above and (any(number in _YEARS for number in above) or not is_note_place(text, start, end)):
        return False
    before = text[max(0, start - _CONTEXT_CHARS) : start]
    if _NO_CITATION_BEFORE.search(before) or _FROM_ZERO.match(text, start):
        return False
    if _INDEX_AFTER.match(text, end) and not before[-1:].isspace():
        return False
    if _PAIR.fullmatch(match.group()) and _INTERVAL_BEFORE.search(before):
        return False
    return not (_INDEXED.search(before) or (before[-1:].isalnum() and documents == (0,)))


MAX_HELD_BACK = 2_500
"""Most code points that are held back; a tag around more words than that is let through."""


def safe_end(text: str, known: KnownSources = NO_SOURCES) -> int:
    """Return the offset up to which a partial text can be shown: the rest may be the start of a marker.

    A complete marker at the very end is held back as well, because ``[1]`` may continue as ``[1](address)``
    and ``¹`` as ``¹²``. Any marker that later text completes starts at this offset or after it, unless it is
    longer than ``MAX_HELD_BACK``.

    Args:
        text: everything written so far; only its last ``MAX_HELD_BACK`` code points are examined.
        known: the names of the documents; with any, what may become such a name is held back, too.
    """
    for sign in _OPENING_CHARACTER.finditer(text, max(0, len(text) - MAX_HELD_BACK)):
        if any(
            _may_continue(pattern, text, sign.start())
            for pattern in _compile_patterns(sign.group(), bool(known))
        ):
            return sign.start()
    return len(text)


def _may_continue(pattern: Any, text: str, start: int) -> bool:
    match = pattern.match(text, start, partial=True)
    return match is not None and (match.partial or match.end() == len(text))


@cache
def _compile_patterns(sign: str, is_known: bool) -> tuple[Any, ...]:
    """Compile the patterns of the styles that the character opens with ``regex``, for partial matches."""
    import regex

    return tuple(
        regex.compile(
            style.pattern.pattern, regex.IGNORECASE if style.pattern.flags & re.IGNORECASE else regex.UNICODE
        )
        for style in STYLES_OPENED_BY[sign]
        if is_known or style.is_known is None
    )
