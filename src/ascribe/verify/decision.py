"""Tables and thresholds that turn findings of the rules and probabilities of a model into a reason code."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from ascribe.records import Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES, Status
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.rules import RULES

EXACT_FINDINGS = tuple(dict.fromkeys(code for rule in RULES for code in (rule.exact, *rule.vetoes) if code))
"""Findings on what must be exact: a figure, a date, a "not", a unit, and the words that a figure or a name
belongs to. No probability outweighs them: the models misread exactly these, and readers rely on them."""

_REASON_OF_FIGURE_RULE = {
    rule.name: rule.exact for rule in RULES if rule.kind in ("number", "date") and rule.exact
}
"""Rule that compares figures → reason code of a figure that it does not find."""

UNDECIDED_REASONS = {clash: unclear for rule in RULES for clash, unclear in rule.unclear.items()}
"""Reason of a clash, or of a step beyond the source → reason if the rest does not match well enough."""

OBJECTIONS = (
    *EXACT_FINDINGS,
    *dict.fromkeys(code for rule in RULES for code in rule.objections),
    "other_subject",
    "sources_disagree",
)
"""Findings of the rules that raise the threshold of a claim to that of the level above. With
``EXACT_FINDINGS``, ``MODEL_VETOES`` and ``sources_disagree`` no probability suffices. Fewer of the held-out
claims above the threshold of ``balanced`` are supported if they have one of these than of all: ``python -m
training.findings build/kept_aside`` prints the shares."""

MODEL_VETOES = ("other_subject", "rearranged")
"""Findings that no probability of a model outweighs, though a judge that quotes its evidence may: a model of
a few layers takes two sentences about two things, or two halves of one sentence, which hold the claim's words
together, for its evidence."""

CONTRADICTION_THRESHOLD = 0.95
"""Probability of the class contradicted from which on a claim below the loosest threshold is ``refuted``. A
lower threshold calls more true claims refuted, and such a false alarm costs the most trust: ``python -m
training.findings build/kept_aside`` prints the shares."""

ABSENT_THRESHOLD = 0.25
"""Probability of support below which a claim is called unsupported. With the loosest threshold in its place
more invented sentences are called so, and more true ones: ``python -m benchmarks.trial`` prints both."""

_PROVED_LEVEL: Strictness = "strict"
"""Highest level that a claim reaches, whatever the models say, if the rules confirm every word of it and show
a formula ("2.97 million ≈ 3 million", "A before B = B after A"): the models misread exactly these."""

_VERBATIM_LEVEL: Strictness = "paranoid"
"""The same for a claim that a source has character for character, which is supported at every level."""

_FULL_COVERAGE = 0.9999
"""Coverage of a claim whose every word is found; coverage is rounded to four places."""


def get_threshold(supported: Mapping[Strictness, float], level: Strictness, objected: bool) -> float:
    """Return the probability that a claim needs at that level.

    If the rules object, it is that of the level above; at the highest level it is 1, which no claim reaches.
    """
    place = STRICTNESS.index(level) + objected
    return supported[STRICTNESS[place]] if place < len(STRICTNESS) else 1.0


MAX_ABSENT_COVERAGE = 0.45
"""Weighted share of the claim's content in the best passages together, below which a claim that the models
reject is ``unsupported``. Above it the words are there, and a small model that does not find its way among
them shows nothing: such a claim stays undecided."""


def decide_reason(
    ruled: Verdict,
    probability: float,
    contradicted: float,
    loosest: float,
    threshold: float,
    *,
    absent: bool,
) -> str:
    """Return the reason code for a finding of the rules and the probabilities of a model.

    | rules say | probability ≥ threshold | below the threshold | below the loosest |
    |---|---|---|---|
    | contradicted | the rule's reason | the rule's reason | the rule's reason |
    | ``sources_disagree`` | ``sources_disagree`` | ``sources_disagree`` | ``sources_disagree`` |
    | ``EXACT_FINDINGS`` | the rule's reason | the rule's reason | ``not_entailed`` or ``refuted`` |
    | another objection | ``entailed`` | the rule's reason | ``not_entailed`` or ``refuted`` |
    | ``confirmed`` | ``confirmed`` | ``uncertain`` | ``uncertain`` |
    | ``not_found`` | ``entailed`` | ``uncertain`` | ``not_found`` or ``refuted`` |
    | anything else | ``entailed`` | ``uncertain`` | ``not_entailed`` or ``refuted`` |

    The probability is that of the models, raised if the rules confirm the claim and lowered if they object.
    The threshold is that of the level; after an objection it is that of the level above, and at the highest
    level there is none. A claim that the rules confirm and the models reject stays open. ``refuted`` needs
    the class contradicted at or above ``CONTRADICTION_THRESHOLD``, and no rule that finds that both may be
    true; ``not_entailed`` needs a claim whose content is ``absent`` and a probability below
    ``ABSENT_THRESHOLD``, and otherwise the column to the left holds. What this table supports may still be
    vetoed, see ``get_veto_reason``, or denied by another passage, see ``model_verifier``.
    """
    if ruled.status == "contradicted" or ruled.reason == "sources_disagree":
        return ruled.reason
    if probability < loosest and ruled.status != "supported":
        if contradicted >= CONTRADICTION_THRESHOLD and not may_both_be_true(ruled):
            return "refuted"
        if (absent or ruled.reason == "not_found") and probability < ABSENT_THRESHOLD:
            return ruled.reason if ruled.status == "unsupported" else "not_entailed"
    if probability < threshold or ruled.reason in EXACT_FINDINGS:
        return ruled.reason if ruled.reason in OBJECTIONS else "uncertain"
    return ruled.reason if ruled.status == "supported" else "entailed"


RECONCILING_RULES = frozenset(rule.name for rule in RULES if rule.reconciles)


def may_both_be_true(ruled: Verdict) -> bool:
    """Return True if a rule finds that the claim and the nearest passage may both be true."""
    return any(row["rule"] in RECONCILING_RULES for row in ruled.details.get("compared", ()))


def get_finding(ruled: Verdict) -> str:
    """Return the reason code of the rules, or that of a missing figure if they found the claim nowhere.

    No model can support "A mallard eats 150 grams a day" by a page on mallards without any such figure.
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
    """Return True for a finding of the rules that no probability can outweigh."""
    return OUTCOMES[reason].status == "contradicted" or reason in (*EXACT_FINDINGS, "sources_disagree")


