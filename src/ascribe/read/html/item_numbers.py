"""Numbers of the items of an ordered list, counted as browsers count them."""

from __future__ import annotations

import re
from collections.abc import Callable

from selectolax.lexbor import LexborNode

from ascribe.read.list_numbers import write_letters, write_roman

_FORMATS: dict[str, Callable[[int], str]] = {
    "1": str,
    "a": write_letters,
    "A": lambda number: write_letters(number).upper(),
    "i": write_roman,
    "I": lambda number: write_roman(number).upper(),
    "decimal": str,
    "decimal-leading-zero": lambda number: f"{number:02}",
    "lower-alpha": write_letters,
    "lower-latin": write_letters,
    "upper-alpha": lambda number: write_letters(number).upper(),
    "upper-latin": lambda number: write_letters(number).upper(),
    "lower-roman": write_roman,
    "upper-roman": lambda number: write_roman(number).upper(),
}
"""Value of the attribute ``type``, which tells capitals apart, or of the style → how a number is written."""

_UNNUMBERED = frozenset(("none", "disc", "circle", "square"))
_LIST_STYLE = re.compile(r"(?:^|;)\s*list-style(?:-type)?\s*:\s*([^;]*)", re.IGNORECASE)
_INTEGER = re.compile(r"\s*(-?\d{1,9})(?!\d)")


class ItemNumbers:
    """Counts the items of one list; a list with bullets has no numbers."""

    def __init__(self, node: LexborNode) -> None:
        self.step = -1 if "reversed" in node.attributes else 1
        self.type = node.attributes.get("type") or "1"
        self.style = _read_style(node)
        self.is_ordered = node.tag == "ol"
        first = _read_integer(node, "start")
        if first is None:
            first = _count_items(node) if self.step < 0 else 1
        self.next = first

    def write_mark(self, item: LexborNode) -> str:
        """Return the mark of the next item, "3."; empty without a number."""
        if not self.is_ordered or item.tag != "li":
            return ""
        value = _read_integer(item, "value")
        number = self.next if value is None else value
        self.next = number + self.step
        style = _read_style(item) or self.style
        if not _UNNUMBERED.isdisjoint(style.split()):
            return ""
        named = next((_FORMATS[word] for word in style.split() if word in _FORMATS), None)
        return f"{(named or _FORMATS.get(item.attributes.get('type') or self.type, str))(number)}."


def _read_style(node: LexborNode) -> str:
    found = _LIST_STYLE.findall(node.attributes.get("style") or "")
    return found[-1].lower() if found else ""


def _read_integer(node: LexborNode, name: str) -> int | None:
    digits = _INTEGER.match(node.attributes.get(name) or "")
    return int(digits[1]) if digits else None


def _count_items(node: LexborNode) -> int:
    return sum(1 for child in node.iter() if child.tag == "li")
