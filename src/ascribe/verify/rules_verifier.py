"""Tier ``rules``: verdicts by coverage and typed rules, without a model.

``supported`` needs each content word of the claim in its evidence, but for light ones, and every number,
date, name and negation confirmed. ``contradicted`` needs a clash in a passage that otherwise matches.
``unsupported`` is for content that occurs nowhere. What lies between is ``unknown``: words alone cannot
decide it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import chain

from ascribe.inference.interruption import check_interruption
from ascribe.records import Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.verify.checkable import (
    find_uncheckable_reason,
    is_elliptical,
    is_verbatim_sentence,
    names_nothing,
)
from ascribe.verify.decision import (
    RULE_THRESHOLDS,
    UNDECIDED_REASONS,
    compute_rule_probability,
)
from ascribe.verify.discourse.clause_homes import has_homes
from ascribe.verify.discourse.coreference import resolve_pronouns
from ascribe.verify.evidence.conflicts import find_denying_passage, mark_conflict
from ascribe.verify.evidence.contradictions import find_contradicting_clash
from ascribe.verify.evidence.languages import is_foreign_to_all_sources, is_language_mismatch, is_readable
from ascribe.verify.evidence.minimal_sets import (
    find_minimal_set,
    is_about_other_subject,
    is_about_same_subject,
    iterate_joint_sets,
)
from ascribe.verify.evidence.passages import read_sentence, read_text
from ascribe.verify.evidence.said_words import says_each_word
from ascribe.verify.evidence.set_checks import (
    compute_overlap,
    covers_clauses,
    covers_subject,
    is_cohesive,
    only_asks,
)
from ascribe.verify.evidence.sets import ClaimBatch, ClaimContext, EvidenceSet
from ascribe.verify.grammar.earlier_times import is_of_earlier_time
from ascribe.verify.reasons.refinement import RefiningVerifier

MAX_WORDS = 800
"""Most words of a claim that is compared: no sentence has more, and the rules compare each value and cue of a
claim with each of its evidence."""

MAX_CHARACTERS = 6 * MAX_WORDS
"""Most characters of a claim that is compared: figures and signs may follow one another without any word."""

_MIN_OVERLAP = 0.95
"""Share of the claim's words that must match before a step beyond the source makes it unsupported."""

_LOOSEST_COVERAGE = RULE_THRESHOLDS["loose"].covered
"""The sets that are tried and the objections are the same at every level, so that a stricter one never
supports more."""


_EMPTY_EVIDENCE = EvidenceSet((), read_text(""), 0.0, ())


