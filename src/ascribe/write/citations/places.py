"""Where a marker of a style goes, and which sentences of a run show it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ascribe.write.markdown_zones import Gap
from ascribe.write.spans import Place

Numbers = tuple[int, ...]

_STOPS = ".!?。！？"
_CLOSERS = "%)]”’»"
_SHORTENED = re.compile(r"(?:\b[^\W\d]{1,3}\.)+[^\W\d]{1,3}\Z")
_WORD_OR_STOP = re.compile(r"(?:[^\W\d_]{3}|[.,;:!?”’»。，！？」])\Z")
"""What a bare superscript may follow without reading as an exponent."""


def before_stop(reply: str, start: int, gap: Gap) -> Gap:
    """The gap before the full stop of the sentence, where it ends in a plain one; else the gap as it is.

    A stop that belongs to a shortened word with stops in it (``U.S.``), to an ellipsis or to the number of a
    list item (``1.``) stays with it.
    """
    stop = gap.position - 1
    if gap.own_paragraph or stop <= start or reply[stop] not in _STOPS:
        return gap
    line = reply[max(start, reply.rfind("\n", start, stop) + 1) : stop]
    is_plain = line[-1:].isalnum() or line[-1:] in _CLOSERS
    if is_plain and any(map(str.isalpha, line)) and not _SHORTENED.search(line[-20:]):
        return replace(gap, position=stop)
    return gap


def reads_as_exponent(reply: str, gap: Gap) -> bool:
    """True if raised digits at the gap would be an exponent: after a digit, a short unit, or nothing."""
    return gap.own_paragraph or not _WORD_OR_STOP.search(reply[max(0, gap.position - 3) : gap.position])


def without_repeats(reply: str, places: Sequence[Place | None], numbers: Sequence[Numbers]) -> list[Numbers]:
    """The numbers that each sentence shows where a run of sentences with the same ones shows them once.

    A run stands on one line. The last of the run shows them: a marker covers what stands before it.
    """
    shown = list(numbers)
    placed = sorted((place, index) for index, place in enumerate(places) if place is not None)
    for (first, one), (second, two) in pairwise(placed):
        same_line = "\n" not in reply[first[0] : second[1]]
        if same_line and numbers[one] and set(numbers[one]) == set(numbers[two]):
            shown[one] = ()
    return shown
