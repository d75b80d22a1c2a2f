"""Pieces of a text that were cut by a program that counts in UTF-16: a character may come in two halves."""

from __future__ import annotations

import re

_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_FIRST_HALF = re.compile("[\ud800-\udbff]\\Z")


def whole_characters(text: str) -> tuple[str, str]:
    """The text with its pairs of surrogates joined, and the first half of a pair that it may end in."""
    half = _FIRST_HALF.search(text)
    held = half.group() if half else ""
    return _PAIR.sub(_joined, text.removesuffix(held)), held


def _joined(pair: re.Match[str]) -> str:
    return pair.group().encode("utf-16", "surrogatepass").decode("utf-16")
