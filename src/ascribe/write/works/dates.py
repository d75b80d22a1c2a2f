"""The date of publication, in whatever form metadata has it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

Issued = tuple[int, ...]

_ISO = re.compile(r"(\d{4})(?:[-/.]?(\d{2})(?:[-/.]?(\d{2}))?)?(?!\d)")
"""``2019-05-03T…``, ``2019/05``, ``20190503``."""

_PDF = re.compile(r"D:(\d{4})(\d{2})?(\d{2})?")
"""PDF 2.0, section 7.9.4; the time may follow."""

_YEAR = re.compile(r"(?<!\d)(1[0-9]{3}|20[0-9]{2})(?!\d)")


def issued_of(value: Any) -> Issued:
    """Year, month and day, or as much as the value tells; empty if it tells no year from 1000 to 2099.

    Of a date that is no ISO 8601 date only the year is taken: ``03/04/2019`` has two readings.
    """
    if isinstance(value, bool):
        return ()
    if isinstance(value, int):
        return (value,) if 1000 <= value <= 2099 else ()
    if isinstance(value, str):
        return _from_text(value.strip())
    if isinstance(value, Mapping):
        return _from_dict(value)
    return issued_of(value[0]) if isinstance(value, list | tuple) and value else ()


def _from_text(text: str) -> Issued:
    if match := _PDF.match(text) or _ISO.match(text):
        return _checked(match.groups())
    years = _YEAR.findall(text)
    return (int(years[0]),) if years else ()


def _checked(parts: tuple[Any, ...]) -> Issued:
    """The parts up to the first that is missing or cannot be."""
    kept: list[int] = []
    for part, (low, high) in zip(parts, ((1000, 2099), (1, 12), (1, 31)), strict=False):
        if not str(part or "").isdecimal() or not low <= int(part) <= high:
            break
        kept.append(int(part))
    return tuple(kept)


def _from_dict(value: Mapping[Any, Any]) -> Issued:
    """A date of CSL, or one with its parts by name."""
    parts = value.get("date-parts")
    if isinstance(parts, list | tuple) and parts:
        first = parts[0]
        return _checked(tuple(first)) if isinstance(first, list | tuple) else _checked(tuple(parts))
    if "year" in value:
        return _checked((value["year"], value.get("month"), value.get("day")))
    return issued_of(value.get("raw") or value.get("literal"))
