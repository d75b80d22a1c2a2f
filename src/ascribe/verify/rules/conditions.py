"""Conditions: what holds "if", "unless" or "only if" something else does is not simply true.

A claim may paraphrase a condition: it drops one if it has less than half of its words. "If" for "unless" is a
clash.
"""

from __future__ import annotations

import re

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Scope, Span, find_scopes, may_have_cues
from ascribe.verify.relations import build_bag, compute_coverage, find_stretch_at
from ascribe.verify.rules.qualifiers import find_omitted_cue

_LEAST_COVERAGE = 0.5
"""Share of a condition's words that a text must have to contain it, whatever word introduces it."""

_CONDITION_END = re.compile(r", |[;\n]|$")

_INCOMPATIBLE = (("if", "unless"), ("unless", "if"), ("even_if", "only_if"), ("even_if", "unless"))
"""Pairs that cannot both introduce the same condition."""

_CUES = frozenset(("if", "unless", "even_if", "only_if"))


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each condition of the claim, and one for each that it drops."""
    if not may_have_cues(_CUES, claim, evidence):
        return []
    found = [one for asked, said in _INCOMPATIBLE for one in _find_opposed(asked, said, claim, evidence)]
    if found:
        return found
    return [*_compare_claim_conditions(claim, evidence), *_find_dropped(claim, evidence)]


def _find_opposed(asked: str, said: str, claim: Text, evidence: Text) -> list[Comparison]:
    """Return clashes of two incompatible words for the same condition.

    There are none if the texts differ in their number of negations, since one of these may make up for it.
    """
    if len(find_scopes(claim, "negation")) != len(find_scopes(evidence, "negation")):
        return []
    return [
        Comparison("conditions", "clash", "condition_mismatch", cue.place, other.place)
        for cue in find_scopes(claim, asked)
        for other in find_scopes(evidence, said)
        if compute_coverage(
            build_bag(claim, _find_condition_span(claim, cue)),
            build_bag(evidence, _find_condition_span(evidence, other)),
        )
        >= _LEAST_COVERAGE
    ]


def _compare_claim_conditions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each condition of the claim, which the evidence must have too."""
    said = [cue for name in ("if", "unless", "when") for cue in find_scopes(evidence, name)]
    found = []
    for cue in find_scopes(claim, "if"):
        if said:
            best = max(said, key=lambda other: len(cue.stems & other.stems))
            found.append(Comparison("conditions", "agree", "", (cue.start, cue.end), best.place))
        else:
            found.append(Comparison("conditions", "missing", "condition_unclear", cue.place))
    return found


def _find_dropped(claim: Text, evidence: Text) -> list[Comparison]:
    """Return the conditions of the evidence that apply to the claim and are missing in it."""
    found = []
    for group in ("if", "unless"):
        lost = find_omitted_cue(group, claim, evidence, "conditions", "condition_dropped")
        if lost is None or lost.evidence is None:
            continue
        cue = next(cue for cue in find_scopes(evidence, group) if cue.place == lost.evidence)
        if (
            compute_coverage(
                build_bag(evidence, _find_condition_span(evidence, cue)),
                build_bag(claim, (0, len(claim.text))),
            )
            < _LEAST_COVERAGE
        ):
            found.append(lost)
    return found


def _find_condition_span(text: Text, cue: Scope) -> Span:
    """Return the span of the condition: from the cue to the comma or the end of the stretch."""
    last = find_stretch_at(text, cue.start)[1]
    end = _CONDITION_END.search(text.text, cue.end, last)
    return cue.end, end.start() if end else last


RULE = Rule(
    "conditions",
    compare,
    kind="condition",
    objections=("condition_dropped",),
    unclear={"condition_mismatch": "condition_unclear", "condition_dropped": "condition_unclear"},
    sure=True,
    paraphrases=True,
)
