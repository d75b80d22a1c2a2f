"""Ages: a figure that says how old somebody is, is not one that says how long something is past."""

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.rules.ages import compare_ages


@pytest.mark.parametrize(
    ("claim", "evidence", "is_other"),
    [
        ("Anna was 80 years old when she died.", "Anna died 80 years ago.", True),
        ("Anna died 80 years ago.", "Anna died when she was 80 years old.", True),
        ("Anna died aged 80.", "Anna died 80 years later.", True),
        ("Anna died aged 80.", "Anna died at the age of 80.", False),
        ("Anna died aged 80.", "Anna died at 80.", False),
        ("Anna died aged 80.", "Anna died aged 80, which is 80 years ago.", False),
        ("Anna died aged 80.", "Anna died 70 years ago.", False),
    ],
)
def test_a_figure_has_one_use(claim: str, evidence: str, is_other: bool) -> None:
    found = compare_ages(Text(claim, "en"), Text(evidence, "en"))
    assert [one.finding for one in found] == ["missing"] * is_other


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_no_model_outweighs_it(tier: str) -> None:
    claim, source = "Anna was 80 years old when she died.", "Anna died 80 years ago."
    assert get_verdict(claim, source, tier=tier).status != "supported"
