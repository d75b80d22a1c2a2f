"""Translation of ``re`` patterns into equivalent patterns for ``regex``, which supports a timeout."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

_PARSER: Any = import_module("re._parser")
"""The parser of ``re``. It is private; tests compare translated patterns with ``re``."""

_UNBOUNDED = int(_PARSER.MAXREPEAT)
_ALPHABETS = int(re.ASCII | re.UNICODE)

_UNICODE_SETS = {
    "DIGIT": r"\p{Nd}",
    "SPACE": r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000",
    "WORD": r"\p{L}\p{N}_",
}
_ASCII_SETS = {"DIGIT": "0-9", "SPACE": r"\t-\r\x20", "WORD": "0-9A-Za-z_"}
"""What ``\\d``, ``\\s`` and ``\\w`` match in ``re``: ``str.isdecimal``, ``isspace`` and ``isalnum``."""

_MAX_SIZE = 20_000
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")

_MAX_CASED = 0x1F000
"""No letter from this code point on has an upper-case form."""

_ANY = r"[\s\S]"
_EMPTY_HAS_NO_INSIDE = re.search(r"\B", "") is None
"""Before Python 3.14, ``\\B`` does not match in an empty string."""


def translate_pattern(pattern: str) -> str:
    """Translate a pattern for ``regex``; groups keep their numbers.

    Args:
        pattern: a pattern that ``re.compile`` accepts.

    Raises:
        OverflowError: counted repeats expand so far that ``regex`` would need seconds to compile it.
    """
    tree = _PARSER.parse(pattern)
    if _compute_size(tree) > _MAX_SIZE:
        raise OverflowError(f"its counted repeats expand to more than {_MAX_SIZE:,} characters")
    return _Writer(int(tree.state.flags)).sequence(tree)


def _compute_size(part: Any) -> int:
    """Compute the minimum length that a part of the tree matches; ``regex`` needs that much memory."""
    if isinstance(part, _PARSER.SubPattern):
        return sum(
            _count_repeats(str(operation), argument) * _compute_size(argument) for operation, argument in part
        )
    if isinstance(part, tuple | list):
        return sum(max(1, _compute_size(each)) for each in part)
    return 1


def _count_repeats(operation: str, argument: Any) -> int:
    return max(1, int(argument[0])) if operation in _REPEATS else 1


@dataclass(frozen=True, slots=True)
class _Writer:
    """Renders the parts of a pattern under the flags in effect."""

    flags: int

    def sequence(self, parts: Any) -> str:
        return "".join(self._part(str(operation), argument) for operation, argument in parts)

    def _part(self, operation: str, argument: Any) -> str:
        return _PARTS[operation](self, argument)

    def literal(self, code: int) -> str:
        return self.one_of([("LITERAL", code)]) if self._any_case else _render_character(code)

    def not_literal(self, code: int) -> str:
        return self.one_of([("NEGATE", None), ("LITERAL", code)])

    def any_character(self, _: object) -> str:
        return _ANY if self.flags & re.DOTALL else r"[^\n]"

    def one_of(self, items: Sequence[tuple[Any, Any]]) -> str:
        negated = str(items[0][0]) == "NEGATE"
        members = [self._member(str(kind), value) for kind, value in items[negated:]]
        if self._any_case:
            written = "".join(_render_member(str(kind), value) for kind, value in items[negated:])
            members += map(_render_character, _find_other_cases(f"[{written}]", self.flags & re.ASCII))
        plain = "".join(member for member in members if not member.startswith("["))
        several = [f"[{plain}]"] * bool(plain) + [member for member in members if member.startswith("[")]
        if not negated:
            return f"(?:{'|'.join(several)})" if len(several) > 1 else several[0]
        return f"[^{plain}]" if several == [f"[{plain}]"] else f"(?:(?!{'|'.join(several)}){_ANY})"

    @property
    def _any_case(self) -> bool:
        return bool(self.flags & re.IGNORECASE)

    def _member(self, kind: str, value: Any) -> str:
        """Render one member of a set; a negated category gets brackets of its own."""
        if kind != "CATEGORY":
            return _render_member(kind, value)
        name = str(value).removeprefix("CATEGORY_")
        members = self._sets()[name.removeprefix("NOT_")]
        return f"[^{members}]" if name.startswith("NOT_") else members

    def _sets(self) -> Mapping[str, str]:
        return _ASCII_SETS if self.flags & re.ASCII else _UNICODE_SETS

    def place(self, kind: Any) -> str:
        word = f"[{self._sets()['WORD']}]"
        return {
            "AT_BEGINNING": r"(?<![^\n])" if self.flags & re.MULTILINE else r"\A",
            "AT_BEGINNING_STRING": r"\A",
            "AT_END": r"(?![^\n])" if self.flags & re.MULTILINE else r"(?=\n?\Z)",
            "AT_END_STRING": r"\Z",
            "AT_BOUNDARY": f"(?:(?<={word})(?!{word})|(?<!{word})(?={word}))",
            "AT_NON_BOUNDARY": f"(?:(?<={word})(?={word})|(?<!{word})(?!{word}){_NOT_IN_EMPTY})",
        }[str(kind)]

    def branch(self, argument: tuple[Any, Sequence[Any]]) -> str:
        return f"(?:{'|'.join(self.sequence(way) for way in argument[1])})"

    def group(self, argument: tuple[int | None, int, int, Any]) -> str:
        number, added, removed, inside = argument
        kept = self.flags & ~_ALPHABETS if added & _ALPHABETS else self.flags
        written = _Writer((kept | added) & ~removed).sequence(inside)
        return f"(?:{written})" if number is None else f"({written})"

    def repeated(self, argument: tuple[int, Any, Any], ending: str = "") -> str:
        least, most, inside = argument
        bounds = f"{{{least},{'' if int(most) == _UNBOUNDED else int(most)}}}"
        return f"(?:{self.sequence(inside)}){bounds}{ending}"

    def lazily_repeated(self, argument: tuple[int, Any, Any]) -> str:
        return self.repeated(argument, "?")

    def possessively_repeated(self, argument: tuple[int, Any, Any]) -> str:
        return self.repeated(argument, "+")

    def atomic(self, inside: Any) -> str:
        return f"(?>{self.sequence(inside)})"

    def look(self, argument: tuple[int, Any]) -> str:
        return f"(?{'=' if argument[0] > 0 else '<='}{self.sequence(argument[1])})"

    def look_for_absence(self, argument: tuple[int, Any]) -> str:
        return f"(?{'!' if argument[0] > 0 else '<!'}{self.sequence(argument[1])})"

    def same_again(self, number: int) -> str:
        return rf"(?i:\{number})" if self._any_case else rf"(?:\{number})"

    def if_group(self, argument: tuple[int, Any, Any]) -> str:
        number, then, otherwise = argument
        rest = self.sequence(otherwise) if otherwise else ""
        return f"(?({number})(?:{self.sequence(then)})|(?:{rest}))"

    def nothing(self, _: object) -> str:
        return r"(?!)"


_NOT_IN_EMPTY = r"(?:(?<=[\s\S])|(?=[\s\S]))" if _EMPTY_HAS_NO_INSIDE else ""


def _render_character(code: int) -> str:
    char = chr(code)
    return char if char.isascii() and char.isalnum() else f"\\U{code:08x}"


_CATEGORIES = {
    "DIGIT": r"\d",
    "SPACE": r"\s",
    "WORD": r"\w",
    "NOT_DIGIT": r"\D",
    "NOT_SPACE": r"\S",
    "NOT_WORD": r"\W",
}


def _render_member(kind: str, value: Any) -> str:
    """Render one member of a set in the syntax of ``re``."""
    if kind == "LITERAL":
        return _render_character(value)
    if kind == "RANGE":
        return f"{_render_character(value[0])}-{_render_character(value[1])}"
    return _CATEGORIES[str(value).removeprefix("CATEGORY_")]


@lru_cache(maxsize=1)
def _list_cased_letters() -> str:
    """Return all letters that have a lower-case and an upper-case form."""
    return "".join(c for c in map(chr, range(_MAX_CASED)) if not c.lower() == c.upper() == c)


@lru_cache(maxsize=1024)
def _find_other_cases(members: str, alphabet: int) -> list[int]:
    """Return the letters that a set matches only if case is ignored, found by testing with ``re``."""
    loose = re.findall(members, _list_cased_letters(), re.IGNORECASE | alphabet)
    return sorted(set(map(ord, loose)) - set(map(ord, re.findall(members, _list_cased_letters(), alphabet))))


_PARTS: Mapping[str, Callable[[_Writer, Any], str]] = {
    "LITERAL": _Writer.literal,
    "NOT_LITERAL": _Writer.not_literal,
    "ANY": _Writer.any_character,
    "IN": _Writer.one_of,
    "AT": _Writer.place,
    "BRANCH": _Writer.branch,
    "SUBPATTERN": _Writer.group,
    "MAX_REPEAT": _Writer.repeated,
    "MIN_REPEAT": _Writer.lazily_repeated,
    "POSSESSIVE_REPEAT": _Writer.possessively_repeated,
    "ATOMIC_GROUP": _Writer.atomic,
    "ASSERT": _Writer.look,
    "ASSERT_NOT": _Writer.look_for_absence,
    "GROUPREF": _Writer.same_again,
    "GROUPREF_EXISTS": _Writer.if_group,
    "FAILURE": _Writer.nothing,
}
"""Operation in the parse tree of ``re`` → the method that renders it."""
