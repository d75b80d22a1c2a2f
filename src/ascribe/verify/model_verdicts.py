"""From what a model of entailment found to verdicts: the way of every tier whose model gives a probability.

The probability and the finding of the rules meet in ``model_table``. What the model alone supports must then
rest on the fewest sentences, speak of the same thing, and be denied nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ascribe.records import Reference, Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES, Status
from ascribe.stages import Claim, Evidence, Scores
from ascribe.verify.conflicts import disputed, opposing
from ascribe.verify.coreference import is_of_another
from ascribe.verify.entailed_windows import Entailment, Window
from ascribe.verify.examination import FEATURES, Examination
from ascribe.verify.model_table import (
    CONTRADICTED,
    OBJECTIONS,
    PROVED,
    decide,
    finding_of,
    is_proved,
    is_veto,
)
from ascribe.verify.needed import fewest
from ascribe.verify.probability import SHARES
from ascribe.verify.readings import Case
from ascribe.verify.rules_tier import RulesVerifier, best_single

ABOUT = 0.5
"""Weighted share of the claim's words that a passage must have before the model may find it contradicted: of
passages about something else it says so too easily."""

ENOUGH = 0.5
"""Probability of the class entailed from which on a window is evidence by itself: more likely than not."""


class Weighing(Protocol):
    """What was found → how likely the claim is supported, and what each level asks for.

    Law: a bar is never lower at a stricter level, nor where the rules object.
    """

    def weigh(self, found: Examination, objects: bool = False, confirms: bool = False) -> float:
        """In [0, 1]; the rules may object to the claim, or confirm all of it."""
        ...

    def bar(self, level: Strictness, objected: bool = False) -> float:
        """The probability that a claim needs."""
        ...


@dataclass(frozen=True, slots=True)
class ModelVerdicts:
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
    weighing: Weighing
    model: Entailment

    @property
    def thresholds(self) -> dict[str, float]:
        """Those of the level, by name."""
        return {
            "supported": self.weighing.bar(self.strictness),
            "objected": self.weighing.bar(self.strictness, objected=True),
            "contradicted": CONTRADICTED,
        }

    def judge(
        self,
        found: Mapping[int, Examination],
        ruled: Sequence[Verdict],
        claims: Sequence[Claim],
        evidence: Sequence[Evidence],
        scores: Scores,
    ) -> dict[int, Verdict]:
        """The verdict on each claim that was examined, beside what the rules found of it."""
        cases = {i: self.rules.case(i, claims[i], evidence, scores) for i in found}
        judged = {i: self._verdict(ruled[i], found[i], cases[i]) for i in found}
        entailed = {i: found[i].windows for i in found if judged[i].reason == "entailed"}
        for i, window in fewest(claims, entailed, ENOUGH, evidence, scores.matrix, self.model).items():
            judged[i] = self._upheld(judged[i], found[i], window, cases[i])
        return judged

    def _verdict(self, ruled: Verdict, found: Examination, case: Case) -> Verdict:
        finding = finding_of(ruled)
        objects = ruled.status == "contradicted" or finding in OBJECTIONS
        probability = self.weighing.weigh(found, objects, ruled.status == "supported")
        probability = max(probability, self.weighing.bar(PROVED)) if is_proved(ruled) else probability
        contradicted = found.windows.against().contradicted if found.covered >= ABOUT else 0.0
        bar = self.weighing.bar(self.strictness, finding in OBJECTIONS)
        reason = decide(ruled, probability, contradicted, self.weighing.bar("loose"), bar)
        if is_veto(finding) and OUTCOMES[reason].status == "supported":
            reason = finding
        details = {
            **ruled.details,
            "models_alone": round(self.weighing.weigh(found), 4),
            "rules": finding,
            "objects": objects,
            **_features(found),
        }
        status = OUTCOMES[reason].status
        score = min(probability, SHARES["contradicted"]) if ruled.status == "contradicted" else probability
        return Verdict(status, reason, self.tier, score, bar, _shown(status, ruled, found, case), details)

    def _upheld(self, verdict: Verdict, found: Examination, window: Window, case: Case) -> Verdict:
        """What the model alone supports, resting on that window, unless it is of something else or denied."""
        if is_of_another(case.text, case.evidence, window.members):
            score = self.weighing.weigh(found, objects=True)
            near = _cited(case, found.windows.nearest(), "related")
            return replace(verdict, status="unknown", reason="other_subject", score=score, references=near)
        resting = replace(verdict, references=_cited(case, window, "supports"))
        against = opposing(case, best_single(case.scores.matrix[case.index]))
        return resting if against is None else disputed(resting, case, against)


def by_rules(verdict: Verdict, tier: str, why: str) -> Verdict:
    """The verdict of the rules with a note why the model of that tier did not read the claim."""
    return replace(verdict, details={**verdict.details, tier: f"{why}; the rules judged this."})


def _features(found: Examination) -> dict[str, dict[str, float]]:
    if not found.features:
        return {}
    pairs = zip(FEATURES, found.features, strict=True)
    return {"features": {name: round(value, 4) for name, value in pairs}}


def _shown(status: Status, ruled: Verdict, found: Examination, case: Case) -> tuple[Reference, ...]:
    """What the verdict rests on: a window of the model or, where it adds nothing, what the rules gave."""
    if status == ruled.status:
        return ruled.references
    if status == "supported":
        return ()  # ``fewest`` finds them for all claims at once
    if status == "contradicted":
        return _cited(case, found.windows.against(), "contradicts")
    return _cited(case, found.windows.nearest(), "related")


def _cited(case: Case, window: Window, label: str) -> tuple[Reference, ...]:
    """The sentences of a window, best first."""
    row = case.scores.matrix[case.index]
    best = sorted(window.members, key=lambda i: -row[i])
    return tuple(case.evidence[i].reference(case.claim, float(row[i]), label) for i in best)
