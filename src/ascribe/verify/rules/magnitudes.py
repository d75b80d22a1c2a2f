"""Magnitudes: "Brenn is larger than Tolk", where the evidence has a figure for each in the same unit.

``find_operands`` finds the two figures, as for differences. A claim that calls the greater one smaller
clashes.
"""

from __future__ import annotations

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Scope, find_clause_at, find_scopes, may_have_cues
from ascribe.verify.lexicon import contains_all
from ascribe.verify.quantities.changes import find_operands, has_property
from ascribe.verify.quantities.measures import Measure, find_measures
from ascribe.verify.quantities.operations import join_measures

_SIGNS = {
    **dict.fromkeys(("more", "higher", "larger", "bigger", "longer", "greater", "heavier", "taller"), 1),
    **dict.fromkeys(("wider", "older", "deeper", "thicker"), 1),
    **dict.fromkeys(("less", "fewer", "lower", "smaller", "shorter", "lighter", "narrower", "younger"), -1),
}
"""Comparatives of what a figure measures → 1 if the first of the two has more of it, else -1."""

_THAN = frozenset(("than",))

_LONGEST_GAP = 3
"""Most words between the comparative and "than"."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each comparison of two things for which the evidence has figures."""
    if (claim.language or "en") != "en" or not may_have_cues(_THAN, claim) or _has_figures(claim):
        return []
    found = (_compare(than, claim, evidence) for than in find_scopes(claim, "than"))
    return [one for one in found if one is not None]


def _has_figures(claim: Text) -> bool:
    """Return True for "7 metres taller", but not for "taller than the one in Fenn"."""
    return any(one.units or one.numbers[-1].value != 1 for one in find_measures(claim))


def _compare(than: Scope, claim: Text, evidence: Text) -> Comparison | None:
    near = [word for word in claim.words if word.end <= than.start][-_LONGEST_GAP - 1 :]
    word = next((word for word in reversed(near) if word.form in _SIGNS), None)
    if word is None or find_scopes(claim, "negation"):
        return None
    sides = find_operands(claim, (0, word.start), (than.end, len(claim.text) + 1), evidence, None)
    if sides is None or not _is_measured(word, near, sides, evidence):
        return None
    one, two = (side.numbers[-1].value for side in sides)
    sign = ">" if one > two else "<" if one < two else "="
    place = word.start, than.end
    there = min(side.start for side in sides), max(side.end for side in sides)
    if sign == "=" or (one > two) != (_SIGNS[word.form] > 0):
        return Comparison("magnitudes", "clash", "comparison_reversed", place, there)
    return Comparison("magnitudes", "agree", "", place, there, join_measures(evidence, sides, sign))


def _is_measured(word: Word, near: list[Word], sides: tuple[Measure, Measure], evidence: Text) -> bool:
    """Return True if the clause of a figure has what is compared.

    That is "tall" for "taller" and "rooms" for "more rooms".
    """
    things = [other for other in near if other.start > word.end]
    clauses = (evidence.within(*find_clause_at(evidence, side.start)) for side in sides)
    if things:
        return any(contains_all(things, evidence, clause) for clause in clauses)
    return has_property(word, sides, evidence)


RULE = Rule(
    "magnitudes",
    compare,
    paraphrases=True,
    supersedes=("opposites", "replaced", "roles", "qualifiers", "directions"),
)
