"""Conditions: what holds "if", "unless" or "only if" something else does, does not simply hold.

A claim may say a condition in other words: it is dropped where the claim has less than half of its words.
"If" for "unless" is a clash.
"""

from __future__ import annotations

import re

from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.qualifiers import left_out
from ascribe.verify.rules.relations import bag, share, stretch_at
from ascribe.verify.rules.scope import Scope, Span, find_scopes, may_have

_SAID = 0.5
"""Share of a condition's words from which a claim has it, whatever word it puts it with."""

_END = re.compile(r", |[;\n]|$")

_APART = (("if", "unless"), ("unless", "if"), ("even_if", "only_if"), ("even_if", "unless"))
"""What cannot both be said of the same condition."""

_CUES = frozenset(("if", "unless", "even_if", "only_if"))


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each condition of the claim, and one for each that it drops."""
    if not may_have(_CUES, claim, evidence):
        return []
    found = [one for asked, said in _APART for one in _turned(asked, said, claim, evidence)]
    if found:
        return found
    return [*_kept(claim, evidence), *_dropped(claim, evidence)]


def _turned(asked: str, said: str, claim: Text, evidence: Text) -> list[Comparison]:
    """A clash of two words that say the contrary of the same condition, where no negation makes up for it."""
    if len(find_scopes(claim, "negation")) != len(find_scopes(evidence, "negation")):
        return []
    return [
        Comparison("conditions", "clash", "condition_mismatch", cue.place, other.place)
        for cue in find_scopes(claim, asked)
        for other in find_scopes(evidence, said)
        if share(bag(claim, _own(claim, cue)), bag(evidence, _own(evidence, other))) >= _SAID
    ]


def _kept(claim: Text, evidence: Text) -> list[Comparison]:
    """A condition of the claim must be one in the evidence too."""
    said = [cue for name in ("if", "unless", "when") for cue in find_scopes(evidence, name)]
    found = []
    for cue in find_scopes(claim, "if"):
        if said:
            best = max(said, key=lambda other: len(cue.stems & other.stems))
            found.append(Comparison("conditions", "agree", "", (cue.start, cue.end), best.place))
        else:
            found.append(Comparison("conditions", "missing", "condition_unclear", cue.place))
    return found


def _dropped(claim: Text, evidence: Text) -> list[Comparison]:
    """A condition of the evidence on what the claim says, of which the claim says nothing."""
    found = []
    for group in ("if", "unless"):
        lost = left_out(group, claim, evidence, "conditions", "condition_dropped")
        if lost is None or lost.evidence is None:
            continue
        cue = next(cue for cue in find_scopes(evidence, group) if cue.place == lost.evidence)
        if share(bag(evidence, _own(evidence, cue)), bag(claim, (0, len(claim.text)))) < _SAID:
            found.append(lost)
    return found


def _own(text: Text, cue: Scope) -> Span:
    """The condition itself: from the cue to the comma or the end of the stretch."""
    last = stretch_at(text, cue.start)[1]
    end = _END.search(text.text, cue.end, last)
    return cue.end, end.start() if end else last
