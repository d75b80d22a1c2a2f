"""The numbers that Word prints before paragraphs: "3.", "(b)", "1.2", "Step 4:"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from ascribe.read.docx.elements import W, find_child, get_attribute, is_switched_on
from ascribe.read.list_numbers import write_roman

_LEVELS = 9
_MAX_NUMBER = 99_999
_PLACE = re.compile(r"%([1-9])")
_UNNUMBERED = frozenset(("bullet", "none"))


def _write_repeated_letter(number: int) -> str:
    """Return 1 as "a", 26 as "z", 27 as "aa", 28 as "bb", as Word does."""
    return chr(ord("a") + (number - 1) % 26) * min(9, (number - 1) // 26 + 1) if number > 0 else str(number)


_FORMATS: dict[str, Callable[[int], str]] = {
    "decimalZero": lambda number: f"{number:02}",
    "lowerLetter": _write_repeated_letter,
    "upperLetter": lambda number: _write_repeated_letter(number).upper(),
    "lowerRoman": write_roman,
    "upperRoman": lambda number: write_roman(number).upper(),
}
"""Format of a level → how it writes a number; all others are written in digits."""


Counts: TypeAlias = tuple[dict[str, list[int | None]], set[str]]
"""Abstract list → the last number of each level, and the lists that have begun."""


@dataclass(frozen=True, slots=True)
class _Level:
    """How the paragraphs of one level are numbered."""

    start: int
    format: str
    text: str
    in_digits: bool
    restarts: bool


class Numbering:
    """Counts the numbered paragraphs of a file; they must be asked for in their order."""

    def __init__(self, root: Any) -> None:
        children = [] if root is None else list(root)
        self._lists = {get_attribute(one, "numId"): one for one in children if one.tag == W + "num"}
        self._kinds = {
            get_attribute(one, "abstractNumId"): one for one in children if one.tag == W + "abstractNum"
        }
        self._styled = {
            get_attribute(link, "val"): name
            for name, one in self._kinds.items()
            if (link := find_child(one, "styleLink")) is not None
        }
        self._counts: dict[str, list[int | None]] = {}
        self._levels: dict[tuple[str, int], _Level | None] = {}
        self._started: set[str] = set()

    def write_mark(self, list_id: str, level: int) -> str:
        """Return what Word prints before the next paragraph of that level of a list; empty without a number.

        Args:
            list_id: the ``numId`` of the paragraph or of its style.
            level: its level, from 0.
        """
        own = self._find_level(list_id, level)
        if own is None or not 0 <= level < _LEVELS:
            return ""
        counts = self._count(list_id, level, own)
        if own.format in _UNNUMBERED:
            return ""

        def write(place: re.Match[str]) -> str:
            named = self._find_level(list_id, int(place[1]) - 1)
            number = counts[int(place[1]) - 1]
            if named is None:
                return ""
            number = named.start if number is None else number
            return str(number) if own.in_digits else _FORMATS.get(named.format, str)(number)

        return " ".join(_PLACE.sub(write, own.text).split())

    def copy_counts(self) -> Counts:
        """Return how far each list was counted, for ``restore_counts``."""
        return {kind: list(counts) for kind, counts in self._counts.items()}, set(self._started)

    def restore_counts(self, counts: Counts) -> None:
        """Count on from there, where paragraphs are read a second time."""
        self._counts, self._started = counts

    def _count(self, list_id: str, level: int, own: _Level) -> list[int | None]:
        """Count one paragraph, and begin the levels below it anew."""
        counts = self._counts.setdefault(self._find_kind(list_id), [None] * _LEVELS)
        if list_id not in self._started:
            self._started.add(list_id)
            for index in range(_LEVELS):
                if self._find_override(list_id, index, "startOverride") is not None:
                    counts[index] = None
        last = counts[level]
        counts[level] = own.start if last is None else min(last + 1, _MAX_NUMBER)
        for index in range(level + 1, _LEVELS):
            below = self._find_level(list_id, index)
            if below is None or below.restarts:
                counts[index] = None
        return counts

    def _find_level(self, list_id: str, level: int) -> _Level | None:
        key = list_id, level
        if key not in self._levels:
            self._levels[key] = self._read_level(list_id, level)
        return self._levels[key]

    def _read_level(self, list_id: str, level: int) -> _Level | None:
        kind = self._kinds.get(self._find_kind(list_id))
        element = self._find_override(list_id, level, "lvl")
        if element is None:
            element = _find_at_level(kind, "lvl", level)
        if element is None:
            return None
        start = self._find_override(list_id, level, "startOverride")
        start = find_child(element, "start") if start is None else start
        return _Level(
            _read_number(start, 0),
            get_attribute(find_child(element, "numFmt"), "val") or "decimal",
            get_attribute(find_child(element, "lvlText"), "val"),
            is_switched_on(find_child(element, "isLgl")),
            _read_number(find_child(element, "lvlRestart"), 1) != 0,
        )

    def _find_kind(self, list_id: str) -> str:
        """Return the abstract list that a list counts in; one that only names a style stands for another."""
        name = get_attribute(find_child(self._lists.get(list_id), "abstractNumId"), "val")
        style = get_attribute(find_child(self._kinds.get(name), "numStyleLink"), "val")
        return self._styled.get(style, name)

    def _find_override(self, list_id: str, level: int, name: str) -> Any:
        return find_child(_find_at_level(self._lists.get(list_id), "lvlOverride", level), name)


def _find_at_level(parent: Any, name: str, level: int) -> Any:
    """Return the child with that name and level, or None."""
    found = [] if parent is None else parent.findall(W + name)
    return next((one for one in found if get_attribute(one, "ilvl") == str(level)), None)


def _read_number(element: Any, default: int) -> int:
    digits = get_attribute(element, "val")
    return min(int(digits), _MAX_NUMBER) if digits.isdecimal() and len(digits) < 9 else default
