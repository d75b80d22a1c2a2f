"""Cut spans out of a text together with the blanks that only they needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

_NO_BLANK_BEFORE = frozenset(".,;:!?)]}»”’、。，；：！？）」』】…؟،؛।॥")
_BLANKS = " \t"


class Cut(NamedTuple):
    """The characters ``start`` to ``end`` go, and ``left`` takes their place: nothing or one blank."""

    start: int
    end: int
    left: str


def cut_spans(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Remove these ordered, disjoint spans and the blanks that only they needed."""
    return apply_cuts(text, find_cuts(text, spans))


def find_cuts(text: str, spans: Sequence[tuple[int, int]]) -> list[Cut]:
    """Return what to cut for these ordered, disjoint spans, in order and without overlap."""
    cuts: list[Cut] = []
    position = 0
    for start, end, parted in _merge_neighbors(text, spans):
        first, last, left = find_gap(text, start, end, parted=parted)
        cuts.append(Cut(max(first, position), last, left))
        position = last
    return cuts


def apply_cuts(text: str, cuts: Sequence[Cut]) -> str:
    """Return the text without what is cut."""
    pieces, position = [], 0
    for start, end, left in cuts:
        pieces += [text[position:start], left]
        position = end
    return "".join([*pieces, text[position:]])


def move_offset(offset: int, cuts: Sequence[Cut]) -> int:
    """Return where a character of the text is after the cuts; for one that is cut, where the cut was."""
    moved = offset
    for start, end, left in cuts:
        if offset <= start:
            break
        moved -= min(offset, end) - start
        moved += len(left) if offset >= end else 0
    return moved


def _merge_neighbors(text: str, parts: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, bool]]:
    """Merge parts with only blanks between them; the third value is True if there are such blanks."""
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


def find_gap(text: str, start: int, end: int, *, parted: bool = False) -> tuple[int, int, str]:
    """Return the span to cut for markers from ``start`` to ``end``, and the text to put in its place.

    ``parted``: there are blanks between the markers; one is kept if there is none beside them.
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
