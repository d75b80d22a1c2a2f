"""Bounds: "at least 20" is neither "20" nor "at most 20"; "under 50" is "less than 50".

A claim that has the lower bound where its evidence has the upper one clashes; one that drops or adds a bound
says something else, which may be a fair summary.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ascribe.verify.rules.amount import Number
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.kept import Group, added, dropped
from ascribe.verify.rules.scope import Scope, find_scopes, may_have

_GROUPS = (Group("least"), Group("most_at"))
_CUES = frozenset(("least", "most_at"))
_OTHER = {"least": "most_at", "most_at": "least"}
_RANGE = {
    "least": re.compile(r"\bbetween\s+\S{0,2}$"),
    "most_at": re.compile(r"\bbetween\s+\S+(?:\s+\w+)?\s+and\s+\S{0,2}$"),
}
"""What stands before the lower end of a range, and before the upper one; a currency may follow it."""

_NEAR = 24
"""Characters between a bound and its figure at most: "exceeding a height of 40 m"."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each bound of the claim, and one for each that it drops."""
    if not may_have(_CUES, claim, evidence):
        return []
    kept = [
        _judged(one, group.name, claim, evidence)
        for group in _GROUPS
        for one in _added(group, claim, evidence)
    ]
    clashing = [one for one in kept if one.finding == "clash"]
    lost = [
        one
        for group in _GROUPS
        for one in dropped(group, claim, evidence, "bounds", "bound_unclear")
        if not _ends_range(claim, one.claim[0], group.name)
    ]
    return clashing or [*kept, *lost]


def _ends_range(claim: Text, figure: int, group: str) -> bool:
    """True for either end of "between 10 and 20", which is more than 10 and less than 20."""
    return _RANGE[group].search(claim.lowered, 0, figure) is not None


def _added(group: Group, claim: Text, evidence: Text) -> list[Comparison]:
    return added(group, claim, evidence, "bounds", "bound_unclear")


def _judged(found: Comparison, group: str, claim: Text, evidence: Text) -> Comparison:
    """A clash where the same figure has the other bound in the evidence."""
    if found.finding != "missing" or find_scopes(claim, _OTHER[group]) or find_scopes(claim, "negation"):
        return found
    cue = next(cue for cue in find_scopes(claim, group) if (cue.start, cue.end) == found.claim)
    mine = _bounded(claim, cue)
    for other in find_scopes(evidence, _OTHER[group]):
        theirs = _bounded(evidence, other)
        if mine and theirs and mine.agrees_with(theirs):
            return replace(found, finding="clash", reason="bound_mismatch", evidence=other.place)
    return found


def _bounded(text: Text, cue: Scope) -> Number | None:
    """The figure right behind a cue, or right before "or more"."""
    near = [n for n in figures(text) if 0 <= n.start - cue.end <= _NEAR or 0 <= cue.start - n.end <= _NEAR]
    return min(near, key=lambda n: abs(n.start - cue.end), default=None)
