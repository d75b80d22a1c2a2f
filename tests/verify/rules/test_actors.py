import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.actors import compare_actors
from ascribe.verify.rules.roles import compare_roles

FINE = "The mill was fined 900 pounds by the council."
NURSE = "The porter who found the parcel lives in Hull."
RIVAL = "The Courier, a rival of the Sentinel, printed the letter."


@pytest.mark.parametrize(
    ("claim", "evidence", "found"),
    [
        ("The council was fined 900 pounds.", FINE, True),
        ("The mill fined the council 900 pounds.", FINE, True),
        ("The council fined the mill 900 pounds.", FINE, False),
        ("The mill was fined 900 pounds.", FINE, False),
        ("The parcel lives in Hull.", NURSE, True),
        ("The porter lives in Hull.", NURSE, False),
        ("The Sentinel printed the letter.", RIVAL, True),
        ("The Courier printed the letter.", RIVAL, False),
        ("A rival of the Sentinel printed the letter.", RIVAL, False),
        ("Ina was invited.", "Ina was invited by Ada.", False),
        ("Ada was invited.", "Ina was invited by Ada.", True),
        ("The farm was bought by Moor.", "The farm was bought by Lind from Moor.", True),
        ("The farm was sold by Friday.", "The farm was sold by Friday.", False),
        ("The strike ended.", "The union ended the strike.", False),
        ("The deputy of the king signed it.", "The king's deputy signed it.", False),
        ("Die Mühle wurde bestraft.", "Die Mühle wurde vom Rat bestraft.", False),
    ],
)
def test_who_acts(claim, evidence, found) -> None:
    language = "de" if claim.startswith("Die") else "en"
    compared = compare_actors(Text(claim, language), Text(evidence, language))
    assert [one.finding for one in compared] == ["missing"] * found


@pytest.mark.parametrize(
    ("claim", "finding"),
    [
        ("The old bridge is being guarded by the army.", []),
        ("The army is guarding the old bridge.", []),
        ("The old bridge is guarding the army.", ["clash"]),
    ],
)
def test_a_progressive_is_no_passive(claim, finding) -> None:
    found = compare_roles(Text(claim, "en"), Text("The army is guarding the old bridge.", "en"))
    assert [one.finding for one in found] == finding
