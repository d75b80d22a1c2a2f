"""Conflicts of sources: one passage supports a claim and another passage denies it.

A passage denies a claim if a typed rule finds a clash in it and the rest matches: it names the same things,
nothing is missing, it adds no other time, part or condition, and it says little more. Two facts of the same
shape are no conflict: "the inn has 12 rooms" and "the new inn has 14 rooms" may both be true.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ascribe.records import Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.verify.checkable import is_question
from ascribe.verify.comparison import Comparison, Text
from ascribe.verify.cues import Span, do_overlap, find_clause_at, find_scopes
from ascribe.verify.discourse.coreference import find_antecedent
from ascribe.verify.evidence.headings import is_below_other_heading
from ascribe.verify.evidence.passages import read_sentence
from ascribe.verify.evidence.reconciliation import tells_of_difference
from ascribe.verify.evidence.set_checks import compute_overlap, covers_subject
from ascribe.verify.evidence.sets import ClaimContext, EvidenceSet
from ascribe.verify.grammar.subjects import find_leading_pronoun, find_subject_heads, find_subject_stems
from ascribe.verify.grammar.word_groups import can_find_subjects, get_word_group
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.rules import RULES
from ascribe.verify.rules.labels import find_labels
from ascribe.verify.rules.names import find_names

_DENYING = [rule for rule in RULES if rule.denies]
_DENYING_RULES = {rule.name: rule.denies for rule in _DENYING}
"""Rules that find another value in the place of the claim's, or the contrary."""

_MIN_SHARED_CONTENT = 0.75
"""Share of the claim's content outside the clash that a denying passage must contain."""

_MAX_CLASHING_WORDS = 2
"""Words besides figures that may be part of the clash: a month, a word and its opposite."""

_MAX_NEW_WORDS = 0.34
"""Largest share of the content words of a clause with another value that are new to both the claim and its
support. A clause that says the contrary may have no new word: "not open in winter" does not deny "open"."""

_SCOPE_CUES = (
    "if", "only", "before", "after", "said", "may", "least", "most_at", "about", "some", "most", "mainly",
)  # fmt: skip
"""Cues that change what the same words state; either both passages have them, or neither."""


def find_denying_passage(case: ClaimContext, order: Sequence[int]) -> EvidenceSet | None:
    """Return the first sentence in ``order`` that denies the claim although another one supports it, or None.

    The result is the same at every level of strictness, so that a stricter level never supports more.
    """
    if not can_find_subjects(case.text.language):
        return None
    said = frozenset(word.stem for word in case.text.content if not word.form[0].isdigit())
    named = frozenset(name.stem for name in find_names(case.text) if not name.form[0].isdigit())
    stated = (member for member in order if not is_question(case.evidence[member].text))
    likely = (
        member
        for member in stated
        if _may_deny(case, member, said, named) and not is_below_other_heading(case, member)
    )
    compared = (case.read((member,)) for member in likely if _may_say_contrary(case, member, order))
    return next((reading for reading in compared if _is_denial(case, reading, order)), None)


def _may_deny(case: ClaimContext, member: int, said: frozenset[str], named: frozenset[str]) -> bool:
    """Return True if the sentence has the claim's names and enough of its words to be compared."""
    text = read_sentence(case.evidence, member, case.text.language)
    if not named <= text.stems or len(said & text.stems) < _MIN_SHARED_CONTENT * (
        len(said) - _MAX_CLASHING_WORDS
    ):
        return False
    return find_leading_pronoun(case.text) is not None or bool(find_subject_heads(text) & case.text.stems)


def _may_say_contrary(case: ClaimContext, member: int, order: Sequence[int]) -> bool:
    """Return True if a denying rule finds a clash, but for which the sentence says what another text does.

    That is needed for a denial, and rare; so it is asked before all rules are.
    """
    text = case.read_as_compared((member,))
    found = (one for rule in _DENYING for one in rule.compare(case.text, text))
    clashes = [one for one in found if one.finding == "clash" and one.rule in _DENYING_RULES]
    if not clashes:
        return False
    texts = (case.text, *(case.read_as_compared((other,)) for other in order))
    return any(_says_same(case, member, clash, held) for held in texts for clash in clashes)


def mark_conflict(verdict: Verdict, case: ClaimContext, against: EvidenceSet) -> Verdict:
    """Return the verdict on a claim that one passage supports and another denies: ``unknown``, citing both.

    | a passage says it | a passage denies it | status |
    |---|---|---|
    | yes | no | ``supported`` |
    | yes | yes | ``unknown``, ``sources_disagree`` |
    | no | yes | ``contradicted`` |
    | no | no | ``unsupported`` or ``unknown`` |
    """
    clashes = [c for c in against.comparisons if c.finding == "clash"]
    compared = [c.describe(case.text, against.text) for c in clashes]
    return replace(
        verdict,
        status=OUTCOMES["sources_disagree"].status,
        reason="sources_disagree",
        references=(*verdict.references, *case.references(against, "contradicts")),
        details={**verdict.details, "against": compared},
    )


