"""Verdicts of the model tiers, from entailment probabilities and the findings of the rules.

Probability and finding meet in ``decision``. What the model alone supports must then have minimal
evidence, be about the same subject, and be contradicted by no other passage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ascribe.protocols import Claim, Scores, SourceSentence
from ascribe.records import Reference, Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES, Status
from ascribe.verify.conflicts import find_contradiction, mark_conflict
from ascribe.verify.coreference import refers_to_other_subject
from ascribe.verify.decision import (
    CONTRADICTION_THRESHOLD,
    OBJECTIONS,
    PROVED_LEVEL,
    SUPPORT_SHARES,
    decide_reason,
    get_finding,
    is_proved,
    is_veto,
)
from ascribe.verify.evidence import ClaimContext
from ascribe.verify.features import FEATURES, ClaimFeatures
from ascribe.verify.minimal_evidence import find_minimal_windows
from ascribe.verify.nli_windows import NLIModel, ScoredWindow
from ascribe.verify.rules_verifier import RulesVerifier, select_best_sentences

MIN_TOPIC_COVERAGE = 0.5
"""Weighted share of the claim's words that a passage must have before the model may find it contradicted: of
passages about something else it says so too easily."""

ENTAILMENT_THRESHOLD = 0.5
"""Probability of the class entailed from which on a window is evidence by itself: more likely than not."""


class ProbabilityModel(Protocol):
    """What was found → how likely the claim is supported, and what each level asks for.

    Law: a bar is never lower at a stricter level, nor where the rules object.
    """

    def estimate(self, found: ClaimFeatures, objects: bool = False, confirms: bool = False) -> float:
        """In [0, 1]; the rules may object to the claim, or confirm all of it."""
        ...

    def bar(self, level: Strictness, objected: bool = False) -> float:
        """The probability that a claim needs."""
        ...


@dataclass(frozen=True, slots=True)
class ModelVerdictBuilder:
    """What decides in one tier.

    Args:
        tier: its name.
        rules: the verifier whose findings object.
        strictness: which bar the probability must reach.
        weighing: the probability and the bars.
        model: asked again for the fewest sentences that entail a claim.
    """

    tier: str
    rules: RulesVerifier
    strictness: Strictness
    weighing: ProbabilityModel
    model: NLIModel

    @property
    def thresholds(self) -> dict[str, float]:
        """Those of the level, by name."""
        return {
            "supported": self.weighing.bar(self.strictness),
            "objected": self.weighing.bar(self.strictness, objected=True),
            "contradicted": CONTRADICTION_THRESHOLD,
        }

    def judge(
        self,
        found: Mapping[int, ClaimFeatures],
        ruled: Sequence[Verdict],
        claims: Sequence[Claim],
        evidence: Sequence[SourceSentence],
        scores: Scores,
    ) -> dict[int, Verdict]:
        """The verdict on each claim that was examined, beside what the rules found of it."""
        cases = {i: self.rules.case(i, claims[i], evidence, scores) for i in found}
        judged = {i: self._verdict(ruled[i], found[i], cases[i]) for i in found}
        entailed = {i: found[i].windows for i in found if judged[i].reason == "entailed"}
        for i, window in find_minimal_windows(
            claims, entailed, ENTAILMENT_THRESHOLD, evidence, scores.matrix, self.model
        ).items():
            judged[i] = self._check_support(judged[i], found[i], window, cases[i])
        return judged

    def _verdict(self, ruled: Verdict, found: ClaimFeatures, case: ClaimContext) -> Verdict:
        finding = get_finding(ruled)
        objects = ruled.status == "contradicted" or finding in OBJECTIONS
        probability = self.weighing.estimate(found, objects, ruled.status == "supported")
        probability = max(probability, self.weighing.bar(PROVED_LEVEL)) if is_proved(ruled) else probability
        contradicted = (
            found.windows.find_most_contradicted().contradicted
            if found.covered >= MIN_TOPIC_COVERAGE
            else 0.0
        )
        bar = self.weighing.bar(self.strictness, finding in OBJECTIONS)
        reason = decide_reason(ruled, probability, contradicted, self.weighing.bar("loose"), bar)
        if is_veto(finding) and OUTCOMES[reason].status == "supported":
            reason = finding
        details = {
            **ruled.details,
            "models_alone": round(self.weighing.estimate(found), 4),
            "rules": finding,
            "objects": objects,
            **_describe_features(found),
        }
        status = OUTCOMES[reason].status
        score = (
            min(probability, SUPPORT_SHARES["contradicted"])
            if ruled.status == "contradicted"
            else probability
        )
        return Verdict(
            status, reason, self.tier, score, bar, _select_references(status, ruled, found, case), details
        )

    def _check_support(
        self, verdict: Verdict, found: ClaimFeatures, window: ScoredWindow, case: ClaimContext
    ) -> Verdict:
        """What the model alone supports, resting on that window, unless it is of something else or denied."""
        if refers_to_other_subject(case.text, case.evidence, window.members):
            score = self.weighing.estimate(found, objects=True)
            near = _build_references(case, found.windows.find_nearest(), "related")
            return replace(verdict, status="unknown", reason="other_subject", score=score, references=near)
        resting = replace(verdict, references=_build_references(case, window, "supports"))
        against = find_contradiction(case, select_best_sentences(case.scores.matrix[case.index]))
        return resting if against is None else mark_conflict(resting, case, against)


def fall_back_to_rules(verdict: Verdict, tier: str, why: str) -> Verdict:
    """The verdict of the rules with a note why the model of that tier did not read the claim."""
    return replace(verdict, details={**verdict.details, tier: f"{why}; the rules judged this."})


def _describe_features(found: ClaimFeatures) -> dict[str, dict[str, float]]:
    if not found.features:
        return {}
    pairs = zip(FEATURES, found.features, strict=True)
    return {"features": {name: round(value, 4) for name, value in pairs}}


def _select_references(
    status: Status, ruled: Verdict, found: ClaimFeatures, case: ClaimContext
) -> tuple[Reference, ...]:
    """What the verdict rests on: a window of the model or, where it adds nothing, what the rules gave."""
    if status == ruled.status:
        return ruled.references
    if status == "supported":
        return ()  # ``find_minimal_windows`` finds them for all claims at once
    if status == "contradicted":
        return _build_references(case, found.windows.find_most_contradicted(), "contradicts")
    return _build_references(case, found.windows.find_nearest(), "related")


def _build_references(case: ClaimContext, window: ScoredWindow, label: str) -> tuple[Reference, ...]:
    """The sentences of a window, best first."""
    row = case.scores.matrix[case.index]
    best = sorted(window.members, key=lambda i: -row[i])
    return tuple(case.evidence[i].reference(case.claim, float(row[i]), label) for i in best)
