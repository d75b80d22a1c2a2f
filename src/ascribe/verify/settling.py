"""What the rules found, after what is said in other words or before the passage is counted as said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ascribe.stages import Evidence
from ascribe.verify.passages import read_one, up_to
from ascribe.verify.rules import SETTLED, Comparison, Text
from ascribe.verify.rules.names import names
from ascribe.verify.rules.scope import Span

_EXPLAINING = (
    "numbers", "derived", "dates", "opposites", "complements", "attribution", "bounds", "causes",
    "conditions", "contraries", "directions", "duals", "magnitudes", "modality", "order", "permissions",
    "proportions", "quantifiers", "requirements",
)  # fmt: skip
"""Rules that find a word of the claim said in other words: "decreased" for "fell", "12" for "twelve"."""


def settled(
    comparisons: Iterable[Comparison], claim: Text, evidence: Sequence[Evidence], members: tuple[int, ...]
) -> tuple[Comparison, ...]:
    """What counts of the comparisons of a claim with those sentences."""
    return _without_explained([_settle(one, claim, evidence, members) for one in comparisons])


def said_otherwise(comparisons: Iterable[Comparison]) -> list[Span]:
    """Where the claim's words stand that a rule found said in other words."""
    return [c.claim for c in comparisons if c.finding == "agree" and c.rule in _EXPLAINING]


def with_explained(coverage: float, claim: Text, text: Text, comparisons: Iterable[Comparison]) -> float:
    """Coverage of the claim by the text, with the words that a rule found said in other words."""
    lacking = [word for word in claim.content if word.stem not in text.stems]
    said = said_otherwise(comparisons)
    found = sum(any(start <= word.start < end for start, end in said) for word in lacking)
    return coverage + (1.0 - coverage) * found / len(lacking) if found else coverage


def _settle(
    comparison: Comparison, claim: Text, evidence: Sequence[Evidence], members: tuple[int, ...]
) -> Comparison:
    """What is missing counts as said where it stands before the passage."""
    settle = {"numbers": _stands_in_name, "names": _stands_before}.get(comparison.rule)
    if comparison.finding == "missing" and settle and settle(comparison.claim, claim, evidence, members):
        return Comparison(comparison.rule, "agree", "", comparison.claim)
    return comparison


def _stands_before(place: Span, claim: Text, evidence: Sequence[Evidence], members: tuple[int, ...]) -> bool:
    """True for a name that stands before the passage, if the passage has no other name instead."""
    name = {word.stem for word in claim.words if (word.start, word.end) == place}
    return any(
        name & up_to(evidence, member).stems and not _names_another(claim, evidence, member)
        for member in members
    )


def _stands_in_name(place: Span, claim: Text, evidence: Sequence[Evidence], members: tuple[int, ...]) -> bool:
    """True for the figure in a name ("Kestrel 4") where the whole name stands there or before."""
    start, end = place
    before = next((word for word in reversed(names(claim)) if word.end <= start), None)
    if before is None or claim.text[before.end : start].strip():
        return False
    whole = re.compile(rf"{re.escape(claim.text[before.start : end])}(?!\w|[.,]\d)")
    return any(whole.search(up_to(evidence, member).text) for member in members)


def _names_another(claim: Text, evidence: Sequence[Evidence], member: int) -> bool:
    """True if the passage has a name that the claim does not have."""
    found = names(read_one(evidence, member, claim.language))
    return not {word.stem for word in found} <= claim.stems


def _without_explained(comparisons: list[Comparison]) -> tuple[Comparison, ...]:
    """All but what is missing inside words that a formula explains: "metres" in "12 km = 12,000 metres"."""
    proved = [c for c in comparisons if c.finding == "agree" and c.formula]
    return tuple(
        c for c in comparisons if c.finding == "agree" or not any(_explains(proof, c) for proof in proved)
    )


def _explains(proof: Comparison, other: Comparison) -> bool:
    """True if the other one begins inside a figure with a formula, or overlaps what its rule settles."""
    if proof.rule in SETTLED:
        touches = proof.claim[0] < other.claim[1] and other.claim[0] < proof.claim[1]
        return touches and other.rule in SETTLED[proof.rule]
    return other.rule != "binding" and proof.claim[0] <= other.claim[0] < proof.claim[1]
