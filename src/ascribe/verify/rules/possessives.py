"""Possessives: "Ben's boss is Anna" is "Anna is Ben's boss", and not "Anna's boss is Ben".

Only English is covered. A word that holds both ways, such as "friend" or "neighbour", is not compared. This
rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at
from ascribe.verify.rules.placed_words import load_arrangement_words

_POSSESSIVE = re.compile(r"['’]s\b|(?<=s)['’](?=\s)")
_IS = re.compile(r"\b(?:is|are|was|were|becomes?|became|remains?|remained|will\s+be|has\s+been|had\s+been)\b")

_LONGEST_THING = 3
"""Content words behind a possessive that name the thing: "largest foreign customer"."""


@dataclass(frozen=True, slots=True)
class _Possession:
    """Whose a thing is, what it is, and who is said to be it, as stems; and the span of owner and thing."""

    owner: frozenset[str]
    thing: frozenset[str]
    holder: frozenset[str]
    place: Span


def compare_possessives(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each possession of the claim that the evidence has the other way round."""
    if not claim.is_english:
        return []
    said = _get_possessions(evidence)
    return [
        Comparison("possessives", "missing", "roles_unclear", asked.place, other.place)
        for asked in (_get_possessions(claim) if said else ())
        for other in said
        if _are_exchanged(asked, other)
    ][:1]


def _are_exchanged(asked: _Possession, said: _Possession) -> bool:
    if not asked.thing & said.thing or asked.owner & said.owner:
        return False
    return bool(asked.owner & said.holder and asked.holder & said.owner)


@find_once
def _get_possessions(text: Text) -> tuple[_Possession, ...]:
    return tuple(_read_possessions(text))


def _read_possessions(text: Text) -> Iterator[_Possession]:
    """Yield "A is B's boss" and "B's boss is A"."""
    symmetric = load_arrangement_words()["en"]["symmetric"]
    for sign in _POSSESSIVE.finditer(text.text):
        first, last = find_clause_at(text, sign.start())
        owner = text.within(first, sign.start())[-1:]
        verb = next((match for match in _IS.finditer(text.lowered, first, last)), None)
        if not owner or verb is None:
            continue
        end = verb.start() if verb.start() > sign.end() else last
        thing = text.within(sign.end(), end)
        others = (verb.end(), last) if verb.start() > sign.end() else (first, verb.start())
        holder = frozenset(word.stem for word in text.within(*others))
        named = frozenset(word.stem for word in thing[:_LONGEST_THING])
        if holder and named and not any(word.form in symmetric for word in thing):
            place = owner[0].start, thing[min(len(thing), _LONGEST_THING) - 1].end
            yield _Possession(frozenset((owner[0].stem,)), named, holder, place)


POSSESSIVES = Rule("possessives", compare_possessives, kind="roles", exact="roles_unclear", supersedes=())
