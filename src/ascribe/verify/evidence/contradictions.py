"""Contradictions: which clash of a passage contradicts the claim, and is no sign of another thing.

A clash counts if the passage matches the rest of the claim, if nothing else in it shows that it is about
another thing, and if no sentence around it, and no other passage, resolves it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ascribe.text.words import is_content_word
from ascribe.verify.comparison import Comparison
from ascribe.verify.cues import do_overlap, find_clause_at
from ascribe.verify.decision import RECONCILING_RULES, RuleThresholds
from ascribe.verify.discourse.coreference import find_antecedent
from ascribe.verify.evidence.passages import list_around, read_sentence, read_sentences
from ascribe.verify.evidence.reconciliation import tells_of_difference
from ascribe.verify.evidence.set_checks import (
    compute_overlap,
    has_unrelated_subject,
    may_be_excepted,
    only_asks,
    resolves_clash,
)
from ascribe.verify.evidence.sets import ClaimContext, EvidenceSet
from ascribe.verify.grammar.subjects import find_subject_stems, is_in_opening
from ascribe.verify.grammar.word_groups import get_word_group
from ascribe.verify.lexicon import is_person
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import is_label_number
from ascribe.verify.rules import RULES
from ascribe.verify.rules.names import find_names, is_common_opening
from ascribe.verify.rules.numbers import is_given_by

_MIN_CLAUSE_OVERLAP = 0.5
"""Share of the other words of the clause with the clash that the passage must contain: "she still owes 270"
is not about "entitled to keep back 480"."""

_VALUE_RULES = frozenset(rule.name for rule in RULES if rule.kind in ("number", "date", "unit"))
"""Rules on values. The clash of any other rule does not count if a value differs too: "20 were not admitted"
beside "60 were admitted"."""

_POLAR_RULES = frozenset(rule.name for rule in RULES if rule.kind in ("negation", "polarity"))

_NEGATED_RULES = frozenset(rule.name for rule in RULES if rule.threshold == "negated")


def find_contradicting_clash(
    case: ClaimContext, reading: EvidenceSet, single: Sequence[EvidenceSet], thresholds: RuleThresholds
) -> Comparison | None:
    """Return the first clash that contradicts the claim and that no other passage resolves, or None."""
    if only_asks(case, reading.members):
        return None
    matching = compute_overlap(case, reading)
    return next(
        (
            clash
            for clash in reading.comparisons
            if _is_contradicting(clash, case, reading, matching, thresholds)
            and not any(_is_clash_resolved(case, clash, reading, other) for other in single)
        ),
        None,
    )


def _is_contradicting(
    clash: Comparison, case: ClaimContext, reading: EvidenceSet, matching: float, thresholds: RuleThresholds
) -> bool:
    """Return True for a clash in a passage that matches the rest of the claim.

    ``matching`` is the share of the claim's words, outside of clashes, that the passage contains.
    """
    threshold = thresholds.negated if clash.rule in _NEGATED_RULES else thresholds.clashing
    return (
        clash.finding == "clash"
        and matching >= threshold
        and _is_same_topic_outside_clash(clash, case, reading)
        and _compute_clause_overlap(case, reading, clash) >= _MIN_CLAUSE_OVERLAP
        and (clash.rule in _VALUE_RULES or reading.has_all_values())
        and not _is_told_otherwise(clash, reading)
        and not _is_given_nearby(clash, case, reading.members[0])
        and not (clash.rule in _POLAR_RULES and may_be_excepted(case.text, reading.text))
        and not (clash.rule in _VALUE_RULES and _is_value_denied(clash, case, reading))
    )


def _compute_clause_overlap(case: ClaimContext, reading: EvidenceSet, clash: Comparison) -> float:
    """Return the share of the other content words of the clash's clause that the passage has or derives.

    1 if the clause has no other content word.
    """
    inside = case.text.within(*find_clause_at(case.text, clash.claim[0]))
    others = [w for w in inside if not clash.claim[0] <= w.start < clash.claim[1]]
    found = sum(word.stem in reading.stems or reading.derives(word) for word in others)
    return found / len(others) if others else 1.0


# --- What shows another thing ---


def _is_same_topic_outside_clash(clash: Comparison, case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if nothing else in the passage shows that it is about another thing.

    Outside of the clash, every name of the claim must be there, no sibling of a thing of the claim, and no
    opposite of one or of a circumstance; the subjects must not differ. For a negation, which may be the
    negation of something else, all else must agree.
    """
    if has_unrelated_subject(case, reading) or _is_part_of_name(clash, case):
        return False
    if _lacks_opening(clash, case, reading):
        return False
    if clash.rule == "opposites" and _is_distinguishing_word(clash, case):
        return False
    others = [one for one in reading.comparisons if one is not clash and tells_of_difference(one)]
    if clash.rule in _NEGATED_RULES:
        return not others
    return not any(
        _shows_another_thing(one, clash, case) for one in others if not do_overlap(one.claim, clash.claim)
    )


