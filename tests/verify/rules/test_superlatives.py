"""What weakens a superlative is not dropped: a rank, "one of the", an exception, a time, an adjective."""

import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.superlatives import compare_superlatives

QUARRY = "Tolme is the third largest quarry in the north."
FERRY = "Skarn is the second busiest harbour in the bay, after Velm."
CHAPEL = "It is the oldest stone chapel in the valley."


@pytest.mark.parametrize(
    ("claim", "evidence", "is_weakened"),
    [
        ("Tolme is the largest quarry in the north.", QUARRY, True),
        ("Tolme is the 3rd largest quarry in the north.", QUARRY, False),
        ("Tolme is the second largest quarry in the north.", QUARRY, True),
        ("Tolme is one of the largest quarries in the north.", QUARRY, False),
        ("Skarn is the busiest harbour in the bay.", FERRY, True),
        ("Velm is the busiest harbour in the bay.", FERRY, False),
        ("Velm is the second busiest harbour in the bay.", FERRY, True),
        ("It is the finest garden in town.", "It is one of the town's finest gardens.", True),
        ("It is among the finest gardens in town.", "It is one of the town's finest gardens.", False),
        ("It is the finest garden in town.", "It is the town's finest garden.", False),
        ("It is the best inn in town.", "It is arguably the best inn in town.", True),
        (
            "It is the tallest mast in the port.",
            "Apart from the crane, it is the tallest mast in the port.",
            False,
        ),
        ("It is the biggest lake.", "It is the biggest lake apart from Lake Orm.", True),
        ("She was the last rider.", "She was the last rider but one.", True),
        ("The tunnel is the longest in Asia.", "The tunnel was the longest in Asia until 2004.", True),
        ("The tunnel was the longest in Asia.", "The tunnel was the longest in Asia until 2004.", False),
        ("It is the oldest chapel in the valley.", CHAPEL, True),
        ("It is the oldest stone chapel in the valley.", CHAPEL, False),
        ("It is the oldest building in the valley.", CHAPEL, True),
        ("The T4 is the lightest of the tents.", "The T4 is the lightest of the cheap tents.", True),
        ("It became the largest mill after the fire.", "It became the largest mill after the fire.", False),
        ("She has an interest in it.", "She has the second highest interest in it.", False),
    ],
)
def test_a_weakened_superlative_is_none_of_all(claim: str, evidence: str, is_weakened: bool) -> None:
    found = compare_superlatives(Text.read(claim, "en"), Text.read(evidence, "en"))
    assert [one.finding for one in found] == ["missing"] * is_weakened
