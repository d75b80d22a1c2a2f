"""Which 8-bit or East Asian code page a text was written in.

Statistical detectors take French for Polish on short texts, because é is the same byte in both. Here a code
page counts only as far as its letters are those of one language that is written in it.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from itertools import islice, pairwise
from typing import Any

_HIGH_LINE = re.compile(rb"[^\r\n]*[\x80-\xff][^\r\n]*")
_SAMPLE_LINES = 400
_SAMPLE_BYTES = 40_000

_NEUTRAL = frozenset("\xa0‘’‚“”„«»‹›–—…·•°§©®™€£¥½¼¾×±²³№")
"""Signs that any language uses; they speak for no code page and against none."""

_ACCEPTED = 0.85
"""Share of the non-ASCII characters that must be letters of the language, less the breaks of case."""

_COMMON_SHARE = 0.08
"""These few make up a fifth to a third of ordinary text; read in a wrong code page, next to nothing."""

_NON_ASCII = re.compile("[\x80-\U0010ffff]")


def guess_code_page(data: bytes) -> str | None:
    """The codec's name, or None where nothing fits. Depends on the bytes alone."""
    sample = b"\n".join(islice(_high_lines(data), _SAMPLE_LINES))[:_SAMPLE_BYTES]
    return (
        _east_asian(sample if b"\x1b" not in data else data[:_SAMPLE_BYTES])
        or _one_byte(sample)
        or _statistical(data)
    )


def _high_lines(data: bytes) -> list[bytes]:
    return [match.group()[:2_000] for match in islice(_HIGH_LINE.finditer(data), _SAMPLE_LINES)]


def _east_asian(sample: bytes) -> str | None:
    for common, encoding in _east_asian_table():
        text = sample.decode(encoding, errors="replace")
        # The cut at the end of the sample may halve one character.
        if text.count("\ufffd") <= 1 and _is_common(text, common):
            return encoding
    return None


def is_east_asian(text: str) -> bool:
    """True if the text has the share of everyday characters that Japanese, Korean or Chinese has."""
    return any(_is_common(text, common) for common, _ in _east_asian_table())


def _is_common(text: str, common: str) -> bool:
    high = _NON_ASCII.findall(text)
    return sum(map(common.count, high)) > _COMMON_SHARE * len(high)


def _one_byte(sample: bytes) -> str | None:
    """The first of the best code pages of the table, if it is good enough."""
    scored = [(_fit(sample, encoding, letters), encoding) for letters, encoding in _one_byte_table()]
    best = max((fit for fit, _ in scored), default=0.0)
    if not sample or best < _ACCEPTED:
        return None
    return next(encoding for fit, encoding in scored if fit == best)


def _fit(sample: bytes, encoding: str, letters: frozenset[str]) -> float:
    text = sample.decode(encoding, errors="replace")
    high = _NON_ASCII.findall(text)
    known = sum(char in letters or char in _NEUTRAL for char in high)
    breaks = sum(_breaks(a, b) for a, b in pairwise(text))
    return (known - breaks) / max(1, len(high))


def _breaks(a: str, b: str) -> bool:
    """True where two characters never meet in a word: a capital after a small letter, or two scripts."""
    if a.isascii() and b.isascii():
        return False
    other_script = a.isalpha() and b.isalpha() and max(a, b) >= "\u0370"
    return (a.islower() and b.isupper()) or (other_script and (a.isascii() or b.isascii()))


@cache
def _east_asian_table() -> list[tuple[str, str]]:
    return [(row["common"], encoding) for row in _table("east_asian") for encoding in row["encodings"]]


@cache
def _one_byte_table() -> list[tuple[frozenset[str], str]]:
    return [
        (frozenset(row["letters"] + row["letters"].upper()), encoding)
        for row in _table("one_byte")
        for encoding in row["encodings"]
    ]


def _table(name: str) -> Any:
    text = files("ascribe.read.encodings").joinpath("code_pages.json").read_text(encoding="utf-8")
    return json.loads(text)[name]


def _statistical(data: bytes) -> str | None:
    from charset_normalizer import from_bytes

    best = from_bytes(data).best()
    return None if best is None or best.encoding == "ascii" else best.encoding
