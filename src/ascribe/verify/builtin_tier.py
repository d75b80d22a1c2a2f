"""Tier ``builtin``: the shipped models decide, the typed rules object.

The models give one probability per claim. A claim at or above the level's bar is ``supported`` unless a
rule objects: then the rule's finding stands. The models read English; claims in other languages get the
verdict of tier ``rules``, and it says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ascribe.neural.encoder import Encoder
from ascribe.neural.entailment import EntailmentModel
from ascribe.neural.models import versions
from ascribe.records import Reference, Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES, Status
from ascribe.stages import Claim, Evidence, Scores
from ascribe.verify.combiner import load_combiner, shipped
from ascribe.verify.conflicts import disputed, opposing
from ascribe.verify.coreference import is_of_another
from ascribe.verify.examination import FEATURES, Examination, Window, examine
from ascribe.verify.needed import fewest
from ascribe.verify.probability import SHARES
from ascribe.verify.readings import Case
from ascribe.verify.rules_tier import RulesVerifier, best_single

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_Cite = Callable[[Window, str], tuple[Reference, ...]]
"""A window and its label → its references."""

LANGUAGES = ("en",)
"""What the models read. Their word pieces and nearly all they were trained on are English."""

EXACT = ("number_not_found", "date_not_found", "negation_unclear", "unit_unclear", "misplaced")
"""Findings on what must be exact: a figure, a date, a "not", a unit, and what a figure or a name stands
with. No probability makes up for one. The model misreads just these, and they are what a reader relies on."""

_FIGURES = {"numbers": "number_not_found", "derived": "number_not_found", "dates": "date_not_found"}
"""Rules that compare figures, and what a figure that is not there is called."""

OBJECTIONS = (
    *EXACT,
    "polarity_unclear",
    "roles_unclear",
    "other_subject",
    "sources_disagree",
    "quantifier_unclear",
    "attribution_unclear",
    "cause_unclear",
    "condition_dropped",
    "modality_strengthened",
)
"""Findings of the rules with which a claim needs more. Beside those of ``EXACT`` and disagreeing sources, it
needs the bar of the level above. Of kept-aside claims above the bar of ``balanced``, at most 70 % are
supported with one of these, and 79 % of all: ``python -m training.findings build/kept_aside`` prints it."""

_UNREAD = {
    "too_long": "The sentence is too long for the built-in models",
    "too_short": "The sentence says too little by itself for the built-in models",
    "other_language": "The built-in models cannot compare two languages",
}
"""Reasons for which the claim is not given to the models, and what the verdict then says."""

_NOT_ENGLISH = "The built-in models read English only"
_NOTHING_NEAR = "No passage has anything of this that the built-in models could read"

CONTRADICTED = 0.9
"""Probability of the class contradicted from which on a claim far below the bar is. A lower
bar calls more true claims refuted, and such a false alarm costs the most trust: ``python -m
training.findings build/kept_aside`` prints the shares."""

ABOUT = 0.5
"""Weighted share of the claim's words that a passage must have before the model may find it contradicted: of
passages about something else it says so too easily."""

PROVED: Strictness = "strict"
"""Highest level that a claim reaches which the rules confirm in every word and with a formula ("2.97 million
≈ 3 million", "A before B = B after A"), whatever the models say: they misread just these."""

_WHOLE = 0.9999
"""Coverage of a claim of which every word is found; it is rounded to four places."""

ENOUGH = 0.5
"""Probability of the class entailed from which on a window is evidence by itself: more likely than not."""


class BuiltinVerifier:
    """Verdicts by the shipped models and the rules.

    Args:
        strictness: which bar the probability must reach.
        language: ISO 639-1 code of the reply; None is read as English.
        calibration: a file of ``ascribe calibrate``; None takes the one that is shipped.

    Raises:
        InputError: the calibration file is missing or not one of this version.
        ModelFileError: a file of the models is missing or damaged.
    """

    tier = "builtin"

    def __init__(
        self,
        strictness: Strictness = "balanced",
        language: str | None = None,
        calibration: Path | None = None,
    ) -> None:
        self.rules = RulesVerifier(strictness, language)
        self.combiner = load_combiner(calibration) if calibration else shipped()
        self.strictness: Strictness = strictness
        self.reads = language is None or language.split("-")[0].lower() in LANGUAGES
        self.versions = {**versions(), **({calibration.name: _digest(calibration)} if calibration else {})}
        self.thresholds = {
            "supported": self.combiner.bar(strictness),
            "objected": self.combiner.bar(strictness, objected=True),
            "contradicted": CONTRADICTED,
        }

    def verify(
        self,
        claims: Sequence[Claim],
        evidence: Sequence[Evidence],
        cited: Sequence[tuple[int, ...]],
        scores: Scores,
    ) -> list[Verdict]:
        """One verdict per claim, in order."""
        ruled = self.rules.verify(claims, evidence, cited, scores)
        if not self.reads:
            return [_by_rules(verdict, _NOT_ENGLISH) for verdict in ruled]
        asked = [i for i, v in enumerate(ruled) if v.status != "not_checkable" and v.reason not in _UNREAD]
        model = EntailmentModel()
        found = examine(claims, asked, evidence, cited, scores, Encoder(), model)
        judged = [
            self._verdict(verdict, found[i], partial(_cited, claims[i], evidence, scores.matrix[i]))
            if i in found
            else self._left(verdict)
            for i, verdict in enumerate(ruled)
        ]
        entailed = {i: found[i] for i in found if judged[i].reason == "entailed"}
        for i, window in fewest(claims, entailed, ENOUGH, evidence, scores.matrix, model).items():
            case = self.rules.case(i, claims[i], evidence, scores)
            judged[i] = self._upheld(judged[i], found[i], window, case)
        return judged

    def _upheld(self, verdict: Verdict, found: Examination, window: Window, case: Case) -> Verdict:
        """What the models alone support, resting on that window, unless it is of something else or denied."""
        cite = partial(_cited, case.claim, case.evidence, case.scores.matrix[case.index])
        if is_of_another(case.text, case.evidence, window.members):
            score = self.combiner.probability(found.features, objects=True)
            near = cite(found.nearest(), "related")
            return replace(verdict, status="unknown", reason="other_subject", score=score, references=near)
        resting = replace(verdict, references=cite(window, "supports"))
        against = opposing(case, best_single(case.scores.matrix[case.index]))
        return resting if against is None else disputed(resting, case, against)

    def _left(self, verdict: Verdict) -> Verdict:
        """The verdict on a claim that the models did not read; where nothing is to be judged, no tier did."""
        if verdict.status == "not_checkable":
            return replace(verdict, tier=self.tier)
        return _by_rules(verdict, _UNREAD.get(verdict.reason, _NOTHING_NEAR))

    def _verdict(self, ruled: Verdict, found: Examination, cite: _Cite) -> Verdict:
        finding = finding_of(ruled)
        objects = ruled.status == "contradicted" or finding in OBJECTIONS
        probability = self.combiner.probability(found.features, objects, ruled.status == "supported")
        probability = max(probability, self.combiner.bar(PROVED)) if is_proved(ruled) else probability
        contradicted = found.against().contradicted if found.covered >= ABOUT else 0.0
        bar = self.combiner.bar(self.strictness, finding in OBJECTIONS)
        reason = decide(ruled, probability, contradicted, self.combiner.supported["loose"], bar)
        if is_veto(finding) and OUTCOMES[reason].status == "supported":
            reason = finding
        details = {
            **ruled.details,
            "models_alone": round(self.combiner.probability(found.features), 4),
            "rules": finding,
            "objects": objects,
            "features": {name: round(value, 4) for name, value in zip(FEATURES, found.features, strict=True)},
        }
        status = OUTCOMES[reason].status
        references = _shown(status, ruled, found, cite)
        score = min(probability, SHARES["contradicted"]) if ruled.status == "contradicted" else probability
        return Verdict(status, reason, self.tier, score, bar, references, details)


def _shown(status: Status, ruled: Verdict, found: Examination, cite: _Cite) -> tuple[Reference, ...]:
    """What the verdict rests on: a window of the models or, where they add nothing, what the rules gave."""
    if status == ruled.status:
        return ruled.references
    if status == "supported":
        return ()  # ``fewest`` finds them for all claims at once
    if status == "contradicted":
        return cite(found.against(), "contradicts")
    return cite(found.nearest(), "related")


def _cited(
    claim: Claim, evidence: Sequence[Evidence], row: NDArray[np.float64], window: Window, label: str
) -> tuple[Reference, ...]:
    """The sentences of a window, best first; ``row`` has the score of each sentence of the evidence."""
    best = sorted(window.members, key=lambda i: -row[i])
    return tuple(evidence[i].reference(claim, float(row[i]), label) for i in best)


def decide(ruled: Verdict, probability: float, contradicted: float, loosest: float, bar: float) -> str:
    """The reason code, by the written table: rules object, models decide.

    | rules say | probability ≥ bar | below the bar | below the loosest |
    |---|---|---|---|
    | contradicted | the rule's reason | the rule's reason | the rule's reason |
    | ``sources_disagree`` | ``sources_disagree`` | ``sources_disagree`` | ``sources_disagree`` |
    | a finding of ``EXACT`` | the rule's reason | the rule's reason | ``not_entailed`` or ``refuted`` |
    | another objection | ``entailed`` | the rule's reason | ``not_entailed`` or ``refuted`` |
    | ``confirmed`` | ``confirmed`` | ``uncertain`` | ``uncertain`` |
    | ``not_found`` | ``entailed`` | ``uncertain`` | ``not_found`` or ``refuted`` |
    | anything else | ``entailed`` | ``uncertain`` | ``not_entailed`` or ``refuted`` |

    The probability is that of the models, raised where the rules confirm the claim and lowered where they
    object. The bar is that of the level; with an objection that of the level above, and at the highest level
    there is none. What the rules confirm and the models deny is left open.
    ``refuted`` needs the model's class contradicted above its bar. What is supported by this
    table may still be denied by another passage: see ``_upheld``.
    """
    if ruled.status == "contradicted" or ruled.reason == "sources_disagree":
        return ruled.reason
    if probability < loosest and ruled.status != "supported":
        found = ruled.reason if ruled.status == "unsupported" else "not_entailed"
        return "refuted" if contradicted >= CONTRADICTED else found
    if probability < bar or ruled.reason in EXACT:
        return ruled.reason if ruled.reason in OBJECTIONS else "uncertain"
    return ruled.reason if ruled.status == "supported" else "entailed"


def finding_of(ruled: Verdict) -> str:
    """The reason code of the rules; of a claim that they found nowhere, with a figure, that of the figure.

    "A mallard eats 150 grams a day" beside a page on mallards without any such figure is not there, whatever
    a model makes of it.
    """
    if ruled.reason != "not_found":
        return ruled.reason
    compared = ruled.details.get("compared", ())
    missing = [
        _FIGURES[row["rule"]] for row in compared if row["rule"] in _FIGURES and row["finding"] != "agree"
    ]
    return missing[0] if missing else ruled.reason


def is_veto(reason: str) -> bool:
    """True for a finding of the rules with which no probability makes a claim supported."""
    return OUTCOMES[reason].status == "contradicted" or reason in (*EXACT, "sources_disagree")


def is_proved(ruled: Verdict) -> bool:
    """True for a claim that the rules confirm in every word, showing how it follows."""
    shown = any("formula" in row for row in ruled.details.get("compared", ()))
    return ruled.status == "supported" and shown and ruled.details.get("coverage", 0.0) >= _WHOLE


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]


def _by_rules(verdict: Verdict, why: str) -> Verdict:
    """The verdict of the rules with a note why the models did not read the claim."""
    return replace(verdict, details={**verdict.details, "builtin": f"{why}; the rules judged this."})