_OPPOSING_RULES = {rule.name: rule.opposes for rule in RULES if rule.opposes}


def is_opposed(ruled: Verdict) -> bool:
    """Return True if a rule finds the opposite in the passage: roles or order turned, another quantifier.

    No probability outweighs it: the models take a sentence and its opposite for the same.
    """
    rows = ruled.details.get("compared", ())
    return any(is_opposing(row["rule"], row["finding"], in_place=bool(row["evidence"])) for row in rows)


def is_opposing(rule: str, finding: str, *, in_place: bool) -> bool:
    """Return True if a finding of that rule shows the opposite; ``in_place`` tells if the passage has it."""
    if rule not in _OPPOSING_RULES:
        return False
    missing = _OPPOSING_RULES[rule] == "place" and finding == "missing" and in_place
    return finding == "clash" or missing


def get_veto_reason(ruled: Verdict) -> str:
    """Return the reason with which the rules veto a claim that a model supports; empty if they do not."""
    finding = get_finding(ruled)
    if is_veto(finding):
        return finding
    if not is_opposed(ruled) or ruled.status == "supported":
        return ""
    reason = UNDECIDED_REASONS.get(finding, finding)
    return reason if reason in OBJECTIONS else "uncertain"


def outweighs_models(ruled: Verdict, finding: str) -> bool:
    """Return True if no probability of a model supports a claim with that finding of the rules."""
    return is_veto(finding) or finding in MODEL_VETOES or is_opposed(ruled)


def get_proved_level(ruled: Verdict) -> Strictness | None:
    """Return the highest level that the rules alone prove the claim for; None if they do not."""
    if ruled.status != "supported":
        return None
    if ruled.details.get("verbatim"):
        return _VERBATIM_LEVEL
    shown = any("formula" in row for row in ruled.details.get("compared", ()))
    return _PROVED_LEVEL if shown and ruled.details.get("coverage", 0.0) >= _FULL_COVERAGE else None


@dataclass(frozen=True, slots=True)
class RuleThresholds:
    """Thresholds of tier ``rules``, as shares in [0, 1].

    Args:
        covered: weighted share of the claim's content that its evidence must cover for ``supported``.
        clashing: share of the other content words that a passage must contain before a differing number or
            date in it makes ``contradicted``.
        negated: the same for a negation, which is more easily mistaken for the negation of something else.
        absent: weighted share found in the best passages together, below which the claim is ``unsupported``.
        each_word: whether the evidence must have each content word of the claim, but for light ones.
    """

    covered: float
    clashing: float
    negated: float
    absent: float
    each_word: bool = True


RULE_THRESHOLDS: dict[Strictness, RuleThresholds] = {
    "loose": RuleThresholds(covered=0.50, clashing=0.60, negated=0.75, absent=0.30, each_word=False),
    "balanced": RuleThresholds(covered=0.65, clashing=0.60, negated=0.75, absent=0.30),
    "strict": RuleThresholds(covered=0.85, clashing=0.60, negated=0.75, absent=0.30),
    "paranoid": RuleThresholds(covered=1.00, clashing=0.60, negated=0.75, absent=0.30),
}
"""Only ``covered`` and ``each_word`` change, and they only demand more: a stricter level never supports more.
``python -m benchmarks.fit_probability`` prints, by coverage, how many of the labelled training pairs that the
rules confirm are true."""


SLOPE, INTERCEPT = 4.91, -2.87
"""Logistic regression of the label on coverage, over the pairs in which the rules confirm everything."""

SUPPORT_SHARES: dict[Status, float] = {"contradicted": 0.12, "unsupported": 0.22}
"""Share of supported claims among those that the rules call contradicted or find nowhere in the sources."""


def compute_rule_probability(status: Status, coverage: float) -> float:
    """Return a number in [0, 1] that is comparable across claims.

    Args:
        status: the status that the rules give.
        coverage: weighted share of the claim's content that was found.
    """
    if status in SUPPORT_SHARES:
        return SUPPORT_SHARES[status]
    return 1.0 / (1.0 + math.exp(-(SLOPE * coverage + INTERCEPT)))
