"""Bounds: "at least 20" is neither "20" nor "at most 20"; "under 50" and "< 50" are "less than 50".

A claim with the lower bound clashes with evidence that has the upper one, and the other way round. A claim
that adds a bound says something else, but may be a fair summary. One that drops a bound is not: "up to 12
hours" is not "12 hours", which a model takes for the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Scope, find_scopes, may_have_cues
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import find_measure_at, find_measures, is_same_amount
from ascribe.verify.quantities.number import Number
from ascribe.verify.rules.cue_groups import CueGroup, compare_claim_cues, compare_dropped_cues

_BOUND_GROUPS = (CueGroup("least"), CueGroup("most_at"))
_LOOSE_BOUNDS = {"least": ("over",), "most_at": ("under", "nearly")}
"""Group → those whose words are bounds beside other things than figures, if these are the same things."""

_POSSIBLE_GROUPS = ("can", "may", "leave", "limit_meant")
"""Words with which a limit itself may be meant: who borrows up to three boats may borrow three, and "by 3
May" is "no later than 3 May". Then the evidence has nothing contrary in that place."""

_BOUND_CUES = frozenset(("least", "most_at"))
_OPPOSITE_BOUND = {"least": "most_at", "most_at": "least"}
_RANGE_PREFIX = {
    "least": re.compile(r"\bbetween\s+\S{0,2}$"),
    "most_at": re.compile(r"\bbetween\s+\S+(?:\s+\w+)?\s+and\s+\S{0,2}$"),
}
"""What precedes the lower and the upper end of a range; a currency sign may follow it."""

_LONGEST_BOUND_GAP = 24
"""Most characters between a bound and its figure: "exceeding a height of 40 m"."""


