"""Read a field of a record from outside, which may be a mapping or an object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def get_field(record: object, name: str) -> Any:
    """Return the value of that key or attribute, or None if it is missing or a method."""
    value = record.get(name) if isinstance(record, Mapping) else getattr(record, name, None)
    return None if callable(value) else value
