"""Restrictions: what a general statement, or a denial, says of some cases must not be said of all.

"Children under six enter free" does not say that children enter free, "you cannot enter without a ticket" not
that you cannot enter, and "parking is free on Sundays" not that parking is free. In the subject of a general
statement, in the reach of a negation, behind a state or a rule, in the object of an effect and of a trend a
claim says more if it leaves a restriction out; elsewhere it says less. What a definite or a single thing is
like may be left out: "the mill on the Arle has 12 sails". A claim that has other words for the restriction is
left to the other rules. This rule never returns a clash.
"""

from __future__ import annotations

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.rules.restricted_denials import find_dropped_from_denial
from ascribe.verify.rules.restricted_lines import read_same_lines
from ascribe.verify.rules.restricted_nouns import find_dropped_from_noun
from ascribe.verify.rules.restricted_objects import find_dropped_from_object
from ascribe.verify.rules.restricted_settings import find_dropped_setting
from ascribe.verify.rules.restricted_states import find_dropped_from_state
from ascribe.verify.rules.restricted_trends import find_dropped_from_trend

_REASON = "restriction_dropped"


def compare_restrictions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for the first restriction that the claim drops, unless a sentence lacks it too."""
    for clause, lines in read_same_lines(claim, evidence):
        found = [
            find_dropped_from_noun(clause, one)
            or find_dropped_from_denial(clause, one)
            or find_dropped_from_state(clause, one)
            or find_dropped_from_object(clause, one)
            or find_dropped_from_trend(clause, one)
            or find_dropped_setting(clause, one)
            for one in lines
        ]
        if found and all(found):
            place = clause.words[0].start, clause.words[-1].end
            return [Comparison("restrictions", "missing", _REASON, place, found[0])]
    return []


RESTRICTIONS = Rule("restrictions", compare_restrictions, kind="condition", vetoes=(_REASON,), withholds=True)
