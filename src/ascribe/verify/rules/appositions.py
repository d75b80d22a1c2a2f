"""Names in appositions: "the elder son, Leo, got the farm; the younger, Sam, got the mill".

Each name of such a sentence has a stretch of its own. What only the stretch of another name says, a claim
must not say of this one. Only English is covered. This rule never returns a clash.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.word_groups import build_alternatives

_NAME = r"(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,3})"
_NAMED = re.compile(
    rf"(?:(?<=, ){_NAME},\s|\b{_NAME.replace('name', 'described')}"
    rf",\s(?:{build_alternatives('en', 'articles')})\s[^,;.\n]{{1,60}},\s)"
)
"""A name between commas, or before a description between commas."""

_JOINT = re.compile(r"[;.\n]|\b(?:and|but|while|whereas)\s")

_LEAST_NAMES = 2


@dataclass(frozen=True, slots=True)
class _Stretch:
    """What a sentence says of one name: the stems of the name, and those of the stretch."""

    span: Span
    name: frozenset[str]
    stems: frozenset[str]


def compare_appositions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for a name of which the claim says what the evidence says of another one."""
    if not (claim.is_english and evidence.is_english) or ", " not in evidence.text:
        return []
    stretches = _get_stretches(evidence)
    own = [one for one in stretches if one.name <= claim.stems]
    if len(stretches) < _LEAST_NAMES or len(own) != 1:
        return []
    (home,) = own
    asked = [word for word in claim.content if word.stem not in home.name]
    others = [one for one in stretches if one is not home]
    elsewhere = frozenset().union(*(one.stems for one in others))
    if any(word.stem in home.stems - elsewhere for word in asked):
        return []
    strange = next((word for word in asked if word.stem in elsewhere - home.stems), None)
    if strange is None:
        return []
    there = next(one for one in others if strange.stem in one.stems)
    return [Comparison("appositions", "missing", "roles_unclear", (strange.start, strange.end), there.span)]


@find_once
def _get_stretches(text: Text) -> tuple[_Stretch, ...]:
    return tuple(_find_stretches(text))


def _find_stretches(text: Text) -> Iterator[_Stretch]:
    """Yield the stretch of each name, from the joint before it up to that before the next name."""
    found = list(_NAMED.finditer(text.text))
    joints = [0, *(joint.end() for joint in _JOINT.finditer(text.text))] if found else []
    starts = [joints[bisect_right(joints, match.start()) - 1] for match in found]
    for match, (first, last) in zip(found, pairwise([*starts, len(text.text)]), strict=True):
        place = match.span("name") if match["name"] else match.span("described")
        name = frozenset(word.stem for word in text.within(*place))
        stems = frozenset(word.stem for word in text.within(first, last))
        yield _Stretch((first, last), name, stems - name)


APPOSITIONS = Rule("appositions", compare_appositions, kind="roles")
