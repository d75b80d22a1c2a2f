"""Conversion of offsets between code points, UTF-16 units and UTF-8 bytes, and of surrogate pairs.

All records count code points, as Python does. JavaScript, Java and C# count UTF-16 code units, and Google's
services count bytes of UTF-8. Only the edges of the package need this.
"""

from __future__ import annotations

import re
from typing import Literal, get_args

from ascribe.errors import InputError

OffsetUnit = Literal["code_point", "utf16", "utf8"]
OFFSET_UNITS: tuple[OffsetUnit, ...] = get_args(OffsetUnit)

_CODECS: dict[str, tuple[str, int, str]] = {
    "code_point": ("utf-32-le", 4, "code points"),
    "utf16": ("utf-16-le", 2, "UTF-16 code units"),
    "utf8": ("utf-8", 1, "bytes of UTF-8"),
}


def to_code_points(text: str, offset: int, unit: OffsetUnit) -> int:
    """Return the index of the code point at that offset of the text; ``len(text)`` for its end.

    Args:
        text: the whole text that the offset refers to.
        offset: from 0, in ``unit``.
        unit: ``code_point``, ``utf16`` or ``utf8``.

    Raises:
        InputError: the offset is negative, past the end, or inside a character, or the text contains half of
            a surrogate pair.

    Example:
        >>> to_code_points("a🌷b", 3, "utf16"), to_code_points("a🌷b", 5, "utf8")
        (2, 2)
    """
    codec, size, name = _find_codec(unit)
    data = _encode(text, codec)
    if not 0 <= offset <= len(data) // size:
        raise InputError(f"offset {offset} is outside the text, which has {len(data) // size} {name}.")
    try:
        return len(data[: offset * size].decode(codec))
    except UnicodeDecodeError:
        raise InputError(
            f"offset {offset} is inside a character when counted in {name}; "
            "check which unit the offset counts."
        ) from None


def from_code_points(text: str, offset: int, unit: OffsetUnit) -> int:
    """Return the offset, in that unit, of the code point with that index; inverse of ``to_code_points``.

    Raises:
        InputError: the offset is negative or past the end, or the text contains half of a surrogate pair.
    """
    codec, size, _ = _find_codec(unit)
    if not 0 <= offset <= len(text):
        raise InputError(f"offset {offset} is outside the text, which has {len(text)} code points.")
    return len(_encode(text[:offset], codec)) // size


def _find_codec(unit: str) -> tuple[str, int, str]:
    if unit not in _CODECS:
        raise InputError(f"offset_unit must be one of {', '.join(OFFSET_UNITS)}, got {unit!r}.")
    return _CODECS[unit]


def _encode(text: str, codec: str) -> bytes:
    try:
        return text.encode(codec)
    except UnicodeEncodeError as error:
        raise InputError(
            f"the text contains half of a surrogate pair at character {error.start}; decode its bytes again."
        ) from None


_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_FIRST_HALF = re.compile("[\ud800-\udbff]\\Z")


def join_surrogates(text: str) -> tuple[str, str]:
    """Join the surrogate pairs of a text; return it and the first half of a pair that it may end in."""
    half = _FIRST_HALF.search(text)
    held = half.group() if half else ""
    return _PAIR.sub(_join_pair, text.removesuffix(held)), held


def _join_pair(pair: re.Match[str]) -> str:
    return pair.group().encode("utf-16", "surrogatepass").decode("utf-16")
