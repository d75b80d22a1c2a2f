"""Exceptions: what holds of all but one holds neither of that one nor of all."""

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.rules.exceptions import compare_exceptions

TREATY = "All members except Norway signed the treaty."
LAMPS = "Every lamp but the porch light has a shade."


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("Norway signed the treaty.", TREATY, ["missing"]),
        ("All members signed the treaty.", TREATY, ["missing"]),
        ("Norway did not sign the treaty.", TREATY, ["agree"]),
        ("Denmark signed the treaty.", TREATY, []),
        ("Every room was heated except the hall.", "Every room except the hall was heated.", []),
        ("Every lamp has a shade.", LAMPS, ["missing"]),
        ("The porch light has no shade.", LAMPS, ["agree"]),
        ("The lamp has no porch.", LAMPS, []),
        ("The whole fleet sailed.", "The whole fleet, bar two ships, sailed.", ["missing"]),
        ("Everything was sold.", "Everything was sold, save for the clock.", ["missing"]),
        ("The ferry runs all day.", "Not counting Sundays, the ferry runs all day.", ["missing"]),
        ("The price is 90 euros.", "The price is 90 euros, excluding tax.", []),
        ("Mia did not help Ben.", "Every nurse except Mia helped Ben.", ["agree"]),
        ("Ben did not help Mia.", "Every nurse except Mia helped Ben.", []),
        ("Solva did not sue the firm.", "The firm sued all banks except Solva.", []),
        ("Peru signed the pact.", "No state except Peru signed the pact.", ["agree"]),
        ("No state signed the pact.", "No state except Peru signed the pact.", ["missing"]),
        ("All members voted.", "All members voted but the chair abstained.", []),
        ("The policy covers all fires.", "The policy excludes floods and covers all fires.", []),
        ("Most lamps have a shade.", LAMPS, []),
    ],
)
def test_an_exception_is_not_part_of_the_whole(claim: str, evidence: str, expected: list[str]) -> None:
    found = compare_exceptions(Text(claim, "en"), Text(evidence, "en"))
    assert [one.finding for one in found] == expected


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize("claim", ["Norway signed the treaty.", "All members signed the treaty."])
def test_what_the_source_excepts_is_never_supported(claim: str, tier: str) -> None:
    verdict = get_verdict(claim, ["All members except Norway signed it, the treaty."], tier=tier)
    assert verdict.status != "supported"


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("claim", "evidence"),
    [("The porch light does not have a shade.", LAMPS), ("Norway did not sign the treaty.", TREATY)],
)
def test_what_is_denied_of_the_exception_is_supported(claim: str, evidence: str, tier: str) -> None:
    assert get_verdict(claim, [evidence], tier=tier).status == "supported"
