"""The marks before list items: bullets, numbers and letters, such as ``2.``, ``(b)``, ``iv)``, ``1.2.``."""

from __future__ import annotations

import re

_ROMAN = r"(?i:(?=[ivxlc])(?:x[cl]|l?x{0,3})(?:ix|iv|v?i{0,3}))"
"""A Roman numeral up to 99."""

LABEL = rf"\(?(?:(?:\d{{1,4}}\.){{0,8}}\d{{1,4}}|[a-zA-Z]|{_ROMAN})[.)]"
"""Pattern of a number or letter before an item, with its stop or bracket."""

ROMAN_LABEL = rf"\(?(?=\w\w){_ROMAN}[.)]"
"""Pattern of a Roman numeral of two letters or more; one letter alone says nothing in a sentence."""

_MARK = re.compile(r"\A(?:[-*+•◦▪·‣●■○–]|\(?(?:(?:\d{1,3}\.){0,8}\d{1,3}|[a-z]|[ivx]{1,5})[.)])\s+")
_OUTLINE_LINE = re.compile(
    r"(?m)^[ \t>]*[-*+][ \t]+(?P<mark>(?P<outer>(?:\d{1,3}\.)+)(?P<last>\d{1,3})\.)[ \t]"
)


def strip_list_mark(item: str) -> str:
    """Return the words of a list item without the mark before them: ``- ``, ``2. ``, ``(b) ``, ``1.2. ``."""
    return _MARK.sub("", item)


def find_outline_marks(text: str) -> list[tuple[int, int]]:
    """Return the spans of the numbers such as ``1.2.`` behind bullets that count on: ``1.1.``, ``1.2.``.

    One alone may be a date.
    """
    found = list(_OUTLINE_LINE.finditer(text))
    counted = {(one["outer"], int(one["last"])) for one in found}
    return [
        one.span("mark")
        for one in found
        if any((one["outer"], int(one["last"]) + step) in counted for step in (-1, 1))
    ]
