"""Tier ``rules``: verdicts by coverage and typed rules, without a model.

``supported`` needs the claim's content covered by its evidence and every number, date, name and
negation confirmed. ``contradicted`` needs a clash in a passage that otherwise matches.
``unsupported`` is for content that occurs nowhere. What lies between is ``unknown``: words alone
cannot decide it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from ascribe.protocols import Claim, Scores, SourceSentence
from ascribe.records import Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.verify.checkable import find_uncheckable_reason, is_elliptical, is_verbatim_sentence
from ascribe.verify.conflicts import find_contradiction, mark_conflict
from ascribe.verify.coreference import find_antecedent, resolve_pronouns
from ascribe.verify.decision import RULE_THRESHOLDS, compute_rule_probability
from ascribe.verify.evidence import ClaimContext, EvidenceSet, read_sentence, read_text
from ascribe.verify.evidence_checks import (
    compute_overlap,
    covers_clauses,
    covers_subject,
    is_cohesive,
    is_foreign_to_all_sources,
    is_language_mismatch,
    is_readable,
    resolves_clash,
)
from ascribe.verify.minimal_evidence import (
    find_minimal_set,
    is_about_other_subject,
    is_about_same_subject,
    iterate_joint_sets,
)
from ascribe.verify.rules import Comparison

MAX_CANDIDATES = 8
"""Best single sentences that are compared beside the cited set. With 32, none of 516 verdicts changed: 450
training pairs and nine replies over real documents."""

MAX_WORDS = 800
"""Words above which a claim is not compared: no sentence has so many, and the rules compare each value and
cue of a claim with each of its evidence."""

UNDECIDED_REASONS = {
    "number_mismatch": "number_not_found",
    "derivation_mismatch": "number_not_found",
    "date_mismatch": "date_not_found",
    "negation_mismatch": "negation_unclear",
    "polarity_mismatch": "polarity_unclear",
    "quantifier_mismatch": "quantifier_unclear",
    "quantifier_widened": "quantifier_unclear",
    "bound_mismatch": "bound_unclear",
    "comparison_reversed": "comparison_unclear",
    "order_reversed": "order_unclear",
    "cause_reversed": "cause_unclear",
    "cause_added": "cause_unclear",
    "condition_mismatch": "condition_unclear",
    "condition_dropped": "condition_unclear",
    "modality_strengthened": "modality_unclear",
    "attribution_mismatch": "attribution_unclear",
    "called_untrue": "attribution_unclear",
    "attribution_dropped": "attribution_unclear",
    "roles_exchanged": "roles_unclear",
    "unit_mismatch": "unit_unclear",
}
"""What a clash, or a step beyond the source, is called where the rest does not match well enough."""

_VALUE_RULES = ("numbers", "derived", "dates", "units")
"""Rules on values. The clash of any other rule is none where a value differs too: "20 were not admitted"
beside "60 were admitted"."""

_MIN_OVERLAP = 0.95
"""Share of the claim's words that must match before a step beyond the source makes it unsupported."""

_LOOSEST_COVERAGE = RULE_THRESHOLDS["loose"].covered
"""What is tried, and what objects, is the same at every level: a stricter one never supports more."""


_EMPTY_EVIDENCE = EvidenceSet((), read_text(""), 0.0, ())


