"""Restrictors: "everyone who smokes coughs" is not "everyone who coughs smokes", nor "if A, B" "if B, A".

What stands behind "who" or "if" says of which cases the rest holds; a claim that exchanges the two says
something else. Only English is covered. This rule never returns a clash: both may be true.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import dropwhile

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.grammar.relations import find_stretch_at
from ascribe.verify.lexicon import get_meaning, get_meanings

_WHO = re.compile(
    r"\b(?:(?:all|every|each|any)\s+(?:of\s+)?(?:the\s+|those\s+)?(?:\w+\s+){0,3}?(?:who|that|which)"
    r"|(?:everyone|everybody|everything|anyone|anybody|anything|those)\s+(?:who|that|which)|whoever)\b"
)
"""What opens a relative clause that says of whom or what the rest is said; its end is not marked."""

_IF = re.compile(r"\b(?:if|whenever|wherever)\b")
"""What opens a condition: up to the next comma, or to the end of the sentence where something precedes it."""


@dataclass(frozen=True, slots=True)
class _Restriction:
    """The words that open a restriction, and the meanings behind them in order; a condition has an end."""

    place: Span
    meanings: tuple[str, ...]
    is_condition: bool


def compare_restrictors(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison if the claim restricts by what the evidence says of the restricted cases."""
    if not (claim.is_english and evidence.is_english):
        return []
    return [
        Comparison("restrictors", "missing", "quantifier_unclear", mine.place, theirs.place)
        for mine in _find_restrictions(claim)
        for theirs in _find_restrictions(evidence)
        if mine.is_condition == theirs.is_condition and _are_exchanged(mine, theirs, claim, evidence)
    ][:1]


def _are_exchanged(mine: _Restriction, theirs: _Restriction, claim: Text, evidence: Text) -> bool:
    """Return True if each restricts by what the other says of the restricted cases."""
    said, told = get_meanings(claim), get_meanings(evidence)
    if mine.is_condition:
        own, other = frozenset(mine.meanings), frozenset(theirs.meanings)
        return bool((own - other) & (told - other)) and bool((other - own) & (said - own))
    both = said & told
    own_order = [one for one in mine.meanings if one in both]
    other_order = [one for one in theirs.meanings if one in both]
    pairs = dropwhile(lambda pair: pair[0] == pair[1], zip(own_order, other_order, strict=False))
    first, second = next(pairs, ("", ""))
    return first != second and first in other_order and second in own_order


@find_once
def _find_restrictions(text: Text) -> tuple[_Restriction, ...]:
    found = []
    for match in _WHO.finditer(text.lowered):
        end = find_stretch_at(text, match.start())[1]
        found.append(_read(text, match.span(), end, is_condition=False))
    for match in _IF.finditer(text.lowered):
        start, last = find_stretch_at(text, match.start())
        comma = text.text.find(", ", match.end(), last)
        opens = not text.within(start, match.start())
        if opens and comma < 0:
            continue
        found.append(_read(text, match.span(), comma if comma >= 0 else last, is_condition=True))
    return tuple(found)


def _read(text: Text, place: Span, end: int, *, is_condition: bool) -> _Restriction:
    meanings = tuple(get_meaning(word, text.language) for word in text.within(place[1], end))
    return _Restriction(place, meanings, is_condition)


RESTRICTORS = Rule("restrictors", compare_restrictors, kind="quantifier", opposes="place")
