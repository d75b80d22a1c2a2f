"""What one may not do without a thing, one needs the thing to do; and what "unless" excepts is not said."""

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.rules.conditions import meets_condition

CANOE = "Guests may not take a canoe without a vest."
KILN = "Pupils may light the kiln unless they are alone."


@pytest.mark.parametrize(
    ("source", "claim", "status"),
    [
        (CANOE, "Guests need a vest to take a canoe.", "supported"),
        (CANOE, "Guests must have a vest to take a canoe.", "supported"),
        (CANOE, "Guests may take a canoe without a vest.", "unknown"),
        (CANOE, "Guests do not need a vest to take a canoe.", "unknown"),
        (CANOE, "A vest is needed to take a canoe.", "unknown"),
        ("No one may dive without a partner.", "A partner is required to dive.", "supported"),
        ("You need a code to open the gate.", "The gate cannot be opened without a code.", "supported"),
        ("No guest may ski at night without a guide.", "Guests need a guide to ski.", "unknown"),
        ("She did not leave without a map.", "She needs a map to leave.", "unknown"),
        (KILN, "Pupils who are alone may light the kiln.", "unknown"),
        (KILN, "Pupils may light the kiln if they are alone.", "contradicted"),
        (
            "Pupils may light the kiln if they are alone.",
            "Pupils who are alone may light the kiln.",
            "supported",
        ),
    ],
)
def test_a_need_is_what_one_may_not_do_without(source: str, claim: str, status: str) -> None:
    assert get_verdict(claim, [source], tier="rules", language="en").status == status


@pytest.mark.parametrize(
    ("claim", "meets"),
    [
        ("Guests with a vest may take a canoe.", True),
        ("Guests need a vest for a canoe.", True),
        ("Guests with a vest may not take a canoe.", False),
        ("Guests may take a canoe without a vest.", False),
        ("Guests may take a canoe.", False),
    ],
)
def test_a_met_condition_is_no_denial(claim: str, meets: bool) -> None:
    assert meets_condition(Text.read(claim, "en"), Text.read(CANOE, "en")) is meets
