"""Whether a quote ends where a word or number ends, so that ``12 sails`` is never found in ``312 sails``."""

from __future__ import annotations

import re

from ascribe.language.scripts import UNSPACED

_UNSPACED = re.compile(f"[{UNSPACED}]")
_GOES_ON = re.compile(r"\s?%|[.,:/]?\w|[-−–]\d")
_BEGINS = re.compile(r"(?:\d[.,:/]|(?<!\w)[-−+]|\w)\Z")


def cuts_a_word(text: str, start: int, end: int) -> bool:
    """True if the stretch cuts a word, or a number that goes on: ``3.12``, ``-12``, ``12 %``."""
    return _cut_before(text, start) or _cut_after(text, end)


def _cut_before(text: str, start: int) -> bool:
    first, before = text[start : start + 1], text[max(0, start - 2) : start]
    if not before or not first.isalnum() or _UNSPACED.match(first):
        return False
    return bool(_BEGINS.search(before)) if first.isdigit() else before[-1].isalnum()


def _cut_after(text: str, end: int) -> bool:
    last, after = text[end - 1 : end], text[end : end + 2]
    if not after or not last.isalnum() or _UNSPACED.match(last):
        return False
    if not last.isdigit():
        return after[0].isalnum() and not _UNSPACED.match(after[0])
    match = _GOES_ON.match(after)
    return match is not None and (after[0] not in ".,:/" or after[1:2].isdigit())
