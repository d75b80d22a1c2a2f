"""Bytes → text: byte order marks, UTF-8, UTF-16 without a mark, and the older code pages."""

from __future__ import annotations

import codecs
import re
from collections import Counter

from ascribe.errors import SourceError
from ascribe.read.encodings.code_pages import guess_code_page, is_east_asian

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_MULTIBYTE = re.compile("[\x80-\U0010ffff]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_UNWRITTEN = re.compile("[\x00-\x08\x0e-\x1f\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff]")
_RANGES, _ONE_SCRIPT = 3, 0.9
"""An alphabet with its signs lies in three stretches of 256 code points; that many characters are in them."""

_CONTROL_SHARE = 0.01
"""A text may hold a stray form feed or bell; a file with more controls than this is not text."""

_STRAY_BYTES = 0.02
"""Broken bytes per non-ASCII character up to which a file still counts as UTF-8 with a few errors."""

_WAY_OUT = "save it as UTF-8 text"


def decode(data: bytes, name: str, declared: str | None = None) -> str:
    """The text of the bytes, without a byte order mark, otherwise unchanged.

    Args:
        data: the file.
        name: for the error message.
        declared: the encoding that the file itself names, if it does; believed after marks and UTF-8.

    Raises:
        SourceError: no encoding gives readable text.
    """
    text = _decode(data, name, declared)
    if "\x00" in text or len(_CONTROLS.findall(text)) > _CONTROL_SHARE * len(text):
        raise SourceError(name, f"this is not a text file (it holds control characters); {_WAY_OUT}.")
    return text


def _decode(data: bytes, name: str, declared: str | None) -> str:
    mark = next(((mark, encoding) for mark, encoding in _MARKS if data.startswith(mark)), None)
    if mark is not None:
        return _with_mark(data[len(mark[0]) :], mark[1], name)
    for attempt in (_utf8, _wide, lambda raw: _named(raw, declared), _damaged_utf8, _code_page):
        text = attempt(data)
        if text is not None:
            return text
    raise SourceError(
        name, f"this is not a text file, or in an encoding that cannot be found out; {_WAY_OUT}."
    )


def _with_mark(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding == "utf-8" and (text := _damaged_utf8(data)) is not None:
            return text
        raise SourceError(
            name, f"it says it is {encoding.upper()} but breaks that at byte {error.start}; {_WAY_OUT}."
        ) from None


def _utf8(data: bytes) -> str | None:
    # ISO-2022-JP is ASCII by its bytes; its escape sequences give it away.
    return None if b"\x1b$" in data or b"\x00" in data else _strictly(data, "utf-8")


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _named(data: bytes, declared: str | None) -> str | None:
    if not declared or b"\x00" in data:
        return None
    try:
        text = data.decode(declared, errors="replace")
    except LookupError:
        return None
    return text if text.count("\ufffd") <= _STRAY_BYTES * len(_MULTIBYTE.findall(text)) else None


def _wide(data: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark: the zero bytes of spaces and line ends all fall on one side."""
    if b"\x00" not in data:
        return None
    for encoding in ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"):
        text = _strictly(data, encoding)
        if text is not None and _is_written(text):
            return text
    return None


def _is_written(text: str) -> bool:
    """True for text of one script: bytes that are no UTF-16 make characters from all over Unicode."""
    if not text or _UNWRITTEN.search(text):
        return False
    ranges = Counter(ord(char) >> 8 for char in text)
    one_script = sum(count for _, count in ranges.most_common(_RANGES)) >= _ONE_SCRIPT * len(text)
    return one_script or is_east_asian(text)


def _damaged_utf8(data: bytes) -> str | None:
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    return text if 0 < broken <= _STRAY_BYTES * len(_MULTIBYTE.findall(text)) else None


def _code_page(data: bytes) -> str | None:
    encoding = None if b"\x00" in data else guess_code_page(data)
    return None if encoding is None else data.decode(encoding, errors="replace")