class RulesVerifier:
    """Verdicts by coverage and typed rules.

    Args:
        strictness: how much of a claim its evidence must cover; see ``thresholds.LEVELS``.
        language: ISO 639-1 code of the reply; None reads it as English.
    """

    tier = "rules"

    def __init__(self, strictness: Strictness = "balanced", language: str | None = None) -> None:
        self.bars = RULE_THRESHOLDS[strictness]
        self.language = language
        self.thresholds = {
            "covered": self.bars.covered,
            "clashing": self.bars.clashing,
            "negated": self.bars.negated,
            "absent": self.bars.absent,
        }

    def verify(
        self,
        claims: Sequence[Claim],
        evidence: Sequence[SourceSentence],
        cited: Sequence[tuple[int, ...]],
        scores: Scores,
    ) -> list[Verdict]:
        """One verdict per claim, in order."""
        return [self._judge(i, claim, evidence, cited[i], scores) for i, claim in enumerate(claims)]

    def case(
        self, index: int, claim: Claim, evidence: Sequence[SourceSentence], scores: Scores
    ) -> ClaimContext:
        """One claim beside all the evidence, as the rules read it."""
        return ClaimContext(index, claim, read_text(claim.content, self.language), evidence, scores)

    def _judge(
        self,
        index: int,
        claim: Claim,
        evidence: Sequence[SourceSentence],
        cited: tuple[int, ...],
        scores: Scores,
    ) -> Verdict:
        reason = find_uncheckable_reason(claim, self.language)
        if reason is not None:
            return Verdict("not_checkable", reason, self.tier)
        order = select_best_sentences(scores.matrix[index])
        case = self.case(index, claim, evidence, scores)
        reason = self._find_unread_reason(case, order)
        if reason is not None:
            members = cited or tuple(order[:1])
            unread = EvidenceSet(members, read_text(""), scores.joint(index, members), ())
            return self._verdict(case, reason, unread, "related")
        readings = _ReplayableIterable(
            r for r in case.readings(cited, order) if not is_language_mismatch(case, r)
        )
        return (
            self._check_language(case, cited, order, readings)
            or self._find_support(case, readings, cited, order)
            or self._find_contradiction(case, readings)
            or self._undecided(case, readings, order)
        )

    def _find_unread_reason(self, case: ClaimContext, order: list[int]) -> str | None:
        """The reason code if the claim cannot be compared with anything, else None."""
        if len(case.text.words) > MAX_WORDS:
            return "too_long"
        absent = bool(case.text.content) and self._is_absent(case, order)
        if absent or not is_elliptical(case.text):
            return None
        near = (read_sentence(case.evidence, member, self.language) for member in order)
        return None if any(is_verbatim_sentence(case.text, sentence) for sentence in near) else "too_short"

    def _is_absent(self, case: ClaimContext, order: list[int]) -> bool:
        return case.scores.joint(case.index, order) < self.bars.absent

    def _check_language(
        self, case: ClaimContext, cited: tuple[int, ...], order: list[int], readings: Iterable[EvidenceSet]
    ) -> Verdict | None:
        """A verdict where there is nothing to read but passages in another language."""
        if next(iter(readings), None) is not None or not (order or is_foreign_to_all_sources(case)):
            return None
        members = cited or tuple(order[:1])
        return self._verdict(
            case, "other_language", case.read(members) if members else _EMPTY_EVIDENCE, "related"
        )

    def _find_support(
        self, case: ClaimContext, readings: Iterable[EvidenceSet], cited: tuple[int, ...], order: list[int]
    ) -> Verdict | None:
        """The fewest sentences that cover the claim and confirm all that the rules compare."""
        sets = chain(readings, iterate_joint_sets(case, cited, order, _LOOSEST_COVERAGE))
        found = next((reading for reading in sets if self._is_supported_by(case, reading)), None)
        if found is not None and len(found.members) > 1:
            alone = (r for r in readings if len(r.members) == 1 and self._is_supported_by(case, r))
            found = next(alone, None) or self._minimize(case, found)
        return None if found is None else self._build_confirmed(case, found, order)

    def _minimize(self, case: ClaimContext, found: EvidenceSet) -> EvidenceSet:
        """The reading without the members that it can do without."""
        return case.read(
            find_minimal_set(found.members, lambda rest: self._is_supported_by(case, case.read(rest)))
        )

    def _build_confirmed(self, case: ClaimContext, found: EvidenceSet, order: list[int]) -> Verdict:
        """``confirmed``, or ``sources_disagree`` where another passage says something else of the same."""
        members = resolve_pronouns(case.text, case.evidence, found.members) or found.members
        joint = case.scores.joint(case.index, members)
        found = replace(found, members=members, coverage=max(found.coverage, joint))
        verdict = self._verdict(case, "confirmed", found, "supports")
        against = find_contradiction(case, order)
        return verdict if against is None else replace(mark_conflict(verdict, case, against), score=None)

    def _is_supported_by(self, case: ClaimContext, reading: EvidenceSet) -> bool:
        """True if the reading confirms all of the claim, of what the claim speaks of."""
        enough = reading.coverage >= self.bars.covered
        readable = is_readable(case, reading) and not is_language_mismatch(case, reading)
        return enough and readable and _confirms_claim(case, reading) and is_about_same_subject(case, reading)

    def _find_contradiction(self, case: ClaimContext, readings: Iterable[EvidenceSet]) -> Verdict | None:
        """The first single passage that holds the other content of the claim and clashes with it."""
        single = [reading for reading in readings if len(reading.members) == 1]
        for reading in single:
            matching = compute_overlap(case, reading)
            for clash in reading.comparisons:
                bar = self.bars.negated if clash.rule == "negation" else self.bars.clashing
                if clash.finding != "clash" or matching < bar:
                    continue
                if clash.rule not in _VALUE_RULES and not reading.has_all_values():
                    continue
                if not any(_is_clash_resolved(case, clash, reading, other) for other in single):
                    return self._verdict(case, clash.reason, reading, "contradicts")
        return None

    def _undecided(self, case: ClaimContext, readings: Iterable[EvidenceSet], order: list[int]) -> Verdict:
        """``unsupported`` if the content occurs nowhere, else ``unknown`` with what is in the way."""
        nearest = next(iter(readings), None) or _EMPTY_EVIDENCE
        stray = next(
            (r for r in readings if r.coverage >= _LOOSEST_COVERAGE and _confirms_claim(case, r)), None
        )
        if stray is not None and is_about_other_subject(case, stray):
            return self._verdict(case, "other_subject", stray, "related")
        clash = nearest.first("clash")
        if not order or (self._is_absent(case, order) and clash is None and not nearest.confirms_any()):
            return self._verdict(case, "not_found", nearest, "related")
        missing = nearest.first("missing")
        unread = "partly_covered" if is_readable(case, nearest) else "language_unread"
        reason = UNDECIDED_REASONS[clash.reason] if clash else missing.reason if missing else unread
        if OUTCOMES[reason].status == "unsupported" and compute_overlap(case, nearest) < _MIN_OVERLAP:
            reason = UNDECIDED_REASONS[reason]
        return self._verdict(case, reason, nearest, "related")

    def _verdict(self, case: ClaimContext, reason: str, reading: EvidenceSet, label: str) -> Verdict:
        status = OUTCOMES[reason].status
        return Verdict(
            status=status,
            reason=reason,
            tier=self.tier,
            score=compute_rule_probability(status, reading.coverage) if status != "unknown" else None,
            threshold=compute_rule_probability("supported", self.bars.covered),
            references=case.references(reading, label),
            details={
                "coverage": round(reading.coverage, 4),
                "compared": [c.describe(case.text, reading.text) for c in reading.comparisons],
            },
        )


