"""A clause takes no participant from a sentence about another matter, whatever the models say."""

import pytest
from tests.verdicts import get_verdict

GRANTS = "Grants are awarded by the panel. The opinion of the panel is binding. Rooms are let by the bursar."
POST = "Parcels are weighed by the clerk. Letters are sorted by the postman."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Parcels are weighed by the postman.", POST),
        ("Letters are sorted by the clerk.", POST),
        ("The postman weighs parcels.", POST),
        ("Grants are awarded by the bursar.", GRANTS),
        ("The opinion of the bursar is binding.", GRANTS),
        ("Wills are sent to the notary.", "Wills are sent to the court. Deeds are signed by the notary."),
        ("Coins are cast in the capital.", "Coins are cast at the mint. Notes are printed in the capital."),
    ],
)
def test_a_thing_in_the_place_of_another_is_no_part_of_the_clause(claim: str, source: str) -> None:
    assert get_verdict(claim, [source], tier="builtin").status != "supported"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The clerk weighs parcels.", POST),
        ("The postman sorts letters.", POST),
        ("The bursar lets the rooms.", GRANTS),
        (
            "The pillars of the bridge were cast in Leeds.",
            "Anna Berg designed the bridge. Its pillars were cast in Leeds.",
        ),
        (
            "The Kestrel can carry 200 cars.",
            "The Kestrel is a ferry of the Nord line. The ferry can carry 200 cars.",
        ),
    ],
)
def test_a_sentence_about_the_same_matter_may_supply_a_part(claim: str, source: str) -> None:
    assert get_verdict(claim, [source], tier="builtin").status == "supported"
