"""Dropped things: "version 4 drops support" does not say that version 4 has support.

A claim says something else if it has what such a verb of the evidence ends, and neither negates nor ends it.
This rule never returns a clash, since the claim may be about the time before.
"""

from __future__ import annotations

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import find_scopes

_EXEMPTING_CUES = ("negation", "removed", "dropped", "before")
"""Groups of cues that exempt a claim from this rule."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each thing that the evidence drops and the claim has."""
    cues = find_scopes(evidence, "dropped")
    if not cues or any(find_scopes(claim, group) for group in _EXEMPTING_CUES):
        return []
    reached = {cue.words[0].stem: cue for cue in cues if cue.words}
    return [
        Comparison("dropped", "missing", "polarity_unclear", (word.start, word.end), reached[word.stem].place)
        for word in claim.content
        if word.stem in reached
    ]


RULE = Rule("dropped", compare)
