"""Values in brackets: in "Mount Ara (2,150 m) is higher than Mount Bel (1,980 m)" each belongs to its name.

A claim that gives a name the value in the brackets of another one is not confirmed. Names are told apart by
the words that the others lack: "Ara" and "Bel". This rule reads any language and never returns a clash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span

_BRACKETED = re.compile(
    r"(?P<name>[^\W\d_][\w’'-]*(?:\s+[^\W\d_][\w’'-]*){0,2})\s+"
    r"\((?P<value>[^()\n]{0,40}?\d[^()\n]{0,20})\)"
)
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_LEAST_PAIRS = 2
_MOST_PAIRS = 12
"""Names with brackets that are compared, each with all others."""


@dataclass(frozen=True, slots=True)
class _Bracket:
    """The stems of the words right before a bracket, the figures in it, and the span of both."""

    name: frozenset[str]
    figures: frozenset[str]
    place: Span


def compare_bracketed_values(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison if the claim has a value of a bracket beside the name before another one."""
    said = _find_brackets(evidence)
    if len(said) < _LEAST_PAIRS:
        return []
    pairs = _find_brackets(claim) or (
        _Bracket(claim.stems, frozenset(_FIGURE.findall(claim.text)), (0, len(claim.text))),
    )
    return [
        Comparison("bracketed_values", "missing", "misplaced", pair.place, home.place)
        for pair in pairs
        for home in said
        if _is_of_other_name(pair, home, said)
    ][:1]


def _is_of_other_name(pair: _Bracket, home: _Bracket, said: tuple[_Bracket, ...]) -> bool:
    """Return True if the pair has a figure of that bracket alone, and only the name of another one."""
    others = [one for one in said if one is not home]
    elsewhere = frozenset[str]().union(*(one.figures for one in others))
    own = home.name.difference(*(one.name for one in others))
    if not (home.figures - elsewhere) & pair.figures or not own or own & pair.name:
        return False
    return any(
        (one.name - home.name) & pair.name and not (one.figures - home.figures) & pair.figures
        for one in others
    )


@find_once
def _find_brackets(text: Text) -> tuple[_Bracket, ...]:
    found = []
    for match in _BRACKETED.finditer(text.text):
        words = text.within(*match.span("name"))
        capitals = [
            word for word in words if text.text[word.start].isupper() or text.text[word.start].isdigit()
        ]
        named = capitals or words[-1:]
        if named:
            name = frozenset(word.stem for word in named)
            found.append(_Bracket(name, frozenset(_FIGURE.findall(match["value"])), match.span()))
    return tuple(found[:_MOST_PAIRS])


BRACKETED_VALUES = Rule("bracketed_values", compare_bracketed_values, kind="number", vetoes=("misplaced",))
