"""Contraries: what is shallow is not deep, and what fell did not rise. The reverse does not hold.

Any two opposites exclude one another, so a passage with one of them negates the other. The claim's clause
must not have any other word that the passage lacks.
"""

from __future__ import annotations

from itertools import product

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Scope, find_clause_at, find_scopes, may_have_cues
from ascribe.verify.lexicon import Entry, contains_all, find_entries, get_entries
from ascribe.verify.rules.opposites import are_converse

_DENIAL = frozenset(("negation",))

_NO_LONGER = "no longer"
"""A negation that also says something about the time before."""

_MOST_REACHED = 2
"""Words after a negation that may be the one it negates: "did not get any deeper"."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word that the claim negates and the evidence has an opposite of."""
    if not may_have_cues(_DENIAL, claim):
        return []
    found = (
        _find_agreement(cue, word, claim, evidence)
        for cue in find_scopes(claim, "negation")
        if not claim.lowered.startswith(_NO_LONGER, cue.start)
        for word in cue.words[:_MOST_REACHED]
    )
    return [one for one in found if one is not None]


def _find_agreement(cue: Scope, word: Word, claim: Text, evidence: Text) -> Comparison | None:
    mine = get_entries(word.form, word.stem, claim.language)
    there = find_entries(evidence)
    if not mine or any(entry in there for entry in mine):
        return None
    denied = {w.start for other in find_scopes(evidence, "negation") for w in other.words}
    place = min(cue.start, word.start), max(cue.end, word.end)
    for entry, (other, span) in product(mine, there.items()):
        if not _are_exclusive(entry, other) or span[0] in denied:
            continue
        if are_converse((word.start, word.end), span, claim, evidence):
            continue
        rest = [
            w for w in claim.within(*find_clause_at(claim, cue.start)) if not place[0] <= w.start < place[1]
        ]
        if rest and contains_all(rest, evidence, evidence.within(*find_clause_at(evidence, span[0]))):
            formula = f"{evidence.text[slice(*span)]} → {claim.text[slice(*place)]}"
            return Comparison("contraries", "agree", "", place, span, formula)
    return None


def _are_exclusive(one: Entry, other: Entry) -> bool:
    return one[0] == other[0] and one[1] != other[1]


RULE = Rule(
    "contraries",
    compare,
    paraphrases=True,
    supersedes=("opposites", "negation", "complements", "quantifiers", "replaced"),
)
