import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.measured_things import compare_measured_things
from ascribe.verify.rules.offices import compare_offices

SHARES = "12% of the pupils and 9% of the teachers were ill."
PARTS = "The fleet has 14 ferries, 3 of which are electric."
BARE = "The lamp weighs 2 kg without the stand."


@pytest.mark.parametrize(
    ("claim", "evidence", "found"),
    [
        ("9% of the pupils were ill.", SHARES, ["9%"]),
        ("12% of the pupils were ill.", SHARES, []),
        ("9% of the nurses were ill.", SHARES, []),  # of whom nothing is said
        ("The fleet has 3 ferries.", PARTS, ["3"]),
        ("The fleet has 14 electric ferries.", PARTS, ["14"]),
        ("The fleet has 14 ferries.", PARTS, []),
        ("3 ferries are electric.", PARTS, []),
        ("3 of the 14 ferries are electric.", PARTS, []),
        ("The lamp weighs 2 kg.", BARE, ["2 kg"]),
        ("The lamp weighs 2 kg without its stand.", BARE, []),
        ("The ride takes 2 hours.", "The ride takes 2 hours without a break.", []),
        ("The barn cost £30.", "The barn was valued at £30.\nIt cost £40.", ["£30"]),
        ("The barn cost £40.", "The barn was valued at £30.\nIt cost £40.", []),
    ],
)
def test_figures_of_something_else(claim, evidence, found) -> None:
    compared = compare_measured_things(Text(claim, "en"), Text(evidence, "en"))
    assert [claim[slice(*one.claim)] for one in compared] == found
    assert all(one.finding == "missing" for one in compared)


TITLED = "The mayor Ada Lind met Carl Brandt, a banker, and the judge, Ina Moor, at noon."


@pytest.mark.parametrize(
    ("claim", "evidence", "found"),
    [
        ("Carl Brandt is the mayor.", TITLED, ["mayor"]),
        ("Ada Lind is the mayor.", TITLED, []),
        ("Ada Lind is a banker.", TITLED, ["banker"]),
        ("Carl Brandt was a banker.", TITLED, []),
        ("Carl Brandt is the judge.", TITLED, ["judge"]),
        ("Ina Moor is the judge.", TITLED, []),
        ("The house is a ruin.", TITLED, []),
    ],
)
def test_offices_of_other_names(claim, evidence, found) -> None:
    compared = compare_offices(Text(claim, "en"), Text(evidence, "en"))
    assert [claim[slice(*one.claim)] for one in compared] == found