def _confirms_claim(case: ClaimContext, reading: EvidenceSet) -> bool:
    """True if the reading confirms the claim, whatever each sentence speaks of."""
    return (
        reading.agrees()
        and is_cohesive(case, reading)
        and covers_clauses(case, reading)
        and covers_subject(case, reading)
    )


def _is_clash_resolved(
    case: ClaimContext, clash: Comparison, reading: EvidenceSet, other: EvidenceSet
) -> bool:
    """True if the other passage fits as well and agrees there, or does so of what this one speaks of."""
    if other.confirms(clash, reading):
        return True
    follows = find_antecedent(case.evidence, other.members[0], case.text.language) == reading.members[0]
    return follows and resolves_clash(case.text, clash, reading, other)


class _ReplayableIterable:
    """An iterator that can be gone through again: what was read once is not read twice."""

    def __init__(self, readings: Iterator[EvidenceSet]) -> None:
        self._rest = readings
        self._seen: list[EvidenceSet] = []

    def __iter__(self) -> Iterator[EvidenceSet]:
        yield from self._seen
        for reading in self._rest:
            self._seen.append(reading)
            yield reading


def select_best_sentences(row: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[int]:
    """Indices of the best sentences with a score above 0, ties by position."""
    order = np.argsort(-row, kind="stable")[:MAX_CANDIDATES]
    return [int(i) for i in order if row[i] > 0]
