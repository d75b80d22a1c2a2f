"""Values in brackets: in "Mount Ara (2,150 m) is higher than Mount Bel (1,980 m)" each belongs to its name.

A claim that gives a name the value in the brackets of another one is not confirmed. Names are told apart by
the words that the others lack: "Ara" and "Bel". A word of the sentence before may stand in the brackets too:
"Ada and Max live in Ulm (Ada) and Köln (Max)". This rule reads any language and never returns a clash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span

_BRACKETED = re.compile(
    r"(?P<name>[^\W\d_][\w’'-]*(?:\s+[^\W\d_][\w’'-]*){0,2})\s+"
    r"\((?P<value>[^()\n]{1,60})\)"
)
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_LEAST_PAIRS = 2
_MOST_PAIRS = 12
"""Names with brackets that are compared, each with all others."""


@dataclass(frozen=True, slots=True)
class _Bracket:
    """The stems of the words right before a bracket, the values in it, and the span of both.

    Values are its figures; without any, the stems of its words if the text has them all before too.
    """

    name: frozenset[str]
    values: frozenset[str]
    place: Span


def compare_bracketed_values(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison if the claim has a value of a bracket beside the name before another one."""
    found = (_compare_brackets(claim, said) for said in _find_brackets(evidence) if len(said) >= _LEAST_PAIRS)
    return [one for one in found if one is not None][:1]


def _compare_brackets(claim: Text, said: tuple[_Bracket, ...]) -> Comparison | None:
    pairs = sum(_find_brackets(claim), ()) or (
        _Bracket(claim.stems, claim.stems | {*_FIGURE.findall(claim.text)}, (0, len(claim.text))),
    )
    exchanged = (
        Comparison("bracketed_values", "missing", "misplaced", pair.place, home.place)
        for pair in pairs
        for home in said
        if _is_of_other_name(pair, home, said)
    )
    return next(exchanged, None)


def _is_of_other_name(pair: _Bracket, home: _Bracket, said: tuple[_Bracket, ...]) -> bool:
    """Return True if the pair has a value of that bracket alone, and only the name of another one."""
    others = [one for one in said if one is not home]
    elsewhere = frozenset[str]().union(*(one.values for one in others))
    own = home.name.difference(*(one.name for one in others))
    if not (home.values - elsewhere) & pair.values or not own or own & pair.name:
        return False
    return any(
        (one.name - home.name) & pair.name and not (one.values - home.values) & pair.values for one in others
    )


@find_once
def _find_brackets(text: Text) -> tuple[tuple[_Bracket, ...], tuple[_Bracket, ...]]:
    """Return the brackets with figures, and those with words of the text before."""
    found: tuple[list[_Bracket], list[_Bracket]] = ([], [])
    for match in _BRACKETED.finditer(text.text):
        words = text.within(*match.span("name"))
        capitals = [
            word for word in words if text.text[word.start].isupper() or text.text[word.start].isdigit()
        ]
        named = frozenset(word.stem for word in capitals or words[-1:])
        figures = frozenset(_FIGURE.findall(match["value"]))
        values = figures or _read_labels(text, match)
        if named and values:
            found[not figures].append(_Bracket(named, values, match.span()))
    return tuple(found[0][:_MOST_PAIRS]), tuple(found[1][:_MOST_PAIRS])


def _read_labels(text: Text, match: re.Match[str]) -> frozenset[str]:
    """Return the stems in a bracket if the text has them all before: "Ada and Max … in Ulm (Ada)"."""
    stems = frozenset(word.stem for word in text.within(*match.span("value")))
    before = {word.stem for word in text.within(0, match.start("name"))}
    return stems if stems <= before else frozenset()


BRACKETED_VALUES = Rule("bracketed_values", compare_bracketed_values, kind="number", vetoes=("misplaced",))
