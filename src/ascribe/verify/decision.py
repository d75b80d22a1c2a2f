"""The tables and thresholds that turn findings of the rules and model probabilities into a reason code."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from ascribe.records import Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES, Status
from ascribe.records.verdict import STRICTNESS

EXACT_FINDINGS = ("number_not_found", "date_not_found", "negation_unclear", "unit_unclear", "misplaced")
"""Findings on what must be exact: a figure, a date, a "not", a unit, and what a figure or a name stands
with. No probability makes up for one. The model misreads just these, and they are what a reader relies on."""

_REASON_OF_FIGURE_RULE = {
    "numbers": "number_not_found",
    "derived": "number_not_found",
    "dates": "date_not_found",
}
"""Rules that compare figures, and what a figure that is not there is called."""

OBJECTIONS = (
    *EXACT_FINDINGS,
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
"""Findings of the rules with which a claim needs more. Beside those of ``EXACT_FINDINGS`` and disagreeing
sources, it needs the bar of the level above. Of kept-aside claims above the bar of ``balanced``, at most 70
% are supported with one of these, and 79 % of all: ``python -m training.findings build/kept_aside`` prints
it."""

CONTRADICTION_THRESHOLD = 0.9
"""Probability of the class contradicted from which on a claim far below the bar is. A lower
bar calls more true claims refuted, and such a false alarm costs the most trust: ``python -m
training.findings build/kept_aside`` prints the shares."""

PROVED_LEVEL: Strictness = "strict"
"""Highest level that a claim reaches which the rules confirm in every word and with a formula ("2.97 million
≈ 3 million", "A before B = B after A"), whatever the models say: they misread just these."""

_FULL_COVERAGE = 0.9999
"""Coverage of a claim of which every word is found; it is rounded to four places."""


def get_threshold(supported: Mapping[Strictness, float], level: Strictness, objected: bool) -> float:
    """The probability that a claim needs.

    Where the rules object it is that of the level above, and 1 at the highest level, which no claim reaches.
    """
    place = STRICTNESS.index(level) + objected
    return supported[STRICTNESS[place]] if place < len(STRICTNESS) else 1.0


def decide_reason(ruled: Verdict, probability: float, contradicted: float, loosest: float, bar: float) -> str:
    """The reason code, by the written table: rules object, models decide.

    | rules say | probability ≥ bar | below the bar | below the loosest |
    |---|---|---|---|
    | contradicted | the rule's reason | the rule's reason | the rule's reason |
    | ``sources_disagree`` | ``sources_disagree`` | ``sources_disagree`` | ``sources_disagree`` |
    | a finding of ``EXACT_FINDINGS`` | the rule's reason | the rule's reason | ``not_entailed`` or
    ``refuted`` |
    | another objection | ``entailed`` | the rule's reason | ``not_entailed`` or ``refuted`` |
    | ``confirmed`` | ``confirmed`` | ``uncertain`` | ``uncertain`` |
    | ``not_found`` | ``entailed`` | ``uncertain`` | ``not_found`` or ``refuted`` |
    | anything else | ``entailed`` | ``uncertain`` | ``not_entailed`` or ``refuted`` |

    The probability is that of the models, raised where the rules confirm the claim and lowered where they
    object. The bar is that of the level; with an objection that of the level above, and at the highest level
    there is none. What the rules confirm and the models deny is left open.
    ``refuted`` needs the model's class contradicted above its bar. What is supported by this
    table may still be denied by another passage: see ``model_verdicts``.
    """
    if ruled.status == "contradicted" or ruled.reason == "sources_disagree":
        return ruled.reason
    if probability < loosest and ruled.status != "supported":
        found = ruled.reason if ruled.status == "unsupported" else "not_entailed"
        return "refuted" if contradicted >= CONTRADICTION_THRESHOLD else found
    if probability < bar or ruled.reason in EXACT_FINDINGS:
        return ruled.reason if ruled.reason in OBJECTIONS else "uncertain"
    return ruled.reason if ruled.status == "supported" else "entailed"


def get_finding(ruled: Verdict) -> str:
    """The reason code of the rules; of a claim that they found nowhere, with a figure, that of the figure.

    "A mallard eats 150 grams a day" beside a page on mallards without any such figure is not there, whatever
    a model makes of it.
    """
    if ruled.reason != "not_found":
        return ruled.reason
    compared = ruled.details.get("compared", ())
    missing = [
        _REASON_OF_FIGURE_RULE[row["rule"]]
        for row in compared
        if row["rule"] in _REASON_OF_FIGURE_RULE and row["finding"] != "agree"
    ]
    return missing[0] if missing else ruled.reason


def is_veto(reason: str) -> bool:
    """True for a finding of the rules with which no probability makes a claim supported."""
    return OUTCOMES[reason].status == "contradicted" or reason in (*EXACT_FINDINGS, "sources_disagree")


def is_proved(ruled: Verdict) -> bool:
    """True for a claim that the rules confirm in every word, showing how it follows."""
    shown = any("formula" in row for row in ruled.details.get("compared", ()))
    return ruled.status == "supported" and shown and ruled.details.get("coverage", 0.0) >= _FULL_COVERAGE


@dataclass(frozen=True, slots=True)
class RuleThresholds:
    """Shares in [0, 1] that decide a verdict.

    Args:
        covered: weighted share of the claim's content that its evidence must hold for ``supported``.
        clashing: share of the other content words that a passage must hold before a differing number or
            date in it makes ``contradicted``.
        negated: the same for a negation, which is easier to mistake for one of something else.
        absent: weighted share found in the best passages together below which the claim is ``unsupported``.
    """

    covered: float
    clashing: float
    negated: float
    absent: float


RULE_THRESHOLDS: dict[Strictness, RuleThresholds] = {
    "loose": RuleThresholds(covered=0.50, clashing=0.60, negated=0.75, absent=0.30),
    "balanced": RuleThresholds(covered=0.65, clashing=0.60, negated=0.75, absent=0.30),
    "strict": RuleThresholds(covered=0.85, clashing=0.60, negated=0.75, absent=0.30),
    "paranoid": RuleThresholds(covered=1.00, clashing=0.60, negated=0.75, absent=0.30),
}
"""Only ``covered`` moves, and only up, so that a stricter level never supports more. Of labelled training
pairs that the rules confirm, 75 % are true from 0.50 on, 82 % from 0.65, 86 % from 0.85 and 87 % at 1.00."""


SLOPE, INTERCEPT = 4.53, -2.61
"""Logistic regression of the label on coverage, over pairs where the rules confirm everything."""

SUPPORT_SHARES: dict[Status, float] = {"contradicted": 0.12, "unsupported": 0.22}
"""Share of supported claims among those that the rules found contradicted, or nowhere in the sources."""


def compute_rule_probability(status: Status, coverage: float) -> float:
    """A number in [0, 1], comparable over claims. ``coverage`` is the weighted share of content found."""
    if status in SUPPORT_SHARES:
        return SUPPORT_SHARES[status]
    return 1.0 / (1.0 + math.exp(-(SLOPE * coverage + INTERCEPT)))
