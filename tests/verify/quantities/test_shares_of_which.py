"""Shares of a whole that the claim states, and amounts for each way."""

import pytest
from tests.verdicts import get_verdict
from tests.verify.calculations.named import find_formulas

from ascribe.verify.comparison import Text
from ascribe.verify.quantities.rates import compute_both_ways
from ascribe.verify.rules.numbers import compare_numbers

LETTERS = "The office sent 220 letters (83 of them reminders)."
FARES = "The ferry takes 14 euros for a bicycle and 31 euros for a van each way, dogs travel free."


def find_derived(claim: str, evidence: str) -> list[tuple[str, str]]:
    found = compare_numbers(Text.read(claim, "en"), Text.read(evidence, "en"))
    return [(one.finding, one.formula) for one in found if one.rule == "derived"]


@pytest.mark.parametrize(
    ("claim", "evidence", "finding"),
    [
        ("It sent 220 letters, more than a third of which were reminders.", LETTERS, "agree"),
        ("It sent 220 letters, more than half of which were reminders.", LETTERS, "clash"),
        ("It sent 220 letters, under a third of which were reminders.", LETTERS, "clash"),
    ],
)
def test_a_share_of_which_follows_from_part_and_whole(claim: str, evidence: str, finding: str) -> None:
    assert [one for one, _ in find_derived(claim, evidence)] == [finding]


@pytest.mark.parametrize(
    "claim",
    [
        "It sent 220 letters, more than a third of which were invitations.",
        "It sent 230 letters, more than a third of which were reminders.",
        "It sent 220 letters, more than a third of which were answered reminders.",
    ],
)
def test_a_share_of_another_whole_or_kind_is_not_derived(claim: str) -> None:
    assert not find_derived(claim, LETTERS)


def test_an_amount_for_each_way_is_doubled_there_and_back() -> None:
    claim = "Taking a van over and back costs 62 euros."
    assert find_formulas(compute_both_ways, claim, FARES) == ["31 euros × 2 = 62"]


@pytest.mark.parametrize(
    "claim",
    [
        "Taking a van over and back costs 28 euros.",
        "Taking a bicycle over and back costs 62 euros.",
        "Taking a van over costs 62 euros.",
        "Taking a van over and back costs 62 pounds.",
        "The return fare for a dog is 28 euros.",
    ],
)
def test_another_fare_is_not_derived(claim: str) -> None:
    assert not find_formulas(compute_both_ways, claim, FARES)


def test_a_way_without_an_amount_is_no_error() -> None:
    verdict = get_verdict(
        "A return trip for a van costs 62 euros.", "Vans travel one way only.", tier="rules"
    )
    assert verdict.status != "supported"
