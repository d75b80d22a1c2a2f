"""The table says which tiers give a reason: those of the rules come in every tier."""

import pytest
from tests.verdicts import get_verdict

from ascribe.records.outcomes import OUTCOMES, TIERS
from ascribe.verify.rules import RULES

REASONS = sorted(
    {reason for rule in RULES for reason in (*rule.objections, *rule.vetoes, *rule.unclear.values())}
)


@pytest.mark.parametrize("reason", REASONS)
def test_what_a_rule_finds_may_come_in_every_tier(reason: str) -> None:
    assert OUTCOMES[reason].tiers == TIERS


@pytest.mark.parametrize(
    ("reply", "source", "reason"),
    [
        ("Adults receive 500 mg.", "Adults may receive 500 mg.", "modality_strengthened"),
        ("All members voted.", "Most members voted.", "quantifier_widened"),
        ("The mill was sold in 1902.", "The mill was built in 1902 and sold in 1950.", "date_misplaced"),
    ],
)
@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_a_tier_that_gives_a_reason_is_in_its_row(tier: str, reply: str, source: str, reason: str) -> None:
    verdict = get_verdict(reply, source, tier=tier)
    assert verdict.reason == reason
    assert verdict.tier in OUTCOMES[reason].tiers
