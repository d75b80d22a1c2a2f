"""Respective values: in "Anna and Ben won gold and silver respectively", Anna won gold, and Ben did not.

A claim that gives the value of one to the other, or to both, is not confirmed. The words are data: the groups
``respectively``, ``joints`` and ``both`` of ``figure_words.json``. This rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.quantities.operations import find_sentence_at
from ascribe.verify.rules.bound_values import find_date_values
from ascribe.verify.rules.figure_words import build_figure_pattern, join_figure_words

_LISTS = 2
"""Lists of two that such a sentence has: the things, and their values."""

_Stems = frozenset[str]


@dataclass(frozen=True, slots=True)
class _Respective:
    """Two things and their values, each as its stems, and the span of all."""

    things: tuple[_Stems, _Stems]
    values: tuple[_Stems, _Stems]
    span: Span


def compare_respective_values(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each value that the claim gives to the other thing, or to both."""
    if claim.code != evidence.code:
        return []
    found = (_compare_values(one, claim) for one in _find_respective(evidence))
    return [one for one in found if one is not None]


def _compare_values(one: _Respective, claim: Text) -> Comparison | None:
    both = build_figure_pattern(claim.code, "both")
    is_both = both is not None and both.search(claim.lowered) is not None
    has_thing = [is_both or bool(thing & claim.stems) for thing in one.things]
    has_value = [bool(value & claim.stems) for value in one.values]
    if sum(has_value) != 1 or not any(has_thing):
        return None
    own = has_value.index(True)
    if has_thing[own] and not has_thing[1 - own]:
        return None
    words = [word for word in claim.words if word.stem in one.values[own]]
    return Comparison("respective_values", "missing", "misplaced", (words[0].start, words[-1].end), one.span)


@find_once
def _find_respective(text: Text) -> tuple[_Respective, ...]:
    return tuple(_read_respective(text))


def _read_respective(text: Text) -> Iterator[_Respective]:
    """Yield the two lists of two of each sentence with such a word."""
    pattern = build_figure_pattern(text.code, "respectively")
    for cue in pattern.finditer(text.lowered) if pattern else ():
        sentence = find_sentence_at(text, cue.start())
        lists = [one for one in _read_lists(text) if sentence[0] <= one[0] < sentence[1]]
        if len(lists) == _LISTS:
            pairs = [_find_neighbours(text, *one) for one in lists]
            things, values = pairs
            if things and values:
                yield _Respective(_leave_out_shared(things), _leave_out_shared(values), sentence)


@find_once
def _read_lists(text: Text) -> tuple[Span, ...]:
    """Return the places of the words that join two members."""
    pattern = _build_joint_pattern(text.code)
    return tuple(match.span() for match in pattern.finditer(text.lowered))


@cache
def _build_joint_pattern(language: str) -> re.Pattern[str]:
    joints = "|".join(join_figure_words(language, group) for group in ("joints", "respectively_joining"))
    return re.compile(rf"(?<![\w-])(?:{joints})(?![\w-])")


def _find_neighbours(text: Text, start: int, end: int) -> tuple[_Stems, _Stems] | None:
    """Return the stems of what stands on each side; a date is whole."""
    first, last = find_sentence_at(text, start)
    before, behind = text.within(first, start)[-1:], text.within(end, last)[:1]
    if not before or not behind:
        return None
    return _read_member(before[0], text), _read_member(behind[0], text)


def _read_member(word: Word, text: Text) -> _Stems:
    dates = find_date_values(text)
    date = next((one for one in dates if one.start <= word.start < one.end), None)
    words = text.within(date.start, date.end) if date else [word]
    return frozenset(one.stem for one in words)


def _leave_out_shared(pair: tuple[_Stems, _Stems]) -> tuple[_Stems, _Stems]:
    return pair[0] - pair[1], pair[1] - pair[0]


RESPECTIVE_VALUES = Rule("respective_values", compare_respective_values, kind="roles", vetoes=("misplaced",))
