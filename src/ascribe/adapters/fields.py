"""The fields of a message, whether it is an object of a provider's package or the JSON of its API.

No provider's package is imported: whatever has the fields is taken. A field that is missing or of the wrong
kind is named by its whole path.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ascribe.errors import InputError


@dataclass(frozen=True, slots=True)
class Field:
    """A value and where it stands, such as ``message.content[0]``."""

    value: Any
    path: str = "message"

    def get(self, *names: str) -> Field:
        """The first of these fields that has a value; a field without a value if none has."""
        found = ((name, _value(self.value, name)) for name in names)
        name, value = next((pair for pair in found if pair[1] is not None), (names[0], None))
        return Field(value, f"{self.path}.{name}")

    def items(self, *names: str) -> list[Field]:
        """The members of a list; none if there is no such field.

        Raises:
            InputError: it is not a list.
        """
        found = self.get(*names)
        if found.value is None:
            return []
        if not isinstance(found.value, list | tuple):
            raise found.error("a list")
        return [Field(value, f"{found.path}[{i}]") for i, value in enumerate(found.value)]

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


def _value(record: object, name: str) -> Any:
    value = record.get(name) if isinstance(record, Mapping) else getattr(record, name, None)
    return None if callable(value) else value
