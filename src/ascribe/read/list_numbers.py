"""Numbers of list items in the formats of HTML and Word: 3, c, iii."""

from __future__ import annotations

import re

from ascribe.list_marks import LABEL

_LABEL = re.compile(rf"{LABEL}(?=\s)")
_SIGNS = "().:"
_LETTERS = 26
_MAX_ROMAN = 3999
_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


def write_letters(number: int) -> str:
    """Return 1 as "a", 26 as "z", 27 as "aa", 28 as "ab"; a number below 1 stays a number."""
    if number < 1:
        return str(number)
    letters = ""
    while number:
        number, rest = divmod(number - 1, _LETTERS)
        letters = chr(ord("a") + rest) + letters
    return letters


def write_roman(number: int) -> str:
    """Return the Roman numeral in lower case; a number that has none stays a number."""
    if not 1 <= number <= _MAX_ROMAN:
        return str(number)
    numeral = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        numeral += letters * count
    return numeral


def add_mark(mark: str, words: str) -> str:
    """Return the words of an item behind its mark, unless they open with the same number themselves."""
    own = _LABEL.match(words)
    is_same = own is not None and own[0].strip(_SIGNS) == mark.strip(_SIGNS)
    return words if is_same or not mark else f"{mark} {words}"
