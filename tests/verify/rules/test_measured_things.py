import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.measured_things import compare_measured_things

PARTS = "The fleet has 14 ferries, 3 of which are electric."
BARE = "The lamp weighs 2 kg without the stand."


@pytest.mark.parametrize(
    ("claim", "evidence", "found"),
    [
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
