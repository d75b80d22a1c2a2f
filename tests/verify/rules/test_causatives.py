"""Causatives: who makes, lets or tells somebody to do something does not do it."""

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.rules.causatives import compare_causatives


@pytest.mark.parametrize(
    ("claim", "evidence", "is_exchanged"),
    [
        ("The farmer carried the sacks.", "The farmer made the boy carry the sacks.", True),
        ("The boy carried the sacks.", "The farmer made the boy carry the sacks.", False),
        ("The duke rebuilt the chapel.", "The duke had the chapel rebuilt.", True),
        ("The chapel was rebuilt.", "The duke had the chapel rebuilt.", False),
        ("The nurse took the tablets.", "The nurse reminded the patient to take the tablets.", True),
        ("Ms Berg sang.", "Ms Berg persuaded a neighbour to sing.", True),
        ("The publisher wrote a sequel.", "The publisher was asked to write a sequel.", False),
        ("The judge paid the costs.", "The judge ordered the firm to pay the costs.", True),
        ("The firm was ordered to pay the costs.", "The judge ordered the firm to pay the costs.", False),
        ("The mother watched the film.", "The mother let the children watch the film.", True),
        ("The firm cut prices.", "The firm had the largest fleet and cut prices.", False),
        ("The firm sold bicycles.", "The firm made cars and sold bicycles.", False),
    ],
)
def test_who_causes_a_deed_does_not_do_it(claim: str, evidence: str, is_exchanged: bool) -> None:
    found = compare_causatives(Text(claim, "en"), Text(evidence, "en"))
    assert [one.finding for one in found] == ["missing"] * is_exchanged


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_the_causer_is_never_supported_as_the_doer(tier: str) -> None:
    verdict = get_verdict(
        "The farmer carried the sacks.", ["The farmer made the boy carry the sacks."], tier=tier
    )
    assert verdict.status != "supported"
