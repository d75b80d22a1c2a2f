"""Verdicts of the model tiers, from entailment probabilities and the findings of the rules.

``decision`` combines the two. What the model alone supports must then have minimal evidence, be about the
same subject, and be denied by no other passage.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

from ascribe.records import Reference, Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES, Status
from ascribe.verify.combiner import FEATURES, ClaimFeatures
from ascribe.verify.decision import (
    CONTRADICTION_THRESHOLD,
    MAX_ABSENT_COVERAGE,
    MODEL_VETOES,
    OBJECTIONS,
    SUPPORT_SHARES,
    decide_reason,
    get_finding,
    get_proved_level,
    get_veto_reason,
)
from ascribe.verify.evidence.conflicts import find_denying_passage, mark_conflict
from ascribe.verify.evidence.minimal_sets import find_minimal_windows
from ascribe.verify.evidence.sets import ClaimBatch, ClaimContext
from ascribe.verify.reasons.refinement import RefiningVerifier
from ascribe.verify.rules_verifier import RulesVerifier
from ascribe.verify.windows.checks import (
    find_contradicted,
    find_lacking,
    holds_all_exact,
    is_about_something_else,
    read_complete_window,
)
from ascribe.verify.windows.nli_windows import NLIModel, ScoredWindow
from ascribe.verify.windows.table_rows import mixes_rows, ranks_rows
from ascribe.verify.windows.unrelated_parts import takes_unrelated_part

ENTAILMENT_THRESHOLD = 0.5
"""Probability of the class entailed from which on a window alone is evidence: more likely than not."""


class ProbabilityModel(Protocol):
    """Estimates how likely a claim is supported, and has the threshold of each level.

    Law: a threshold is never lower at a stricter level, nor after an objection of the rules.
    """

    def estimate(self, found: ClaimFeatures, objects: bool = False, confirms: bool = False) -> float:
        """Return the probability, in [0, 1]; the rules may object to the claim, or confirm all of it."""
        ...

    def get_threshold(self, level: Strictness, objected: bool = False) -> float:
        """Return the probability that a claim needs."""
        ...


@dataclass(frozen=True, slots=True)
class ModelVerdictBuilder:
    """Builds the verdicts of one model tier.

    Args:
        tier: name of the tier.
        rules: the verifier whose findings may object.
        strictness: level whose threshold the probability must reach.
        weighing: the probability and the thresholds.
        model: used again to find the fewest sentences that entail a claim.
    """

    tier: str
    rules: RulesVerifier
    strictness: Strictness
    weighing: ProbabilityModel
    model: NLIModel

    @property
    def thresholds(self) -> dict[str, float]:
        """Return the thresholds of the level, by name."""
        return {
            "supported": self.weighing.get_threshold(self.strictness),
            "objected": self.weighing.get_threshold(self.strictness, objected=True),
            "contradicted": CONTRADICTION_THRESHOLD,
        }

    def judge(
        self,
        batch: ClaimBatch,
        found: Mapping[int, ClaimFeatures],
        ruled: Sequence[Verdict],
    ) -> dict[int, Verdict]:
        """Return the verdict on each claim with features, given the verdicts of the rules."""
        read = {i: read_complete_window(ruled[i], found[i].windows, batch.contexts[i]) for i in found}
        judged = {i: self._build_verdict(read[i], found[i], batch.contexts[i]) for i in found}
        entailed = {i: found[i].windows for i in found if judged[i].reason == "entailed"}
        minimal = find_minimal_windows(
            batch.contexts, entailed, ENTAILMENT_THRESHOLD, self.model, holds_all_exact
        )
        for i in entailed:
            judged[i] = (
                self._check_support(judged[i], found[i], minimal[i], batch.contexts[i])
                if i in minimal
                else self._withhold_support(
                    judged[i], find_lacking(found[i], batch.contexts[i]), found[i], batch.contexts[i]
                )
            )
        return judged

    def _build_verdict(self, ruled: Verdict, found: ClaimFeatures, case: ClaimContext) -> Verdict:
        probability = self._compute_probability(ruled, found)
        objected = get_finding(ruled) in OBJECTIONS
        threshold = self.weighing.get_threshold(self.strictness, objected)
        reason = self._select_reason(ruled, found, case, probability, threshold)
        status = OUTCOMES[reason].status
        is_denied = ruled.status == "contradicted"
        return Verdict(
            status,
            reason,
            self.tier,
            min(probability, SUPPORT_SHARES["contradicted"]) if is_denied else probability,
            threshold,
            _select_references(status, ruled, found, case),
            self._build_details(ruled, found),
        )

    def _compute_probability(self, ruled: Verdict, found: ClaimFeatures) -> float:
        """Return the probability of support; of what the rules prove, at least the threshold for it."""
        probability = self.weighing.estimate(found, _do_rules_object(ruled), ruled.status == "supported")
        level = get_proved_level(ruled)
        least = self.weighing.get_threshold(level) if level else 0.0
        return max(probability, least)

    def _select_reason(
        self, ruled: Verdict, found: ClaimFeatures, case: ClaimContext, probability: float, threshold: float
    ) -> str:
        """Return the reason code; a finding that no probability outweighs replaces one that supports."""
        reason = decide_reason(
            ruled,
            probability,
            find_contradicted(found, case),
            self.weighing.get_threshold("loose"),
            threshold,
            absent=case.scores.joint(case.index, case.order) < MAX_ABSENT_COVERAGE and not _may_follow(ruled),
        )
        if OUTCOMES[reason].status != "supported":
            return reason
        finding = get_finding(ruled)
        return get_veto_reason(ruled) or (finding if finding in MODEL_VETOES else reason)

    def _build_details(self, ruled: Verdict, found: ClaimFeatures) -> dict[str, Any]:
        """Return the details of the rules, with the probability of the models alone and their features."""
        return {
            **ruled.details,
            "models_alone": round(self.weighing.estimate(found), 4),
            "rules": get_finding(ruled),
            "objects": _do_rules_object(ruled),
            **_describe_features(found),
        }

    def _check_support(
        self, verdict: Verdict, found: ClaimFeatures, window: ScoredWindow, case: ClaimContext
    ) -> Verdict:
        """Return the verdict on a claim that the model alone supports, citing that window.

        It is ``unknown`` if the window is about something else or another passage denies the claim.
        """
        if case.claim.kind == "table_row":  # a model of a few layers reads no columns
            return self._withhold_support(verdict, "column_unclear", found, case)
        if mixes_rows(case, window.members):
            return self._withhold_support(verdict, "other_row", found, case)
        if ranks_rows(case, window.members):
            return self._withhold_support(verdict, "uncertain", found, case)
        if is_about_something_else(case, window.members) or takes_unrelated_part(case, window.members):
            return self._withhold_support(verdict, "other_subject", found, case)
        supported = replace(verdict, references=_build_references(case, window, "supports"))
        against = find_denying_passage(case, case.order)
        return supported if against is None else mark_conflict(supported, case, against)

    def _withhold_support(
        self, verdict: Verdict, reason: str, found: ClaimFeatures, case: ClaimContext
    ) -> Verdict:
        """Return ``unknown`` for a claim that the model supports and its evidence does not."""
        return replace(
            verdict,
            status="unknown",
            reason=reason,
            score=self.weighing.estimate(found, objects=True),
            references=_build_references(case, found.windows.find_nearest(), "related"),
        )


def _do_rules_object(ruled: Verdict) -> bool:
    """Return True if the rules contradict the claim or have a finding that raises its threshold."""
    return ruled.status == "contradicted" or get_finding(ruled) in OBJECTIONS


def _may_follow(ruled: Verdict) -> bool:
    """Return True if a figure may follow from one of the passage, such as a limit that it keeps.

    Then few words in common show no absence: "works with Python 3.12" beside "requires Python 3.11 or newer".
    """
    rows = ruled.details.get("compared", ())
    return any(
        row["rule"] == "numbers" and row["finding"] == "missing" and bool(row["evidence"]) for row in rows
    )


class ModelVerifier(RefiningVerifier):
    """A verifier whose model gives probabilities: the rules first, then the model, then the decision.

    A subclass sets these attributes and extracts the features.

    Args:
        rules: the verifier whose findings may object.
        reads: whether the model reads the language of the reply.
        unread_notes: reason of the rules → note on the verdict; such claims are not given to the model.
        language_note: note on a claim in a language that the model does not read.
        no_evidence_note: note on a claim that shares no content with any passage.
    """

    tier: str
    rules: RulesVerifier
    reads: bool
    unread_notes: ClassVar[Mapping[str, str]]
    language_note: ClassVar[str]
    no_evidence_note: ClassVar[str]
    _verdicts: ModelVerdictBuilder

    def verify_batch(self, batch: ClaimBatch) -> list[Verdict]:
        """Return one verdict per claim of the batch, in order."""
        ruled = self._apply_rules(batch)
        if not self.reads:
            return [fall_back_to_rules(verdict, self.tier, self.language_note) for verdict in ruled]
        readable = [
            i
            for i, verdict in enumerate(ruled)
            if verdict.status != "not_checkable" and verdict.reason not in self.unread_notes
        ]
        foreign = {i for i in readable if not self._is_read(batch.contexts[i])}
        known = [i for i in readable if i not in foreign]
        judged = self._verdicts.judge(batch, self._extract_features(batch, known), ruled)
        return [
            fall_back_to_rules(verdict, self.tier, self.language_note)
            if i in foreign
            else judged.get(i) or self._build_unread_verdict(verdict)
            for i, verdict in enumerate(ruled)
        ]

    def _is_read(self, case: ClaimContext) -> bool:  # noqa: ARG002 - a model that reads all languages
        """Return True if the model reads the language of that one claim."""
        return True

    def _apply_rules(self, batch: ClaimBatch) -> list[Verdict]:
        """Return the verdicts of the rules, which the model does not see."""
        return self.rules.verify_batch(batch)

    @abstractmethod
    def _extract_features(self, batch: ClaimBatch, readable: Sequence[int]) -> dict[int, ClaimFeatures]:
        """Return the features of each readable claim that shares content with a sentence."""

    def _build_unread_verdict(self, verdict: Verdict) -> Verdict:
        """Return the verdict on a claim that the model did not read.

        A claim that is not checkable keeps its status in this tier; any other claim gets the verdict of the
        rules.
        """
        if verdict.status == "not_checkable":
            return replace(verdict, tier=self.tier)
        note = self.unread_notes.get(verdict.reason, self.no_evidence_note)
        return fall_back_to_rules(verdict, self.tier, note)


def fall_back_to_rules(verdict: Verdict, tier: str, why: str) -> Verdict:
    """Return the verdict of the rules, with a note why the model of that tier did not read the claim."""
    return replace(verdict, details={**verdict.details, tier: f"{why}; this is the verdict of the rules."})


def _describe_features(found: ClaimFeatures) -> dict[str, dict[str, float]]:
    if not found.features:
        return {}
    pairs = zip(FEATURES, found.features, strict=True)
    return {"features": {name: round(value, 4) for name, value in pairs}}


def _select_references(
    status: Status, ruled: Verdict, found: ClaimFeatures, case: ClaimContext
) -> tuple[Reference, ...]:
    """Return what the verdict rests on: a window of the model, or what the rules cited if it adds nothing."""
    if status == ruled.status:
        return ruled.references
    if status == "supported":
        return ()  # ``find_minimal_windows`` finds them for all claims at once
    if status == "contradicted":
        return _build_references(case, found.windows.find_most_contradicted(), "contradicts")
    return _build_references(case, found.windows.find_nearest(), "related")


def _build_references(case: ClaimContext, window: ScoredWindow, label: str) -> tuple[Reference, ...]:
    """Return references to the sentences of a window, best first."""
    row = case.scores.matrix[case.index]
    best = sorted(window.members, key=lambda i: -row[i])
    return tuple(case.evidence[i].reference(case.claim, float(row[i]), label) for i in best)
