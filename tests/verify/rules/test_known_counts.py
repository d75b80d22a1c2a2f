"""A count of known things need not be printed in the source; a count that says something must be."""

import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.numbers import compare_numbers

LEDGERS = "The ledger of 1902 lists the barn. The later ledger leaves it out."


def find_reasons(claim: str, evidence: str = LEDGERS) -> list[str]:
    found = compare_numbers(Text.read(claim, "en"), Text.read(evidence, "en"))
    return [one.reason for one in found if one.finding == "missing"]


@pytest.mark.parametrize(
    "claim",
    [
        "The two ledgers differ on the barn.",
        "The barn is in the earlier of the two ledgers.",
        "These two ledgers differ on the barn.",
    ],
)
def test_a_definite_count_weakens(claim: str) -> None:
    assert find_reasons(claim) == ["number_uncounted"]


@pytest.mark.parametrize(
    "claim",
    [
        "Two ledgers list the barn.",
        "The barn is in two ledgers.",
        "The barn stood for the two years.",
        "The seven ledgers differ on the barn.",
        "The 2 ledgers differ on the barn.",
        "The two ledgers that list the barn are lost.",
        "They are the two ledgers of the barn.",
        "The two largest ledgers list the barn.",
    ],
)
def test_a_count_that_says_something_stays_exact(claim: str) -> None:
    assert find_reasons(claim) == ["number_not_found"]


def test_another_count_of_the_same_things_still_clashes() -> None:
    found = compare_numbers(Text("The two ledgers list it.", "en"), Text("The three ledgers list it.", "en"))
    assert [one.finding for one in found] == ["clash"]
