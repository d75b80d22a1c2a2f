"""May is a month like any other, though the same word is a verb."""

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text


@pytest.mark.parametrize(
    ("source", "claim", "status"),
    [
        ("The kiln was lit in April.", "The kiln was lit in May.", "unknown"),
        ("The kiln was lit.", "The kiln was lit in May.", "unknown"),
        ("The kiln was lit in May.", "The kiln was lit in April.", "unknown"),
        ("In May the kiln was lit.", "The kiln was lit in May.", "supported"),
        ("May was the driest month.", "The driest month was May.", "supported"),
        ("June was the driest month.", "May was the driest month.", "unknown"),
        ("The ban has applied since August.", "The ban has applied since May.", "unknown"),
        ("Fires are banned from April to August.", "In May fires are banned.", "supported"),
        ("The kiln may be lit.", "The kiln is lit in May.", "unsupported"),
    ],
)
def test_may_is_told_from_other_months(source: str, claim: str, status: str) -> None:
    assert get_verdict(claim, [source], tier="rules", language="en").status == status


@pytest.mark.parametrize(
    ("text", "is_month"),
    [
        ("It closed in May.", True),
        ("May was dry.", True),
        ("May 3 is a holiday.", True),
        ("May contain nuts.", False),
        ("It may close.", False),
    ],
)
def test_the_month_is_told_from_the_verb(text: str, is_month: bool) -> None:
    start = text.lower().index("may")
    assert Text.read(text, "en").is_month_of_may(start, start + len("May")) is is_month
