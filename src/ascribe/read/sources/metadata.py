"""Whatever came with a source → JSON values, and what it calls the source."""

from __future__ import annotations

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from datetime import date, time
from enum import Enum
from typing import Any

_DEPTH = 32
"""Deeper values, and those that hold themselves, become their ``str()``."""

_SMALLEST, _LARGEST = -(2**63), 2**64 - 1
"""Whole numbers outside this range are not the same in every JSON reader; they become text."""

_NAMES = ("source", "file_name", "filename", "file_path", "url")
"""Where the loaders of LangChain, LlamaIndex and Haystack say what a text was read from."""

_LONGEST_NAME = 500


def json_values(metadata: Mapping[Any, Any]) -> dict[str, Any]:
    """A new dict that JSON can express; the argument is left alone.

    Dates become ISO text, sets and tuples lists, NumPy values plain ones, numbers that are not finite None,
    and objects of other kinds their ``str()``.
    """
    return {_text(str(key)): _value(value, _DEPTH) for key, value in metadata.items()}


def name_in(metadata: Mapping[str, Any]) -> str | None:
    """The file or address that a text without an id was read from, with its page; None if nothing says so.

    The page is ``page_label``, the number that is printed. ``page`` counts from 0 in some loaders and from 1
    in others, so that it would name the wrong page for some; so does ``source`` where it is a number.
    """
    said = (" ".join(value.split()) for key in _NAMES if isinstance(value := metadata.get(key), str))
    name = next((value for value in said if value and not value.isdecimal()), "")
    label = metadata.get("page_label")
    page = " ".join(str(label).split()) if isinstance(label, str | int) else ""
    full = f"{name}, page {page}" if name and page else name
    return full if 0 < len(full) <= _LONGEST_NAME else None


def _value(value: Any, depth: int) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Enum):
        return _value(value.value, depth - 1)
    if isinstance(value, int | float | str):
        return _scalar(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if depth <= 0:
        return _described(value)
    return _composed(value, depth - 1)


def _scalar(value: float | str) -> Any:
    if isinstance(value, str):
        return _text(str(value))
    if isinstance(value, int):
        return int(value) if _SMALLEST <= value <= _LARGEST else str(value)
    return float(value) if math.isfinite(value) else None


def _composed(value: Any, depth: int) -> Any:
    if isinstance(value, Mapping):
        return {_text(str(key)): _value(item, depth) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_value(item, depth) for item in value]
    if isinstance(value, AbstractSet):
        # Sets have no order of their own; sorting makes the same document in every process.
        return sorted((_value(item, depth) for item in value), key=repr)
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        return _value(value.tolist(), depth)
    return _described(value)


def _described(value: object) -> str:
    try:
        return _text(str(value))
    except Exception:  # an object of a framework may fail in its own way
        return f"<{type(value).__name__}>"


def _text(value: str) -> str:
    return value.encode("utf-8", errors="replace").decode("utf-8")
