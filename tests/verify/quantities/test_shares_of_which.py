"""Shares of a whole that the claim states."""

import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.numbers import compare_numbers

LETTERS = "The office sent 220 letters (83 of them reminders)."


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