def _is_denial(case: ClaimContext, reading: EvidenceSet, order: Sequence[int]) -> bool:
    clash = reading.first("clash")
    if clash is None or clash.rule not in _DENYING_RULES:
        return False
    if any(tells_of_difference(c) and not do_overlap(c.claim, clash.claim) for c in reading.comparisons):
        return False
    if compute_overlap(case, reading) < _MIN_SHARED_CONTENT or not covers_subject(case, reading):
        return False
    return _has_counterpart(case, reading, clash, order)


def _has_counterpart(
    case: ClaimContext, reading: EvidenceSet, clash: Comparison, order: Sequence[int]
) -> bool:
    """Return True if a passage that supports the claim says the same, but for the clash.

    If no passage supports it, the claim itself must say the same.
    """
    (denying,) = reading.members
    for member in order:
        if _says_same(case, denying, clash, case.read_as_compared((member,))):
            other = case.read((member,))
            if _is_supporting(other, clash) and not _is_below_other_label(case, reading, other):
                return True
    return _says_same(case, denying, clash, case.text) and not any(
        _is_supporting(case.read((member,)), clash) for member in order
    )


def _says_same(case: ClaimContext, member: int, clash: Comparison, held: Text) -> bool:
    """Return True if the sentence is about the same as ``held`` and adds nothing to it but the clash."""
    text = case.read_as_compared((member,))
    return _is_about_same(case, member, text, held) and _adds_nothing(case, text, clash, held)


def _is_below_other_label(case: ClaimContext, reading: EvidenceSet, support: EvidenceSet) -> bool:
    """Return True if the headings of the passage and of the support name two things: "Level 2", "Level 3".

    It is no other thing if the claim names it, and may be the claim's thing if that is a pronoun alone.
    """
    if find_leading_pronoun(case.text) is not None:
        return False
    own = _list_labels(case.text)
    here, there = _list_labels(reading.setting) - own, _list_labels(support.setting)
    return any(noun == other and label != mark for noun, label in here for other, mark in there)


def _list_labels(text: Text) -> set[tuple[str, str]]:
    """Return the labels of things, without those of the parts of a document."""
    return {(one.noun, one.label) for one in find_labels(text) if one.noun not in _PARTS_OF_DOCUMENTS}


_PARTS_OF_DOCUMENTS = frozenset((
    "annex", "appendix", "articl", "book", "chapter", "figur", "note", "page", "paragraph", "part", "section",
    "step", "tabl", "volum",
))  # fmt: skip
"""Stems of what headings number: chapter 2 may deny what chapter 3 says."""


def _is_supporting(reading: EvidenceSet, clash: Comparison) -> bool:
    """Return True if the passage supports the part of the claim that clashes elsewhere.

    A value must agree; if words clash elsewhere, nothing in this passage may clash.
    """
    if _DENYING_RULES[clash.rule] == "contrary":
        return reading.first("clash") is None
    return any(c.finding == "agree" and c.claim == clash.claim for c in reading.comparisons)


def _is_about_same(case: ClaimContext, member: int, text: Text, held: Text) -> bool:
    """Return True if the passage is about the same things, at the same time and under the same conditions."""
    if find_antecedent(case.evidence, member, text.language) is not None:
        return False
    known = case.text.stems | held.stems
    named = {name.stem for name in find_names(text) if not name.form[0].isdigit()}
    if not find_subject_stems(text) | named <= known:
        return False
    marks = get_word_group(text.language, "others")
    if {w.form for w in text.words} & marks != {w.form for w in held.words} & marks:
        return False
    return all(bool(find_scopes(text, cue)) == bool(find_scopes(held, cue)) for cue in _SCOPE_CUES)


def _adds_nothing(case: ClaimContext, text: Text, clash: Comparison, held: Text) -> bool:
    """Return True if the clause with the clash has hardly a new word and no other new value."""
    place = clash.evidence or (0, len(text.text))
    inside = text.within(*find_clause_at(text, place[0]))
    others = [w for w in inside if not (place[0] <= w.start < place[1])]
    new = [w for w in others if w.stem not in held.stems and w.stem not in case.text.stems]
    if _DENYING_RULES[clash.rule] == "contrary":
        return not new
    if _find_values(text, place) - _find_values(held) - _find_values(case.text):
        return False
    return len(new) <= _MAX_NEW_WORDS * len(others)


def _find_values(text: Text, outside: Span = (0, 0)) -> set[str]:
    """Return the figures and dates of the text outside that span, as written."""
    spans = [(date.start, date.end) for date in find_dates(text.text, text.language)]
    spans += [(number.start, number.end) for number in find_figures(text)]
    return {text.text[slice(*span)].casefold() for span in spans if not do_overlap(span, outside)}
