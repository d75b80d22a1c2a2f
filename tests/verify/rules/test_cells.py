"""Cells of words in a table: what a row says of the column that the claim names."""

import pytest
from tests.verdicts import get_verdict

from ascribe import check

HOTEL = """| Service | Basic | Plus |
|---|---|---|
| Breakfast | Not included | Included |
| Wifi | no | yes |
| Pool | ✗ | ✓ |
| Bed | twin | queen |
| Owner | Lind | Berg |
"""


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("Breakfast is included in Basic.", "negation_unclear"),
        ("Breakfast is not included in Plus.", "negation_unclear"),
        ("Basic has wifi.", "negation_unclear"),
        ("Basic has a pool.", "negation_unclear"),
        ("Basic has a queen bed.", "column_unclear"),
        ("The owner of Basic is Berg.", "column_unclear"),
    ],
)
def test_what_another_column_says_supports_nothing(tier: str, claim: str, reason: str) -> None:
    verdict = get_verdict(claim, [HOTEL], tier=tier)
    assert (verdict.status, verdict.reason) == ("unknown", reason)


@pytest.mark.parametrize(
    "claim",
    [
        "Breakfast is included in Plus.",
        "Breakfast is not included in Basic.",
        "Basic has no wifi.",
        "The owner of Basic is Lind.",
        "The owner of Plus is Berg.",
    ],
)
def test_what_the_named_column_says_is_supported(claim: str) -> None:
    assert check(claim, [HOTEL], tier="rules").status_counts() == {"supported": 1}
