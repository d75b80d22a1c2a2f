"""Recognizes the next item of a printed list by its label, or by the room that the line before it leaves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ascribe.read.pdf.lines import INDEX_ENTRY, SENTENCE_END, Line

_LABEL = re.compile(
    r"(?P<name>(?:[^\W\d_]{2,12}\.? |§ ?)?)"
    r"(?P<outer>(?:\d{1,3}\.){0,4})(?P<last>\d{1,3}|[A-Za-z])(?P<end>[.):]?)\s"
)
"""``1.2``, ``B.``, ``Article 7``: a name, the outer numbers, and the last number, which counts up."""

_FIELD = re.compile(r"[^\W\d_][^:.!?]{0,30}:\s+\S")

_MIN_EMPTY_SHARE = 0.4
"""Share of a column's width that a line leaves empty only if something ends there."""

_MAX_END_DIFFERENCE = 0.06
"""Maximum difference between the ends of two lines of a narrow paragraph, as a share of the column's
width."""


def begins_list_item(group: Sequence[Line], line: Line) -> bool:
    """Return True if the line is the next item of the list that contains the group."""
    first, last = group[0], group[-1]
    indexed = INDEX_ENTRY.search(last.text)
    if _is_next_label(first.text, line.text) or (indexed and INDEX_ENTRY.search(line.text)):
        return True
    if last.rtl or not _has_room(last, line):
        return False
    both_fields = _FIELD.match(first.text) and _FIELD.match(line.text)
    return bool(both_fields or indexed) or _is_single_line_item(group, line)


def _is_next_label(text: str, following: str) -> bool:
    """Return True if the label of the second text follows that of the first."""
    one, two = _LABEL.match(text), _LABEL.match(following)
    if one is None or two is None:
        return False
    if any(one[part] != two[part] for part in ("name", "outer", "end")):
        return False
    if not (one["name"] or one["outer"] or one["end"]):
        return False  # a bare number or letter is part of the text
    if one["last"].isdigit() and two["last"].isdigit():
        return int(two["last"]) == int(one["last"]) + 1
    return not one["last"].isdigit() and ord(two["last"]) == ord(one["last"]) + 1


def _has_room(last: Line, line: Line) -> bool:
    return last.column[1] - last.right > line.first_word_width + 0.5 * last.size


def _is_single_line_item(group: Sequence[Line], line: Line) -> bool:
    """Return True if the last line ends well before the column edge and ``line`` is not its continuation.

    The lines of a narrow paragraph look similar, but they end where the next word would not have fitted.
    """
    last = group[-1]
    width = last.column[1] - last.column[0]
    if last.column[1] - last.right < _MIN_EMPTY_SHARE * width or last.centered or not _is_start(line.text):
        return False
    if SENTENCE_END.search(last.text) or abs(line.right - last.right) < _MAX_END_DIFFERENCE * width:
        return False
    edge = max(other.right for other in (*group, line))
    return len(group) == 1 or edge - last.right > line.first_word_width


def _is_start(text: str) -> bool:
    return text[0].isalnum() and not text[0].islower()
