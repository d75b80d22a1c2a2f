"""Decodes bytes to text: byte order marks, UTF-8, UTF-16 without a mark, and legacy code pages.

Code pages are detected by the letters of each language.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from functools import cache
from itertools import islice, pairwise
from typing import Any

from ascribe.errors import SourceError
from ascribe.text.package_data import load_package_json

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, because it begins with the mark of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_NON_ASCII = re.compile("[\x80-\U0010ffff]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_NEVER_IN_TEXT = re.compile("[\x00-\x08\x0e-\x1f\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff]")
_SCRIPT_RANGES, _MIN_SCRIPT_SHARE = 3, 0.9
"""An alphabet with its signs lies in this many ranges of 256 code points; at least this share of the
characters of a text is in them."""

_MAX_CONTROL_SHARE = 0.01
"""Maximum share of control characters in a text, which may contain a stray form feed or bell."""

_MAX_BROKEN_SHARE = 0.02
"""Maximum broken bytes per non-ASCII character in a file that counts as text with a few errors."""

_WEB_CODECS = frozenset(
    (
        *("utf-8", "ascii", "iso8859-1", "cp866", "koi8-r", "koi8-u", "mac-roman", "mac-cyrillic"),
        *(f"iso8859-{part}" for part in (*range(2, 12), *range(13, 17))),
        *("cp874", *(f"cp125{page}" for page in range(9))),
        *("gbk", "gb2312", "gb18030", "big5", "big5hkscs"),
        *("euc_jp", "iso2022_jp", "shift_jis", "cp932", "euc_kr", "cp949"),
        *("utf-16", "utf-16-le", "utf-16-be"),
    )
)
"""The codecs of the encodings that pages use (https://encoding.spec.whatwg.org), by Python's names."""

_ENCODING_HINT = "save it as UTF-8 text"


def decode(data: bytes, name: str, declared: str | None = None) -> str:
    """Return the text of the bytes, without a byte order mark, otherwise unchanged.

    Args:
        data: content of the file.
        name: name of the source, for error messages.
        declared: encoding that the file declares, if any; tried after byte order marks and UTF-8.

    Raises:
        SourceError: no encoding gives readable text.
    """
    text = _decode(data, name, declared)
    if "\x00" in text or len(_CONTROLS.findall(text)) > _MAX_CONTROL_SHARE * len(text):
        raise SourceError(
            name, f"this is not a text file (it contains control characters); {_ENCODING_HINT}."
        )
    return text


def _decode(data: bytes, name: str, declared: str | None) -> str:
    mark = next(((mark, encoding) for mark, encoding in _BYTE_ORDER_MARKS if data.startswith(mark)), None)
    if mark is not None:
        return _decode_marked(data[len(mark[0]) :], mark[1], name)
    for attempt in (
        _decode_utf8,
        _decode_unmarked_utf16,
        lambda raw: _decode_declared(raw, declared),
        _decode_damaged_utf8,
        _decode_code_page,
    ):
        text = attempt(data)
        if text is not None:
            return text
    raise SourceError(name, f"this is not a text file, or its encoding cannot be detected; {_ENCODING_HINT}.")


def _decode_marked(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding == "utf-8" and (text := _decode_damaged_utf8(data)) is not None:
            return text
        raise SourceError(
            name,
            f"its byte order mark says {encoding.upper()}, but byte {error.start} is invalid; "
            f"{_ENCODING_HINT}.",
        ) from None


def _decode_utf8(data: bytes) -> str | None:
    # ISO-2022-JP has only ASCII bytes; its escape sequences identify it.
    return None if b"\x1b$" in data or b"\x00" in data else _decode_strictly(data, "utf-8")


def _decode_strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _decode_declared(data: bytes, declared: str | None) -> str | None:
    codec = find_web_codec(declared)
    if codec is None or b"\x00" in data:
        return None
    text = data.decode(codec, errors="replace")
    return text if text.count("\ufffd") <= _MAX_BROKEN_SHARE * len(_NON_ASCII.findall(text)) else None


def find_web_codec(label: str | None) -> str | None:
    """Return the name of the codec for a label that a page may declare; None for any other.

    The codecs are those of the Encoding Standard of the web, as far as Python has them. Others, such as
    ``punycode``, are no encodings of pages, and some take time that grows with the square of the length.
    """
    if not label:
        return None
    try:
        name = codecs.lookup(label.strip()).name
    except (LookupError, ValueError):  # ValueError: the label contains a null character
        return None
    return name if name in _WEB_CODECS else None


def _decode_unmarked_utf16(data: bytes) -> str | None:
    """Decode UTF-16 or UTF-32 without a byte order mark; return None for other bytes.

    The zero bytes of spaces and line ends are all on one side.
    """
    if b"\x00" not in data:
        return None
    for encoding in ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"):
        text = _decode_strictly(data, encoding)
        if text is not None and _is_plausible_text(text):
            return text
    return None


def _is_plausible_text(text: str) -> bool:
    """Return True for text of one script.

    Bytes that are not UTF-16 decode to characters from all over Unicode.
    """
    if not text or _NEVER_IN_TEXT.search(text):
        return False
    ranges = Counter(ord(char) >> 8 for char in text)
    in_script = sum(count for _, count in ranges.most_common(_SCRIPT_RANGES))
    return in_script >= _MIN_SCRIPT_SHARE * len(text) or is_east_asian(text)


def _decode_damaged_utf8(data: bytes) -> str | None:
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    return text if 0 < broken <= _MAX_BROKEN_SHARE * len(_NON_ASCII.findall(text)) else None


def _decode_code_page(data: bytes) -> str | None:
    encoding = None if b"\x00" in data else guess_code_page(data)
    return None if encoding is None else data.decode(encoding, errors="replace")


# --- Code pages ---

_HIGH_LINE = re.compile(rb"[^\r\n]*[\x80-\xff][^\r\n]*")
_SAMPLE_LINES = 400
_SAMPLE_BYTES = 40_000

_NEUTRAL_SIGNS = frozenset("\xa0‘’‚“”„«»‹›–—…·•°§©®™€£¥½¼¾×±²³№")
"""Signs that every language uses, which are evidence neither for nor against a code page."""

_MIN_FIT = 0.85
"""Minimum share of non-ASCII characters that are letters of the language, minus breaks within words."""

_MIN_COMMON_SHARE = 0.08
"""Minimum share of everyday characters, which make up a fifth to a third of ordinary text and almost
nothing of text read in a wrong code page."""


def guess_code_page(data: bytes) -> str | None:
    """Return the name of the codec, or None if none fits; the result depends on the bytes alone."""
    sample = b"\n".join(islice(_find_high_lines(data), _SAMPLE_LINES))[:_SAMPLE_BYTES]
    return (
        _guess_east_asian(sample if b"\x1b" not in data else data[:_SAMPLE_BYTES])
        or _guess_one_byte(sample)
        or _guess_statistically(data)
    )


def _find_high_lines(data: bytes) -> list[bytes]:
    return [match.group()[:2_000] for match in islice(_HIGH_LINE.finditer(data), _SAMPLE_LINES)]


def _guess_east_asian(sample: bytes) -> str | None:
    for common, encoding in _load_east_asian_table():
        text = sample.decode(encoding, errors="replace")
        # The end of the sample may cut one character in half.
        if text.count("\ufffd") <= 1 and _is_common(text, common):
            return encoding
    return None


def is_east_asian(text: str) -> bool:
    """Return True if the text has as many everyday characters as Japanese, Korean or Chinese has."""
    return any(_is_common(text, common) for common, _ in _load_east_asian_table())


def _is_common(text: str, common: str) -> bool:
    high = _NON_ASCII.findall(text)
    return sum(map(common.count, high)) > _MIN_COMMON_SHARE * len(high)


def _guess_one_byte(sample: bytes) -> str | None:
    """Return the first of the best code pages of the table, or None if it does not fit well enough."""
    scored = [
        (_compute_fit(sample, encoding, letters), encoding) for letters, encoding in _load_one_byte_table()
    ]
    best = max((fit for fit, _ in scored), default=0.0)
    if not sample or best < _MIN_FIT:
        return None
    return next(encoding for fit, encoding in scored if fit == best)


def _compute_fit(sample: bytes, encoding: str, letters: frozenset[str]) -> float:
    text = sample.decode(encoding, errors="replace")
    high = _NON_ASCII.findall(text)
    known = sum(char in letters or char in _NEUTRAL_SIGNS for char in high)
    breaks = sum(_is_break(a, b) for a, b in pairwise(text))
    return (known - breaks) / max(1, len(high))


def _is_break(a: str, b: str) -> bool:
    """Return True for two characters that never meet in a word: lower case and a capital, or two scripts."""
    if a.isascii() and b.isascii():
        return False
    other_script = a.isalpha() and b.isalpha() and max(a, b) >= "\u0370"
    return (a.islower() and b.isupper()) or (other_script and (a.isascii() or b.isascii()))


@cache
def _load_east_asian_table() -> list[tuple[str, str]]:
    return [(row["common"], encoding) for row in _load_table("east_asian") for encoding in row["encodings"]]


@cache
def _load_one_byte_table() -> list[tuple[frozenset[str], str]]:
    return [
        (frozenset(row["letters"] + row["letters"].upper()), encoding)
        for row in _load_table("one_byte")
        for encoding in row["encodings"]
    ]


def _load_table(name: str) -> Any:
    return load_package_json("read/encodings/code_pages.json", dict[str, Any])[name]


def _guess_statistically(data: bytes) -> str | None:
    from charset_normalizer import from_bytes

    best = from_bytes(data).best()
    return None if best is None or best.encoding == "ascii" else best.encoding


__all__ = ["decode"]
