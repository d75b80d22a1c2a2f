"""Proportions: "most of the delegates" for "41 of the 60 delegates", "nearly all" for 480 of 500.

The part and the whole are found as for shares; ``_SHARE_TESTS`` defines what the words mean.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Scope, find_scopes, may_have_cues
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import Number
from ascribe.verify.quantities.operations import find_sentence_at, format_value, join_measures
from ascribe.verify.quantities.parts import find_part_and_whole

_HALF, _NEARLY, _FEW = Decimal("0.5"), Decimal("0.9"), Decimal("0.2")

_SHARE_TESTS: dict[str, Callable[[Decimal], bool]] = {
    "share_all": lambda share: share == 1,
    "share_nearly": lambda share: _NEARLY <= share < 1,
    "share_most": lambda share: share > _HALF,
    "share_less": lambda share: share < _HALF,
    "share_few": lambda share: 0 < share < _FEW,
    "share_none": lambda share: share == 0,
}
"""Group of cues → test of the share: a majority is more than half, few are less than a fifth."""

_PROPORTION_CUES = frozenset(_SHARE_TESTS)


def compare_proportions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each such word of the claim for which the evidence has figures."""
    if not may_have_cues(_PROPORTION_CUES, claim) or find_scopes(claim, "negation"):
        return []
    cues = [cue for group in _SHARE_TESTS for cue in find_scopes(claim, group)]
    found = (_compare_proportion(cue, claim, evidence) for cue in cues if not _is_inside(cue, cues))
    return [one for one in found if one is not None]


def _compare_proportion(cue: Scope, claim: Text, evidence: Text) -> Comparison | None:
    stated = _find_stated_share(cue, claim, evidence)
    if stated is not None:
        there = (stated.start, stated.end)
        if not _SHARE_TESTS[cue.group](_compute_share(stated)):
            return Comparison("proportions", "missing", "quantifier_unclear", (cue.start, cue.end), there)
        if _is_of_same_group(cue, stated, claim, evidence):
            formula = f"{evidence.text[slice(*there)]} is {claim.text[cue.start : cue.end]}"
            return Comparison("proportions", "agree", "", (cue.start, cue.end), there, formula)
    sides = find_part_and_whole(cue.end, claim, evidence)
    if sides is None or not sides[1].numbers[-1].value:
        return None
    share = sides[0].numbers[-1].value / sides[1].numbers[-1].value
    there = min(side.start for side in sides), max(side.end for side in sides)
    formula = f"{join_measures(evidence, sides, 'of')} is {format_value(100 * share)} %"
    place = cue.start, cue.end
    if _SHARE_TESTS[cue.group](share):
        return Comparison("proportions", "agree", "", place, there, formula)
    return Comparison("proportions", "missing", "quantifier_unclear", place, there)


def _find_stated_share(cue: Scope, claim: Text, evidence: Text) -> Number | None:
    """Return the share in figures whose sentence has most of what the claim says of "most"."""
    shares = [number for number in find_figures(evidence) if number.kind in ("percent", "part")]
    if not shares or find_figures(claim):
        return None
    said = {word.stem for word in claim.within(cue.end, len(claim.text))}
    shared = [
        len(said & {word.stem for word in evidence.within(*find_sentence_at(evidence, number.start))})
        for number in shares
    ]
    most = max(shared)
    return shares[shared.index(most)] if 2 * most > len(said) else None


def _compute_share(number: Number) -> Decimal:
    """Return a percentage or a fraction as a number from 0 to 1."""
    return number.value / 100 if number.kind == "percent" else number.value


def _is_of_same_group(cue: Scope, stated: Number, claim: Text, evidence: Text) -> bool:
    """Return True if both are shares of the same noun, and the sentence has all that the claim says."""
    mine = claim.within(cue.end, len(claim.text))
    first, last = find_sentence_at(evidence, stated.start)
    theirs = evidence.within(stated.end, last)
    there = {word.stem for word in evidence.within(first, last)}
    same_noun = bool(mine and theirs) and mine[0].stem == theirs[0].stem
    return same_noun and all(word.stem in there for word in mine)


def _is_inside(cue: Scope, others: list[Scope]) -> bool:
    """Return True for the "all" of "nearly all"."""
    return any(other.start <= cue.start and cue.end <= other.end and other is not cue for other in others)


PROPORTIONS = Rule(
    "proportions",
    compare_proportions,
    paraphrases=True,
    supersedes=("quantifiers", "bounds", "qualifiers", "numbers", "derived"),
)
