"""Sentences that go on: "The city hired Jana Pohl in 2010. She resigned in 2014." has one date for each.

Beside "Jana Pohl resigned in 2014" the first of them has another date, and the second one the claim's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ascribe.verify.rules import Comparison, Text

if TYPE_CHECKING:
    from ascribe.verify.readings import Reading


def clashes(claim: Text, reading: Reading, later: Sequence[Reading]) -> bool:
    """True if something in the reading clashes that none of those that refer back to it makes good."""
    found = [one for one in reading.comparisons if one.finding == "clash"]
    return any(not any(makes_good(claim, clash, reading, one) for one in later) for clash in found)


def makes_good(claim: Text, clash: Comparison, reading: Reading, other: Reading) -> bool:
    """True if the other one agrees where this one clashes, and has a word of the claim that it lacks."""
    same = [c for c in other.comparisons if c.rule == clash.rule and c.claim == clash.claim]
    new = other.text.stems - reading.text.stems
    says_more = any(word.stem in new and not word.form[0].isdigit() for word in claim.content)
    return says_more and any(c.finding == "agree" for c in same)
