"""Fields of a provider's message, object or JSON, and spans stated by both offsets and words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ascribe.errors import InputError
from ascribe.records.offsets import OFFSET_UNITS, OffsetUnit, to_code_points


@dataclass(frozen=True, slots=True)
class MessageField:
    """A value and where it stands, such as ``message.content[0]``."""

    value: Any
    path: str = "message"

    def get(self, *names: str) -> MessageField:
        """The first of these fields that has a value; a field without a value if none has."""
        found = ((name, _get_value(self.value, name)) for name in names)
        name, value = next((pair for pair in found if pair[1] is not None), (names[0], None))
        return MessageField(value, f"{self.path}.{name}")

    def items(self, *names: str) -> list[MessageField]:
        """The members of a list; none if there is no such field.

        Raises:
            InputError: it is not a list.
        """
        found = self.get(*names)
        if found.value is None:
            return []
        if not isinstance(found.value, list | tuple):
            raise found.error("a list")
        return [MessageField(value, f"{found.path}[{i}]") for i, value in enumerate(found.value)]

    def text(self, *names: str) -> str:
        """A text.

        Raises:
            InputError: it is missing or no text.
        """
        found = self.get(*names)
        if not isinstance(found.value, str):
            raise found.error("text")
        return found.value

    def optional_text(self, *names: str) -> str:
        """A text; empty if it is missing.

        Raises:
            InputError: it is no text.
        """
        return "" if self.get(*names).value is None else self.text(*names)

    def number(self, *names: str) -> int:
        """A whole number from 0.

        Raises:
            InputError: it is missing, negative or no whole number.
        """
        found = self.get(*names)
        if not isinstance(found.value, int) or isinstance(found.value, bool) or found.value < 0:
            raise found.error("a whole number from 0")
        return found.value

    def range(self, start: str, end: str) -> tuple[int, int]:
        """Two such numbers, the second not below the first.

        Raises:
            InputError: one of them is wrong, or they are reversed.
        """
        first, last = self.number(start), self.number(end)
        if last < first:
            raise InputError(f"{self.path}.{end} is {last}, before its start, {first}.")
        return first, last

    def error(self, wanted: str) -> InputError:
        """What to raise where the value is not what was wanted."""
        value = "nothing" if self.value is None else f"{self.value!r:.60}"
        return InputError(
            f"{self.path} must be {wanted}, got {value}; give the message as the provider sent it."
        )


def _get_value(record: object, name: str) -> Any:
    value = record.get(name) if isinstance(record, Mapping) else getattr(record, name, None)
    return None if callable(value) else value


CharRange = tuple[int, int]


def find_stated_span(
    text: str, offsets: CharRange, words: str, unit: OffsetUnit, field: MessageField
) -> CharRange:
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
        return _convert_offsets(text, offsets, unit, field)
    for each in (unit, *OFFSET_UNITS):
        try:
            start, end = _convert_offsets(text, offsets, each, field)
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


def _convert_offsets(text: str, offsets: CharRange, unit: OffsetUnit, field: MessageField) -> CharRange:
    try:
        return to_code_points(text, offsets[0], unit), to_code_points(text, offsets[1], unit)
    except InputError as error:
        raise InputError(f"{field.path}: {error}") from None
