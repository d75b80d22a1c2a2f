"""The marks before list items, and the leads before lists.

A mark is a bullet, a number or a letter, such as ``2.``, ``(b)``, ``iv)``, ``1.2.``.
"""

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

_SENTENCE_SIGNS = tuple(".!?:;,。！？：；")


def strip_list_mark(item: str) -> str:
    """Return the words of a list item without the mark before them: ``- ``, ``2. ``, ``(b) ``, ``1.2. ``."""
    return _MARK.sub("", item)


def is_heading_lead(lead: str) -> bool:
    """Return True if the lead of a list is a heading: it is no item around others and ends with no sign."""
    words = lead.rstrip()
    return strip_list_mark(words) == words and not words.endswith(_SENTENCE_SIGNS)


def write_lead(lead: str) -> str:
    """Return a lead as it is read before its items: an item without its mark, a heading with a colon."""
    return f"{lead.rstrip()}:" if is_heading_lead(lead) else strip_list_mark(lead)


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
