"""Prepositions: what is paid by somebody is not paid to somebody, and a letter to Ben is not one from Ben.

A claim must not have another preposition between the same two words than its evidence, if the two point in
opposite directions. Only English is covered. This rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.word_groups import build_alternatives

_OPPOSED = (
    {"by", "to"},
    {"from", "to"},
    {"for", "against"},
    {"by", "from"},
    {"with", "without"},
    {"with", "against"},
)

_PREPOSITION = re.compile(
    r"\b(?P<word>by|to|from|for|against|with|without)\s+"
    rf"(?:(?:about|{build_alternatives('en', 'articles')})\s+)?(?=[$€£]?\w)"
)


@dataclass(frozen=True, slots=True)
class _Link:
    """A preposition with the stems of the content word before it and of the word behind it."""

    before: str
    word: str
    behind: str
    place: Span


def compare_prepositions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each preposition of the claim that the evidence has turned round."""
    if not (claim.is_english and evidence.is_english):
        return []
    said = _get_links(evidence)
    return [
        Comparison("prepositions", "missing", "roles_unclear", asked.place, turned.place)
        for asked in (_get_links(claim) if said else ())
        if (turned := _find_turned(asked, said)) is not None
    ]


def _find_turned(asked: _Link, said: tuple[_Link, ...]) -> _Link | None:
    alike = [one for one in said if (one.before, one.behind) == (asked.before, asked.behind)]
    if any(one.word == asked.word for one in alike):
        return None
    return next((one for one in alike if {one.word, asked.word} in _OPPOSED), None)


@find_once
def _get_links(text: Text) -> tuple[_Link, ...]:
    return tuple(_read_links(text))


def _read_links(text: Text) -> Iterator[_Link]:
    for match in _PREPOSITION.finditer(text.lowered):
        before = text.within(max(0, match.start() - _REACH), match.start())[-1:]
        behind = text.words_after(match.end(), 1)
        if before and behind and before[0].end <= match.start():
            yield _Link(before[0].stem, match["word"], behind[0].stem, (match.start(), behind[0].end))


_REACH = 40
"""Characters before a preposition in which the word is that it belongs to."""


PREPOSITIONS = Rule("prepositions", compare_prepositions, kind="roles", exact="roles_unclear", supersedes=())
