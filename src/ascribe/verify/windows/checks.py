"""Check whether what a model says of a window counts for the claim.

What it supports must be about the same thing and hold all that must be exact. What it contradicts must have
the topic of the claim and differ in more than a detail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ascribe.records import Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.verify.combiner import ClaimFeatures
from ascribe.verify.decision import (
    CONTRADICTION_THRESHOLD,
    EXACT_FINDINGS,
    UNDECIDED_REASONS,
    get_finding,
    is_opposing,
)
from ascribe.verify.discourse.coreference import refers_to_other_subject
from ascribe.verify.discourse.predicates import credits_other_name
from ascribe.verify.evidence.headings import is_below_other_heading
from ascribe.verify.evidence.set_checks import (
    find_neighbours,
    has_unrelated_subject_or_sibling,
    is_in_other_list,
    is_told_in_other_source,
    is_told_of_another,
    is_word_covered,
    may_be_excepted,
    mixes_lists,
    only_asks,
)
from ascribe.verify.evidence.sets import ClaimContext, EvidenceSet
from ascribe.verify.grammar.subjects import find_subject_stems
from ascribe.verify.rules.conditions import meets_condition
from ascribe.verify.tables_and_lists.list_items import names_other_number, takes_sibling_value
from ascribe.verify.windows.nli_windows import WindowScores

MIN_TOPIC_COVERAGE = 0.5
"""Weighted share of the claim's words that a passage must contain before the model may find it contradicted:
models call passages about something else contradictory too easily."""


def is_about_something_else(case: ClaimContext, members: tuple[int, ...]) -> bool:
    """Return True if the sentences, or some of them, speak of something else than the claim."""
    return (
        refers_to_other_subject(case.text, case.evidence, members)
        or is_in_other_list(case, members)
        or only_asks(case, members)
        or mixes_lists(case, members)
        or takes_sibling_value(case.text, case.evidence, members)
        or names_other_number(case.text, [case.evidence[i] for i in members])
        or is_told_in_other_source(case, members)
        or is_told_of_another(case, members)
        or any(is_below_other_heading(case, member) for member in members)
        or _credits_other_name(case, members)
    )


_LEAST_NEAR_WORDS = 2
"""Words of a claim that a sentence near the window must say of another name: one may be there by chance."""


def _credits_other_name(case: ClaimContext, members: Sequence[int]) -> bool:
    """Return True if the claim says of one name what the window, or a sentence near it, says of another.

    Of the sentences near the window, those count that have the subject, which it may lack, or several words.
    """
    subject = find_subject_stems(case.text)
    near = {other for member in members for other in find_neighbours(case, member)} - {*members}
    texts, around = case.list_sentences(members), case.list_sentences(near)
    if not any(subject & text.stems for text in texts):
        texts += [text for text in around if subject & text.stems]
    return credits_other_name(case.text, texts) or credits_other_name(
        case.text, [*texts, *around], _LEAST_NEAR_WORDS
    )


def find_lacking(found: ClaimFeatures, case: ClaimContext) -> str:
    """Return the finding on what the nearest passage lacks word for word, though a model takes it as said."""
    reading = case.read(found.windows.find_nearest().members)
    lacking = (one.reason for one in reading.comparisons if one.reason in EXACT_FINDINGS)
    return next(lacking, "uncertain")


def find_contradicted(found: ClaimFeatures, case: ClaimContext) -> float:
    """Return the probability with which a window contradicts the claim; 0 if it is about something else."""
    window = found.windows.find_most_contradicted()
    if found.covered < MIN_TOPIC_COVERAGE:
        return 0.0
    if window.contradicted < CONTRADICTION_THRESHOLD:
        return window.contradicted
    if has_unrelated_subject_or_sibling(case, case.read(window.members)) or only_asks(case, window.members):
        return 0.0
    nearest = case.read(found.windows.find_nearest().members)
    harmless = _adds_only_details(case, nearest) or _drops_only_qualifiers(nearest)
    harmless = harmless or may_be_excepted(case.text, nearest.text)
    harmless = harmless or meets_condition(case.text, nearest.text)
    return 0.0 if harmless else window.contradicted


def _drops_only_qualifiers(reading: EvidenceSet) -> bool:
    """Return True if the passage differs in an "only" or "former" alone, which contradicts nothing."""
    differing = [one.rule for one in reading.comparisons if one.finding != "agree"]
    return bool(differing) and set(differing) <= {"qualifiers"}


def _adds_only_details(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if the claim is the passage and a detail about which the passage says nothing.

    "The clinic closed in 1987" does not contradict "the clinic closed in May 1987", though a model of a few
    layers says so; "the clinic closed in the autumn of 1987" does.
    """
    differing = [one for one in reading.comparisons if one.finding != "agree"]
    if not differing or any(one.finding == "clash" or one.evidence for one in differing):
        return False
    added = [one.claim for one in differing]
    others = (word for word in case.text.content if not any(a <= word.start < b for a, b in added))
    says_no_more = {word.stem for word in reading.text.content} <= case.text.stems
    return says_no_more and all(is_word_covered(case, word, reading) for word in others)


def holds_all_exact(case: ClaimContext, members: tuple[int, ...]) -> bool:
    """Return True if these sentences hold all that must be exact in the claim, and no opposite of it."""
    compared = case.read(members).comparisons
    return not any(
        one.reason in EXACT_FINDINGS
        or UNDECIDED_REASONS.get(one.reason) in EXACT_FINDINGS
        or is_opposing(one.rule, one.finding, in_place=one.evidence is not None)
        for one in compared
    )


_MAY_BE_ELSEWHERE = (
    "number_not_found",
    "date_not_found",
    "name_not_found",
    "negation_unclear",
    "negation_not_found",
)
"""Findings on what the nearest passage lacks, and another sentence of a window may have."""


def read_complete_window(ruled: Verdict, windows: WindowScores, case: ClaimContext) -> Verdict:
    """Return what the rules find in the most entailed window that holds all that must be exact.

    The rules look for it in the nearest passage, but it may be spread over the sentences of a window. Their
    verdict is unchanged if no window holds it all, or if something clashes.
    """
    is_open = ruled.status == "unknown" or ruled.reason == "not_found"
    if not is_open or get_finding(ruled) not in _MAY_BE_ELSEWHERE:
        return ruled
    ranked = sorted(windows.read, key=lambda window: -window.entailed)
    complete = next((one for one in ranked if holds_all_exact(case, one.members)), None)
    if complete is None:
        return ruled
    reading = case.read(complete.members)
    if reading.first("clash") is not None:
        return ruled
    missing = reading.first("missing")
    reason = missing.reason if missing else "partly_covered"
    return replace(
        ruled,
        status=OUTCOMES[reason].status,
        reason=reason,
        details={
            **ruled.details,
            "compared": [c.describe(case.text, reading.text) for c in reading.comparisons],
        },
    )