def compare_bounds(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each bound of the claim, and one for each that it drops."""
    if not may_have_cues(_BOUND_CUES, claim, evidence):
        return []
    kept = [
        _detect_bound_clash(one, group.name, claim, evidence)
        for group in _BOUND_GROUPS
        for one in _compare_claim_bounds(group, claim, evidence)
    ]
    clashing = [one for one in kept if one.finding == "clash"]
    may_be = any(find_scopes(claim, group) for group in _POSSIBLE_GROUPS)
    lost = [
        one
        for group in _BOUND_GROUPS
        for one in compare_dropped_cues(group, claim, evidence, "bounds", "bound_unclear")
        if not _is_range_end(claim, one.claim[0], group.name)
    ]
    lost += [one for group in _BOUND_GROUPS for one in _find_dropped_beside_restated(group, claim, evidence)]
    lost = [_restate_deadline(one, claim, evidence) for one in lost]
    return clashing or [
        *kept,
        *(replace(one, evidence=None) if may_be and one.finding != "agree" else one for one in lost),
    ]


def _restate_deadline(found: Comparison, claim: Text, evidence: Text) -> Comparison:
    """Return an agreement of "by 3 May" with "no later than 3 May"; else the same comparison."""
    said = evidence.lowered[slice(*found.evidence)] if found.evidence else ""
    cues = (cue for cue in find_scopes(claim, "limit_meant") if claim.lowered[cue.start : cue.end] == "by")
    by = next((cue for cue in cues if claim.text[cue.end : found.claim[0]].isspace()), None)
    if by is None or _LATEST.search(said) is None:
        return found
    place = by.start, found.claim[1]
    return replace(
        found, finding="agree", reason="", claim=place, formula=f"{said} = {claim.text[slice(*place)]}"
    )


_LATEST = re.compile(r"\b(?:no|not) later than\b|\bat the latest\b")


def _find_dropped_beside_restated(group: CueGroup, claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for each bound that the claim drops from an amount that it gives in another unit.

    "Half an hour before the meal" is not "at least 30 minutes before the meal".
    """
    if any(find_scopes(claim, name) for name in (group.name, *_LOOSE_BOUNDS[group.name])):
        return
    for cue in find_scopes(evidence, group.name):
        figure = _find_bounded_figure(evidence, cue)
        amount = find_measure_at(evidence, figure) if figure is not None else None
        for mine in find_measures(claim) if amount is not None and amount.units else ():
            if (
                amount
                and is_same_amount(mine, amount)
                and not mine.numbers[-1].agrees_with(amount.numbers[-1])
            ):
                yield Comparison("bounds", "missing", "bound_unclear", (mine.start, mine.end), cue.place)


def _is_range_end(claim: Text, figure: int, group: str) -> bool:
    """Return True for either end of "between 10 and 20".

    Such a range may be restated as "more than 10" or "less than 20".
    """
    return _RANGE_PREFIX[group].search(claim.lowered, 0, figure) is not None


def _compare_claim_bounds(group: CueGroup, claim: Text, evidence: Text) -> list[Comparison]:
    return [
        _explain_bound(_find_loose_bound(one, group.name, claim, evidence), group.name, claim, evidence)
        for one in compare_claim_cues(group, claim, evidence, "bounds", "bound_unclear")
    ]


def _explain_bound(found: Comparison, group: str, claim: Text, evidence: Text) -> Comparison:
    """Return an agreement with the words of both bounds as its formula, if they bound the same figure."""
    mine = next((cue for cue in find_scopes(claim, group) if cue.start == found.claim[0]), None)
    asked = _find_bounded_figure(claim, mine) if mine and found.finding == "agree" else None
    if mine is None or asked is None or found.formula:
        return found
    for other in find_scopes(evidence, group):
        said = _find_bounded_figure(evidence, other)
        words = evidence.lowered[other.start : other.end], claim.lowered[mine.start : mine.end]
        if said is not None and asked.agrees_with(said) and len({*words}) > 1:
            return replace(found, evidence=(other.start, other.end), formula=" = ".join(words))
    return found


def _find_loose_bound(found: Comparison, group: str, claim: Text, evidence: Text) -> Comparison:
    """Return an agreement of "more than a set limit" with "above a set limit"; else the same comparison."""
    mine = next((cue for cue in find_scopes(claim, group) if cue.start == found.claim[0]), None)
    if found.finding != "missing" or mine is None or not mine.words:
        return found
    said = (cue for name in _LOOSE_BOUNDS[group] for cue in find_scopes(evidence, name))
    same = next((cue for cue in said if cue.words and cue.words[0].stem == mine.words[0].stem), None)
    if same is None:
        return found
    formula = f"{evidence.text[same.start : same.end]} = {claim.text[mine.start : mine.end]}"
    return replace(found, finding="agree", reason="", evidence=same.place, formula=formula)


def _detect_bound_clash(found: Comparison, group: str, claim: Text, evidence: Text) -> Comparison:
    """Return a clash if the same figure has the other bound in the evidence, else the same comparison."""
    if found.finding != "missing" or find_scopes(claim, "negation"):
        return found
    cue = next(cue for cue in find_scopes(claim, group) if (cue.start, cue.end) == found.claim)
    mine = _find_bounded_figure(claim, cue)
    turned = (_find_bounded_figure(claim, one) for one in find_scopes(claim, _OPPOSITE_BOUND[group]))
    if any(one == mine for one in turned):
        return found
    for other in find_scopes(evidence, _OPPOSITE_BOUND[group]):
        theirs = _find_bounded_figure(evidence, other)
        if mine and theirs and mine.agrees_with(theirs):
            return replace(found, finding="clash", reason="bound_mismatch", evidence=other.place)
    return found


def _find_bounded_figure(text: Text, cue: Scope) -> Number | None:
    """Return the figure right after a cue, or right before one such as "or more"."""
    near = [
        n
        for n in find_figures(text)
        if 0 <= n.start - cue.end <= _LONGEST_BOUND_GAP or 0 <= cue.start - n.end <= _LONGEST_BOUND_GAP
    ]
    return min(near, key=lambda n: abs(n.start - cue.end), default=None)


BOUNDS = Rule(
    "bounds",
    compare_bounds,
    kind="bound",
    opposes="place",
    unclear={"bound_mismatch": "bound_unclear"},
    paraphrases=True,
    supersedes=("directions", "replaced", "opposites", "qualifiers"),
)
