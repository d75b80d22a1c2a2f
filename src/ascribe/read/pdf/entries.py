"""Lists without bullets: labels that count on, fields with a colon, entries of an index, short lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ascribe.read.pdf.lines import Line
from ascribe.read.pdf.signs import END, INDEXED

_LABEL = re.compile(
    r"(?P<name>(?:[^\W\d_]{2,12}\.? |§ ?)?)"
    r"(?P<outer>(?:\d{1,3}\.){0,4})(?P<last>\d{1,3}|[A-Za-z])(?P<end>[.):]?)\s"
)
"""``1.2``, ``B.``, ``Article 7``: a name, the numbers above, and the last one, which counts."""

_FIELD = re.compile(r"[^\W\d_][^:.!?]{0,30}:\s+\S")

_EMPTY = 0.4
"""Share of the width of a column that a line leaves empty only where something ends."""

_SAME_END = 0.06
"""Share of that width by which two lines of a narrow paragraph may differ at their ends."""


def begins_entry(group: Sequence[Line], line: Line) -> bool:
    """True if the line is the next entry of the list that the group stands in."""
    first, last = group[0], group[-1]
    indexed = INDEXED.search(last.text)
    if _counts_on(first.text, line.text) or (indexed and INDEXED.search(line.text)):
        return True
    if last.rtl or not _has_room(last, line):
        return False
    both_fields = _FIELD.match(first.text) and _FIELD.match(line.text)
    return bool(both_fields or indexed) or _stands_alone(group, line)


def _counts_on(text: str, following: str) -> bool:
    """True if the label of the second text is the one after that of the first."""
    one, two = _LABEL.match(text), _LABEL.match(following)
    if one is None or two is None:
        return False
    if any(one[part] != two[part] for part in ("name", "outer", "end")):
        return False
    if not (one["name"] or one["outer"] or one["end"]):
        return False  # a bare number or letter is a word of the text
    if one["last"].isdigit() and two["last"].isdigit():
        return int(two["last"]) == int(one["last"]) + 1
    return not one["last"].isdigit() and ord(two["last"]) == ord(one["last"]) + 1


def _has_room(last: Line, line: Line) -> bool:
    return last.column[1] - last.right > line.first_word + 0.5 * last.size


def _stands_alone(group: Sequence[Line], line: Line) -> bool:
    """True for a line that ends well before the edge of its column, over one that does not go on in small.

    The lines of a narrow paragraph do so too: they end where the next word would not have fitted.
    """
    last = group[-1]
    width = last.column[1] - last.column[0]
    if last.column[1] - last.right < _EMPTY * width or last.centred or not _is_start(line.text):
        return False
    if END.search(last.text) or abs(line.right - last.right) < _SAME_END * width:
        return False
    edge = max(other.right for other in (*group, line))
    return len(group) == 1 or edge - last.right > line.first_word


def _is_start(text: str) -> bool:
    return text[0].isalnum() and not text[0].islower()
