"""Reads the scale in the head of a column, "Production (million tonnes)", into the figures below it."""

from __future__ import annotations

import re

_WORDS = {
    "thousand": r"thousands?|tausend|tsd\.?|milliers|miles",
    "million": r"millions?|mio\.?|mn|mln|millionen|millones|milioni|milhões",
    "billion": r"billions?|bn|mrd\.?|milliarden|milliards?|miliardi",
    "trillion": r"trillions?|tn",
}
_SCALES = "|".join(_WORDS.values())
_SHORT = {"k": "thousand", "m": "million", "b": "billion"}
"""Letters that are a scale only behind a currency: "€ m"; elsewhere "m" is a metre."""

_CURRENCY = r"[$€£¥]|[A-Z]{3}"
_UNIT = (
    rf"(?:(?P<sign>{_CURRENCY})\s?(?P<short>[kmb])\b|(?P<currency>{_CURRENCY})?\s?(?P<scale>(?i:{_SCALES}))"
    r"(?:\s(?:of\s|de\s|d'|di\s)?(?P<thing>\w[\w .'’%-]{0,40}?))?)"
)
_AFTER_COMMA, _AFTER_IN = (_UNIT.replace("?P<", f"?P<{way}_") for way in ("comma", "in"))
_HEAD = re.compile(
    rf"(?P<name>.*?\S)\s*(?:[(\[](?:in\s)?{_UNIT}[)\]]|,\s(?:in\s)?{_AFTER_COMMA}|\sin\s{_AFTER_IN})"
)
_MOST_HEAD_CHARS = 200
_FIGURE = re.compile(r"[-−–+]?\d[\d.,'’ \u00a0\u202f]*")


def apply_head_scale(head: str, cell: str) -> tuple[str, str]:
    """Return head and cell with the scale of the head behind the figure of the cell, if it is a bare figure.

    >>> apply_head_scale("Production (million tonnes)", "12.4")
    ('Production', '12.4 million tonnes')
    >>> apply_head_scale("Revenue (€ m)", "12.4")
    ('Revenue', '€12.4 million')
    >>> apply_head_scale("Height (m)", "161")
    ('Height (m)', '161')
    """
    is_read = len(head) <= _MOST_HEAD_CHARS and _FIGURE.fullmatch(cell)
    match = _HEAD.fullmatch(head.strip()) if is_read else None
    if match is None:
        return head, cell
    parts = {name.split("_")[-1]: value for name, value in match.groupdict().items() if value}
    written = parts.get("scale", "")
    scale = _SHORT[parts["short"]] if "short" in parts else _name_scale(written)
    sign, thing = parts.get("sign") or parts.get("currency", ""), parts.get("thing", "")
    if sign.isalpha():
        thing, sign = thing or sign, ""
    return parts["name"], f"{sign}{cell.strip()} {scale} {thing}".rstrip()


def _name_scale(written: str) -> str:
    """Return the scale word as a figure has it before it in the language of the head."""
    if not written.rstrip(".").isascii() or not re.fullmatch(_ENGLISH, written, re.IGNORECASE):
        return written
    return next(name for name, words in _WORDS.items() if re.fullmatch(words, written, re.IGNORECASE))


_ENGLISH = r"thousands?|millions?|billions?|trillions?|mn|mln|bn|tn"
