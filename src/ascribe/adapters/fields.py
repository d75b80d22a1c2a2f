"""Access to the fields of a provider's message, object or JSON, and to spans given by offsets and words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ascribe.errors import InputError
from ascribe.field_access import get_field
from ascribe.records.offsets import OFFSET_UNITS, OffsetUnit, to_code_points


@dataclass(frozen=True, slots=True)
class MessageField:
    """A value in a message and its path, such as ``message.content[0]``."""

    value: Any
    path: str = "message"

    def get(self, *names: str) -> MessageField:
        """Return the first of these fields that has a value, or a field with the value None."""
        found = ((name, get_field(self.value, name)) for name in names)
        name, value = next((pair for pair in found if pair[1] is not None), (names[0], None))
        return MessageField(value, f"{self.path}.{name}")

    def items(self, *names: str) -> list[MessageField]:
        """Return the members of a list field; empty if the field is missing.

        Raises:
            InputError: the field is not a list.
        """
        found = self.get(*names)
        if found.value is None:
            return []
        if not isinstance(found.value, list | tuple):
            raise found.error("a list")
        return [MessageField(value, f"{found.path}[{i}]") for i, value in enumerate(found.value)]

    def text(self, *names: str) -> str:
        """Return the value of a text field.

        Raises:
            InputError: the field is missing or not text.
        """
        found = self.get(*names)
        if not isinstance(found.value, str):
            raise found.error("text")
        return found.value

    def optional_text(self, *names: str) -> str:
        """Return the value of a text field; empty if it is missing.

        Raises:
            InputError: the field is not text.
        """
        return "" if self.get(*names).value is None else self.text(*names)

    def number(self, *names: str) -> int:
        """Return the value of a field with a whole number of at least 0.

        Raises:
            InputError: the field is missing, negative or not a whole number.
        """
        found = self.get(*names)
        if not isinstance(found.value, int) or isinstance(found.value, bool) or found.value < 0:
            raise found.error("a whole number from 0")
        return found.value

    def range(self, start: str, end: str) -> tuple[int, int]:
        """Return two such numbers as a half-open range.

        Raises:
            InputError: one of them is invalid, or they are reversed.
        """
        first, last = self.number(start), self.number(end)
        if last < first:
            raise InputError(f"{self.path}.{end} is {last}, before its start, {first}.")
        return first, last

    def error(self, wanted: str) -> InputError:
        """Build the error for a value that is not what was expected."""
        value = "nothing" if self.value is None else f"{self.value!r:.60}"
        return InputError(
            f"{self.path} must be {wanted}, got {value}; give the message as the provider sent it."
        )


CharRange = tuple[int, int]


def find_stated_span(
    text: str, offsets: CharRange, words: str, unit: OffsetUnit, field: MessageField
) -> CharRange:
    """Find cited words in code points: at the offsets in the stated or another unit, or at the nearest match.

    Args:
        text: the text that the offsets refer to.
        offsets: start and end, half-open.
        words: the cited words as the provider repeats them; if empty, only the offsets are used.
        unit: the unit in the provider's documentation, or code points.
        field: the citation, for error messages.

    Raises:
        InputError: the words do not occur in the text, or the offsets are invalid.
    """
    if not words:
        return _convert_offsets(text, offsets, unit, field)
    for each in (unit, *OFFSET_UNITS):
        try:
            start, end = _convert_offsets(text, offsets, each, field)
        except InputError:  # the offsets are not in this unit
            continue
        if text[start:end] == words:
            return start, end
    places = [match.start() for match in re.finditer(re.escape(words), text)]
    if not places:
        raise InputError(
            f"{field.path}: the reply does not contain the words {words[:60]!r}; give the whole message."
        )
    start = min(places, key=lambda place: abs(place - offsets[0]))
    return start, start + len(words)


def _convert_offsets(text: str, offsets: CharRange, unit: OffsetUnit, field: MessageField) -> CharRange:
    try:
        return to_code_points(text, offsets[0], unit), to_code_points(text, offsets[1], unit)
    except InputError as error:
        raise InputError(f"{field.path}: {error}") from None
