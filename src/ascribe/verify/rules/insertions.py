"""Insertions: what a phrase between commas or brackets says must be said with its own words.

"Some ducks, mainly those breeding in the Arctic, migrate; those in the tropics do not" does not say that
those breeding in the tropics do. If a preposition joins a word of an insertion to a noun, the claim must not
join it to a noun from another part of the sentence. This rule never returns a clash.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Span
from ascribe.verify.rules.restricted_lines import Line, get_span, read_same_lines

_REASON = "roles_unclear"

_LONGEST_GAP = 3
"""Words without content between a preposition and its noun: "in all of the"."""


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A word and the noun behind the preposition that follows it, with the places of both."""

    word: str
    noun: str
    first: int
    last: int


def compare_insertions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for a word of an insertion that the claim connects with a noun from outside."""
    for clause, lines in read_same_lines(claim, evidence):
        for mine in _list_phrases(clause) if lines else ():
            found = [_find_exchanged(mine, clause, line) for line in lines]
            if all(found):
                place = get_span(clause, mine.first, mine.last)
                return [Comparison("insertions", "missing", _REASON, place, found[0])]
    return []


def _list_phrases(line: Line) -> Iterator[_Phrase]:
    for place in range(1, len(line.words) - 1):
        if not (
            line.matches(line.listed.denied, place) and line.has_content(place - 1) and line.is_joined(place)
        ):
            continue
        behind = range(place + 1, min(place + 2 + _LONGEST_GAP, len(line.words)))
        noun = next((at for at in behind if line.has_content(at)), None)
        if noun is not None and not any(line.has_sign(at) for at in range(place + 1, noun + 1)):
            yield _Phrase(line.get_key(place - 1), line.get_key(noun), place - 1, noun)


def _find_exchanged(mine: _Phrase, clause: Line, line: Line) -> Span | None:
    """Return the span of the phrase that an insertion of the sentence has with another noun, or None."""
    same = [one for one in _list_phrases(line) if one.word == mine.word]
    if not same or any(one.noun == mine.noun or one.noun in clause.held for one in same):
        return None
    for one in same:
        opening = next((at for at in range(one.first, 0, -1) if line.has_sign(at)), 0)
        closing = line.find_end(one.last)
        is_inserted = opening and closing < len(line.words) and not line.matches(line.listed.stop, closing)
        outside = (*range(opening), *range(closing, len(line.words)))
        if is_inserted and any(line.get_key(at) == mine.noun and _has_place(line, at) for at in outside):
            return get_span(line, one.first, one.last)
    return None


def _has_place(line: Line, place: int) -> bool:
    """Return True if another word of its part stands before the noun: "those in the tropics".

    Right behind a sign a noun may still belong to the insertion: "passed under her heir, Odo Sant".
    """
    listed = line.listed
    first = next((at for at in range(place, 0, -1) if line.has_sign(at)), 0)
    before = (at for at in range(first, place) if not line.matches(listed.denied, at))
    return any(
        line.has_content(at) or line.matches(listed.pronouns, at) or line.matches(listed.relative, at)
        for at in before
    )


INSERTIONS = Rule("insertions", compare_insertions, kind="roles", vetoes=(_REASON,), withholds=True)
