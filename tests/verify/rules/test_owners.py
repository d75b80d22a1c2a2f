"""Owners: the thing at the end of a chain of owners is that of the nearest one."""

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.rules.owners import compare_owners

HOUSE = "Dr Lee's older sister's house burnt down."
WIFE = "The wife of the owner of the mill sued."


@pytest.mark.parametrize(
    ("claim", "evidence", "is_broken"),
    [
        ("Dr Lee's house burnt down.", HOUSE, True),
        ("The house of Dr Lee burnt down.", HOUSE, True),
        ("Dr Lee's older sister burnt down.", HOUSE, True),
        ("The older sister's Lee's house burnt down.", HOUSE, True),
        ("The house of Dr Lee's sister burnt down.", HOUSE, False),
        ("Dr Lee's sister's house burnt down.", HOUSE, False),
        ("The older sister's house burnt down.", HOUSE, False),
        ("The owner of the mill sued.", WIFE, True),
        ("The mill's owner sued.", WIFE, True),
        ("The wife of the mill's owner sued.", WIFE, False),
        ("Kohl's mill was sold.", "Voss's mill was sold to Kohl.", True),
        ("Kohl's mill was sold.", "Kohl sold Voss's mill.", True),
        ("Kohl's mill was sold.", "Kohl's mill was sold to Voss.", False),
        ("Kohl's mill was sold.", "Voss's mill burnt down, and Kohl's mill was sold.", False),
        ("Kohl's mill was sold.", "Voss's friend Kohl sold his mill.", False),
        ("The mayor of Lund resigned.", "The mayor of the city of Lund resigned.", False),
        ("The duke's tutor left.", "The tutor of the duke's son left.", True),
        ("Anna's dog barked.", "Her neighbour's dog barked.", True),
        ("Her dog barked.", "Her neighbour's dog barked.", True),
        ("Anna's neighbour's dog barked.", "Her neighbour's dog barked.", False),
        ("The firm's shares rose.", "The firm's rival's shares rose, and the firm's shares rose.", False),
    ],
)
def test_no_link_of_a_chain_is_skipped(claim: str, evidence: str, is_broken: bool) -> None:
    found = compare_owners(Text(claim, "en"), Text(evidence, "en"))
    assert [one.finding for one in found] == ["missing"] * is_broken


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize("claim", ["Dr Lee's house burnt down.", "Dr Lee's older sister burnt down."])
def test_a_broken_chain_is_never_supported(claim: str, tier: str) -> None:
    assert get_verdict(claim, [HOUSE], tier=tier).status != "supported"
