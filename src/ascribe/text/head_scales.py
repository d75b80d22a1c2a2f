"""Reads the scale in the head of a column, "Production (million tonnes)", into the figures below it.

The first head of a table may give the scale of the whole table instead, "£000" or "Item (EUR million)", and
so may the line above it: "All figures in thousands of pounds."
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORDS = {
    "thousand": r"thousands?|tausend|tsd\.?|milliers|miles",
    "million": r"millions?|mio\.?|mn|mln|millionen|millones|milioni|milhões",
    "billion": r"billions?|bn|mrd\.?|milliarden|milliards?|miliardi",
    "trillion": r"trillions?|tn",
}
_SCALES = "|".join(_WORDS.values())
_SHORT = {"k": "thousand", "t": "thousand", "m": "million", "b": "billion"}
"""Letters that are a scale only beside a currency: "€ m", "T€"; elsewhere "m" is a metre."""

_CURRENCY = r"[$€£¥]|[A-Z]{3}"
_UNIT = (
    rf"(?:(?P<sign>{_CURRENCY})\s?(?:(?P<short>[kmb])\b|['’]?(?P<zeros>000)s?)"
    rf"|(?P<letter>[TkKmM])\s?(?P<symbol>[$€£¥]|EUR|USD|GBP|CHF)"
    rf"|(?P<currency>{_CURRENCY})?\s?(?P<scale>(?i:{_SCALES}))"
    r"(?:\s(?:of\s|de\s|d'|di\s)?(?P<thing>\w[\w .'’%-]{0,40}?))?)"
)
_AFTER_COMMA, _AFTER_IN = (_UNIT.replace("?P<", f"?P<{way}_") for way in ("comma", "in"))
_HEAD = re.compile(
    rf"(?P<name>.*?\S)\s*(?:[(\[](?:in\s)?{_UNIT}[)\]]|,\s(?:in\s)?{_AFTER_COMMA}|\sin\s{_AFTER_IN})"
)
_WHOLE_HEAD = re.compile(rf"[(\[]?(?:(?i:in)\s)?{_UNIT}[)\]]?")
"""A first head that is a scale and nothing else."""

_OTHER_UNIT = re.compile(
    r"[%‰(]|\b(?:number|count|headcount|ratio|per|percent|percentage|share|anzahl|quote|anteil)\b"
    r"|^\s*(?:year|date|jahr|datum)\s*$",
    re.IGNORECASE,
)
"""What the name of a row or a column has whose figures the scale of the table does not count."""

_MOST_HEAD_CHARS = 200
_STATES_FIGURES = re.compile(
    r"(?:all|alle)?\s*(?:figures|amounts|values|numbers|sums|angaben|beträge|werte|zahlen)\b", re.IGNORECASE
)
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
    return (match["name"], _write_scaled(cell, match)) if match else (head, cell)


def apply_table_scale(givers: Sequence[str], row_name: str, head: str, cell: str) -> str:
    """Return the cell with the scale of its table behind its bare figure, if that counts there.

    Args:
        givers: what may give the scale: the head of the names of the rows, and captions.
        row_name: the first cell of the row.
        head: the head of the column.
        cell: the cell.

    >>> apply_table_scale(["£000"], "Rent", "2024", "45")
    '£45 thousand'
    >>> apply_table_scale(["", "All figures in EUR million."], "Revenue", "2024", "13.1")
    '13.1 million EUR'
    >>> apply_table_scale(["£000"], "Number of staff", "2024", "45")
    '45'
    """
    if not _FIGURE.fullmatch(cell) or _OTHER_UNIT.search(head) or _OTHER_UNIT.search(row_name):
        return cell
    found = (_find_table_scale(one) for one in givers)
    match = next((one for one in found if one is not None), None)
    return _write_scaled(cell, match) if match else cell


def _find_table_scale(giver: str) -> re.Match[str] | None:
    words = giver.strip().rstrip(".:")
    if len(words) > _MOST_HEAD_CHARS:
        return None
    return _WHOLE_HEAD.fullmatch(words) or _HEAD.fullmatch(words)


def states_scale(line: str) -> bool:
    """Return True for a line that gives the scale of the table below it.

    >>> states_scale("All figures in thousands of pounds.")
    True
    >>> states_scale("The firm lost contracts in millions of homes.")
    False
    """
    return _STATES_FIGURES.match(line) is not None and _find_table_scale(line) is not None


def _write_scaled(cell: str, match: re.Match[str]) -> str:
    """Return the figure of a cell with the sign, the scale and the thing that a head gives it."""
    parts = {name.split("_")[-1]: value for name, value in match.groupdict().items() if value}
    sign = parts.get("sign") or parts.get("symbol") or parts.get("currency", "")
    thing = parts.get("thing", "")
    if sign.isalpha():
        thing, sign = thing or sign, ""
    return f"{sign}{cell.strip()} {_find_scale(parts)} {thing}".rstrip()


def _find_scale(parts: dict[str, str]) -> str:
    """Return the scale word of the parts of a head."""
    if "zeros" in parts:
        return "thousand"
    short = parts.get("short") or parts.get("letter", "")
    return _SHORT[short.lower()] if short else _name_scale(parts.get("scale", ""))


def _name_scale(written: str) -> str:
    """Return the scale word as a figure has it before it in the language of the head."""
    if not written.rstrip(".").isascii() or not re.fullmatch(_ENGLISH, written, re.IGNORECASE):
        return written
    return next(name for name, words in _WORDS.items() if re.fullmatch(words, written, re.IGNORECASE))


_ENGLISH = r"thousands?|millions?|billions?|trillions?|mn|mln|bn|tn"
