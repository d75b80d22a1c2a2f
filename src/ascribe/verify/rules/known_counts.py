"""Counts of things that the text has introduced: "the two handbooks", "which of the two".

A definite count takes up what is known, so the source need not print it: it shows two handbooks by telling
of both. A count that is new ("two handbooks"), that identifies ("the two that closed") or that measures ("the
two years") must be there.
"""

from __future__ import annotations

import re

from ascribe.verify.comparison import Text
from ascribe.verify.quantities.measures import find_measure_at
from ascribe.verify.quantities.number import Number

_FEWEST, _MOST = 2, 3
"""Counts that readers see at a glance; of more things one may be wrong."""

_DEFINITE = re.compile(r"(?<!all )\b(?P<before>[^\W\d]+\s+)?(?:the|these|those)\s+(?:other\s+|same\s+)?$")
_REACH = 40
"""Characters before a count in which such a word begins."""

_PREDICATIVE = frozenset(("is", "are", "was", "were", "be", "been", "become", "became"))
"""Verbs behind which a count is new: "A and B are the two winners"."""

_IDENTIFYING = re.compile(
    r"(?:\s+[^\W\d]+){0,3}?\s+(?:that|which|who|whom|whose|to|most|best|worst|biggest|\w{3,}est|latest)\b"
)
"""Words behind a count that tell which things are meant, so that they need not be known."""


def counts_known_things(number: Number, claim: Text) -> bool:
    """Return True for a small count in words behind "the", without a unit, of things that are known."""
    written = claim.text[number.start : number.end]
    if number.kind or not _FEWEST <= number.value <= _MOST or not written.isalpha():
        return False
    before = _DEFINITE.search(claim.lowered, max(0, number.start - _REACH), number.start)
    if before is None or (before["before"] or "").strip() in _PREDICATIVE:
        return False
    if find_measure_at(claim, number).units or claim.text[number.end : number.end + 1] == "-":
        return False
    return _IDENTIFYING.match(claim.lowered, number.end) is None
