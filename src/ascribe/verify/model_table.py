"""The written table of the tiers with a model that gives a probability: rules object, models decide."""

from __future__ import annotations

from collections.abc import Mapping

from ascribe.records import Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.records.verdict import STRICTNESS

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

CONTRADICTED = 0.9
"""Probability of the class contradicted from which on a claim far below the bar is. A lower
bar calls more true claims refuted, and such a false alarm costs the most trust: ``python -m
training.findings build/kept_aside`` prints the shares."""

PROVED: Strictness = "strict"
"""Highest level that a claim reaches which the rules confirm in every word and with a formula ("2.97 million
≈ 3 million", "A before B = B after A"), whatever the models say: they misread just these."""

_WHOLE = 0.9999
"""Coverage of a claim of which every word is found; it is rounded to four places."""


def bar_of(supported: Mapping[Strictness, float], level: Strictness, objected: bool) -> float:
    """The probability that a claim needs.

    Where the rules object it is that of the level above, and 1 at the highest level, which no claim reaches.
    """
    place = STRICTNESS.index(level) + objected
    return supported[STRICTNESS[place]] if place < len(STRICTNESS) else 1.0


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
    table may still be denied by another passage: see ``model_verdicts``.
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
