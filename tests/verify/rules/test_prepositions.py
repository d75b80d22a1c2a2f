"""A thing keeps its preposition, and a clause its time, though the sentence has another one beside it."""

import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.prepositions import compare_prepositions

PIPE = "The pipe runs under the orchard and over the brook."
MOVE = "The herd was moved from the upper meadow to the barn."
VISIT = "Before noon the guests saw the mill, and after noon they saw the forge."


@pytest.mark.parametrize(
    ("claim", "evidence", "is_exchanged"),
    [
        ("The pipe runs under the brook.", PIPE, True),
        ("The pipe runs over the orchard.", PIPE, True),
        ("The pipe runs over the brook.", PIPE, False),
        ("The pipe runs above the brook.", PIPE, False),
        ("The herd was moved from the barn.", MOVE, True),
        ("The herd was moved to the upper meadow.", MOVE, True),
        ("The herd was moved into the barn.", MOVE, False),
        ("The herd was moved to the barn from the meadow.", MOVE, False),
        ("The herd was moved out of the stable and to the barn.", MOVE, False),
        ("The council voted for the toll.", "The council voted for the levy and against the toll.", True),
        ("The guests saw the forge before noon.", VISIT, True),
        ("The guests saw the mill before noon.", VISIT, False),
        ("Lay the straw over the clay.", "Lay the straw under the clay and the sand over it.", True),
        ("Lay the sand under the clay.", "Lay the straw under the clay and the sand over it.", True),
        ("Ida bought the cart from Bram.", "Bram sold the cart to Ida for Joost.", False),
        ("It fell to 40 from 60 points.", "It fell from 60 to 40 points.", False),
    ],
)
def test_a_thing_keeps_its_preposition(claim: str, evidence: str, is_exchanged: bool) -> None:
    found = compare_prepositions(Text.read(claim, "en"), Text.read(evidence, "en"))
    assert bool(found) is is_exchanged
