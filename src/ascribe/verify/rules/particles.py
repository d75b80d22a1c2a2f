"""Particles: "is off" and "was against it" say something that no other word of the sentence expresses.

A claim with such a predicate needs the same word, or one of its meaning, in its evidence. This rule never
returns a clash.
"""

from __future__ import annotations

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import find_scopes
from ascribe.verify.lexicon import is_expressed


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each such word of the claim that the evidence lacks."""
    cues = find_scopes(claim, "particle")
    forms = {word.form for word in evidence.words} if cues else set()
    found = []
    for cue in cues:
        word = next(w for w in reversed(claim.words) if w.start < cue.end)
        if word.form not in forms and not is_expressed(word, claim, evidence):
            found.append(Comparison("particles", "missing", "word_replaced", (word.start, word.end)))
    return found


RULE = Rule("particles", compare)
