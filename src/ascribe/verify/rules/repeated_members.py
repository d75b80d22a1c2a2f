"""Repeated members: a list that names one member twice has lost another one.

"Arkansas, Texas, Oklahoma and Texas" has no word that "Arkansas, Louisiana, Oklahoma and Texas" lacks. A
claim with such a list is not confirmed by a list without the repetition. This rule reads the languages of
``arrangement.json`` and never returns a clash.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.rules.placed_words import load_arrangement_words

_LEAST_MEMBERS = 3
_MOST_WORDS = 4
_ENDS = re.compile(r"[.;:()\n]")


def compare_repeated_members(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for a member that a list of the claim has twice, and no list of the evidence."""
    repeated = _find_repeated(claim)
    there = _find_repeated(evidence) if repeated else {}
    return [
        Comparison("repeated_members", "missing", "word_replaced", place)
        for member, place in repeated.items()
        if member not in there
    ]


@find_once
def _find_repeated(text: Text) -> dict[tuple[str, ...], Span]:
    """Return the members that one list has twice, as stems, with the place of the second one."""
    entry = load_arrangement_words().get(text.code)
    joining = "|".join(map(re.escape, sorted(entry["joining"]))) if entry and entry["joining"] else "and"
    split = re.compile(rf",\s+(?:(?:{joining})\s+)?|\s+(?:{joining})\s+")
    found: dict[tuple[str, ...], Span] = {}
    start = 0
    for end in [*(match.start() for match in _ENDS.finditer(text.lowered)), len(text.lowered)]:
        edges = [
            (start, start),
            *(match.span() for match in split.finditer(text.lowered, start, end)),
            (end, end),
        ]
        members = [(one[1], two[0]) for one, two in pairwise(edges)]
        found |= _count_members(text, members) if len(members) >= _LEAST_MEMBERS else {}
        start = end
    return found


def _count_members(text: Text, members: list[Span]) -> dict[tuple[str, ...], Span]:
    """Return the members in the middle of a list, or its last one, that stand in it before.

    What stands before the first joint may be the whole clause, and behind the last one too; of these only the
    word next to the joint counts.
    """
    stems = [tuple(word.stem for word in text.within(*member)) for member in members]
    inner = [one for one in stems[1:-1] if 0 < len(one) <= _MOST_WORDS]
    counts = Counter(inner)
    first, last = stems[0], stems[-1]
    found: dict[tuple[str, ...], Span] = {}
    for member, place in zip(stems[1:-1], members[1:-1], strict=True):
        if not member:
            continue
        ends = first[-len(member) :] == member or last[: len(member)] == member
        if counts[member] > 1 or ends:
            found[member] = place
    return found


REPEATED_MEMBERS = Rule("repeated_members", compare_repeated_members, kind="word_replaced")