def _lacks_opening(clash: Comparison, case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if the passage lacks the common word that opens the claim, and may be on another thing."""
    first = next(iter(case.text.content), None)
    if first is None or clash.claim[0] <= first.start < clash.claim[1]:
        return False
    is_said = first.stem in reading.stems or reading.is_paraphrased(first)
    return not is_said and is_common_opening((first.start, first.end), case.text)


def _is_told_otherwise(clash: Comparison, reading: EvidenceSet) -> bool:
    """Return True if the claim may be true too, is hedged, or has a figure beside words of other frames.

    The frames do not count in English. There finer rules tell what a figure limits, rates or differs by;
    elsewhere "2.1 million were budgeted" would be contradicted by "the 2.4 million were 300,000 above the
    budget".
    """
    reconciled = (one.claim for one in reading.comparisons if one.rule in RECONCILING_RULES)
    if any(do_overlap(place, clash.claim) for place in reconciled):
        return True
    rules = ("frames", "hedges") if clash.rule in (*_VALUE_RULES, "bounds") else ("hedges",)
    found = [one.claim for one in reading.comparisons if one.rule in rules and one.finding == "missing"]
    return any(not do_overlap(place, clash.claim) for place in found)


def _is_value_denied(clash: Comparison, case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if one of the two negates the clause of the value: "built in 1871", "not built in 1875"."""
    start, end = find_clause_at(case.text, clash.claim[0])
    return any(
        one.rule == "negation" and one.finding != "agree" and start <= one.claim[0] < end
        for one in reading.comparisons
    )


_NAMING_YEAR = re.compile(r"(?:\b(?:the|its|their|his|her|our|a)\s+)(?:1\d|20)\d\d(?=\s+[^\W\d_])")


def _is_part_of_name(found: Comparison, case: ClaimContext) -> bool:
    """Return True for a figure that tells which thing is meant: of "Section 3", of "the 2019 report"."""
    if found.rule != "numbers":
        return False
    named = any(match.end() == found.claim[1] for match in _NAMING_YEAR.finditer(case.text.lowered))
    numbers = (one for one in find_figures(case.text) if one.start == found.claim[0])
    return named or any(is_label_number(one, case.text) for one in numbers)


def _shows_another_thing(found: Comparison, clash: Comparison, case: ClaimContext) -> bool:
    """Return True for another name or sibling, another figure at another time, and a distinguishing word."""
    if found.rule in ("names", "siblings") or _is_part_of_name(found, case):
        return True
    if found.finding == "clash" and {found.rule, clash.rule} == {"numbers", "dates"}:
        return True  # "4 million in 2020" beside "5 million in 2021"
    if found.rule != "opposites":
        return False
    if clash.rule == "dates":
        return True  # "sold in 1950" beside "bought in 1902"
    return _is_circumstance(found, case) or _is_distinguishing_word(found, case)


def _is_distinguishing_word(found: Comparison, case: ClaimContext) -> bool:
    """Return True if the word with an opposite says which thing the claim is about, not what it is like.

    It modifies the subject or stands before it: "the western runway" is not "the eastern runway". But "the
    minority of them" contradicts "the majority of them", and "a high risk" contradicts "a low risk".
    """
    claim = case.text
    words = [word for word in claim.words if found.claim[0] <= word.start < found.claim[1]]
    if not words:
        return False
    behind = next(iter(claim.words_after(found.claim[1], 1)), None)
    modifies = behind is not None and is_content_word(behind, claim.language)
    if not modifies and not is_person(words[-1].stem, claim.language):
        return is_in_opening(claim, found.claim[0])
    is_subject = bool({word.stem for word in words} & find_subject_stems(claim))
    return is_subject or is_in_opening(claim, found.claim[0])


def _is_circumstance(found: Comparison, case: ClaimContext) -> bool:
    """Return True if the claim has the compared word right after a preposition: "at weekends"."""
    before = next((word.form for word in reversed(case.text.words) if word.end <= found.claim[0]), "")
    return before in get_word_group(case.text.language, "prepositions")


# --- What resolves a clash ---

_NEAR = 2
"""Sentences before and after a passage that may give the figure that it does not have."""


def _is_given_nearby(clash: Comparison, case: ClaimContext, member: int) -> bool:
    """Return True if the sentences around a passage give the figure or the date that clashes with it."""
    near = list_around(case.evidence, member, _NEAR, _NEAR)
    if clash.rule == "dates":
        return any(_gives_date(clash, case, i) for i in near if i != member)
    asked = next((n for n in find_figures(case.text) if (n.start, n.end) == clash.claim), None)
    if asked is None or clash.rule != "numbers":
        return False
    return is_given_by(asked, case.text, read_sentences(case.evidence, near, case.text.language))


def _gives_date(clash: Comparison, case: ClaimContext, member: int) -> bool:
    """Return True if the sentence has the date that clashes, and a word of the claim beside it."""
    passage = read_sentence(case.evidence, member, case.text.language)
    asked = [one for one in find_dates(case.text.text, case.text.language) if one.start == clash.claim[0]]
    said = find_dates(passage.text, passage.language)
    if not any(one.is_entailed_by(other) for one in asked for other in said):
        return False
    if not {name.stem for name in find_names(passage) if not name.form[0].isdigit()} <= case.text.stems:
        return False  # it is about somebody else
    dates = find_dates(case.text.text, case.text.language)
    dated = {word.start for one in dates for word in case.text.within(one.start, one.end)}
    others = {word.stem for word in case.text.content if word.start not in dated}
    return not (others - find_subject_stems(case.text)).isdisjoint(passage.stems)


def _is_clash_resolved(
    case: ClaimContext, clash: Comparison, reading: EvidenceSet, other: EvidenceSet
) -> bool:
    """Return True if the other passage fits as well and agrees there.

    A passage whose pronoun refers to the clashing one need not fit as well.
    """
    if other.confirms(clash, reading):
        return True
    follows = find_antecedent(case.evidence, other.members[0], case.text.language) == reading.members[0]
    return follows and resolves_clash(case.text, clash, reading, other)