class RulesVerifier(RefiningVerifier):
    """Verifier of tier ``rules``: coverage and typed rules.

    Args:
        strictness: how much of a claim its evidence must cover; see ``decision.RULE_THRESHOLDS``.
        language: ISO 639-1 code of the reply; None reads it as English.
    """

    tier = "rules"

    def __init__(self, strictness: Strictness = "balanced", language: str | None = None) -> None:
        self.rule_thresholds = RULE_THRESHOLDS[strictness]
        self.language = language
        self.thresholds = {
            "covered": self.rule_thresholds.covered,
            "clashing": self.rule_thresholds.clashing,
            "negated": self.rule_thresholds.negated,
            "absent": self.rule_thresholds.absent,
        }

    def verify_batch(self, batch: ClaimBatch) -> list[Verdict]:
        """Return one verdict per claim of the batch, in order."""
        return list(map(self._verify_claim, batch.contexts, batch.cited))

    def _verify_claim(self, case: ClaimContext, cited: tuple[int, ...]) -> Verdict:
        check_interruption()
        reason = find_uncheckable_reason(case.claim, self.language)
        if reason is not None:
            return Verdict("not_checkable", reason, self.tier)
        order = case.order
        reason = self._find_unread_reason(case, order)
        if reason is not None:
            members = cited or tuple(order[:1])
            unread = EvidenceSet(members, read_text(""), case.scores.joint(case.index, members), ())
            return self._build_verdict(case, reason, unread, "related")
        readings = _ReplayableIterable(
            r for r in case.iterate_candidates(cited, order) if not is_language_mismatch(case, r)
        )
        return (
            self._check_language(case, cited, order, readings)
            or self._find_support(case, readings, cited, order)
            or self._find_contradiction(case, readings)
            or self._build_undecided(case, readings, order)
        )

    def _find_unread_reason(self, case: ClaimContext, order: list[int]) -> str | None:
        """Return the reason code if the claim cannot be compared with anything, else None."""
        if len(case.text.words) > MAX_WORDS or len(case.text.text) > MAX_CHARACTERS:
            return "too_long"
        if not is_elliptical(case.text):
            return None
        if not names_nothing(case.text) and self._is_absent(case, order):
            return None
        near = (read_sentence(case.evidence, member, self.language) for member in order)
        return None if any(is_verbatim_sentence(case.text, sentence) for sentence in near) else "too_short"

    def _is_absent(self, case: ClaimContext, order: list[int]) -> bool:
        return case.scores.joint(case.index, order) < self.rule_thresholds.absent

    def _check_language(
        self, case: ClaimContext, cited: tuple[int, ...], order: list[int], readings: Iterable[EvidenceSet]
    ) -> Verdict | None:
        """Return a verdict if there are only passages in another language to compare with, else None."""
        if next(iter(readings), None) is not None or not (order or is_foreign_to_all_sources(case)):
            return None
        members = cited or tuple(order[:1])
        return self._build_verdict(
            case, "other_language", case.read(members) if members else _EMPTY_EVIDENCE, "related"
        )

    def _find_support(
        self, case: ClaimContext, readings: Iterable[EvidenceSet], cited: tuple[int, ...], order: list[int]
    ) -> Verdict | None:
        """Return the verdict of the fewest sentences that cover the claim and confirm it, or None.

        All comparisons of the rules must agree.
        """
        sets = chain(readings, iterate_joint_sets(case, cited, order, _LOOSEST_COVERAGE))
        found = next((reading for reading in sets if self._is_supported_by(case, reading)), None)
        if found is not None and len(found.members) > 1:
            alone = (r for r in readings if len(r.members) == 1 and self._is_supported_by(case, r))
            found = next(alone, None) or self._minimize(case, found)
        return None if found is None else self._build_confirmed(case, found, order)

    def _minimize(self, case: ClaimContext, found: EvidenceSet) -> EvidenceSet:
        """Return the evidence set without the members that it does not need."""
        return case.read(
            find_minimal_set(found.members, lambda rest: self._is_supported_by(case, case.read(rest)))
        )

    def _build_confirmed(self, case: ClaimContext, found: EvidenceSet, order: list[int]) -> Verdict:
        """Build the verdict ``confirmed``, or ``sources_disagree`` if another passage denies the claim."""
        members = resolve_pronouns(case.text, case.evidence, found.members) or found.members
        joint = case.scores.joint(case.index, members)
        found = replace(found, members=members, coverage=max(found.coverage, joint))
        verdict = self._build_verdict(case, "confirmed", found, "supports")
        against = find_denying_passage(case, order)
        return verdict if against is None else replace(mark_conflict(verdict, case, against), score=None)

    def _is_supported_by(self, case: ClaimContext, reading: EvidenceSet) -> bool:
        """Return True if the evidence set covers and confirms the claim and is about the same subject."""
        enough = reading.coverage >= self.rule_thresholds.covered and not only_asks(case, reading.members)
        readable = is_readable(case, reading) and not is_language_mismatch(case, reading)
        if not (enough and readable and _confirms_claim(case, reading)):
            return False
        has_words = not self.rule_thresholds.each_word or says_each_word(case, reading)
        return has_words and is_about_same_subject(case, reading)

    def _find_contradiction(self, case: ClaimContext, readings: Iterable[EvidenceSet]) -> Verdict | None:
        """Return the verdict of the first single passage that clashes but matches the rest, or None."""
        single = [reading for reading in readings if len(reading.members) == 1]
        for reading in single:
            clash = find_contradicting_clash(case, reading, single, self.rule_thresholds)
            if clash is not None:
                return self._build_verdict(case, clash.reason, reading, "contradicts")
        return None

    def _build_undecided(
        self, case: ClaimContext, readings: Iterable[EvidenceSet], order: list[int]
    ) -> Verdict:
        """Build ``unsupported`` if the content occurs nowhere, else ``unknown`` and why it is undecided."""
        nearest = next(iter(readings), None) or _EMPTY_EVIDENCE
        stray = next(
            (r for r in readings if r.coverage >= _LOOSEST_COVERAGE and _confirms_claim(case, r, _ORDERS)),
            None,
        )
        if stray is not None and is_about_other_subject(case, stray):
            return self._build_verdict(case, "other_subject", stray, "related")
        clash = nearest.first("clash")
        is_near = clash is not None or nearest.confirms_any() or _is_of_earlier_time(case, nearest)
        if not order or (self._is_absent(case, order) and not is_near):
            return self._build_verdict(case, "not_found", nearest, "related")
        missing = nearest.first("missing")
        unread = "partly_covered" if is_readable(case, nearest) else "language_unread"
        reason = UNDECIDED_REASONS[clash.reason] if clash else missing.reason if missing else unread
        if OUTCOMES[reason].status == "unsupported" and compute_overlap(case, nearest) < _MIN_OVERLAP:
            reason = UNDECIDED_REASONS[reason]
        return self._build_verdict(case, reason, nearest, "related")

    def _build_verdict(self, case: ClaimContext, reason: str, reading: EvidenceSet, label: str) -> Verdict:
        status = OUTCOMES[reason].status
        return Verdict(
            status=status,
            reason=reason,
            tier=self.tier,
            score=compute_rule_probability(status, reading.coverage) if status != "unknown" else None,
            threshold=compute_rule_probability("supported", self.rule_thresholds.covered),
            references=case.references(reading, label),
            details={
                "coverage": round(reading.coverage, 4),
                **({"verbatim": True} if reading.is_verbatim else {}),
                "compared": [c.describe(case.text, reading.text) for c in reading.comparisons],
            },
        )


_ORDERS = ("arrangement", "frames")
"""Rules on the order of words, which may say of another subject what the evidence says of its own."""


def _is_of_earlier_time(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if the claim tells what was so before, where the passage has the opposite of its words."""
    places = ((one.claim[0], one.evidence[0]) for one in reading.comparisons if one.evidence is not None)
    return any(is_of_earlier_time(case.text, here, reading.text, there) for here, there in places)


def _confirms_claim(case: ClaimContext, reading: EvidenceSet, but: Collection[str] = ()) -> bool:
    """Return True if the evidence set confirms the claim, whatever the subjects of its sentences.

    The findings of the rules in ``but`` do not count, and for a row of a table no frames: its cells are no
    sentence.
    """
    if case.claim.kind == "table_row":
        but = (*but, "frames")
    return (
        reading.agrees(but=but)
        and is_cohesive(case, reading)
        and has_homes(case, reading.members)
        and covers_clauses(case, reading)
        and covers_subject(case, reading)
    )


class _ReplayableIterable:
    """An iterator that can be repeated: items that were produced once are kept."""

    def __init__(self, readings: Iterator[EvidenceSet]) -> None:
        self._rest = readings
        self._seen: list[EvidenceSet] = []

    def __iter__(self) -> Iterator[EvidenceSet]:
        yield from self._seen
        for reading in self._rest:
            self._seen.append(reading)
            yield reading
