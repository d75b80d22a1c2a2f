"""Neighbouring sentences that are read as one where ``use_split_rules`` is on.

The four rules are those of Haystack's sentence splitter, which has a parameter of the same name. Apostrophes
are no quotation marks here, and nothing is joined across blocks: paragraphs, list items, headings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ascribe.read.sentences.enclosures import Enclosures, find_enclosures

Unit = tuple[int, int]

_ITEM_NUMBER = re.compile(r"(?:^|\n)[ \t]*\d{1,2}\.\Z")
_LONGEST_NUMBER = 20
"""Characters looked back at for a number that opens a line; white space before it counts."""


def join_units(text: str, units: Sequence[Unit]) -> list[Unit]:
    """The units of one block, joined where one of these holds.

    - The boundary lies within a quotation.
    - The first ends with a quoted question.
    - The first ends with the number of a list item.
    - The second opens with a bracket.
    """
    pairs = find_enclosures(text, units[0][0], units[-1][1])
    joined = [units[0]]
    for unit in units[1:]:
        first = joined[-1]
        if _belongs(text, first, unit, pairs):
            joined[-1] = (first[0], unit[1])
        else:
            joined.append(unit)
    return joined


def _belongs(text: str, first: Unit, second: Unit, pairs: Enclosures) -> bool:
    end = first[1]
    within, closed = pairs.around(end), pairs.ending_at(end - 1)
    if within is not None and within.is_speech:
        return True
    if closed is not None and closed.is_speech and text[end - 2] == "?":
        return True
    tail = text[max(first[0], end - _LONGEST_NUMBER) : end]
    return text[second[0]] in "([" or _ITEM_NUMBER.search(tail) is not None
