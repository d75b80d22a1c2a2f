"""Two things in space or in an order, told from the other side, and sentences about two named things."""

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.rules.appositions import compare_appositions
from ascribe.verify.rules.directions import compare_directions

SONS = "The elder boy, Bram, got the house; the younger, Joost, got the boat."
SHOPS = "Vega, the older shop, sells tar and Lyra, the newer, sells rope."


@pytest.mark.parametrize(
    ("source", "inverse", "turned"),
    [
        ("The clock is above the door.", "The door is below the clock.", "The door is above the clock."),
        ("The mill lies below the weir.", "The weir lies above the mill.", "The weir lies below the mill."),
        ("The loft is over the stable.", "The stable is under the loft.", "The stable is over the loft."),
        (
            "The oak stands to the left of the well.",
            "The well stands to the right of the oak.",
            "The well stands to the left of the oak.",
        ),
        ("Tarn is north-west of Velm.", "Velm is south-east of Tarn.", "Velm is north-west of Tarn."),
        (
            "Tarn lies further east than Velm.",
            "Velm lies further west than Tarn.",
            "Velm lies further east than Tarn.",
        ),
        (
            "The ford is downstream of the lock.",
            "The lock is upstream of the ford.",
            "The lock is downstream of the ford.",
        ),
        (
            "The stove is above the drawer in the galley.",
            "The drawer is below the stove.",
            "The drawer is above the stove.",
        ),
    ],
)
def test_a_position_has_an_inverse_and_cannot_be_turned(source: str, inverse: str, turned: str) -> None:
    assert get_verdict(inverse, [source], tier="rules", language="en").status == "supported"
    assert get_verdict(turned, [source], tier="rules", language="en").status == "contradicted"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The bank took over the mill.", "The mill was taken over by the bank."),
        ("It weighs over 3 kg.", "It weighs under 4 kg."),
        ("The hall is under the control of the town.", "The town has the hall under its control."),
        ("Profits were above 5 million.", "Losses were below 5 million."),
    ],
)
def test_a_small_word_in_another_use_is_no_position(claim: str, evidence: str) -> None:
    assert compare_directions(Text.read(claim, "en"), Text.read(evidence, "en")) == []


@pytest.mark.parametrize(
    ("claim", "evidence", "findings"),
    [
        ("Bram got the boat.", SONS, ["missing"]),
        ("Joost got the boat.", SONS, []),
        ("Vega sells rope.", SHOPS, ["missing"]),
        ("Lyra sells rope.", SHOPS, []),
        ("Bram got the house.", "The elder boy, Bram, got the house.", []),
    ],
)
def test_what_is_said_beside_one_name_is_not_said_of_another(
    claim: str, evidence: str, findings: list[str]
) -> None:
    found = compare_appositions(Text.read(claim, "en"), Text.read(evidence, "en"))
    assert [one.finding for one in found] == findings
