"""Titles: who a passage calls what.

"The CEO Jane Roe replaced John Doe" does not say that John Doe is the CEO, nor "Anna Berg, a painter, thanked
Carl Lind" that Lind is a painter. If every place of the title in the evidence has a name beside it, that of
the claim must be among them. Only English is covered. This rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.rules.names import find_names
from ascribe.verify.word_groups import get_word_group

_COPULA = re.compile(
    r"\b(?:is|are|was|were|became|becomes|remains|remained)\s+(?:the|an?|its|their|his|her)?\b"
)
_END = re.compile(r"[,.;:()]|\b(?:of|at|in|for|from|who|which|that|and|since|until)\b")
_APART = re.compile(r",\s+")
_MOST_BETWEEN = 4
"""Words between a name with its comma and the title: "Anna Berg, the museum's former director"."""


def compare_titles(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison if the claim gives a title to a name that the evidence gives to others only."""
    if not (claim.is_english and evidence.is_english):
        return []
    asked = _read_title(claim)
    if asked is None:
        return []
    named, title = asked
    places = [word for word in evidence.words if word.stem == title.stem]
    holders = [_find_holder(place, evidence) for place in places]
    if not holders or not all(holders) or any(named & holder for holder in holders):
        return []
    there = places[0].start, places[0].end
    return [Comparison("titles", "missing", "roles_unclear", (title.start, title.end), there)]


@find_once
def _read_title(claim: Text) -> tuple[frozenset[str], Word] | None:
    """Return the name and the title of "Lind is the director" and of "the director of the zoo is Lind"."""
    copula = _COPULA.search(claim.lowered)
    if copula is None:
        return None
    sides = (0, copula.start()), (copula.end(), len(claim.text))
    names = {word.start for word in find_names(claim)}
    before, behind = (claim.within(start, _find_end(claim, start, end)) for start, end in sides)
    for named, titled in ((before, behind), (behind, before)):
        is_named = bool(named) and all(word.start in names for word in named)
        if is_named and titled and not _is_sign(named[-1], claim):
            return frozenset(word.stem for word in named), titled[-1]
    return None


def _is_sign(word: Word, text: Text) -> bool:
    """Return True for a title in capitals: "CEO"."""
    return text.text[word.start : word.end].isupper()


def _find_end(claim: Text, start: int, end: int) -> int:
    """Return where the noun ends that begins there: "the director of the zoo"."""
    found = _END.search(claim.lowered, start, end)
    return found.start() if found else end


def _find_holder(title: Word, text: Text) -> frozenset[str]:
    """Return the stems of the name beside a title; empty if there is none."""
    place = text.words.index(title)
    return _find_name_behind(place, text) or _find_name_before(place, text)


def _find_name_behind(place: int, text: Text) -> frozenset[str]:
    """Return the name of "director Anna Berg" and of "the director, Anna Berg,"."""
    behind = text.words[place + 1 : place + 1 + _MOST_BETWEEN]
    gap = text.text[text.words[place].end : behind[0].start] if behind else ""
    if gap != " " and not _APART.fullmatch(gap):
        return frozenset()
    return _take_names(behind, text)


def _find_name_before(place: int, text: Text) -> frozenset[str]:
    """Return the name of "Anna Berg, the museum's former director", with only words of the title between."""
    helpers = get_word_group(text.language, "helpers")
    for at in range(place, max(0, place - _MOST_BETWEEN), -1):
        gap = text.text[text.words[at - 1].end : text.words[at].start]
        if _APART.fullmatch(gap):
            return _take_names(text.words[at - 1 :: -1], text)
        if text.words[at - 1].form in helpers or gap.strip(" '’s"):
            break
    return frozenset()


def _take_names(words: Sequence[Word], text: Text) -> frozenset[str]:
    starts = {word.start for word in find_names(text)}
    return frozenset(word.stem for word in takewhile(lambda word: word.start in starts, words))


TITLES = Rule("titles", compare_titles, kind="roles", vetoes=("roles_unclear",))
