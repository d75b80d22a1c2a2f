"""The words of a reply that a citation stands for, where the provider sends both offsets and the words."""

from __future__ import annotations

import re

from ascribe.adapters.fields import Field
from ascribe.errors import InputError
from ascribe.records.offsets import OFFSET_UNITS, OffsetUnit, to_code_points

Span = tuple[int, int]


def stated_span(text: str, offsets: Span, words: str, unit: OffsetUnit, field: Field) -> Span:
    """Code points of the words: at the offsets in that unit, in another one, or the nearest place of them.

    Args:
        text: what the offsets count in.
        offsets: start and end, half-open.
        words: as the provider repeats them; empty if it does not, then the offsets alone count.
        unit: what the provider's documentation says, or code points.
        field: the citation, for the message.

    Raises:
        InputError: the text has no such words, or no such offsets.
    """
    if not words:
        return _counted(text, offsets, unit, field)
    for each in (unit, *OFFSET_UNITS):
        try:
            start, end = _counted(text, offsets, each, field)
        except InputError:  # the offsets do not count in this unit
            continue
        if text[start:end] == words:
            return start, end
    places = [match.start() for match in re.finditer(re.escape(words), text)]
    if not places:
        raise InputError(
            f"{field.path}: the reply does not have the words {words[:60]!r}; give the whole message."
        )
    start = min(places, key=lambda place: abs(place - offsets[0]))
    return start, start + len(words)


def _counted(text: str, offsets: Span, unit: OffsetUnit, field: Field) -> Span:
    try:
        return to_code_points(text, offsets[0], unit), to_code_points(text, offsets[1], unit)
    except InputError as error:
        raise InputError(f"{field.path}: {error}") from None
