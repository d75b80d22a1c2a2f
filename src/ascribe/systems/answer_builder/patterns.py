"""Patterns that a user gives: refused when they are wrong, stopped when they take too long."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from ascribe.errors import InputError, PatternTimeout
from ascribe.systems.answer_builder.translation import translate

_FAULTS = (re.error, regex.error, OverflowError, RecursionError, MemoryError)
"""What the two packages raise for an expression that they cannot take."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One match.

    Args:
        start: its first code point.
        end: one past its last.
        text: what the group holds; the whole match if there is no group or it took no part.
        text_start: where that starts.
        group: what the group holds, "" if it took no part; the whole match if there is no group. It is
            what ``re.findall`` gives.
    """

    start: int
    end: int
    text: str
    text_start: int
    group: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """An expression that was accepted: one group at most.

    Args:
        expression: as the user wrote it, in the language of ``re``.
        name: the parameter that it was given for.
    """

    expression: str
    name: str
    _compiled: Any

    def search(self, text: str, seconds: float) -> Hit | None:
        """The first match, as ``re.search`` finds it.

        Raises:
            PatternTimeout: it took longer than ``seconds``.
        """
        return next(self.hits(text, seconds), None)

    def hits(self, text: str, seconds: float) -> Iterator[Hit]:
        """All matches, as ``re.finditer`` finds them.

        Raises:
            PatternTimeout: together they took longer than ``seconds``.
        """
        try:
            for match in self._compiled.finditer(text, timeout=seconds):
                yield _hit(match, match.re.groups)
        except (TimeoutError, MemoryError) as error:
            raise PatternTimeout(
                f"{self.name} {self.expression!r} was stopped after {seconds:g} s on a reply of "
                f"{len(text):,} characters; make it simpler, for example without a repeat inside a repeat."
            ) from error


def _hit(match: Any, groups: int) -> Hit:
    taken = groups if groups and match.group(1) is not None else 0
    start, end = match.span()
    return Hit(start, end, match.group(taken), match.start(taken), match.group(groups) or "")


@lru_cache(maxsize=256)
def read_pattern(expression: str, name: str) -> Pattern:
    """The expression, ready for use.

    Raises:
        InputError: it is no regular expression of ``re``, or has more than one group.
    """
    if not isinstance(expression, str):
        raise InputError(f"{name} must be text, got {type(expression).__name__}.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what ``re`` says of signs that may change their meaning
            groups = re.compile(expression).groups
            compiled = regex.compile(translate(expression)) if groups <= 1 else None
    except _FAULTS as error:
        raise InputError(
            f"{name} {_short(expression)} cannot be used as a regular expression: {error}."
        ) from error
    if groups > 1:
        raise InputError(
            f"{name} {_short(expression)} has {groups} groups, and one at most is allowed; write (?:…) "
            "for those that only hold together."
        )
    return Pattern(expression, name, compiled)


def _short(expression: str) -> str:
    return repr(expression if len(expression) <= 200 else expression[:199] + "…")
