"""Lines that begin with ``A.`` or ``ii.``: items of a list only where the next ones count on."""

from __future__ import annotations

import re

_LINE = re.compile(r"(?m)^[ \t>]*(?P<mark>[a-zA-Z]|[ivx]{2,5}|[IVX]{2,5})\.[ \t]+(?=\S)")
_FAR = 1500
"""Characters of an item before the next, at most."""

_ROMAN = {"i": 1, "v": 5, "x": 10}


def lettered_items(text: str) -> frozenset[int]:
    """Where the marks of such items start: runs from ``a`` or ``i`` on, of two at least."""
    found: set[int] = set()
    run: list[re.Match[str]] = []
    for line in _LINE.finditer(text):
        if not (run and line.start() - run[-1].end() < _FAR and _counts_on(run[-1]["mark"], line["mark"])):
            run = []
        if run or line["mark"] in "aAiI":
            run.append(line)
        if len(run) > 1:
            found |= {item.start("mark") for item in run[-2:]}
    return frozenset(found)


def _counts_on(mark: str, following: str) -> bool:
    if mark.isupper() != following.isupper():
        return False
    letters = len(mark) == len(following) == 1 and ord(following) == ord(mark) + 1
    roman, next_roman = _value(mark), _value(following)
    return letters or (roman > 0 and next_roman == roman + 1)


def _value(mark: str) -> int:
    """The number that a Roman numeral up to 39 stands for; 0 for other letters."""
    values = [_ROMAN.get(char, 0) for char in mark.lower()]
    if 0 in values:
        return 0
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))
