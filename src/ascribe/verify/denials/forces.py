"""What a negation denies: that all are, that any is, that something has to be, may be, or is known.

"Not all users" follows from "no user", but "no user" from neither "not all users" nor "the mayor did not".
"""

from __future__ import annotations

import re

from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import REACH, Scope, do_overlap, find_clause_at, find_scopes
from ascribe.verify.quantities.extract import find_figures

_PARTIAL, _OPEN = "partial_negation", ("no_duty", "no_evidence")
_FORCES = (*_OPEN, "must_not", "ban", _PARTIAL)
"""Groups that tell what a negation denies: that something has to be or is known, that it may be, or only that
all are."""


def has_same_force(cue: Scope, other: Scope, claim: Text, evidence: Text) -> bool:
    """Return False for "no user" beside "not all users", and for "must not" beside "need not".

    "Not all users" follows from "no user", and "must not" may be said as "do not".
    """
    if _denies_of_more(cue, other, claim, evidence):
        return False
    mine, theirs = _get_force(cue, claim), _get_force(other, evidence)
    if mine == theirs:
        return True
    return theirs != _PARTIAL and mine not in _OPEN and theirs not in _OPEN


PARTS = ("some", "some_of", "most", "most_of", "many", "few", "few_of", "part")
"""Groups of words for a part: "most of the houses have no garden"."""


def _denies_of_more(cue: Scope, other: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if the claim denies of all or of anybody what the evidence denies of fewer.

    "None of the houses has a garden" does not follow from "most of the houses have no garden", nor "nobody
    came" from "the mayor did not come".
    """
    if _is_among(cue, claim, "nobody"):
        return not _is_among(other, evidence, "nobody")
    mine, theirs = (text.lowered[one.start : one.end] for text, one in ((claim, cue), (evidence, other)))
    if NO_LONGER in (mine, theirs) and mine != theirs and "never" in (mine, theirs):
        return True
    is_subject = not claim.within(find_clause_at(claim, cue.start)[0], cue.start)
    return is_subject and _is_among(cue, claim, "not_one") and is_of_part(other, cue.stems, evidence)


def is_of_part(cue: Scope, stems: frozenset[str], text: Text) -> bool:
    """Return True if the subject of a negation is a part of these things: "half of the houses have no"."""
    first, _ = find_clause_at(text, cue.start)
    parts = [one for group in PARTS for one in find_scopes(text, group)]
    return any(first <= one.start < cue.start and one.stems & stems for one in (*parts, *find_counts(text)))


NO_LONGER = "no longer"


def _is_among(cue: Scope, text: Text, group: str) -> bool:
    return any(do_overlap((one.start, one.end), (cue.start, cue.end)) for one in find_scopes(text, group))


_OF = re.compile(r"\s+of\s+(?:the|these|those|its|their|our)\s")


@find_once
def find_counts(text: Text) -> tuple[Scope, ...]:
    """Return the figures that count some of several things, as in "two of the rooms", with those things."""
    return tuple(
        Scope("count", one.start, one.end, tuple(text.words_after(one.end, REACH)))
        for one in find_figures(text)
        if _OF.match(text.lowered, one.end)
    )


def _get_force(cue: Scope, text: Text) -> str:
    for name in _FORCES:
        if any(one.start < cue.end and cue.start < one.end for one in find_scopes(text, name)):
            return name
    return ""
