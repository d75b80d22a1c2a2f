"""What several things have together, and what each has: one is never taken for the other."""

import pytest
from tests.verdicts import get_verdict

FARMS = "Together, the two farms keep 90 goats."
VANS = "The five vans carry 8 crates each."


@pytest.mark.parametrize(
    ("source", "claim", "status"),
    [
        (FARMS, "The two farms together keep 90 goats.", "supported"),
        (FARMS, "The two farms keep 90 goats together.", "supported"),
        (FARMS, "The two farms together keep 80 goats.", "contradicted"),
        (FARMS, "Each of the two farms keeps 90 goats.", "unsupported"),
        (FARMS, "The two farms keep 90 goats each.", "unsupported"),
        ("In total, two wells hold 40,000 litres.", "Two wells hold 40,000 litres in total.", "supported"),
        ("Two choirs have 64 singers between them.", "Two choirs have 64 singers in total.", "unknown"),
        (VANS, "The five vans carry 40 crates in total.", "supported"),
        (VANS, "Altogether, the five vans carry 40 crates.", "supported"),
        (VANS, "The five vans carry 8 crates in total.", "contradicted"),
        (VANS, "Together, the five vans carry 8 crates.", "contradicted"),
        ("Each van carries 8 crates.", "The vans carry 8 crates in total.", "unknown"),
        ("Per guest, the dinner costs 30 euros.", "The dinner costs 30 euros in total.", "unknown"),
        ("One stall sold 30 pies and the other 50 pies.", "In total, 80 pies were sold.", "supported"),
    ],
)
def test_a_total_is_not_what_each_has(source: str, claim: str, status: str) -> None:
    assert get_verdict(claim, [source], tier="rules", language="en").status == status
