"""Which documents a reply cites: by the user's pattern, or by the grammar of markers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ascribe.read.markers import Marker, parse_markers
from ascribe.systems.answer_builder.patterns import Hit, Pattern, read_pattern

PLAIN = r"\[(\d+)\]"
"""The pattern that Haystack's pages show: one number in brackets."""

LISTS = r"\[([^\S\n]*\d+(?:[^\S\n]*[,;\-–—‑−][^\S\n]*\d+)*[^\S\n]*)\]"
"""What ``PLAIN`` becomes where ranges are expanded: numbers in brackets with commas and dashes."""

ACM = r"\[([^\S\n]*\d+(?:[^\S\n]*,[^\S\n]*\d+)*[^\S\n]*)\]"
"""What ``reference_pattern="acm"`` stands for, as in deepset's builder; all numbers count."""

_DASH = re.compile(r"\s*[-–—‑−]\s*")
_FRAME = re.compile(r"\A[^\w+-]+|\W+\Z")

WarningCode = Literal["out_of_range", "backwards", "cut_off", "unreadable"]


@dataclass(frozen=True, slots=True)
class ReferenceWarning:
    """Something odd about one marker.

    Args:
        code: ``out_of_range`` no such document; ``backwards`` a range such as ``[5-3]``, which cites nothing;
            ``cut_off`` a range that goes on after the last document; ``unreadable`` no number in it.
        message: one sentence.
        number: the document that was asked for, from 1; None if it is no number.
        start: the first code point of the marker in the reply.
        end: one past its last.
    """

    code: WarningCode
    message: str
    number: int | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Citations:
    """What a reply cites: its markers in order, and what is odd about them."""

    markers: tuple[Marker, ...] = ()
    warnings: tuple[ReferenceWarning, ...] = ()


_Item = int | tuple[WarningCode, str, int | None]
_Reader = Callable[[Hit, int], Iterator[_Item]]


def read_citations(
    reply: str, pattern: Pattern | None, n_documents: int, *, ranges: bool, seconds: float
) -> Citations:
    """The markers of a reply; without a pattern those of the grammar.

    Raises:
        PatternTimeout: the pattern took longer than ``seconds``.
    """
    if pattern is None:
        markers = parse_markers(reply, n_documents)
        return Citations(tuple(markers), tuple(_outside(markers, n_documents)))
    lists = ranges or pattern.expression == "acm"
    return _by_pattern(reply, _meant(pattern, ranges), n_documents, _items if lists else _number, seconds)


def _meant(pattern: Pattern, ranges: bool) -> Pattern:
    if pattern.expression == "acm":
        return read_pattern(LISTS if ranges else ACM, pattern.name)
    return read_pattern(LISTS, pattern.name) if ranges and pattern.expression == PLAIN else pattern


def _by_pattern(reply: str, pattern: Pattern, count: int, read: _Reader, seconds: float) -> Citations:
    markers: list[Marker] = []
    warnings: list[ReferenceWarning] = []
    for hit in pattern.hits(reply, seconds):
        if hit.start == hit.end:
            continue
        found = list(read(hit, count))
        numbers = tuple(each for each in found if isinstance(each, int))
        odd = [ReferenceWarning(*each, hit.start, hit.end) for each in found if not isinstance(each, int)]
        marker = Marker(hit.start, hit.end, numbers, "pattern")
        warnings += odd
        if not numbers and any(warning.code == "unreadable" for warning in odd):
            continue  # the pattern found something else
        markers.append(marker)
        warnings += _outside([marker], count)
    return Citations(tuple(markers), tuple(warnings))


def _number(hit: Hit, _: int) -> Iterator[_Item]:
    """The one number that the group holds, as ``int`` reads it; a frame of brackets round it is no matter."""
    number = _read(hit.group)
    number = _read(_FRAME.sub("", hit.group)) if number is None else number
    yield number if number is not None else _unreadable(hit.group)


def _items(hit: Hit, count: int) -> Iterator[_Item]:
    """The numbers of a list of numbers and ranges."""
    for part in filter(None, map(str.strip, hit.group.split(","))):
        for piece in filter(None, map(str.strip, part.split(";"))):
            yield from _item(piece, count)


def _item(piece: str, count: int) -> Iterator[_Item]:
    ends = [_read(end) for end in _DASH.split(piece)]
    first, last = (ends[0], ends[-1]) if len(ends) <= 2 else (None, None)
    if first is None or last is None:
        framed = _FRAME.sub("", piece)
        yield from _item(framed, count) if framed != piece else [_unreadable(piece)]
    elif len(ends) == 1:
        yield first
    elif first > last:
        yield "backwards", f"The range {piece} runs backwards and cites nothing.", None
    else:
        yield from range(first, min(last, count) + 1)
        if last > count:
            yield "cut_off", f"The range {piece} goes on after the last document, {count}.", last


def _read(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def _unreadable(text: str) -> tuple[WarningCode, str, None]:
    shown = text if len(text) <= 80 else text[:79] + "…"
    return "unreadable", f"The reference pattern found {shown!r}, which is no number.", None


def _outside(markers: Sequence[Marker], count: int) -> Iterator[ReferenceWarning]:
    for marker in markers:
        for number in dict.fromkeys(marker.documents):
            if isinstance(number, int) and not 1 <= number <= count:
                message = f"The reply cites document {number}, but {_offered(count)}."
                yield ReferenceWarning("out_of_range", message, number, marker.start, marker.end)


def _offered(count: int) -> str:
    return f"there {'is' if count == 1 else 'are'} {count or 'no'} document{'s' * (count != 1)}"
