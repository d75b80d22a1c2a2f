import pytest

from ascribe import check
from ascribe.verify.comparison import Text
from ascribe.verify.rules.qualifiers import compare_exceptions, compare_near_things, compare_qualifiers


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


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("Norway signed the treaty.", "All members except Norway signed the treaty.", ["missing"]),
        ("Every room was heated except the hall.", "Every room except the hall was heated.", []),
        ("Norway did not sign the treaty.", "All members except Norway signed the treaty.", []),
        ("Denmark signed the treaty.", "All members except Norway signed the treaty.", []),
    ],
)
def test_an_exception_is_not_part_of_the_whole(claim: str, evidence: str, expected: list[str]) -> None:
    found = compare_exceptions(Text(claim, "en"), Text(evidence, "en"))
    assert [c.finding for c in found] == expected


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_what_the_source_excepts_is_never_supported(tier: str) -> None:
    (sentence,) = check("Norway signed the treaty.", ["All members except Norway signed it."], tier=tier)
    assert sentence.verdict is not None
    assert sentence.verdict.status != "supported"
