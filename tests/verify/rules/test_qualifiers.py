import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.rules.qualifiers import compare_near_things, compare_qualifiers


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "expected"),
    [
        ("Only the mill burned.", "The mill burned.", "en", ["missing"]),
        ("Only the mill burned.", "Solely the mill burned.", "en", ["agree"]),
        ("Er kommt nur montags.", "Er kommt montags.", "de", ["missing"]),
        ("Er kam nach dem Krieg.", "Er kam vor dem Krieg.", "de", ["missing"]),
        ("Han kommer bara ibland.", "Han kommer.", "sv", []),
    ],
)
def test_findings(claim, evidence, language, expected) -> None:
    found = compare_qualifiers(Text(claim, language), Text(evidence, language))
    assert [c.finding for c in found] == expected
    assert all(c.reason == "qualifier_mismatch" for c in found if c.finding == "missing")


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("The director left.", "The deputy director left.", ["missing"]),
        ("The deputy director left.", "The deputy director left.", []),
        ("A doctor treated him.", "A fake doctor treated him.", ["missing"]),
        ("The house was destroyed.", "The house was nearly destroyed.", ["missing"]),
    ],
)
def test_what_is_nearly_a_thing_is_none(claim: str, evidence: str, expected: list[str]) -> None:
    found = compare_near_things(Text(claim, "en"), Text(evidence, "en"))
    assert [c.finding for c in found] == expected


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("There is a fee for dogs.", "The council voted to abolish the fee for dogs."),
        ("The new model has a headphone jack.", "The new model drops the headphone jack."),
        ("The plan has a night bus.", "The plan would scrap the night bus."),
    ],
)
def test_what_is_dropped_is_not_there(claim: str, evidence: str, tier: str) -> None:
    assert get_verdict(claim, evidence, tier=tier).status != "supported"
